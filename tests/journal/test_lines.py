"""JSON Lines: what is written is read back, and damage is named by file and line."""

import json
import re
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.errors import ChainBroken, JournalError
from gm_engine.journal import MemoryJournal, is_journal, read_lines, write_lines
from gm_engine.journal.ledger import Ledger
from gm_engine.journal.upcast import FORMAT, LIFTS, upcast
from gm_engine.storage import Store
from gm_engine.story.completion import Completion
from gm_engine.story.event import Event
from tests.journal.evenings import play, runs, turn

LedgerKind = TypeVar("LedgerKind", bound=Ledger)


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    """A short ride with a branch, an undone turn, a redaction and a kept answer: its export."""
    journal = MemoryJournal("ride")
    play(journal, 3)
    journal.undo()
    journal.append(turn(3, said="I say where I was born."))
    journal.fork("north", 1)
    journal.redact(3, "private")
    journal.keep_completion("b2:1", 0, Completion(text="Rain.", model="gpt"))
    return written(journal, tmp_path / "ride.jsonl")


def written(journal: Ledger, path: Path) -> Path:
    path.write_text(text_of(journal), encoding="utf-8")
    return path


def text_of(journal: Ledger) -> str:
    return "".join(write_lines(journal))


def read(path: Path, journal: LedgerKind) -> LedgerKind:
    with path.open(encoding="utf-8") as lines:
        read_lines(lines, journal, str(path))
    return journal


def edit(path: Path, number: int, changes: dict[str, Any]) -> None:
    """Change some of the fields of one line (counted from 1); None takes a field away."""
    lines = path.read_text(encoding="utf-8").splitlines()
    line = json.loads(lines[number - 1]) | changes
    lines[number - 1] = json.dumps({key: value for key, value in line.items() if value is not None})
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def damage(path: Path) -> JournalError:
    """What reading the file raises. Nothing may have been made by then."""
    journal, store = MemoryJournal(), Store("sqlite://")
    with pytest.raises(JournalError) as caught:
        read(path, journal)
    shelved = store.create("ride")
    with pytest.raises(JournalError, match=re.escape(str(caught.value))):
        read(path, shelved)
    for empty in (journal, shelved):
        assert (empty.size, list(empty.every_row()), list(empty.every_completion()), len(empty.branches())) == (0, [], [], 1)
    return caught.value


def test_an_export_says_what_it_is(lines: Path) -> None:
    header, first, *_ = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert (header["what"], header["format"], header["campaign"], header["branch"]) == ("gm_engine journal", FORMAT, "ride", "main")
    assert [point["name"] for point in header["branches"]] == ["main", "north"]
    assert first["event"]["title"] == "Red Mesa"
    assert first["salts"] == {"/title": "0000000000000001"}


def test_a_redacted_text_is_null_and_its_hash_stands_in_the_place_of_its_salt(lines: Path) -> None:
    assert "born" not in lines.read_text(encoding="utf-8")
    events = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()[1:]]
    gone = [line for line in events if "event" in line and line["event"]["kind"] == "player_spoke" and line["event"]["said"] is None]
    assert len(gone) == 2
    assert all(line["salts"]["/said"].startswith("b2:") for line in gone)


def test_what_is_read_is_written_again_to_the_byte(lines: Path, tmp_path: Path) -> None:
    memory = read(lines, MemoryJournal("ride"))
    database = read(lines, Store(tmp_path / "gm.db").create("ride"))
    assert text_of(memory) == text_of(database) == lines.read_text(encoding="utf-8")
    database.close()


@given(st.lists(runs(), min_size=1, max_size=4), st.data())
@settings(max_examples=40, deadline=None)
def test_any_run_of_events_rebuilds_to_itself(turns: list[list[Event]], data: st.DataObject) -> None:
    memory = MemoryJournal("ride")
    database = Store("sqlite://", salter=iter(f"{n:016x}" for n in range(1, 100_000)).__next__).create("ride")
    for number, events in enumerate(turns, 1):
        numbered = [event.model_copy(update={"turn": number}) for event in events]
        for journal in (memory, database):
            journal.append(numbered)
        if number > 1 and data.draw(st.booleans()):
            assert memory.undo() == database.undo()
    assert list(memory.entries()) == list(database.entries())
    memory.verify()
    database.verify()
    exported = text_of(memory)
    back = MemoryJournal("ride")
    read_lines(exported.split("\n"), back, "ride.jsonl")
    assert list(back.entries()) == list(memory.entries())
    assert list(back.every_row()) == list(memory.every_row())
    assert text_of(back) == exported


