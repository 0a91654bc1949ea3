"""A transcript that a language model notes: who comes in, what is known, what happened, what is owed and what clashes is the model's."""

import pytest

from gm_engine.bootstrap import import_lines, new_game, trial, verify_game
from gm_engine.bootstrap.noted_import import Renoted, import_noted, renote, rules_for_notes
from gm_engine.continuity.report import report_of
from gm_engine.errors import ProviderError
from gm_engine.interfaces.cli.spending import spending
from gm_engine.journal import MemoryJournal
from gm_engine.play.game import Game
from gm_engine.play.renote import notes_of
from gm_engine.play.scribe import IN_A_ROW, Scribe
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion, Usage
from gm_engine.story.table_rules import TableRules
from gm_engine.story.transcript_line import TranscriptLine
from tests.packs import LIVERY
from tests.play.clerk import Clerk, note

GRAY = "The ferryman Jesse Coyle is a gray-eyed man of sixty who has never learnt to swim."
DEAL = "He promises to have the ferry raised by Friday. You pay him four dollars for it."
SWIM = "Jesse Coyle dives in and swims to the far bank with the rope in his teeth."
LINES = (
    TranscriptLine(turn=1, text=GRAY),
    TranscriptLine(turn=2, text="I ask him about the ferry.", role="player", speaker="Ann"),
    TranscriptLine(turn=3, text="She is sunk, and Amos Bell sank her.", role="npc", speaker="Jesse Coyle"),
    TranscriptLine(turn=4, text="I offer him four dollars to raise it.", role="player", speaker="Ann"),
    TranscriptLine(turn=5, text=DEAL),
    TranscriptLine(turn=6, text=SWIM),
)
KNOWN = {
    GRAY: note(
        {"kind": "person", "quote": "The ferryman Jesse Coyle", "name": "Jesse Coyle", "text": "the ferryman", "by": "he"},
        {"kind": "fact", "quote": "has never learnt to swim", "name": "Jesse Coyle", "text": "has never learnt to swim"},
        {"kind": "fact", "quote": "Coyle once robbed a bank", "name": "Jesse Coyle", "text": "robbed a bank"},
    ),
    "Amos Bell": note(
        {"kind": "person", "quote": "Amos Bell sank her", "name": "Amos Bell", "text": "who sank the ferry", "by": "he"},
        {"kind": "fact", "quote": "Amos Bell sank her", "name": "Amos Bell", "text": "sank the ferry", "told": "plain"},
    ),
    DEAL: note(
        {"kind": "promise", "quote": "He promises to have the ferry raised by Friday", "name": "Jesse Coyle", "to": "you",
         "text": "to have the ferry raised by Friday", "hours": 72},
        {"kind": "event", "quote": "You pay him four dollars for it", "name": "you, Jesse Coyle", "text": "You pay Coyle four dollars.",
         "weight": "minor"},
        {"kind": "decision", "quote": "You pay him four dollars for it", "text": "pay four dollars to have the ferry raised"},
    ),
    SWIM: note(
        {"kind": "event", "quote": "swims to the far bank", "name": "Jesse Coyle", "text": "Coyle swims the river.", "weight": "major"},
        clashes=(
            {"new": "Jesse Coyle dives in and swims to the far bank", "old": "who has never learnt to swim", "kind": "ability", "sure": 90,
             "why": "A man who cannot swim does not swim a river."},
        ),
    ),
}  # fmt: skip


def noted(clerk: Clerk, journal: MemoryJournal | None = None) -> Game:
    journal = journal or MemoryJournal("ferry")
    return import_noted(journal, LINES, Scribe(clerk, journal))


def test_what_a_model_notes_of_a_transcript_is_on_record() -> None:
    game = noted(Clerk(KNOWN))
    state = game.state
    assert [turn.number for turn in state.turns.values()] == [1, 2, 3, 4, 5, 6]
    assert {entity.name for entity in state.lore.entities()} == {"you", "Jesse Coyle", "Amos Bell"}
    facts = [(state.name(fact.subject), fact.value.text) for fact in state.lore.facts() if fact.relation == "noted"]
    assert ("Jesse Coyle", "has never learnt to swim") in facts
    assert all(text != "robbed a bank" for _, text in facts), "its quote stands in no line"
    assert [owed.text for owed in state.owed()] == ["to have the ferry raised by Friday"]
    assert [one.choice for one in state.decisions.values()] == ["pay four dollars to have the ferry raised"]
    assert "You pay Coyle four dollars" in {point.title for point in state.story_points.values()}
    (conflict,) = state.conflicts.values()
    assert (conflict.kind, conflict.established.turn, conflict.incoming.turn, conflict.confidence) == ("ability", 1, 6, 90)


