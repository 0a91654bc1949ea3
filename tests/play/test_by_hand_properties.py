"""Any run of edits by hand: the story is the same however it is come by, and each taken back leaves what was there before."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm_engine.bootstrap import trial
from gm_engine.errors import GameError
from gm_engine.play.game import Game
from gm_engine.story.claim import TOLD
from tests.packs import LIVERY
from tests.play.test_by_hand import holds, noted

WHO = ("abel_finch", "bartholomew_crane", "jesse_coyle", "ortega")
WHAT = (
    *WHO, "f1.1", "f1.2", "f2.1", "f2.9", "c2.9", "p2.9", "t1.1", "t1.2", "t2.2", "t2.3", "fe3.1", "fe3.2", "fe3.3",
    "limps on the left leg", "purple heron", "hums",
)  # fmt: skip
WORDS = ("Abel Finch hums a song.", "Jesse Coyle's eyes are gray.", "The mill burnt.")
CANNOT = ("cannot-edit", "nothing-meant", "which-one", "unknown-edit", "unknown-entity")


def acts(act: str, **fields: Any) -> Any:
    """An act with any of these values in its fields."""
    return st.tuples(st.just(act), st.fixed_dictionaries({name: st.sampled_from(values) for name, values in fields.items()}))


EDITS = st.one_of(
    acts("remember", words=WORDS),
    *(acts(act, what=WHAT) for act in ("forget", "pin", "unpin", "hide")),
    acts("correct", what=WHAT, words=WORDS),
    acts("merge", what=WHO, other=WHO),
    acts("split", what=WHO, words=("Silas", "Abel Finch"), records=(("turn:1",), ("turn:2", "c2.9"))),
)
ACTS = st.one_of(
    EDITS, acts("undo", what=("last", "e3.1", "e3.2")), acts("play", words=("Abel Finch limps on the left leg.", "Rain falls."))
)


@pytest.fixture(scope="module")
def table() -> Game:
    game = trial(LIVERY, "evening", seed=5)
    for told in (
        "Abel Finch limps on the left leg. The purple heron stands on the marsh.",
        "Bartholomew Crane is fifty years old. Jesse Coyle's eyes are green. Abel Finch limps on the left leg.",
    ):
        game.reply_next(told)
        game.play("I look around.")
    noted(game)
    game.play("I wait.")
    return game


def done(game: Game, edits: list[tuple[Any, dict[str, Any]]]) -> None:
    """Do what can be done of these."""
    for act, given_ in edits:
        try:
            if act == "play":
                game.reply_next(given_["words"])
                game.play("I wait.")
            else:
                game.by_hand.do(act, **given_)
        except GameError as error:
            if error.slug not in CANNOT:
                raise


def seen(game: Game) -> dict[str, Any]:
    """What is known, in so far as anybody may see it."""
    state, memory = game.state, game.tools.memory
    return {
        "facts": {fact.id: fact for fact in (*state.lore.facts(), *state.lore.facts(relation=TOLD))},
        "entities": [one for one in state.lore.entities() if one.id in WHO],
        "owed": state.owed(),
        "points": list(state.story_points.values()),
        "conflicts": [(one.id, one.status) for one in state.conflicts.values() if one.incoming.source != "ruling"],
        "turns": [state.shown(turn) for turn in state.turns.values()],
        "found": memory.found_turns("limps heron left leg marsh", 9),
        "names": [memory.names.named(words) for words in ("Abel Finch", "Bartholomew Crane", "Jesse Coyle")],
        "ties": [(tie.one, tie.other, tie.record) for tie in state.lore.web.ties()],
    }


@given(st.lists(ACTS, max_size=6))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_run_of_edits_holds(table: Game, edits: list[tuple[Any, dict[str, Any]]]) -> None:
    table.switch("main")
    table.branch(f"run-{len(table.journal.branches())}")
    done(table, edits)
    holds(table)


@given(st.lists(EDITS, max_size=5))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_taken_back_one_after_the_other_all_edits_leave_what_was_there(table: Game, edits: list[tuple[Any, dict[str, Any]]]) -> None:
    table.switch("main")
    table.branch(f"back-{len(table.journal.branches())}")
    before = seen(table)
    done(table, edits)
    while table.state.marks.standing:
        table.by_hand.undo()
    assert seen(table) == before
