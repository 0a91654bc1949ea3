"""Told elsewhere: what another program, or somebody at another table, has told becomes a turn of a story in play, and is heard like any."""

from typing import Literal

from gm_engine.play.chair import Chair
from gm_engine.play.game import Game
from gm_engine.play.ingest import from_elsewhere
from gm_engine.story.event import Event


def told_elsewhere(game: Game, text: str, role: Literal["gm", "player", "npc"], speaker: str = "") -> tuple[Event, ...]:
    """Puts on record what was told elsewhere, and what came of it: noted by whoever hears at this table, else read by rule."""
    state, tools = game.state, game.tools
    chair = Chair(tools.provider, game.journal, state.attempt, tools.table or state.table, reply=None, on_text=None, on_event=None)
    return game.take_in(from_elsewhere(text, role, speaker, state, tools, chair.ask))
