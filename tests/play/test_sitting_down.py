"""Sitting down: previously on after a pause, nothing within five minutes; what was decided is on record."""

from datetime import UTC, datetime

import pytest

from gm_engine.bootstrap import minutes_since, trial
from gm_engine.play.game import SHORT_PAUSE, Game
from tests.packs import LIVERY


@pytest.fixture
def game() -> Game:
    return trial(LIVERY, "evening", seed=5)


def test_whoever_begins_is_told_nothing(game: Game) -> None:
    assert not game.sit_down(None)
    assert game.state.session == 1


def test_a_short_pause_goes_on_and_a_long_one_opens_a_session(game: Game) -> None:
    game.sit_down(None)
    game.play("I look around.")
    assert not game.sit_down(SHORT_PAUSE - 1)
    assert game.session().id == "evening/1"
    assert game.sit_down(SHORT_PAUSE)
    assert game.session().id == "evening/2"
    game.play("I wait.")
    assert game.sit_down(None)
    assert [entry.event.number for entry in game.journal.entries() if entry.event.kind == "session_opened"] == [1, 2, 3]


def test_what_only_a_script_has_played_is_told_at_once(game: Game) -> None:
    game.play("I look around.")
    assert game.sit_down(0)


def test_the_clock_is_read_with_care() -> None:
    now = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
    assert minutes_since("2026-01-01T11:30:30+00:00", now) == 29
    assert minutes_since("2026-01-01T11:30:00", now) == 30
    assert minutes_since("2026-01-02T11:30:00+00:00", now) is None
    assert minutes_since("yesterday", now) is None
