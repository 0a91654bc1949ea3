"""Reads the player's words and the state. Gives intents, stakes and beats."""

from gm_engine.direction.beats import plan
from gm_engine.direction.called_out import called_out
from gm_engine.direction.declared import things_declared
from gm_engine.direction.faults import DECOYS, FAULTS, decoy, inject
from gm_engine.direction.intents_read import read
from gm_engine.direction.mistyped import mended
from gm_engine.direction.notebook import Plan
from gm_engine.direction.scenes import first_scene
from gm_engine.direction.turning import ASKS, CHANGE, answered, asked_about, question, stays, turning
from gm_engine.story.beat import Beat

__all__ = [
    "ASKS", "CHANGE", "DECOYS", "FAULTS", "Beat", "Plan", "answered", "asked_about", "called_out", "decoy", "first_scene", "inject",
    "mended", "plan", "question", "read", "stays", "things_declared", "turning",
]  # fmt: skip
