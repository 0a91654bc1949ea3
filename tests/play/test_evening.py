"""An evening with readers in the chair, played again: it verifies, its people stay, and what they named stands on record."""

import pytest

from benchmarks.evening import OURS, finds, played, refused, rows
from gm_engine.bootstrap import verify_game
from gm_engine.play.game import Game
from gm_engine.story.prompt import Prompt

FORGETS = "It cannot be done: Nathan Strayhorn does not carry the buckboard."


@pytest.fixture(scope="module")
def evening() -> tuple[Game, list[Prompt]]:
    game, _, prompts = played(OURS)
    return game, prompts


def test_it_verifies_turn_by_turn(evening: tuple[Game, list[Prompt]]) -> None:
    game, _ = evening
    done = verify_game(game.journal)
    assert (done.turns, done.prompts) == (len(rows(OURS / "evening.jsonl")),) * 2


def test_no_act_is_refused_that_was_only_not_understood(evening: tuple[Game, list[Prompt]]) -> None:
    assert [line for _, line in refused(evening[1]) if not line.startswith(FORGETS)] == []


def test_no_look_alike_is_a_conflict_and_no_break_is_forgotten(evening: tuple[Game, list[Prompt]]) -> None:
    game, _ = evening
    planted = rows(OURS / "planted.jsonl")
    conflicts = list(game.state.conflicts.values())
    assert not [row for row in planted if row["kind"] == "near" and any(finds(one, row) for one in conflicts)]
    assert len([row for row in planted if any(finds(one, row) for one in conflicts)]) >= 3


def test_the_recap_and_the_cast_are_those_of_the_evening(evening: tuple[Game, list[Prompt]]) -> None:
    game, _ = evening
    assert len([point for point in game.state.story_points.values() if ".n" in point.id]) >= 30
    assert {"Celso", "Otto Brandt"} <= {one.name for one in game.state.newcomers.values()}
    assert len([owed for owed in game.state.consequences.values() if owed.kind == "promise"]) >= 7
