"""Ties follow what is put right by hand: who was merged, what was forgotten, hidden or corrected, and all of it taken back."""

import json

import pytest

from gm_engine.bootstrap import new_game
from gm_engine.context.tied import ties_around
from gm_engine.exchange.graph_export import graph_data, graph_html, picture_of
from gm_engine.interfaces.cli.ties import ties_data, ties_text
from gm_engine.journal import MemoryJournal
from gm_engine.lore.tie import TOLD_TO, Tie
from gm_engine.play.game import Game
from gm_engine.play.snapshot import read_snapshot, write_snapshot
from gm_engine.state import rebuild
from gm_engine.story import event as happened
from gm_engine.story.consequence import Consequence
from gm_engine.story.story_point import StoryPoint
from tests.packs import LIVERY


@pytest.fixture
def game() -> Game:
    """Two who are one: Abel is Ortega's cousin, Bartholomew owes him a wheel and was at the wreck with Jesse Coyle."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.reply_next("Abel Finch is Luis Ortega's cousin. Abel Finch's eyes are green.")
    game.play("I look around.")
    game.reply_next('"Jesse Coyle has gray eyes," says Bartholomew Crane. Bartholomew Crane waits.')
    game.play("I wait.")
    state = game.state
    more = {"turn": 2, "scene": state.scene.id, "minute": state.minute}
    owed = Consequence(id="c2.9", kind="promise", text="mend the wheel", debtor="bartholomew_crane", creditor="ortega", **more)
    point = StoryPoint(id="p2.9", kind="action", title="The wheel broke.", participants=("bartholomew_crane", "jesse_coyle"), **more)
    game.take_in((happened.ConsequenceDue(turn=2, consequence=owed), happened.StoryPointReached(turn=2, story_point=point)))
    return game


def ties(game: Game) -> tuple[Tie, ...]:
    """The ties, which a rebuild and a snapshot have, too."""
    found = game.state.lore.web.ties()
    assert rebuild(entry.event for entry in game.journal.entries()).lore.web.ties() == found
    assert read_snapshot(write_snapshot(game.state)).lore.web.ties() == found
    return found


def ends(game: Game) -> set[str]:
    return {id for tie in ties(game) for id in (tie.one, tie.other, tie.about)}


def test_a_merge_brings_all_ties_to_one_and_its_undoing_takes_them_back(game: Game) -> None:
    before = ties(game)
    assert {"abel_finch", "bartholomew_crane"} <= ends(game)
    game.by_hand.merge("Abel Finch", "Bartholomew Crane")
    assert "bartholomew_crane" not in ends(game)
    told = {tie["relation"] for way in ties_data(game.state, "Abel Finch", "ortega")["ways"] for tie in way["ties"]}
    assert told >= {"cousin", "promise"}
    assert "Abel Finch and Jesse Coyle were both there: The wheel broke" in ties_text(game.state, "abel_finch", "jesse_coyle")
    assert any(tie.one == "abel_finch" for tie in ties(game) if tie.relation == TOLD_TO), "who told whom, too"
    game.by_hand.undo()
    assert ties(game) == before


def test_what_was_forgotten_ties_nobody(game: Game) -> None:
    assert ties_data(game.state, "abel_finch", "ortega")["tied"]
    assert "abel_finch" in ties_around(("ortega",), game.state)
    fact = next(fact for fact in game.state.lore.facts("abel_finch", "cousin"))
    game.by_hand.forget(fact.id)
    assert not any(tie["relation"] == "cousin" for way in ties_data(game.state, "abel_finch", "ortega")["ways"] for tie in way["ties"])
    assert "abel_finch" not in ties_around(("ortega",), game.state)
    assert "cousin" not in graph_html(picture_of(game.state))
    assert f"fact {fact.id}" not in {row["record"] for row in json.loads(graph_data(game.state, "json"))["ties"]}
    game.by_hand.undo()
    assert "abel_finch" in ties_around(("ortega",), game.state)


def test_what_is_hidden_ties_nobody_at_the_table(game: Game) -> None:
    fact = next(fact for fact in game.state.lore.facts("abel_finch", "cousin"))
    game.by_hand.hide(fact.id)
    assert "abel_finch" not in ties_around(("ortega",), game.state)
    assert not ties_data(game.state, "abel_finch", "ortega")["tied"]
    game.by_hand.undo()
    assert ties_data(game.state, "abel_finch", "ortega")["tied"]


def test_what_was_put_right_is_told_so(game: Game) -> None:
    game.by_hand.correct("p2.9", "The axle broke.")
    text = ties_text(game.state, "bartholomew_crane", "jesse_coyle")
    assert "The axle broke" in text
    assert "The wheel broke" not in text


def test_a_promise_that_is_kept_and_booked_again_is_over_since_it_was_kept(game: Game) -> None:
    owed = game.state.consequences["c2.9"]
    game.take_in((happened.ConsequencePaid(turn=2, consequence=owed.model_copy(update={"paid": 2})),))
    (kept,) = [tie for tie in ties(game) if tie.record == "consequence c2.9"]
    game.advance(600)
    game.by_hand.merge("Abel Finch", "Bartholomew Crane")
    (now,) = [tie for tie in ties(game) if tie.record == "consequence c2.9"]
    assert (now.one, now.over, now.validity) == ("abel_finch", True, kept.validity)
