"""A family that is not asked of a token would have had nothing to say of it."""

from pathlib import Path

from gm_engine.bootstrap.in_and_out import import_lines
from gm_engine.exchange.transcript import read_transcript
from gm_engine.extraction.relations import FAMILIES
from gm_engine.extraction.relations.openings import OPENINGS, Openings
from gm_engine.journal import MemoryJournal
from gm_engine.story.event import Event

LOG = Path(__file__).resolve().parents[2] / "data" / "contradictions" / "transcripts" / "c" / "log1.jsonl"


def imported(lines: int) -> list[Event]:
    journal = MemoryJournal("asked")
    import_lines(journal, list(read_transcript(LOG).lines)[:lines])
    return [entry.event for entry in journal.entries()]


def test_a_token_meets_every_family_that_would_speak_of_it(monkeypatch):
    """What is read is the same as where every family is asked of every token."""
    asked = imported(8)
    monkeypatch.setattr(Openings, "of", lambda self, token: FAMILIES)
    assert asked == imported(8)


def test_every_family_has_a_rule():
    assert {family.__module__.rpartition(".")[2] for family in FAMILIES} == set(OPENINGS)
