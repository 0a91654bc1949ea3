"""Whoever acts in the opening of a story stands in its place, and play goes on there."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_engine.bootstrap import open_store, resume_game, settings
from gm_engine.bootstrap.taking_in import part_of, plans_of, take_in
from gm_engine.bootstrap.unpacked import File
from gm_engine.play.game import Game
from gm_engine.storage import Store

INN = "You are at the Crooked Oar, the only inn. Isbel wipes the counter and looks at you. The king lives far away."
TRAIN = "You step out of the train. Barnaby Pell pulls you aside and lifts his visor. Everybody fears the Overseer."


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(settings(tmp_path / "home"))
    yield made
    made.close()


def told(store: Store, text: str) -> Game:
    (plan,) = plans_of([part_of(File("evening.jsonl", json.dumps({"role": "gm", "text": text}).encode()))])
    take_in(journal := store.create("evening"), plan)
    return resume_game(journal)


def test_who_acts_where_the_opening_has_you_is_there_and_the_map_says_so(store: Store) -> None:
    game = told(store, INN)
    assert (game.state.name(game.state.here), game.state.present()) == ("the Crooked Oar", ("isbel",))
    game.close()


def test_who_acts_in_an_opening_that_names_no_place_is_with_you(store: Store) -> None:
    game = told(store, TRAIN)
    assert (game.state.here, [game.state.name(who) for who in game.state.present()]) == ("", ["Barnaby Pell"])
    game.close()
