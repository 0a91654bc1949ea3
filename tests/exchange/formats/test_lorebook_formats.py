"""What holds of every format of lorebooks, and of every two of them."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gm_engine.errors import TranscriptError
from gm_engine.story.lorebook import Lorebook, LorebookEntry
from tests.exchange.formats.lorebooks import KINDS, alike, as_file, bent

LOSSES = Path(__file__).with_name("losses.txt")
PAIRS = [(one, other) for one in KINDS for other in KINDS if one != other]
WORDS = st.text(st.characters(codec="ascii", min_codepoint=32), min_size=1, max_size=6).filter(str.strip)
MANY = st.lists(WORDS | st.just("/a+,b/i"), max_size=2, unique=True).map(tuple)
SMALL = st.integers(0, 20)
ENTRIES = st.fixed_dictionaries(
    {"text": st.text(max_size=8), "title": WORDS},
    optional={
        "keys": MANY, "also": MANY, "logic": st.sampled_from(["any", "not_all", "not_any", "all"]), "selective": st.booleans(),
        "constant": st.booleans(), "enabled": st.booleans(), "order": st.integers(-5, 900), "priority": st.none() | SMALL,
        "position": st.sampled_from(["before", "after", "note_top", "depth", "outlet"]), "depth": SMALL,
        "whole_words": st.none() | st.booleans(),
        "role": st.sampled_from(["system", "user", "assistant"]), "outlet": WORDS, "case_sensitive": st.none() | st.booleans(),
        "scan_depth": st.none() | SMALL, "scan_letters": st.none() | SMALL, "scans": st.just(("persona",)), "chance": st.integers(0, 100),
        "not_by_recursion": st.booleans(), "ends_recursion": st.booleans(), "recursion_level": SMALL, "groups": st.just(("a", "b")),
        "group_weight": SMALL, "sticky": SMALL, "for_names": MANY, "triggers": st.just(("swipe",)),
        "decorators": st.just((("is_greeting", "1"),)),
    },
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_book_is_told_from_all_others_and_written_again_to_the_letter(kind: str) -> None:
    value = as_file(KINDS[kind].book)
    assert [name for name, other in KINDS.items() if other.tells(value)] == [kind]
    brought = KINDS[kind].reads(value, "worlds/Salt Fork.json")
    assert brought.losses == ()
    assert [book.id for book in brought.books] == ["salt_fork"]
    written = KINDS[kind].writes(brought.books[0])
    assert alike(written.data, value)
    assert written.losses == ()


WITHIN = {"world_info": 3, "lorebook_v3": 4, "ai_dungeon": 2, "ai_dungeon_list": 2, "kobold_world_info": 2}
"""How deep the fields of an entry lie in a file; in all others 3."""


@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
def test_unknown_and_odd_values_are_written_again_to_the_letter(kind: str, data: st.DataObject) -> None:
    least = WITHIN.get(kind, 3)
    value = as_file(data.draw(bent(KINDS[kind].book, least if data.draw(st.booleans()) else least - 1)))
    brought = KINDS[kind].reads(value, "x.json")
    assume(not any("left out" in loss.why for loss in brought.losses))
    written = KINDS[kind].writes(brought.books[0])
    assert alike(written.data, value)
    assert written.losses == ()


@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
def test_a_bent_book_is_read_or_refused(kind: str, data: st.DataObject) -> None:
    value = as_file(data.draw(bent(KINDS[kind].book)))
    assert KINDS[kind].tells(value) in (True, False)
    try:
        book = KINDS[kind].reads(value, "x.json").books[0]
    except TranscriptError:
        return
    assert Lorebook.model_validate_json(book.model_dump_json()) == book
    KINDS[data.draw(st.sampled_from(sorted(KINDS)))].writes(book)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_what_both_can_hold_survives_and_the_rest_is_told(one: str, other: str) -> None:
    book = KINDS[one].reads(as_file(KINDS[one].book), "Salt Fork.json").books[0]
    written = KINDS[other].writes(book)
    again = KINDS[other].reads(json.loads(written.data), "Salt Fork.json").books[0]
    told = sorted(loss.field for loss in written.losses)
    table = dict(line.split(": ", 1) for line in LOSSES.read_text(encoding="utf-8").splitlines() if ": " in line)
    assert " ".join(told) == table[f"{one} -> {other}"]
    assert again.name == book.name
    for was, now in zip(book.entries, again.entries, strict=True):
        assert was.text == now.text
        for name in ("title", "keys", "also", "enabled", "constant", "order"):
            assert getattr(was, name) == getattr(now, name) or f"entries.{was.id}.{name}" in told, name


@pytest.mark.parametrize("kind", KINDS)
@given(st.lists(ENTRIES, max_size=2), st.booleans(), st.none() | st.booleans(), st.none() | SMALL)
def test_what_is_not_told_as_lost_reads_as_it_was(
    kind: str, rows: list[dict[str, Any]], case: bool, recursive: bool | None, scan: int | None
) -> None:
    entries = tuple(LorebookEntry(id=f"e{place}", **row) for place, row in enumerate(rows))
    book = Lorebook(id="b", name="b", source="somewhere", entries=entries, case_sensitive=case, recursive=recursive, scan_depth=scan)
    written = KINDS[kind].writes(book)
    told = {loss.field for loss in written.losses}
    again = KINDS[kind].reads(json.loads(written.data), "b.json").books[0]
    assert len(again.entries) == len(entries)
    for was, now in zip(entries, again.entries, strict=True):
        lost = {field.split(".")[2] for field in told if field.startswith(f"entries.{was.id}.")}
        for name in (
            "text",
            "title",
            "keys",
            "constant",
            "enabled",
            "order",
            "chance",
            "position",
            "sticky",
            "groups",
            "for_names",
            "triggers",
        ):
            assert name in lost or getattr(was, name) == getattr(now, name), name
        if was.also and was.selective:
            assert lost & {"also", "logic", "selective"} or (was.also, was.logic, True) == (now.also, now.logic, now.selective)
        sensitive = case if was.case_sensitive is None else was.case_sensitive
        reads = again.case_sensitive if now.case_sensitive is None else now.case_sensitive
        assert sensitive == reads or "case_sensitive" in lost | told
        if recursive is False and not was.not_by_recursion:
            assert again.recursive is False or now.not_by_recursion or "recursive" in told
