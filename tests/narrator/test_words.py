"""The word lists, of every genre and of the shipped campaigns: every line can be read, and asks only for what a turn can give."""

import re

import pytest

from gm_engine.authoring import find_pack, genre_names, load_pack, read_words
from gm_engine.bootstrap.gms import narrator_words
from gm_engine.narrator.line_grammar import parse

NAMES = {"pc", "place", "actor", "target", "topic", "speaker", "item", "from", "subject", "object", "better", "whither"}
WORDS = {
    "text", "full", "quoted", "value", "clause", "relation", "unit", "true_value", "subject_alias", "sense", "sense2", "way", "walk",
    "bearing", "hours", "miles", "terrain", "price", "purse", "words", "options", "question", "loaded", "gun", "hit", "wound", "role",
    "wears", "item_name", "ways", "turned_up", "wants", "chosen", "refused",
    "by", "money", "name", "owed", "people", "place_name", "things", "time", "weather", "who", "within", "wounds", "goal", "wares",
    "thing", "left", "still", "told", "tried", "filled", "size", "is", "has", "matter", "named", "wrong",
    "about", "wounded", "task", "days", "deed", "others", "better_why",
}  # fmt: skip
LISTS = {
    "no genre": read_words(),
    **{genre: read_words(genre) for genre in genre_names()},
    **{name: narrator_words(load_pack(find_pack(name))) for name in ("redemption", "red_mesa", "nine_tonnes")},
}


@pytest.mark.parametrize("campaign", LISTS)
def test_every_line_can_be_said(campaign: str) -> None:
    lists = LISTS[campaign]
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
    lists = LISTS[campaign]
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


CORE = read_words()
GENRES = genre_names()


@pytest.mark.parametrize("genre", GENRES)
def test_a_genre_adds_to_what_can_be_said_anywhere(genre: str) -> None:
    words = read_words(genre)
    assert set(words) >= set(CORE)
    assert set(CORE["greet"]) <= set(words["greet"])
    assert len(words["life"]) > len(CORE["life"])


def test_the_core_asks_for_no_genre() -> None:
    """A line for one genre belongs into its file: in the core it would wait for a flag that hardly ever holds."""
    flags = {flag for genre in GENRES for flag in read_words(genre)["genre"]} | {"west"}
    for name, lines in CORE.items():
        for written in lines:
            assert not flags & {word for need in parse(written).needs for word in need}, f"{name}: {written}"


def test_no_line_is_written_twice() -> None:
    for genre in ("", *GENRES):
        for name, lines in read_words(genre).items():
            twice = sorted({line for line in lines if lines.count(line) > 1} - {"<at_work>."})
            assert not twice or name in ("weather_kinds",), f"{genre} {name}: {twice}"
