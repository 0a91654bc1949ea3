"""A thing that is declared for a chip is there from then on: it can be taken, given and sold."""

import pytest

from gm_engine.bootstrap import trial, verify_game
from gm_engine.play.game import Game
from tests.packs import LIVERY


@pytest.fixture
def game() -> Game:
    return trial(LIVERY, "evening", seed=5)


@pytest.mark.parametrize(
    ("detail", "thing"), [("There is a brass key on the floor.", "brass key"), ("A red blanket hangs over the rail.", "red blanket")]
)
def test_what_is_declared_can_be_picked_up(game: Game, detail: str, thing: str) -> None:
    before = set(game.state.pack.items)
    game.play(f"/declare {detail}")
    [id] = set(game.state.pack.items) - before
    assert (game.state.where(id), game.state.name(id).removeprefix("the ")) == (game.state.here, thing)
    told = game.play(f"I take the {thing}.")
    assert game.state.has(game.state.pc, id) == 1
    assert thing in told.turn.reply
    assert verify_game(game.journal).notes == []


def test_what_is_declared_to_be_carried_can_be_given(game: Game) -> None:
    before = set(game.state.pack.items)
    game.play("/declare I have a tin whistle in my pocket.")
    [id] = set(game.state.pack.items) - before
    assert game.state.has(game.state.pc, id) == 1
    game.play("I give the tin whistle to Ortega.")
    assert (game.state.has(game.state.pc, id), game.state.has("ortega", id)) == (0, 1)


@pytest.mark.parametrize("detail", ["The wind is up.", "Ortega has a brother.", "It is a cold night.", "The revolver is rusty."])
def test_what_is_no_new_thing_brings_nothing_in(game: Game, detail: str) -> None:
    before = set(game.state.pack.items)
    game.play(f"/declare {detail}")
    assert set(game.state.pack.items) == before
