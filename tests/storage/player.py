"""A program to be killed: plays on in a saved campaign, turn after turn, until somebody stops it."""

import os
from pathlib import Path

from gm_engine.storage import Store
from tests.journal.evenings import OPENING, turn


def play_on(database: Path, lines: int) -> None:
    """Say ``done N`` on ``lines`` whenever turn N has been kept."""
    store = Store(database)
    journal = store.open("ride") if "ride" in store.names() else store.create("ride")
    if journal.head is None:
        journal.append([OPENING])
    assert journal.head is not None
    number = journal.head.turn
    while True:
        number += 1
        journal.append(turn(number, reply="Dust. " * 2000))
        os.write(lines, f"done {number}\n".encode())
