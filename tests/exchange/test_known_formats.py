"""Which format a file is of, told by its content alone; and the page that lists what becomes of their fields."""

import json
from pathlib import Path

import pytest

from gm_engine.exchange.fates_table import with_matrix
from gm_engine.exchange.known_formats import FORMATS, Given, format_of

DOCS = Path(__file__).resolve().parent.parent.parent / "docs" / "importing.md"
SAMPLES = {
    "ai_dungeon": [{"keys": "salt", "value": "Salt is dear.", "type": "custom", "useForCharacterCreation": False}],
    "ai_dungeon_list": [{"keys": "salt", "entry": "Salt is dear."}],
    "card": {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Sal"}},
    "lorebook_v3": {"spec": "lorebook_v3", "data": {"entries": []}},
    "novelai": {"lorebookVersion": 6, "entries": []},
    "agnai": {"kind": "memory", "name": "salt", "entries": []},
    "risu": {"type": "risu", "ver": 1, "data": []},
    "world_info": {"entries": {"0": {"uid": 0, "key": ["salt"], "content": "Salt is dear."}}},
    "character_book": {"entries": [{"keys": ["salt"], "content": "Salt is dear."}]},
}


@pytest.mark.parametrize(("name", "value"), SAMPLES.items())
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_known_by_what_is_in_it(name: str, value: object, coding: str) -> None:
    given = Given("nothing.txt", json.dumps(value).encode(coding))
    found = format_of(given)
    assert found is not None
    assert found.name == name
    assert found.reads(given).kind


@pytest.mark.parametrize(
    "text", ["", "Mara: Hello.", "[[Mara]] waits.", '{"text": "Rain."}', '[{"text": "Rain."}]', "{", "[1]", "\x00\x01"]
)
def test_what_is_no_such_file_is_left_to_those_who_read_transcripts(text: str) -> None:
    assert format_of(Given("x.json", text.encode())) is None


def test_each_format_has_a_name_of_its_own_and_says_what_becomes_of_its_fields() -> None:
    assert len({one.name for one in FORMATS}) == len(FORMATS)
    assert all(one.fates and one.words for one in FORMATS)


def test_the_matrix_on_the_page_is_that_of_the_formats() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert "| `probability` |" in page or "`probability`" in page
    assert with_matrix(page) == page, "write it anew: scripts/record --matrix"
