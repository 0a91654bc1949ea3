"""What the reader of a reply would look up is found in what was told, and asked about once; what comes of it is a conflict."""

from typing import Any

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import verify_game
from gm_engine.play.looking_up import LONGEST, MOST, ROOM_OF_EACH, SYSTEM
from gm_engine.story import event as happened
from gm_engine.story.conflict import Conflict
from gm_engine.tokens import count
from tests.play.heard import HEARS, MESA, Table, by, of

WOMAN = "A brown woman of sixty stands in the alley, one eye filmed white."
"""Names nobody: what was noted of her says who she is."""
CALLED = "She is Refugia, and she brings the children of this street."
BOTH = "Her gaze is black and quick as a hen's, on the left and on the right."
LOADS = ("hay", "coal", "salt", "hides", "lime", "ore", "oats", "brick", "tar", "rope", "glass", "wool", "corn", "lead", "milk", "ice")
ROWS = (
    by("person", CALLED, name="Refugia", text="a midwife, one of her eyes is filmed white", by="she"),
    by("fact", WOMAN, name="Refugia", text="one of Refugia's eyes is filmed white"),
)
LOOK = {"new": BOTH, "words": "Refugia, eye filmed"}
CLASH = {"new": BOTH, "old": WOMAN, "kind": "physical_trait", "sure": 95, "why": "one eye is filmed white"}


def met(*rows: object) -> Table:
    """A table at which a woman was met, and much was told since."""
    table = Table(rules=HEARS.model_copy(update={"room": 100}))
    table.turn(f"{WOMAN} {CALLED}", *rows)
    for load in LOADS:
        table.turn(f"A cart of {load} goes by, black and quick. The carter calls to his hens, and both his boys look back at the road.")
    return table


def questions(table: Table, purpose: str) -> list[str]:
    return [question.user for question in table.model.questions if question.purpose == purpose]


def conflicts(table: Table) -> list[Conflict]:
    return list(table.game.state.conflicts.values())


def test_what_was_told_long_ago_and_names_nobody_is_found_by_what_was_noted_of_it() -> None:
    table = met(*ROWS)
    played = table.turn(f"You knock. {BOTH}", look=[LOOK], check=[CLASH])
    assert WOMAN not in questions(table, "note")[-1], "it did not lie beside the reply"
    assert WOMAN in questions(table, "check")[0]
    [found] = conflicts(table)
    assert (found.established.quote, found.established.turn, found.incoming.quote) == (WOMAN, 1, BOTH)
    assert [event.purpose for event in of(happened.ModelAsked, played)] == ["interpret", "note", "check"]


def test_a_table_whose_reader_asks_for_nothing_is_asked_nothing_more() -> None:
    table = met(*ROWS)
    table.turn(f"You knock. {BOTH}", check=[CLASH])
    assert (questions(table, "check"), conflicts(table)) == ([], [])


def test_the_reply_is_seen_with_the_sentence_before_and_each_line_with_its_turn() -> None:
    table = met(*ROWS)
    table.turn(f"You knock. {BOTH}", look=[LOOK], check=[])
    [asked] = questions(table, "check")
    assert f"In the reply: You knock. {BOTH}" in asked
    assert f"[1, May 7, morning] {WOMAN}" in asked


BLIND = "She taught until the fever took her sight."


def test_the_author_is_looked_up_too() -> None:
    boone = MESA.npcs["boone"].model_copy(update={"summary": BLIND})
    table = Table(MESA.model_copy(update={"npcs": {**MESA.npcs, "boone": boone}}))
    table.turn("A dog barks.")
    told = "The lady reads the notice aloud."
    table.turn(told, look=[{"new": told, "words": "Boone sight blind"}], check=[])
    assert BLIND in questions(table, "check")[0].partition("Certain:\n")[2].partition("Told before:")[0]


def test_a_page_is_laid_there_in_sentences() -> None:
    """ "Ben Oakes: beard beard." once stood there."""
    table = Table()
    table.turn("Miss Boone's eyes find yours.")
    assert "Temperance Boone has gray eyes." in questions(table, "note")[0]
    assert "rode to san isidro" not in questions(redemption_asked(), "check")[0]


def redemption_asked() -> Table:
    """What rules read in the author's sentences lies there as the sentence itself: "San Isidro rode to san isidro." once lay there."""
    table = Table(load_pack(find_pack("redemption")))
    table.turn("San Isidro burned.", look=[{"new": "San Isidro burned.", "words": "San Isidro rode men fire"}], check=[])
    return table


