"""World Info: what an entry says, and what goes where when it was changed."""

import json
from typing import Any

import pytest

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.character_book import character_book_of
from gm_engine.exchange.formats.world_info import FATES, FRESH, read_world_info, write_world_info
from gm_engine.story.lorebook import LorebookEntry
from tests.exchange.formats.lorebooks import WORLD_INFO, as_file


def test_what_an_entry_says_is_read_in_the_order_of_the_numbers() -> None:
    book = read_world_info(as_file(WORLD_INFO), "x.json").books[0]
    assert [entry.id for entry in book.entries] == ["2", "3", "10"]
    assert book.entries[0].changed(raw={}) == LorebookEntry(
        id="2", title="Sal", text="Sal keeps the ford.", decorators=(("dont_activate", ""),), keys=("sal", "/fer+y/i"),
        also=("ford", "night"), logic="not_any", order=70, beyond_budget=True, not_by_recursion=True, ends_recursion=True,
        recursion_level=2, scans=("scenario",), chance=30, groups=("people", "ford"), group_wins=True, group_weight=40, scan_depth=3,
        case_sensitive=True, whole_words=False, group_scoring=True, sticky=1, cooldown=2, delay=3, for_others=True, for_names=("Ada",),
        for_tags=("young",), triggers=("quiet",), by_meaning=True, own=("automationId", "extensions", "mood"),
    )  # fmt: skip
    mill = book.entries[2]
    assert (mill.enabled, mill.constant, mill.order, mill.position, mill.depth, mill.role) == (False, True, 5, "depth", 2, "user")


def test_a_list_of_entries_a_null_and_a_chance_that_is_not_used() -> None:
    rows = [{"uid": 7, "key": "sal, ferry", "probability": 5, "useProbability": False}, None, {"key": None, "position": 9}]
    brought = read_world_info(as_file({"entries": rows}), "worlds/Salt Fork.json")
    sal, other = brought.books[0].entries
    assert (sal.id, sal.keys, sal.chance, other.id, other.position) == ("7", ("sal", "ferry"), 100, "2", "before")
    assert [(loss.field, loss.value) for loss in brought.losses] == [("entries.1", None), ("entries.2.position", 9)]


def test_an_entry_of_another_format_has_every_field() -> None:
    book = read_world_info(as_file(WORLD_INFO), "x.json").books[0]
    fresh = book.changed(source="elsewhere", raw={}, own=(), entries=tuple(entry.changed(raw={}, own=()) for entry in book.entries))
    written = write_world_info(fresh)
    assert written.losses == ()
    rows = json.loads(written.data)["entries"]
    assert list(rows) == ["10", "2", "3"]
    assert all(row.keys() == {*FRESH, "uid", "displayIndex"} for row in rows.values())


def test_what_a_book_says_for_all_is_said_by_each_entry() -> None:
    book = read_world_info(as_file({"entries": {"0": {"uid": 0, "key": ["sal"]}}}), "x.json").books[0]
    written = write_world_info(book.changed(case_sensitive=True, whole_words=False, scan_depth=4, recursive=False))
    row = json.loads(written.data)["entries"]["0"]
    assert (row["caseSensitive"], row["matchWholeWords"], row["scanDepth"], row["excludeRecursion"]) == (True, False, 4, True)
    assert written.losses == ()


def test_the_cards_book_that_it_was_made_of_is_changed_with_it() -> None:
    plain = read_world_info(as_file({"entries": {"4": {"uid": 4, "key": ["sal"], "content": "Sal.", "order": 9}}}), "x.json").books[0]
    original, _ = character_book_of(plain)
    original["entries"][0].update(id=4, mood="calm")
    value = {"entries": {"4": {"uid": 4, "key": ["sal"], "content": "Sal.", "order": 9}}, "originalData": original}
    book = read_world_info(as_file(value), "x.json").books[0]
    assert json.loads(write_world_info(book).data) == value
    changed = book.changed(entries=(book.entries[0].changed(text="Sal left.", sticky=2),))
    entry = json.loads(write_world_info(changed).data)["originalData"]["entries"][0]
    assert (entry["content"], entry["extensions"]["sticky"], entry["mood"]) == ("Sal left.", 2, "calm")


@pytest.mark.parametrize("value", [None, [], {"entries": None}, {"entries": 3}])
def test_what_has_no_entries_is_refused(value: Any) -> None:
    with pytest.raises(TranscriptError, match="it has no entries") as told:
        read_world_info(value, "x.json")
    assert told.value.slug == "no-lorebook"


def test_every_field_has_its_fate() -> None:
    told = " ".join(fate.field for fate in FATES).replace(",", " ").split()
    for field in ("name", "extensions", "originalData", *(f"entries.{key}" for key in (*FRESH, "uid", "displayIndex", "extensions"))):
        assert field in told, field
