"""Books of character cards: read, written again to the letter, and changed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.errors import GameError
from gm_engine.exchange.formats.brought import Loss
from gm_engine.exchange.formats.character_book import (
    EXTENSIONS,
    FATES,
    character_book_of,
    is_character_book,
    is_lorebook_v3,
    read_book_file,
    read_character_book,
    read_lorebook_v3,
    write_book_file,
    write_lorebook_v3,
)  # fmt: skip
from gm_engine.exchange.formats.foreign_json import canonical_json, read_json
from gm_engine.story.lorebook import Lorebook, LorebookEntry
from tests.exchange.formats.lorebooks import ANYTHING, LETTERS, alike, as_file, bent

SAL = {
    "keys": ["sal", "/sal(ly)?/i"], "secondary_keys": ["ford"], "content": "@@depth 2\n@@@end\nSal keeps the ford.", "name": "Sal",
    "comment": "the ferrywoman", "enabled": True, "insertion_order": 40, "priority": 7, "selective": True, "constant": False,
    "position": "after_char", "use_regex": False, "id": 3, "case_sensitive": False, "extensions": {"tints": {"hue": "grey"}}, "mood": 1,
}  # fmt: skip
MILL = {
    "keys": ["mill"], "secondary_keys": ["night"], "content": "The mill stands still.", "comment": "Mill", "enabled": True, "id": 0,
    "insertion_order": 90, "constant": True, "use_regex": True, "position": "after_char", "selective": True,
    "extensions": {
        **EXTENSIONS, "position": 7, "outlet_name": "places", "selectiveLogic": 3, "probability": 55, "group": "mill, yard",
        "group_override": True, "group_weight": 30, "sticky": 2, "cooldown": 3, "delay": 4, "delay_until_recursion": True,
        "match_scenario": True, "triggers": ["swipe", "normal"], "ignore_budget": True, "automation_id": "wheel", "display_index": 4,
        "case_sensitive": True,
    },
}  # fmt: skip
BOOK = {
    "name": "Salt Fork", "description": "A ford", "scan_depth": 5, "token_budget": 400, "recursive_scanning": False,
    "extensions": {"maker": "us"}, "entries": [SAL, MILL],
}  # fmt: skip
ENTRIES = st.fixed_dictionaries({"content": ANYTHING}, optional={key: ANYTHING for key in SAL if key != "content"})


def test_what_an_entry_says_is_read() -> None:
    book, losses = read_character_book(as_file(BOOK), "card")
    assert losses == ()
    assert (book.id, book.name, book.scan_depth, book.budget, book.recursive) == ("salt_fork", "Salt Fork", 5, 400, False)
    assert book.own == ("extensions",)
    sal, mill = book.entries
    assert sal.changed(raw={}) == LorebookEntry(
        id="3", title="Sal", text="Sal keeps the ford.", keys=("sal", "/sal(ly)?/i"), also=("ford",), order=40, priority=7,
        position="depth", depth=2, case_sensitive=False, decorators=(("depth", "2"), ("@end", "")),
        own=("extensions.tints", "mood", "comment"),
    )  # fmt: skip
    assert mill.changed(raw={}) == LorebookEntry(
        id="0", title="Mill", text="The mill stands still.", keys=("mill",), also=("night",), logic="all", constant=True, order=90,
        position="outlet", outlet="places", case_sensitive=True, chance=55, groups=("mill", "yard"), group_wins=True, group_weight=30,
        sticky=2, cooldown=3, delay=4, recursion_level=1, scans=("scenario",), triggers=("normal", "swipe"), beyond_budget=True,
        own=("extensions.automation_id",),
    )  # fmt: skip


def test_patterns_of_version_3_stand_alone_but_not_where_sillytavern_says_it_of_every_entry() -> None:
    own = {"keys": ["a/b+", "/c/"], "secondary_keys": ["d"], "constant": True, "content": "x", "use_regex": True, "selective": True}
    theirs = {**own, "extensions": dict(EXTENSIONS)}
    book, _ = read_character_book({"entries": [own, theirs]}, "card")
    first, second = book.entries
    assert (first.keys, first.also, first.constant, first.own) == (("/a\\/b+/i", "/c/"), (), False, ("secondary_keys", "constant"))
    assert (second.keys, second.also, second.constant, second.own) == (("a/b+", "/c/"), ("d",), True, ())


@pytest.mark.parametrize("book", [BOOK, {**BOOK, "entries": {"0": SAL, "1": MILL}}, {"entries": []}, {"name": "no entries"}])
def test_a_book_is_written_again_to_the_letter(book: dict[str, Any]) -> None:
    made, losses = character_book_of(read_character_book(as_file(book), "card")[0])
    assert (canonical_json(made), losses) == (canonical_json(book if "entries" in book else {**book, "entries": []}), ())
    whole = {"spec": "lorebook_v3", "seal": "red", "data": book if "entries" in book else {**book, "entries": []}}
    written = write_lorebook_v3(read_lorebook_v3(as_file(whole), "x.json").books[0])
    assert alike(written.data, whole)
    assert written.losses == ()


@given(
    ENTRIES,
    st.dictionaries(LETTERS, ANYTHING, max_size=2),
)
def test_whatever_an_entry_holds_is_written_again(entry: dict[str, Any], more: dict[str, Any]) -> None:
    value = as_file({"entries": [{**more, **entry}], "seal": more})
    made, losses = character_book_of(read_character_book(value, "card")[0])
    assert (canonical_json(made), losses) == (canonical_json(value), ())


@given(bent(BOOK))
def test_a_bent_book_is_read_or_refused(value: Any) -> None:
    try:
        brought = read_book_file(as_file(value), "x.json")
    except GameError:
        return
    read = brought.books[0]
    Lorebook.model_validate(read.model_dump())
    write_book_file(read)


def test_what_was_changed_goes_where_it_is_read_and_nothing_else_moves() -> None:
    book, _ = read_character_book(as_file(BOOK), "card")
    sal = book.entries[0].changed(sticky=4, text="Sal has left.", position="note_top")
    made, losses = character_book_of(book.changed(entries=(sal, book.entries[1])))
    content = "@@depth 2\n@@@end\nSal has left."
    assert made["entries"][1] == MILL
    assert made["entries"][0] == {**SAL, "content": content, "extensions": {"tints": {"hue": "grey"}, "sticky": 4, "position": 2}}
    assert losses == (Loss("entries.3.position", "note_top", "A character's book has 'depth' instead."),)


def test_without_decorators_their_work_stands_in_the_extensions_and_the_rest_is_told() -> None:
    book, _ = read_character_book(as_file({"entries": [{**SAL, "content": "@@depth 2\n@@is_greeting 1\nSal."}]}), "card")
    made, losses = character_book_of(book, decorators=False)
    entry = made["entries"][0]
    assert (entry["content"], entry["extensions"]["position"], entry["extensions"]["depth"]) == ("Sal.", 4, 2)
    assert [(loss.field, loss.value) for loss in losses] == [("entries.3.decorators", (("depth", "2"), ("is_greeting", "1")))]


def test_what_is_mended_and_what_is_dropped() -> None:
    entry = {
        "keys": "sal, 7", "secondary_keys": [1, None, {}], "content": None, "enabled": "false", "insertion_order": "12", "priority": 1.5,
        "constant": 1, "selective": "maybe", "id": True, "extensions": {"probability": 140, "position": "deep", "triggers": ["swipe", "x"]},
    }  # fmt: skip
    book, losses = read_character_book(as_file({"name": 4, "scan_depth": -2, "entries": [entry, 5]}), "card")
    sal = book.entries[0]
    assert (book.name, book.scan_depth, sal.keys, sal.also, sal.enabled, sal.order) == ("4", 0, ("sal", "7"), ("1",), False, 12)
    assert (sal.id, sal.priority, sal.constant, sal.chance, sal.triggers) == ("0", 2, True, 100, ("swipe",))
    assert {loss.field: loss.value for loss in losses} == {
        "scan_depth": -2, "entries.0.secondary_keys.2": {}, "entries.0.priority": 1.5, "entries.0.selective": "maybe",
        "entries.0.id": True, "entries.0.extensions.probability": 140, "entries.0.extensions.position": "deep",
        "entries.0.extensions.triggers": "x", "entries.1": 5,
    }  # fmt: skip


def test_keys_that_stand_twice_and_ids_that_two_entries_have() -> None:
    brought = read_lorebook_v3(
        as_file({"spec": "lorebook_v3", "data": {"entries": [{"id": "a", "keys": []}, {"id": "a", "keys": [], "content": 2}]}}), "x.json"
    )
    assert [entry.id for entry in brought.books[0].entries] == ["a", "a_2"]
    value = read_json('{"entries": [{"keys": ["a"], "keys": ["b"]}]}', "x.json")
    assert read_character_book(value, "card")[1] == (Loss("entries.0.keys", ["a"], "It stands there twice; the last one counts."),)


@pytest.mark.parametrize("value", [None, [], "x", {"entries": 4}, {"entries": "x"}])
def test_what_is_no_book_is_refused(value: Any) -> None:
    with pytest.raises(GameError) as told:
        read_character_book(value, "card.png")
    assert (told.value.where, told.value.slug) == ("card.png", "no-lorebook")


def test_the_two_kinds_are_told_apart() -> None:
    whole = {"spec": "lorebook_v3", "data": BOOK}
    assert (is_character_book(BOOK), is_lorebook_v3(BOOK)) == (True, False)
    assert (is_character_book(whole), is_lorebook_v3(whole)) == (False, True)
    assert not is_character_book(json.loads('{"entries": {"0": {"key": ["a"]}}}'))


def test_every_field_has_its_fate() -> None:
    told = " ".join(fate.field for fate in FATES)
    fields = [*BOOK, *(f"entries.{key}" for key in (*SAL, *MILL) if key != "mood"), *(f"entries.extensions.{key}" for key in EXTENSIONS)]
    decorators = (
        "activate_only_after activate_only_every keep_activate_after_match dont_activate_after_match depth instruct_depth reverse_depth "
        "reverse_instruct_depth role scan_depth instruct_scan_depth is_greeting position ignore_on_max_context additional_keys "
        "exclude_keys is_user_icon activate dont_activate disable_ui_prompt end probability priority match_full_word match_partial_word "
        "unrecursive recursive no_recursive_search exclude_keys_all inject_lore inject_at inject_replace inject_prepend"
    )
    for name in [*(field for field in fields if field != "entries"), *(f"@@{name}" for name in decorators.split())]:
        assert name in told.replace(",", " ").split(), name