def test_each_line_sees_what_was_told_and_noted_before_and_the_players_lines_since() -> None:
    clerk = Clerk(KNOWN)
    noted(clerk)
    first, said_by_coyle, deal, swim = (question.user for question in clerk.asked)
    assert "Told before" not in first
    assert "The player:\nAnn: I ask him about the ferry." in said_by_coyle
    assert "said by Jesse Coyle" in said_by_coyle
    assert "The player:\nAnn: I offer him four dollars to raise it." in deal
    assert "ask him about" not in deal
    assert "never learnt to swim" in swim
    assert "Owed: " in swim
    assert "raised by Friday" in swim


def test_what_a_character_says_is_heard_and_makes_no_fact() -> None:
    state = noted(Clerk(KNOWN)).state
    (claim,) = (one for one in state.lore.nouns().claims if one.value.text == "sank the ferry")
    assert (claim.provenance.voice, claim.provenance.speaker, claim.provenance.source) == ("character", "jesse_coyle", "import")
    assert all(fact.value.text != "sank the ferry" for fact in state.lore.facts(status=None))


def test_where_a_model_notes_nothing_is_read_by_rule() -> None:
    game = noted(Clerk({}))
    events = [entry.event for entry in game.journal.entries()]
    assert not any(isinstance(event, happened.ClaimHeard | happened.GistsHeard | happened.ConflictFound) for event in events)
    assert {entity.name for entity in game.state.lore.entities()} == {"you", "Jesse Coyle"}, "who speaks is known by the transcript"


def test_a_noted_story_verifies_without_a_model() -> None:
    journal = MemoryJournal("ferry")
    noted(Clerk(KNOWN), journal)
    done = verify_game(journal)
    assert (done.turns, done.notes) == (6, [])


def test_the_rules_of_the_table_are_on_record() -> None:
    game = noted(Clerk(KNOWN))
    assert game.state.table.hears == ("note",)
    assert any(isinstance(entry.event, happened.TableRulesChosen) for entry in game.journal.entries())


# --- what breaks off goes on


def late(n: int) -> ProviderError | None:
    return ProviderError("", "it said nothing for 60 seconds.") if n == 2 else None


def gone(n: int) -> ProviderError | None:
    return ProviderError("", "it cannot be reached.", slug="unreachable") if n == 3 else None


def cut(n: int) -> KeyboardInterrupt | None:
    return KeyboardInterrupt() if n == 3 else None


@pytest.mark.parametrize("fails", [gone, cut])
def test_what_was_broken_off_goes_on_and_pays_for_nothing_twice(fails: object) -> None:
    journal, first, second = MemoryJournal("ferry"), Clerk(KNOWN, fails), Clerk(KNOWN)  # type: ignore[arg-type]
    with pytest.raises((ProviderError, KeyboardInterrupt)):
        noted(first, journal)
    whole = MemoryJournal("ferry")
    game, other = noted(second, journal), noted(Clerk(KNOWN), whole)
    assert game.state.digest == other.state.digest
    assert len(first.asked) - 1 + len(second.asked) == 4, "each reply was answered once"
    assert verify_game(journal).turns == 6


def test_an_answer_whose_line_was_never_whole_is_used_and_counted_once() -> None:
    """The program is killed between the answer and the entry: the answer is kept beside the journal."""

    class Killed(MemoryJournal):
        armed = True

        def append(self, events):  # type: ignore[no-untyped-def]
            if self.armed and any(isinstance(event, happened.ModelAsked) and event.turn == 3 for event in events):
                raise SystemExit(9)
            return super().append(events)

    journal, clerk = Killed("ferry"), Clerk(KNOWN)
    with pytest.raises(SystemExit):
        noted(clerk, journal)
    journal.armed = False
    noted(clerk, journal)
    assert len(clerk.asked) == 4
    (row,) = spending(journal, {})
    assert (row.questions, row.unused, row.dollars) == (4, 0, 0.006)


# --- questions that fail


