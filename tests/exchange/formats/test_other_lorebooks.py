"""What is particular to the lorebooks of NovelAI, AI Dungeon, Agnai, RisuAI and KoboldAI."""

import json
from typing import Any

import pytest

from gm_engine.exchange.formats import agnai, kobold_world_info, novelai, risu
from gm_engine.exchange.formats.ai_dungeon import read_ai_dungeon, write_ai_dungeon_list, write_story_cards
from gm_engine.exchange.formats.kobold_world_info import read_world_info_rows, world_info_rows_of
from gm_engine.story.lorebook import Lorebook, LorebookEntry
from tests.exchange.formats.lorebooks import KINDS, MEMORY_BOOK, NOVELAI, RISU, STORY_CARDS, as_file


def test_a_category_that_is_off_has_its_entries_off_and_a_priority_is_the_order() -> None:
    sal, mill = novelai.read_novelai(as_file(NOVELAI), "x.lorebook").books[0].entries
    assert (sal.enabled, sal.order, sal.priority, sal.scan_letters, sal.not_by_recursion) == (True, 500, 500, 800, False)
    assert (mill.enabled, mill.constant, mill.not_by_recursion) == (False, True, True)
    assert set(sal.own) == {"contextConfig.tokenBudget", "contextConfig.prefix", "category", "loreBiasGroups"}


def test_what_is_written_for_novelai_is_the_same_each_time_and_has_ids() -> None:
    book = Lorebook(id="b", name="b", source="elsewhere", entries=(LorebookEntry(id="a"), LorebookEntry(id="b")))
    first, again = novelai.write_novelai(book), novelai.write_novelai(book)
    assert first.data == again.data
    ids = [entry["id"] for entry in json.loads(first.data)["entries"]]
    assert len(set(ids)) == 2
    assert all(len(name) == 36 for name in ids)


def test_blanks_around_the_keys_of_story_cards_are_kept_and_slashes_are_no_pattern() -> None:
    cards = [*STORY_CARDS, {"keys": " elf ,/ooc/", "value": "x", "title": "", "useForCharacterCreation": False}]
    book = read_ai_dungeon(as_file(cards), "x.json").books[0]
    assert [entry.keys for entry in book.entries] == [("sal", " ferry"), ("mill",), (" elf ", "/\\/ooc\\//i")]
    assert (book.whole_words, book.recursive) == (False, False)
    fresh = book.changed(source="elsewhere", entries=tuple(entry.changed(raw={}, own=()) for entry in book.entries))
    assert [card["keys"] for card in json.loads(write_story_cards(fresh).data)] == ["sal, ferry", "mill", " elf ,/ooc/"]
    assert [card["entry"] for card in json.loads(write_ai_dungeon_list(fresh).data)][2] == "x"


def test_a_pattern_is_left_out_of_a_story_card_and_told() -> None:
    entry = LorebookEntry(id="a", keys=("sal", "/fer+y/i"))
    book = Lorebook(id="b", name="b", source="elsewhere", whole_words=False, matching="letters", entries=(entry,))
    written = write_story_cards(book)
    assert json.loads(written.data)[0]["keys"] == "sal"
    assert [(loss.field, loss.value) for loss in written.losses] == [("entries.a.keys", ("sal", "/fer+y/i"))]


def test_wild_keywords_become_patterns_and_keywords_again() -> None:
    book = agnai.read_agnai(as_file(MEMORY_BOOK), "x.json").books[0]
    assert book.entries[0].keys == ("sal", "/\\bferr\\w*\\b/iu")
    fresh = book.changed(source="elsewhere", entries=tuple(entry.changed(raw={}, own=()) for entry in book.entries))
    rows = json.loads(agnai.write_agnai(fresh).data)["entries"]
    assert [(row["keywords"], row["weight"], row["priority"]) for row in rows] == [(["sal", "ferr*"], 3, 9), (["mill"], 8, 1)]


def test_folders_keep_their_place_and_decorators_say_what_there_is_no_field_for() -> None:
    book = risu.read_risu(as_file(RISU), "x.json").books[0]
    assert [entry.title for entry in book.entries] == ["Sal", "Mill"]
    sal = book.entries[0]
    assert (sal.keys, sal.also, sal.position, sal.depth, sal.role, sal.chance) == (
        ("/sal(ly)?/i", "/ford/"),
        ("night",),
        "depth",
        3,
        "user",
        40,
    )
    more = LorebookEntry(id="new", title="New", text="A wheel.", keys=("wheel",), scan_depth=2, also=("ice",), logic="not_any")
    written = risu.write_risu(book.changed(entries=(*book.entries, more)))
    assert written.losses == ()
    rows = json.loads(written.data)["data"]
    assert rows[:3] == RISU["data"]
    assert rows[3]["content"] == "@@scan_depth 2\n@@exclude_keys ice\nA wheel."


def test_a_save_of_kobold_lite_has_more_to_say_than_a_list() -> None:
    rows = [{**kobold_world_info.FRESH[True], "key": "sal", "content": "x", "keyanti": "night", "probability": 40, "widisabled": True}]
    book, losses = read_world_info_rows(as_file(rows), "save.json")
    sal = book.entries[0]
    assert losses == ()
    assert (sal.keys, sal.also, sal.logic, sal.chance, sal.enabled) == (("sal",), ("night",), "not_any", 40, False)
    assert world_info_rows_of(book) == (rows, ())
    made, told = world_info_rows_of(book, save=False)
    assert (made[0]["keys"], made[0]["entry"]) == ("sal", "x")
    assert {loss.field for loss in told} == {f"entries.0.{name}" for name in ("also", "logic", "selective", "enabled", "chance")}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("world_info", "character_book", "lorebook_v3")])
def test_every_field_has_its_fate(kind: str) -> None:
    told = " ".join(fate.field for fate in KINDS[kind].fates).replace(",", " ").split()
    book: Any = KINDS[kind].book
    rows = book if isinstance(book, list) else book.get("entries", book.get("data"))
    prefix = "" if isinstance(book, list) else "data." if "data" in book else "entries."
    fields = [f"{prefix}{key}" for row in rows for key in row] + ([] if isinstance(book, list) else list(book))
    for field in fields:
        assert field in (*told, "entries", "data") or any(name.startswith(field + ".") for name in told), field
