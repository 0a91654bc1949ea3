"""An evening with readers in the chair, played again: it verifies, its people stay, and what they named stands on record."""

import json

import pytest

from benchmarks.evening import OURS, finds, played, refused, rows
from gm_engine.bootstrap import verify_game
from gm_engine.play.game import Game
from gm_engine.story.prompt import Prompt

NOT_HERE = {"It cannot be done: Wiley Truax is not here", "It cannot be done: Luther Pruitt is not here"}


@pytest.fixture(scope="module")
def evening() -> tuple[Game, list[Prompt]]:
    game, _, prompts = played(OURS)
    return game, prompts


def test_it_verifies_turn_by_turn(evening: tuple[Game, list[Prompt]]) -> None:
    game, _ = evening
    done = verify_game(game.journal)
    assert (done.turns, done.prompts) == (len(rows(OURS / "evening.jsonl")),) * 2


def test_nothing_is_refused_but_what_the_state_denies(evening: tuple[Game, list[Prompt]]) -> None:
    assert {line.partition(". ")[0] for _, line in refused(evening[1])} == NOT_HERE


def test_no_look_alike_is_a_conflict_and_no_break_is_forgotten(evening: tuple[Game, list[Prompt]]) -> None:
    game, _ = evening
    planted = rows(OURS / "planted.jsonl")
    conflicts = list(game.state.conflicts.values())
    assert not [row for row in planted if row["kind"] == "near" and any(finds(one, row) for one in conflicts)]
    assert len([row for row in planted if any(finds(one, row) for one in conflicts)]) >= 9


def test_what_a_reader_looked_up_brought_breaks_that_the_note_alone_had_not(evening: tuple[Game, list[Prompt]]) -> None:
    game, _ = evening
    planted = [row for row in rows(OURS / "planted.jsonl") if row["kind"] != "near"]
    noted = {row["new"] for turn in rows(OURS / "evening.jsonl") for row in json.loads(turn["note"]).get("clashes", [])}
    found = [row for row in planted if any(finds(one, row) for one in game.state.conflicts.values())]
    assert len([row for row in found if not any(new in row["new"] or row["new"] in new for new in noted)]) >= 3


def test_the_recap_and_the_cast_are_those_of_the_evening(evening: tuple[Game, list[Prompt]]) -> None:
    game, _ = evening
    assert len([point for point in game.state.story_points.values() if ".n" in point.id]) >= 45
    assert {"Anton Krebs", "Wiley Truax", "Bridie Hanlon"} <= {one.name for one in game.state.newcomers.values()}
    assert len([owed for owed in game.state.consequences.values() if owed.kind == "promise"]) >= 8
