"""Which entries of a lorebook act: a table of cases, each of which says what holds; and that nothing depends on what it should not."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from gm_engine.context.lorebook_around import Around, Char, Line
from gm_engine.context.lorebooks import activate
from gm_engine.story.activation import Activation, Timed
from gm_engine.story.lorebook import Lorebook, LorebookEntry
from gm_engine.story.macros import filled

FILE = Path(__file__).parent / "lorebook_cases.yaml"
GROUPS = YAML(typ="safe").load(FILE.read_text(encoding="utf-8"))
CASES = [case for group in GROUPS for case in group["cases"]]
LEAST = 80
"""So many cases there are at least."""


def words(text: str) -> int:
    return len(text.split())


def book_of(id: str, settings: dict[str, Any]) -> Lorebook:
    entries = [LorebookEntry.model_validate({"text": "word"} | fields | {"id": name}) for name, fields in settings.pop("entries").items()]
    return Lorebook.model_validate(settings | {"id": id, "name": id, "entries": entries})


def books_of(case: dict[str, Any]) -> list[Lorebook]:
    books = case.get("books") or {"b": {**case.get("book", {}), "entries": case["entries"]}}
    return [book_of(id, dict(settings)) for id, settings in books.items()]


def lines_of(said: list[Any], first: int) -> Iterator[Line]:
    for turn, one in enumerate(said, first):
        name, text = next(iter(one.items())) if isinstance(one, dict) else ("", str(one))
        reply = text.startswith("reply: ")
        yield Line(name, text.removeprefix("reply: "), "reply" if reply else "said", turn)


def looked_at(lines: list[Line], given_: dict[str, Any]) -> Around:
    char = Char(given_.get("char", ""), given_.get("sources", {}))
    sets = {name: frozenset(given_[name]) for name in ("names", "tags", "triggers", "hidden") if name in given_}
    replies = sum(line.where == "reply" for line in lines)
    return Around(
        lines=lines[::-1], messages=len(lines), replies=replies, user=given_.get("user", ""), char=char, greeting=given_.get("greeting"),
        **sets,
    )  # fmt: skip


def timed_of(case: dict[str, Any], books: list[Lorebook]) -> tuple[Timed, ...]:
    """What the case says was timed before; of the entries as they are, unless it says otherwise."""
    from gm_engine.context.lorebook_rules import ruled

    marks = {(book.id, entry.id): ruled(book, entry, 0).mark for book in books for entry in book.entries}
    return tuple(Timed.model_validate({"mark": marks[one["book"], one["entry"]], **one}) for one in case.get("timed", ()))


def scanned(
    books: list[Lorebook], lines: list[Line], given_: dict[str, Any], timed: tuple[Timed, ...], rolls: dict[str, int]
) -> Activation:
    return activate(
        books, looked_at(lines, given_), timed, roll=lambda what, sides: rolls.get(what, sides), tokens=words, room=given_.get("room", 8192)
    )


def named(book: str, entry: str) -> str:
    return entry if book == "b" else f"{book}/{entry}"


def checked(found: Activation, wanted: dict[str, Any]) -> None:
    assert [named(one.book, one.entry) for one in found.acted] == wanted["acts"]
    if "idle" in wanted:
        assert {named(one.book, one.entry): one.why for one in found.idle} == wanted["idle"]
    if "rests" in wanted:
        assert sorted(id.removeprefix("b_") for id in found.resting) == wanted["rests"]
    placed = {named(one.book, one.entry): [one.placed.position, one.placed.depth, one.placed.role] for one in found.acted}
    for id, place in wanted.get("placed", {}).items():
        assert placed[id] == place


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_what_acts(case: dict[str, Any]) -> None:
    books = books_of(case)
    timed = before = timed_of(case, books)
    lines: list[Line] = []
    for turn in case.get("turns", [case]):
        if turn.get("again"):
            timed = before
        lines += lines_of(turn.get("said", []), len(lines) + 1)
        found = scanned(books, lines, case.get("with", {}), timed, turn.get("rolls", case.get("rolls", {})))
        checked(found, turn)
        timed, before = found.timed, timed


def test_each_case_has_a_name_of_its_own_and_there_are_enough() -> None:
    names = [case["case"] for case in CASES]
    assert len(set(names)) == len(names) >= LEAST


def test_the_page_states_how_many_cases_there_are() -> None:
    page = (FILE.parents[2] / "docs" / "context.md").read_text(encoding="utf-8")
    assert re.findall(r"(\d+) named cases", page) == [str(len(CASES))]


def test_what_acts_says_by_which_key_and_in_which_message() -> None:
    entries = {"a": {"keys": ["/f.ood/"], "text": "of the storm"}, "c": {"keys": ["storm"]}, "d": {"constant": True}}
    book = book_of("b", {"entries": entries})
    found = scanned([book], list(lines_of(["the flood", "reply: so"], 7)), {}, (), {})
    assert {one.entry: (one.by, one.key, one.where, one.turn, one.via) for one in found.acted} == {
        "a": ("key", "/f.ood/", "said", 7, ""),
        "c": ("key", "storm", "entry", 0, "b/a"),
        "d": ("constant", "", "", 0, ""),
    }


def test_macros_are_filled_in_and_what_nobody_knows_is_taken_out_and_told() -> None:
    book = book_of("b", {"entries": {"a": {"constant": True, "text": "{{char}} and <user>: {{random::hot::cold}}, {{time}}."}}})
    found = scanned([book], [], {"char": "Ana", "user": "Bo"}, (), {"b/a/macro/1": 2})
    assert [(one.text, one.left_out, one.tokens) for one in found.acted] == [("Ana and Bo: cold, .", ("{{time}}",), 5)]


def test_the_text_of_an_entry_without_macros_stands_in_its_book_alone() -> None:
    book = book_of("b", {"entries": {"a": {"constant": True, "text": "A storm."}}})
    assert [one.text for one in scanned([book], [], {}, (), {}).acted] == [""]


WORD = st.sampled_from(["storm", "flood", "king", "x", "{{char}}", "{{time}}", "{{", "/x/", "/(/", "", " "])
TEXT = st.lists(WORD, max_size=6).map(" ".join)
ENTRY = st.fixed_dictionaries(
    {"text": TEXT, "keys": st.lists(WORD, max_size=3), "also": st.lists(WORD, max_size=2)},
    optional={
        "logic": st.sampled_from(["any", "all", "not_any", "not_all"]), "constant": st.booleans(), "order": st.integers(0, 3),
        "priority": st.none() | st.integers(0, 3), "groups": st.lists(st.sampled_from("gh"), max_size=2), "chance": st.integers(-1, 101),
        "recursion_level": st.integers(0, 3), "sticky": st.integers(0, 3), "cooldown": st.integers(0, 3), "delay": st.integers(0, 3),
        "scan_depth": st.none() | st.integers(-1, 4), "scan_letters": st.none() | st.integers(-1, 40), "beyond_budget": st.booleans(),
        "group_weight": st.integers(-1, 9), "not_by_recursion": st.booleans(), "ends_recursion": st.booleans(),
        "decorators": st.lists(st.tuples(st.sampled_from(["depth", "activate", "@role", "scan_depth", "exclude_keys"]), WORD), max_size=2),
    },
)  # fmt: skip
BOOK = st.fixed_dictionaries(
    {"entries": st.dictionaries(st.sampled_from("abcdef"), ENTRY, max_size=6)},
    optional={"budget": st.none() | st.integers(-1, 9), "min_entries": st.integers(0, 4), "recursion_steps": st.integers(0, 2)},
)


@given(settings=BOOK, said=st.lists(TEXT, max_size=5))
def test_whatever_a_book_holds_budgets_hold_and_the_scan_ends(settings: dict[str, Any], said: list[str]) -> None:
    book = book_of("b", settings)
    lines, timed = list(lines_of(said, 1)), ()
    for _ in range(3):
        found = scanned([book], lines, {"char": "Ana"}, timed, {})
        within = [one.tokens for one in found.acted if not next(made for made in book.entries if made.id == one.entry).beyond_budget]
        assert sum(within) < (book.budget if book.budget and book.budget > 0 else 2048)
        assert not {one.entry for one in found.acted} & {one.entry for one in found.idle if one.why not in ("unreadable", "slow")}
        assert found == scanned([book], lines, {"char": "Ana"}, timed, {})
        timed = found.timed
        lines += lines_of(["reply: so", "on"], len(lines) + 1)


@given(text=st.text())
def test_any_text_can_be_filled_in(text: str) -> None:
    assert "{{char}}" not in filled(text, "Ana", "Bo").text