@pytest.mark.parametrize("wrong", [ProviderError("", "it said nothing for 60 seconds."), "no JSON", '{"answer": 42}', '{"rows": 7}', ""])
def test_a_question_that_fails_leaves_its_line_unnoted_and_is_asked_again_by_reread(wrong: ProviderError | str) -> None:
    journal = MemoryJournal("ferry")
    scribe = Scribe(Clerk(KNOWN, lambda n: wrong if n == 1 else None), journal)
    game = import_noted(journal, LINES, scribe)
    assert notes_of(journal.entries()).lacking == (1,)
    assert len(scribe.failures) == 1, "it is said once"
    assert not [fact for fact in game.state.lore.facts() if fact.subject == "jesse_coyle"]
    again = Clerk(KNOWN)
    done = renote(game, notes_of(journal.entries()), Scribe(again, journal), rules_for_notes(None))
    assert done == Renoted(4, 1, 0, done.facts, 0)
    assert len(again.asked) == 1
    assert "never learnt to swim" in again.asked[0].user
    assert "Told before" not in again.asked[0].user, "it is seen as it was then"
    assert "Owed" not in again.asked[0].user
    assert [fact.told_by[0].turn for fact in game.state.lore.facts() if fact.value.text == "has never learnt to swim"] == [1]
    assert verify_game(journal).turns == 6
    game.resume()
    assert notes_of(journal.entries()).lacking == ()


@pytest.mark.parametrize("wrong", [ProviderError("", "it said nothing for 60 seconds."), "I would rather tell a story."])
def test_failures_in_a_row_break_the_work_off(wrong: ProviderError | str) -> None:
    journal, clerk = MemoryJournal("ferry"), Clerk(KNOWN, lambda _: wrong)
    with pytest.raises(ProviderError):
        noted(clerk, journal)
    assert len(clerk.asked) == IN_A_ROW
    assert len(notes_of(journal.entries()).told) == IN_A_ROW - 1


def test_what_is_wrong_in_an_answer_changes_nothing() -> None:
    """Quotes that are not there, ids that do not exist, an instruction in the prose that was followed."""
    rows = (
        {"kind": "person", "quote": "Wyatt Earp rides in", "name": "Wyatt Earp"},
        {"kind": "settled", "quote": "swims to the far bank", "id": "c99.1", "text": "kept"},
        {"kind": "fact", "quote": 7, "name": None, "text": ["x"]},
        {"kind": "change", "quote": "swims to the far bank", "name": "you", "what": "money", "amount": 100000},
    )
    clash = {"new": "swims to the far bank", "old": "He can fly", "kind": "ability", "sure": 95}
    game = noted(Clerk({SWIM: note(*rows, clashes=(clash,))}))
    assert {entity.name for entity in game.state.lore.entities()} == {"you", "Jesse Coyle"}
    assert not game.state.conflicts
    assert not any(isinstance(entry.event, happened.FactEstablished) for entry in game.journal.entries())


# --- stories from before there were notes


def test_a_story_that_was_read_by_rule_is_noted_in_order() -> None:
    journal = MemoryJournal("ferry")
    game = import_lines(journal, LINES)
    clerk = Clerk(KNOWN)
    done = renote(game, notes_of(journal.entries()), Scribe(clerk, journal), rules_for_notes(None))
    assert (done.noted, done.unnoted, done.conflicts) == (4, 0, 1)
    assert "raised by Friday" in clerk.asked[3].user
    assert [owed.turn for owed in game.state.owed()] == [5]
    assert any(one.found_by == "model clerk-1" for one in report_of(game.state).conflicts)
    assert verify_game(journal).turns == 6
    again = Clerk(KNOWN)
    assert renote(game, notes_of(journal.entries()), Scribe(again, journal), rules_for_notes(None)).noted == 0
    assert not again.asked


def test_an_evening_that_was_played_is_noted_and_its_numbers_stay() -> None:
    game = trial(LIVERY, "evening", seed=5)
    told = "A drover called Silas Crane leans in the door. He hands you fifty dollars and says he will pay the rest by Sunday."
    game.reply_next(told)
    game.play("I look around.")
    game.play("I wait for ten minutes.")
    purse, minute = game.state.purse(game.state.pc), game.state.minute
    clerk = Clerk({
        told: note(
            {"kind": "person", "quote": "A drover called Silas Crane leans in the door", "name": "Silas Crane", "text": "a drover",
             "by": "he", "at": "here"},
            {"kind": "debt", "quote": "he will pay the rest by Sunday", "name": "Silas Crane", "to": "you", "text": "the rest"},
            {"kind": "change", "quote": "He hands you fifty dollars", "name": "you", "what": "money", "amount": 5000},
            {"kind": "change", "quote": "leans in the door", "name": "you", "what": "minutes", "amount": 30},
        )
    })  # fmt: skip
    journal = game.journal
    done = renote(game, notes_of(journal.entries()), Scribe(clerk, journal), rules_for_notes(None))
    assert (done.turns, done.noted) == (2, 2)
    assert "The player:\nI look around." in clerk.asked[0].user
    assert (game.state.purse(game.state.pc), game.state.minute) == (purse, minute)
    assert game.state.person("silas_crane") is not None
    assert [owed.debtor for owed in game.state.owed() if owed.kind == "debt"] == ["silas_crane"]
    assert all(entry.event.turn == 2 for entry in journal.entries() if isinstance(entry.event, happened.ModelAsked)), "undo takes it back"
    game.play("I look around.")
    assert verify_game(journal).turns == 3