@pytest.mark.parametrize(
    ("number", "changes", "what"),
    [
        (1, {"what": "a shopping list"}, "this is no journal"),
        (1, {"entries": None}, "the header lacks something"),
        (1, {"branches": []}, 'names a branch "main" that it does not list'),
        (1, {"branches": [{"name": "main", "head": 99}]}, "points to entry 99"),
        (3, {"number": 7}, "entry 7 follows entry 1, and stands where entry 2 should"),
        (3, {"after": 2}, "follows entry 2"),
        (3, {"parent": "b2:0"}, 'names its parent "b2:0"'),
        (3, {"salts": None}, "this entry lacks something"),
        (3, {"event": {"kind": "turn_closed"}}, "this entry lacks something"),
        (3, {"event": []}, "this entry lacks something"),
        (16, {"prompt_hash": None}, "neither an entry nor a completion"),
    ],
)
def test_damage_is_named_by_its_line(lines: Path, number: int, changes: dict[str, Any], what: str) -> None:
    edit(lines, number, changes)
    error = damage(lines)
    assert f"{lines}:{number}" in str(error)
    assert what in str(error)


def test_a_changed_word_breaks_the_chain_at_its_line(lines: Path) -> None:
    text = lines.read_text(encoding="utf-8")
    lines.write_text(text.replace("the 2th time", "the 3th time"), encoding="utf-8")
    error = damage(lines)
    assert isinstance(error, ChainBroken)
    assert f"{lines}:7, entry 6 (turn 2, completion_received)" in str(error)


def test_a_changed_number_breaks_the_chain_at_its_line(lines: Path) -> None:
    text = lines.read_text(encoding="utf-8")
    lines.write_text(text.replace('"seed":7', '"seed":8'), encoding="utf-8")
    assert f"{lines}:2, entry 1" in str(damage(lines))


@pytest.mark.parametrize("keep", [1, 2, 9])
def test_a_file_cut_short(lines: Path, keep: int) -> None:
    text = lines.read_text(encoding="utf-8").splitlines(keepends=True)
    lines.write_text("".join(text[:keep]), encoding="utf-8")
    assert f"the journal ends after {keep - 1} of " in str(damage(lines))


def test_a_line_cut_short(lines: Path) -> None:
    text = lines.read_text(encoding="utf-8").splitlines(keepends=True)
    lines.write_text("".join(text[:5]) + text[5][:40], encoding="utf-8")
    assert f"{lines}:6: this line is no JSON" in str(damage(lines))


@pytest.mark.parametrize("text", ["", "\n\n", "[]\n", "null\n", "It was a dark night.\n"])
def test_files_that_are_no_journals(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text, encoding="utf-8")
    assert f"{path}:" in str(damage(path))


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in str(damage(path))


def test_a_file_that_is_not_utf_8_from_some_line_on(lines: Path) -> None:
    text = lines.read_bytes().splitlines(keepends=True)
    lines.write_bytes(b"".join(text[:5]) + b"\xff" + b"".join(text[5:]))
    assert "not UTF-8" in str(damage(lines))


def test_only_an_empty_journal_is_filled(lines: Path) -> None:
    journal = MemoryJournal()
    play(journal, 1)
    with pytest.raises(JournalError, match="has 4 entries already"):
        read(lines, journal)
    assert journal.size == 4


def test_what_a_journal_looks_like(lines: Path) -> None:
    header, first, *_ = lines.read_text(encoding="utf-8").splitlines()
    assert is_journal(header)
    assert not any(is_journal(line) for line in (first, "", "[]", '"gm_engine journal"', "I walk on."))


def test_a_newer_format_is_refused(lines: Path) -> None:
    edit(lines, 1, {"format": FORMAT + 1})
    error = damage(lines)
    assert error.slug == "newer-journal"
    assert f"format {FORMAT + 1}" in str(error)


def test_there_is_a_lift_from_every_format() -> None:
    assert sorted(LIFTS) == list(range(1, FORMAT))


def test_lifts_go_one_format_at_a_time() -> None:
    lifts = {1: lambda form: {**form, "steps": [1]}, 2: lambda form: {**form, "steps": [*form["steps"], 2]}}
    assert upcast({}, 1, lifts, today=3) == {"steps": [1, 2]}
    assert upcast({"steps": []}, 2, lifts, today=3) == {"steps": [2]}
    assert upcast({}, 3, lifts, today=3) == {}
