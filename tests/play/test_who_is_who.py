"""Merging two people who are one, and splitting one who is two: everything that is known of them goes along, and can be taken back."""

import pytest

from gm_engine.bootstrap import new_game, verify_game
from gm_engine.errors import GameError
from gm_engine.interfaces.cli.looks import lore_text, whom
from gm_engine.journal import MemoryJournal
from gm_engine.play.commands import command
from gm_engine.play.game import Game
from gm_engine.story import event as happened
from gm_engine.story.consequence import Consequence
from gm_engine.story.story_point import StoryPoint
from tests.packs import LIVERY
from tests.play.test_by_hand import holds, prompt


@pytest.fixture
def game() -> Game:
    """Abel Finch and a second Finch, each with a fact, a debt and something that happened."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.reply_next("Abel Finch limps on the left leg. Abel Finch's eyes are green. Rain falls.")
    game.play("I look around.")
    game.reply_next("Bartholomew Crane is fifty years old. Bartholomew Crane's hair is gray.")
    game.play("I wait.")
    turn, scene, minute = game.state.turn, game.state.scene.id, game.state.minute
    owed = Consequence(
        id="c2.9", kind="promise", text="mend the wheel", debtor="bartholomew_crane", creditor=game.state.pc, turn=2, scene=scene,
        minute=minute, participants=("bartholomew_crane", game.state.pc),
    )  # fmt: skip
    point = StoryPoint(
        id="p2.9", kind="action", title="The wheel broke.", turn=2, scene=scene, minute=minute, participants=("bartholomew_crane",)
    )
    game.take_in((happened.ConsequenceDue(turn=turn, consequence=owed), happened.StoryPointReached(turn=turn, story_point=point)))
    assert {fact.subject for fact in game.state.lore.facts() if fact.told_by[0].turn} == {"abel_finch", "bartholomew_crane"}
    return game


def test_after_a_merge_everything_is_of_one(game: Game) -> None:
    game.by_hand.merge("Abel Finch", "Bartholomew Crane")
    lore, state = game.state.lore, game.state
    assert "bartholomew_crane" not in [one.id for one in lore.entities()]
    assert [one.id for one in lore.named("Bartholomew Crane")] == ["abel_finch"]
    assert whom(state, "bartholomew_crane") == "abel_finch"
    page = lore_text(state, "bartholomew_crane")
    assert all(words in page for words in ("Abel Finch", "also Bartholomew Crane", "limp", "green", "gray", "50"))
    assert not lore.facts("bartholomew_crane")
    assert (state.consequences["c2.9"].debtor, state.story_points["p2.9"].participants) == ("abel_finch", ("abel_finch",))
    assert game.tools.memory.names.named("I ask Bartholomew Crane.") == ("abel_finch",)
    assert "consequence:c2.9" in game.tools.memory.about("abel_finch", 9)
    assert "consequence c2.9" in lore.records("abel_finch")
    assert not lore.records("bartholomew_crane")
    said = prompt(game, "I look at Bartholomew Crane.")
    assert "PERSON: Abel Finch, also called" in said
    assert "PERSON: Bartholomew Crane" not in said
    holds(game)


def test_what_is_told_after_a_merge_is_checked_against_all_of_it(game: Game) -> None:
    game.by_hand.merge("Abel Finch", "Bartholomew Crane")
    game.reply_next("Bartholomew Crane's eyes are blue.")
    game.play("I look at him.")
    assert [(one.kind, one.subject) for one in game.state.conflicts.values()] == [("physical_trait", "abel_finch")]
    holds(game)


def test_a_merge_is_taken_back_and_what_was_told_since_stays(game: Game) -> None:
    before, page = game.state.lore.digest, lore_text(game.state, "bartholomew_crane")
    game.by_hand.merge("Abel Finch", "Bartholomew Crane")
    assert game.state.lore.digest != before
    game.by_hand.undo()
    assert game.state.lore.digest == before
    assert lore_text(game.state, "bartholomew_crane") == page
    assert [one.id for one in game.state.lore.named("Bartholomew Crane")] == ["bartholomew_crane"]
    assert game.tools.memory.names.named("I ask Bartholomew Crane.") == ("bartholomew_crane",)
    assert game.state.consequences["c2.9"].debtor == "bartholomew_crane"
    assert "consequence c2.9" in game.state.lore.records("bartholomew_crane")
    holds(game)


def test_one_of_the_campaign_s_own_is_kept_whoever_is_named_first(game: Game) -> None:
    edit = game.by_hand.merge("Abel Finch", "Ortega")
    assert edit.into == "ortega"
    assert game.state.lore.facts("ortega", "eyes")
    with pytest.raises(GameError, match="nobody and nothing is called") as caught:
        game.by_hand.merge("Ortega", "Elias Thorne")
    assert "thorne" not in str(caught.value).replace("Elias Thorne", "")  # not met so far, and so not hinted at
    game.reply_next("Elias Thorne nods.")
    game.play("I look around.")
    with pytest.raises(GameError, match="both in the campaign's own files") as caught:
        game.by_hand.merge("Ortega", "Elias Thorne")
    assert caught.value.slug == "cannot-edit"
    with pytest.raises(GameError, match="one already"):
        game.by_hand.merge("Ortega", "abel_finch")


def test_a_split_takes_named_records_and_turns_out_to_a_second_person(game: Game) -> None:
    game.by_hand.merge("Abel Finch", "Bartholomew Crane")
    eyes = game.state.lore.facts("abel_finch", "eyes")[0]
    edit = game.by_hand.split("Abel Finch", "Silas Finch", (eyes.id, "turn:2"))
    lore = game.state.lore
    assert edit.into == "silas_finch"
    assert {fact.relation for fact in lore.facts("abel_finch")} == {"limp"}
    assert {"eyes", "hair", "age"} <= {fact.relation for fact in lore.facts("silas_finch")}
    assert game.state.consequences["c2.9"].debtor == "silas_finch"
    assert "green" in lore_text(game.state, "Silas Finch")
    assert game.tools.memory.names.named("I ask Silas Finch.") == ("silas_finch",)
    holds(game)
    game.by_hand.undo()
    assert not game.state.lore.named("Silas Finch")
    assert game.state.lore.facts("abel_finch", "eyes")
    holds(game)


@pytest.mark.parametrize(
    ("name", "records", "why"),
    [("Silas Finch", ("f99.9",), "no record and no turn"), ("Silas Finch", ("turn:9",), "nothing of Abel Finch is named"),
     ("Abel Finch", ("turn:1",), "is Abel Finch"), ("Silas Finch", ("c2.9",), "is not about Abel Finch")],
)  # fmt: skip
def test_a_split_that_cannot_be_says_why(name: str, records: tuple[str, ...], why: str, game: Game) -> None:
    with pytest.raises(GameError, match=why):
        game.by_hand.split("Abel Finch", name, records)


def test_the_table_merges_and_splits(game: Game) -> None:
    assert "Bartholomew Crane is Abel Finch" in (command(game, "/merge Abel Finch = Bartholomew Crane") or "")
    assert "Silas Finch is another than Abel Finch" in (command(game, "/split Abel Finch = Silas Finch: turn:2") or "")
    for line in ("/merge Abel Finch", "/split Abel Finch = Silas", "/merge Abel Finch = nobody at all"):
        with pytest.raises(GameError):
            command(game, line)
    assert verify_game(game.journal).turns == 2
