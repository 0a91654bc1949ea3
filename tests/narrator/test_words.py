"""The word lists themselves: every line can be read, and asks only for what a turn can give. The shipped campaigns' too."""

import re

import pytest

from gm_engine.authoring import find_pack, load_pack, read_words
from gm_engine.narrator.grammar import parse

NAMES = {"pc", "place", "actor", "target", "topic", "speaker", "item", "from", "subject", "object"}
WORDS = {
    "text", "full", "quoted", "value", "clause", "relation", "unit", "true_value", "subject_alias", "sense", "sense2", "way", "walk",
    "bearing", "hours", "miles", "terrain", "price", "purse", "words", "options", "question", "loaded", "gun", "hit", "wound", "role",
    "wears", "item_name", "ways", "turned_up", "wants", "chosen", "refused",
    "by", "money", "name", "owed", "people", "place_name", "things", "time", "who", "within", "wounds", "goal", "wares",
    "thing", "left", "still", "told", "tried", "filled", "size", "is", "has",
}  # fmt: skip
LISTS = {"packaged": {}, **{name: load_pack(find_pack(name)).words for name in ("redemption", "red_mesa", "nine_tonnes")}}


@pytest.mark.parametrize("campaign", LISTS)
def test_every_line_can_be_said(campaign: str) -> None:
    lists = {**read_words(), **LISTS[campaign]}
    for name, lines in lists.items():
        for written in lines:
            line = parse(written)
            assert line.text, f"{name}: an empty line"
            assert not line.text.startswith("("), f"{name}: {written!r} has a head that does not close"
            assert line.text.count("[") == line.text.count("]"), f"{name}: {written!r}"
            assert not re.search(r"\.\.|\s[.,;]", line.text), f"{name}: {written!r}"
            unknown = [slot for slot in line.slots if slot not in NAMES | WORDS and slot not in lists]
            assert not unknown, f"{name}: {written!r} asks for {unknown}"
            known = NAMES | WORDS
            assert all(mark.subject in NAMES and mark.value in known for mark in line.marks), f"{name}: {written!r}"


@pytest.mark.parametrize("campaign", LISTS)
def test_every_list_has_something_for_a_plain_turn(campaign: str) -> None:
    lists = {**read_words(), **LISTS[campaign]}
    for name in (
        "arrive",
        "look",
        "meet",
        "greet",
        "ignorance",
        "refusal",
        "answer_said",
        "search",
        "rest",
        "sense",
        "life",
        "business",
        "choice",
    ):
        assert len(lists[name]) >= 6, name
