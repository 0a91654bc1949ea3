"""A game to be killed: the wanderer plays on in a saved campaign, turn after turn, until somebody stops it."""

import os
from pathlib import Path

from gm_engine.bootstrap import new_game, resume_game
from gm_engine.extraction.pipeline import load
from gm_engine.storage import Store
from tests.packs import LIVERY
from tests.wanderer import Wanderer

NAME = "ride"
ENDLESS = LIVERY.model_copy(update={"scenes": {id: scene for id, scene in LIVERY.scenes.items() if not scene.ends}})

load()  # once: every process that plays is a fork of one that has imported this


def play_on(home: Path, lines: int) -> None:
    """Say ``done N`` on ``lines`` whenever turn N is on record."""
    store = Store(home)
    journal = store.open(NAME) if NAME in store.names() else store.create(NAME)
    game = resume_game(journal) if journal.head else new_game(journal, ENDLESS, seed=1)
    wanderer = Wanderer(1)
    while True:
        turn = game.play(wanderer.next(game.state)).turn.number
        os.write(lines, f"done {turn}\n".encode())
