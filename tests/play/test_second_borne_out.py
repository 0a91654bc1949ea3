"""How far a second reader is believed: as far as one sentence bears it out; what both readers found is one claim."""

import json

import pytest

from gm_engine.bootstrap import verify_game
from gm_engine.continuity.report import matter_of
from gm_engine.interfaces.cli.looks import lore_text
from gm_engine.story import event as happened
from gm_engine.story.table_rules import TableRules
from tests.play.test_second_reader import CLAIMS, CONFLICTS, LUND, NEW, OLD, SLATE, asked, claims, evening, pairs, read_by, row


def test_a_quote_counts_with_whatever_marks_and_dashes_a_model_sets_it() -> None:
    told = "Peter Lund’s irises – each like wet slate –\nare on you."
    quote = "Peter Lund's irises - each like wet slate - are on you"
    game, _ = evening(told, rules=CLAIMS, claims=claims({**SLATE, "quote": quote}))
    [claim] = read_by(game.play("I look around."))
    start, end = claim.provenance.span
    assert claim.provenance.quote == told[start:end]
    old, new = "The bell of Saint Jude’s hangs in the tower.", "The tower of Saint Jude’s – it never had a bell – is empty."
    game, _ = evening(old, new, rules=CONFLICTS, conflicts=pairs((new.replace("’", "'").replace("–", "-"), old.replace("’", "'"))))
    game.play("I look around.")
    [conflict] = game.play("I wait.").conflicts
    assert (conflict.established.quote, conflict.incoming.quote) == (old, new)


@pytest.mark.parametrize("quote", [LUND, LUND[20:60], "P", "each iris", "The wind drops."])
def test_a_quote_out_of_two_sentences_or_of_a_word_or_two_bears_nothing_out(quote: str) -> None:
    game, _ = evening(LUND, rules=CLAIMS, claims=claims({**SLATE, "quote": quote}))
    assert not read_by(game.play("I look around."))


def test_a_look_that_its_sentence_does_not_name_is_dropped_and_what_is_inferred_is_half_as_sure() -> None:
    told = "Peter Lund was put into the ground at noon, and each iris was like wet slate."
    rows = (
        row(subject="Peter Lund", relation="eyes", value="blue", quote="each iris was like wet slate"),
        row(subject="Peter Lund", relation="state", value="gone", quote="Peter Lund was put into the ground"),
    )
    game, _ = evening(told, rules=CLAIMS, claims=claims(*rows))
    assert [(claim.relation, claim.confidence) for claim in read_by(game.play("I look around."))] == [("state", 35)]


def test_both_of_whom_a_claim_speaks_are_meant_by_its_sentence() -> None:
    told = "Luis Ortega shuts the gate. Peter Lund has a brother in Tucson."
    kin = row(subject="Peter Lund", relation="sibling", value="Luis Ortega", quote="Peter Lund has a brother in Tucson.")
    game, _ = evening(told, rules=CLAIMS, claims=claims(kin))
    assert not read_by(game.play("I look around."))


def test_what_both_read_is_one_claim_and_its_provenance_names_both() -> None:
    told = "Deering has blue eyes."
    game, _ = evening(told, "He waits.", rules=CLAIMS, claims=claims(row(subject="Deering", relation="eyes", value="blue", quote=told)))
    played = game.play("I look around.")
    [claim] = [event.claim for event in played.events if isinstance(event, happened.ClaimHeard) and event.claim.relation == "eyes"]
    assert claim.provenance.reader == f"{game.tools.reader.version}+model:scripted"
    [fact] = game.state.lore.topic("deering", "eyes")
    assert fact.told_by[0].reader == claim.provenance.reader
    assert "(read by scripted, too)" in " ".join(lore_text(game.state, "deering").split())
    assert verify_game(game.journal).notes == ["What scripted told was taken from the record."]


def test_a_conflict_that_a_model_found_says_what_would_make_both_true() -> None:
    game, _ = evening(OLD, NEW, rules=CONFLICTS, conflicts=pairs((NEW, OLD)))
    game.play("I look around.")
    [conflict] = game.play("I wait.").conflicts
    matter = matter_of(conflict, game.state)
    assert "they exclude each other" in matter.why
    assert matter.both_true.startswith("Both are true if the model misread one of them")


def test_what_had_to_wait_because_the_questions_of_a_turn_were_spent_is_said_once() -> None:
    rules = TableRules(reads=("claims", "conflicts"), asks=1)
    game, model = evening(OLD, NEW, NEW, rules=rules, claims=claims(), conflicts=pairs((NEW, OLD)))
    notes = [[note for event in asked(game.play(said)) for note in event.completion.notes] for said in ("I look.", "I wait.", "I wait.")]
    assert notes[0] == [
        "1 question a turn may be asked beside the telling (asks under [table]): there is none left in this one for conflicts."
    ]
    assert notes[1:] == [[], []]
    assert {question.purpose for question in model.questions} == {"claims"}
    assert verify_game(game.journal).turns == 3


def test_an_earlier_passage_may_be_copied_with_its_turn_and_a_long_reason_is_cut() -> None:
    answer = json.dumps({"pairs": [{"new": NEW, "old": f"(turn 1) {OLD}", "kind": "event_outcome", "why": "a bell, " * 60}]})
    game, _ = evening(OLD, NEW, rules=CONFLICTS, conflicts=answer)
    game.play("I look around.")
    [conflict] = game.play("I wait.").conflicts
    assert conflict.established.quote == OLD
    assert "a bell, a bell" in conflict.why
    assert conflict.why.endswith("…")
    assert len(conflict.why) < 320