@pytest.mark.parametrize(
    "row",
    [
        {"new": "She has no eyes.", "words": "Refugia"}, {"new": BOTH, "words": ""}, {"new": BOTH}, {"words": "Refugia"},
        {"new": BOTH, "words": "the"},
        {"new": BOTH, "words": "x" * (LONGEST + 1)}, {"new": BOTH, "words": ["Refugia"]}, {"new": 7, "words": "Refugia"}, [], 7, None,
        {"new": BOTH, "words": "zeppelin"},
    ],
)  # fmt: skip
def test_what_quotes_no_reply_or_asks_for_nothing_that_was_told_is_not_looked_up(row: object) -> None:
    table = met(*ROWS)
    table.turn(f"You knock. {BOTH}", look=[row], check=[CLASH])
    assert questions(table, "check") == [] or WOMAN not in questions(table, "check")[0]


def test_ten_thousand_wishes_are_a_few_and_none_has_more_than_its_room() -> None:
    table = met(*ROWS)
    wishes = [{"new": BOTH, "words": f"Refugia eye cart {load}"} for load in LOADS * 600]
    table.turn(f"You knock. {BOTH}", look=wishes, check=[])
    [asked] = questions(table, "check")
    assert asked.count("In the reply:") <= MOST
    assert count(asked) <= MOST * (ROOM_OF_EACH + 60)


def test_a_quote_that_was_not_looked_up_makes_no_conflict() -> None:
    table = met(*ROWS)
    table.turn(f"You knock. {BOTH}", look=[LOOK], check=[CLASH | {"old": "Both of them are white."}])
    assert conflicts(table) == []


def test_the_same_pair_in_both_answers_is_one_conflict() -> None:
    table = met(*ROWS)
    table.turn(f"You knock. {BOTH}", clashes=[CLASH], look=[LOOK], check=[CLASH])
    assert len(conflicts(table)) == 1


def test_nobody_hears_what_is_hidden() -> None:
    table = met()
    hides: dict[str, Any] = {"new": "The street is empty.", "words": "a secret tunnel under the mine"}
    npc = table.game.state.pack.npcs["boone"]
    hidden = npc.model_copy(update={"visibility": "gm", "summary": "She dug a tunnel under the mine."})
    table.game.state.pack = table.game.state.pack.model_copy(update={"npcs": {**table.game.state.pack.npcs, "boone": hidden}})
    table.turn("The street is empty.", look=[hides], check=[])
    assert "tunnel" not in "".join(questions(table, "check")).replace(hides["words"], "")


def test_it_replays_without_a_model() -> None:
    table = met(*ROWS)
    table.turn(f"You knock. {BOTH}", look=[LOOK], check=[CLASH])
    assert verify_game(table.game.journal).turns == len(LOADS) + 2


def test_a_strict_guard_looks_up_what_a_draft_says() -> None:
    table = met(*ROWS)
    table.game.tools.table = HEARS.model_copy(update={"guard": "strict", "room": 100})
    table.turn([f"You knock. {BOTH}", "You knock. Her one good eye is quick."], look=[LOOK], check=[CLASH])
    assert table.game.state.turns.last().reply == "You knock. Her one good eye is quick."


def test_words_that_are_taken_out_are_gone_from_what_was_looked_up() -> None:
    table = met(*ROWS)
    table.turn(f"You knock. {BOTH}", look=[LOOK], check=[CLASH])
    table.game.redact(1)
    assert "filmed white" not in "".join(entry.event.model_dump_json() for entry in table.game.journal.entries())
    assert verify_game(table.game.journal).turns == len(LOADS)


def test_its_instructions_are_the_same_whatever_is_asked() -> None:
    table = met(*ROWS)
    table.turn(f"You knock. {BOTH}", look=[LOOK], check=[])
    assert {question.system for question in table.model.questions if question.purpose == "check"} == {SYSTEM}


def test_questions_in_other_words_replay_as_they_were_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening could not be verified by the next version: one word of the instructions had changed."""
    table = met(*ROWS)
    table.turn(f"You knock. {BOTH}", look=[LOOK], check=[CLASH], acts=[{"verb": "wait", "words": "wait", "minutes": 5}])
    for module in ("note", "interpret", "looking_up"):
        monkeypatch.setattr(f"gm_engine.play.{module}.SYSTEM", "You keep a record. {data}{verbs}{skills}")
    done = verify_game(table.game.journal)
    assert done.turns == len(LOADS) + 2
    assert any("asked in other words today" in note for note in done.notes)