def test_a_note_that_is_undone_is_not_paid_for_again() -> None:
    game = trial(LIVERY, "evening", seed=5)
    game.play("I look around.")
    game.play("I wait for ten minutes.")
    clerk = Clerk({})
    for _ in range(2):
        renote(game, notes_of(game.journal.entries()), Scribe(clerk, game.journal), rules_for_notes(None))
        game.undo()
    assert len(clerk.asked) == 2


def test_rules_leave_alone_what_a_model_has_noted() -> None:
    game = noted(Clerk({}))
    assert game.reread() == (6, 0, 0, 0, 0)


@pytest.mark.parametrize("later", [False, True])
def test_what_is_taken_out_takes_its_note_along(later: bool) -> None:
    """What was asked of later lines held its words, too."""
    journal = MemoryJournal("ferry")
    game = import_lines(journal, LINES) if later else noted(Clerk(KNOWN), journal)
    renote(game, notes_of(journal.entries()), Scribe(Clerk(KNOWN), journal), rules_for_notes(None))
    game.redact(1)
    left = " ".join(entry.event.model_dump_json() for entry in journal.entries())
    assert "learnt to swim" not in left
    assert "the ferryman" not in left
    assert "raised by Friday" in left
    assert notes_of(journal.entries()).lacking == (), "what is left has its notes"
    verify_game(journal)


def test_whoever_speaks_without_a_name_makes_no_fact_and_is_nobody() -> None:
    line = TranscriptLine(turn=1, text="The ferry is sunk, and the mill is burnt.", role="npc")
    journal, clerk = MemoryJournal("ferry"), Clerk({
        "mill": note(
            {"kind": "place", "quote": "the mill is burnt", "name": "the mill", "text": "burnt"},
            {"kind": "fact", "quote": "the mill is burnt", "name": "the mill", "text": "is burnt"},
        )
    })  # fmt: skip
    game = import_noted(journal, (line,), Scribe(clerk, journal))
    assert {entity.name for entity in game.state.lore.entities()} == {"you", "the mill"}
    assert not game.state.lore.facts()
    assert {claim.provenance.voice for claim in game.state.lore.nouns().claims} == {"character"}


class Teller(Clerk):
    """It tells, too."""

    def complete(self, prompt: object, on_text: object = None) -> Completion:
        """The same words every time."""
        return Completion(text="A drover called Silas Crane leans in the door.", model=self.model, usage=Usage(prompt=3000, completion=12))


@pytest.mark.parametrize("retried", [False, True])
def test_the_note_of_an_evening_that_failed_is_made_up_for(retried: bool) -> None:
    crane = {"kind": "person", "quote": "A drover called Silas Crane", "name": "Silas Crane", "text": "a drover", "by": "he"}
    clerk = Teller({"Silas Crane": note(crane)}, lambda _: ProviderError("", "it said nothing for 60 seconds."))
    journal = MemoryJournal("evening")
    game = new_game(journal, LIVERY, seed=5, provider=clerk)
    game.tools.table = TableRules(hears=("note",))
    game.play("I look around.")
    if retried:
        game.retry()
    assert game.state.person("silas_crane") is None
    notes = notes_of(journal.entries())
    assert notes.lacking == (1,)
    clerk.fails = lambda _: None
    assert renote(game, notes, Scribe(clerk, journal, game.state.attempt), rules_for_notes(None)).noted == 1
    assert game.state.person("silas_crane") is not None
    assert sum(row.unused for row in spending(journal, {})) == 0
    game.play("I ask Silas Crane about the road.")
    assert verify_game(journal).turns == 2


def test_how_far_it_is_can_be_watched() -> None:
    heard: list[tuple[int, int]] = []
    journal = MemoryJournal("ferry")
    import_noted(journal, LINES, Scribe(Clerk(KNOWN), journal), lambda now, of: heard.append((now, of)))
    assert heard[:7] == [(n, 6) for n in range(7)]
