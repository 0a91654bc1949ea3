"""Views: what a player may look up without taking a turn."""

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.play.game import Game
from gm_engine.play.views import VIEWS
from gm_engine.state import fold
from gm_engine.story import event as happened
from tests.packs import LIVERY


@pytest.fixture(scope="module")
def game() -> Game:
    game = trial(LIVERY, "evening", seed=5)
    for line in ("I look around.", "I promise Ortega to bring the wagon home.", "I walk to the street."):
        game.play(line)
    return game


def shown(game: Game, command: str) -> str:
    text = game.view(command)
    assert text is not None
    return text


def test_a_view_takes_no_turn_and_changes_nothing(game: Game) -> None:
    before, entries = game.state.digest, game.journal.head
    for command in VIEWS:
        assert shown(game, command).strip()
    assert (game.state.digest, game.journal.head) == (before, entries)


def test_every_line_fits_a_terminal(game: Game) -> None:
    assert all(len(line) <= 140 for command in VIEWS for line in shown(game, command).splitlines())


def test_the_sheet_says_who_is_played(game: Game) -> None:
    sheet = shown(game, "/sheet")
    for part in ("Calloway Reed", "brawn 45", "riding +20", "revolver", "12 cartridges", "$23.50"):
        assert part in sheet


def test_the_sheet_shows_wounds_until_they_are_healed() -> None:
    game = trial(LIVERY, "evening", seed=5)
    fold(game.state, happened.StateChanged(what="wound", key="cal", detail="left arm; a bullet; 600", new=2))
    assert "left arm (a bullet)" in shown(game, "/sheet")
    fold(game.state, happened.StateChanged(what="time", new=601))
    assert "left arm" not in shown(game, "/sheet")


def test_the_map_shows_what_was_seen_and_the_ways_on(game: Game) -> None:
    ways = shown(game, "/map")
    assert "You are at the street, @ on the map." in ways
    assert "two minutes on foot" in ways
    assert "the livery" in ways
    assert "Miller's Ford" not in ways.partition("Seen before")[2]


def test_the_map_says_how_far_the_places_are_that_were_seen_before() -> None:
    game = trial(load_pack(find_pack("redemption")), "evening", seed=5)
    for line in ("I look around.", "I walk to the newspaper.", "I walk to the hotel."):
        game.play(line)
    farther = shown(game, "/map").partition("Seen before, farther on")[2]
    assert "the Lamp office" in farther
    assert "by Water Street" in farther
    assert "minutes on foot" in farther


def test_the_sheet_shows_names_and_no_ids() -> None:
    sheet = shown(trial(load_pack(find_pack("redemption")), "evening", seed=5), "/sheet")
    assert "the oilcloth packet" in sheet
    assert not any(id in sheet for id in ("saddle_horse", "cartridges x"))


def test_time_threads_recap_and_timeline(game: Game) -> None:
    assert shown(game, "/time").startswith("Monday, June 6, 1881")
    assert "promise" in shown(game, "/threads")
    assert "bring the wagon home" in shown(game, "/threads")
    assert shown(game, "/recap").startswith("Previously:")
    assert "Came to the street (turn 3)" in shown(game, "/timeline")


def test_what_waits_unseen_is_no_thread(game: Game) -> None:
    hidden = trial(LIVERY, "evening", seed=5)
    hidden.play("I look around.")
    hidden.play("/decide wait")
    assert hidden.state.owed()
    assert shown(hidden, "/threads") == "Nothing is owed."


@pytest.mark.parametrize("words", ["I look around.", "/undo", "/look", "sheet"])
def test_everything_else_is_no_view(game: Game, words: str) -> None:
    assert game.view(words) is None
