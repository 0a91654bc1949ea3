"""A transcript that a language model notes: who comes in, what is known, what happened, what is owed and what clashes is the model's."""

from gm_engine.bootstrap import verify_game
from gm_engine.bootstrap.noted import import_noted
from gm_engine.journal import MemoryJournal
from gm_engine.play.game import Game
from gm_engine.play.scribe import Scribe
from gm_engine.story import event as happened
from gm_engine.story.transcript import TranscriptLine
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
