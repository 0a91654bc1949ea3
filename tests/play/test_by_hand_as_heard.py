"""Edits by hand in the prompts of a language model that hears: records in the words in which they were told, pages of newcomers."""

import pytest

from gm_engine.bootstrap import new_game
from gm_engine.journal import MemoryJournal
from gm_engine.play.beside import beside
from gm_engine.play.game import Game
from gm_engine.play.note_rows import Recorder
from gm_engine.play.renote import as_of
from gm_engine.story import event as happened
from gm_engine.story.claim import Fact, Value
from gm_engine.story.entity import Entity
from gm_engine.story.newcomer import Newcomer
from gm_engine.story.noted import NOTED
from gm_engine.story.provenance import Provenance
from gm_engine.story.table_rules import TableRules
from tests.packs import LIVERY
from tests.play.test_by_hand import holds, noted

CAME = "A drummer called Wick sells brushes by the pump."
TOOTH = "Wick has a gold tooth."


@pytest.fixture(params=[("interpret",), ()], ids=["heard", "plain"])
def game(request: pytest.FixtureRequest) -> Game:
    """A newcomer with a page, and a fact that a model noted; in prompts for a model that hears, and in those for one that does not."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.tools.table = TableRules(hears=request.param)
    game.reply_next(f"{CAME} {TOOTH} Rain falls.")
    game.play("I look around.")
    state = game.state

    def told(id: str, quote: str, text: str) -> happened.FactEstablished:
        at = state.turns["1"].reply.index(quote)
        telling = Provenance(
            source="extracted", turn=1, voice="narrator", quote=quote, span=(at, at + len(quote)), minute=1, reader="model:test"
        )
        return happened.FactEstablished(
            turn=1, fact=Fact(id=id, subject="wick", relation=NOTED.id, value=Value(kind="text", text=text), told_by=(telling,))
        )

    wick = Newcomer(id="wick", kind="character", name="Wick", summary="sells brushes", quote=CAME, pronouns="he", place=state.here, turn=1)
    game.take_in(
        (
            happened.RelationDeclared(turn=1, relation=NOTED),
            happened.NewcomerJoined(turn=1, newcomer=wick),
            happened.EntityIntroduced(turn=1, entity=Entity(id="wick", kind="character", name="Wick", pronouns="he", introduced=1)),
            told("f1.r1", CAME, "sells brushes"),
            told("f1.r2", TOOTH, "has a gold tooth"),
        )
    )
    noted(game)
    for _ in range(2):
        game.reply_next("Rain falls.")
        game.play("I wait an hour.")
    return game


def prompt(game: Game, said: str) -> str:
    game.reply_next("Rain falls.")
    game.play(said)
    return "\n".join(section.text for section in game.prompt_of(game.state.turn).prompt.sections if section.name != "said")


def test_a_newcomer_is_in_the_prompt_with_page_and_words(game: Game) -> None:
    said = prompt(game, "I ask Wick about his gold tooth.")
    assert ("sells brushes" in said.lower(), "gold tooth" in said) == (True, True)


@pytest.mark.parametrize("act", ["forget", "hide"])
def test_what_was_noted_of_a_newcomer_leaves_page_and_words(act: str, game: Game) -> None:
    getattr(game.by_hand, act)("gold tooth")
    getattr(game.by_hand, act)("f1.r1")
    said = prompt(game, "I ask Wick about his wares.")
    assert "Wick" in said
    assert "brushes" not in said
    assert "tooth" not in said
    holds(game)


def test_what_was_noted_is_put_right_and_told_in_the_new_words(game: Game) -> None:
    game.by_hand.correct("f1.r1", "Wick sells ribbons, never brushes of any kind.")
    said = prompt(game, "I ask Wick about the ribbons.")
    assert "Wick sells ribbons" in said
    assert "He sells brushes" not in said
    assert CAME not in said
    holds(game)


def test_a_newcomer_is_renamed_merged_and_gone(game: Game) -> None:
    game.by_hand.correct("wick", "Wickham")
    assert "Wickham" in prompt(game, "I ask Wick about the rain.")
    game.by_hand.merge("Ortega", "Wickham")
    assert "wick" not in game.state.present()
    said = prompt(game, "I ask Wickham about the rain.")
    assert "also called" in said
    assert "Wickham (he)" not in said
    game.by_hand.undo()
    assert "wick" in game.state.present()
    game.by_hand.forget("wick")
    assert "wick" not in game.state.present()
    told = [line for line in prompt(game, "I look around.").splitlines() if "Wickham" in line and not line.startswith("I ask")]
    assert told == []
    holds(game)


def rows(game: Game, text: str, *told: dict[str, str]) -> list[happened.Event]:
    recorder = Recorder(text, game.state, "model:test")
    return [event for event in recorder.take(told) if isinstance(event, happened.FactEstablished)]


def test_what_was_forgotten_is_not_noted_again(game: Game) -> None:
    row = {"kind": "fact", "quote": TOOTH, "name": "Wick", "text": "has a gold tooth"}
    game.by_hand.forget("f1.r2")
    assert not rows(game, f"Rain falls. {TOOTH}", row)
    other = {"kind": "fact", "quote": TOOTH, "name": "Wick", "text": "shows a tooth of gold"}
    assert rows(game, f"Rain falls. {TOOTH}", other)
    first = as_of(game.state.turns["1"], game.state, game.state.table)
    assert not list(Recorder(first.turns["1"].reply, first, "model:test", late=True).take((other,)))


def test_a_sentence_beside_a_note_stands_where_it_was_told_or_is_whoever_s_put_it_right(game: Game) -> None:
    game.by_hand.correct("f1.r1", "Wick sells ribbons and nothing else.")
    lies = beside("Wick shows his gold tooth and sells ribbons.", game.state, game.tools).told
    told = {one.text: one.telling for one in lies}
    reply = game.state.turns["1"].reply
    start, end = told[TOOTH].span
    assert reply[start:end] == TOOTH
    assert [one.source for text, one in told.items() if "ribbons" in text] == ["ruling"]
    assert not [text for text in told if "brushes" in text]


def test_a_promise_and_a_pin_are_told_as_they_were_edited(game: Game) -> None:
    game.by_hand.correct("c2.9", "bring the red ledger on Sunday")
    game.by_hand.remember("The mill burnt in the spring of the flood.")
    game.by_hand.pin("mill burnt")
    said = prompt(game, "I ask about the ledger.")
    assert "bring the red ledger on Sunday" in said
    assert "by Friday" not in said
    assert "The mill burnt in the spring of the flood." in said
    holds(game)
