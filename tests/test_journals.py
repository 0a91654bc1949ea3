"""Kept journals: whatever the program becomes, it reads what it once wrote, and rebuilds the same state from it."""

import json
from pathlib import Path

import pytest

from gm_engine import __version__
from gm_engine.bootstrap import verify_game
from gm_engine.journal import MemoryJournal
from gm_engine.journal.lines import read_lines
from gm_engine.state import rebuild
from gm_engine.story.event import ConflictFound, ConflictSettled, SessionOpened, TurnClosed

FOLDER = Path(__file__).parent / "journals"
KEPT = sorted(path.name for path in FOLDER.glob("*.jsonl"))
DIGESTS = json.loads((FOLDER / "digests.json").read_text(encoding="utf-8"))
CURRENT = ".".join(__version__.split(".")[:2])


def opened(name: str) -> MemoryJournal:
    journal = MemoryJournal(name.partition("-")[2].removesuffix(".jsonl"))
    with (FOLDER / name).open(encoding="utf-8") as lines:
        read_lines(lines, journal, name)
    return journal


def test_journals_are_kept_for_this_version() -> None:
    assert {f"{CURRENT}-{play.stem}.jsonl" for play in FOLDER.glob("*.play")} <= set(KEPT)
    assert sorted(DIGESTS) == KEPT


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_journal_is_small_whole_and_rebuilds(name: str) -> None:
    assert (FOLDER / name).stat().st_size < 600_000
    journal = opened(name)
    journal.verify()
    state = rebuild(entry.event for entry in journal.entries())
    assert state.digest == DIGESTS[name]
    closed = [entry.event.digest for entry in journal.entries() if isinstance(entry.event, TurnClosed)]
    assert len(closed) >= 6


@pytest.mark.parametrize("name", [name for name in KEPT if name.startswith(f"{CURRENT}-")])
def test_a_journal_of_this_version_plays_again_byte_for_byte(name: str) -> None:
    """Words and word lists may have changed since (a note then says so); prompts and states may not."""
    done = verify_game(opened(name))
    assert done.turns >= 6
    assert done.prompts == done.turns
    assert done.digests >= done.turns


def test_what_is_kept_has_something_of_everything() -> None:
    events = [entry.event for entry in opened(f"{CURRENT}-livery.jsonl").entries()]
    for kind in (ConflictFound, ConflictSettled, SessionOpened):
        assert any(isinstance(event, kind) for event in events), kind


def test_a_kept_journal_that_was_touched_is_refused(tmp_path: Path) -> None:
    from gm_engine.errors import JournalError

    text = (FOLDER / KEPT[0]).read_text(encoding="utf-8")
    lines = text.replace("rope was new", "rope was old", 1).splitlines(keepends=True)
    assert "".join(lines) != text
    with pytest.raises(JournalError):
        read_lines(lines, MemoryJournal("touched"), "touched.jsonl")
