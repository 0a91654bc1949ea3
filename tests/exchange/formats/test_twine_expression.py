"""The expressions of Twine's story formats: read as the formats read them, and worked out; what is in none of them is unknown."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.exchange.formats.twine_expression import DEEPEST, LONGEST, Unreadable, parsed
from gm_engine.exchange.formats.twine_values import UNKNOWN, Memory, Pairs

HELD: dict[str, Any] = {"$coins": 3, "$lamp": True, "$name": "Wick", "$bag": ("key", "rope"), "$who": Pairs((("hp", 7),))}


def memory(harlowe: bool) -> Memory:
    """What the expressions of this page ask of."""
    return Memory(dict(HELD), {"Quay": 2, "Hall": 0}, "Quay", "Hall", ("night",), harlowe)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("$coins gte 2 and not $moon", True), ("$coins is 3 and $name neq 'Odo'", True), ("$coins == 3 || $none.more", True),
        ("!$lamp", False), ("$coins + 2 * 3", 9), ("($coins + 2) * 3", 15), ("7 / 2", 3.5), ("7 % 4", 3), ("-$coins", -3), ("2 ** 5", 32),
        ("$coins gt 2 ? 'many' : 'few'", "many"), ("'a' + $coins", "a3"), ("def $moon", False), ("ndef $moon", True),
        ("$bag.length", 2), ("$bag[1]", "rope"), ("$bag.includes('key')", True), ("$bag.last()", "rope"), ("$who.hp", 7), ("$who['hp']", 7),
        ("$name.toUpperCase()", "WICK"), ("Math.max(1, $coins)", 3), ("Math.clamp(12, 1, 10)", 10), ("either('a', 'b')", "a"),
        ("random(2, 6)", 2), ("visited()", 2), ("visited('Hall') is 0", True), ("hasVisited('Quay', 'Hall')", False),
        ("previous()", "Hall"),
        ("tags().includes('night')", True), ("true and false", False), ("$moon", None), ("$moon gt 0", False), ("[1, 2].length", 2),
        ("setup.many()", UNKNOWN), ("$coins.none.more()", UNKNOWN), ("window.close()", UNKNOWN), ("import os", UNKNOWN), ("1 +", UNKNOWN),
        ("7 / 0", UNKNOWN), ("9 ** 9 ** 9", UNKNOWN), ("__import__('os')", UNKNOWN),
    ],
)  # fmt: skip
def test_an_expression_of_sugarcube_comes_to_what_it_would_there(source: str, value: object) -> None:
    assert memory(False).worked(source) == value


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("$coins is 3", True), ("$coins is not 3", False), ("$coins is 2 or 3", True), ("$coins > 2 and < 5", True), ("not $lamp", False),
        ("$bag contains 'key'", True), ("'rope' is in $bag", True), ("'axe' is not in $bag", True), ("$bag's 1st", "key"),
        ("$bag's last", "rope"),
        ("1st of $bag", "key"), ("$bag's length", 2), ("$who's hp", 7), ("(a: 1, 2)'s 2nd", 2), ("(dm: 'hp', 4)'s hp", 4),
        ("(either: 'a', 'b')", "a"), ("(cond: $coins > 5, 'rich', 'poor')", "poor"), ("(str: $coins)", "3"),
        ("(history:) contains 'Quay'", True),
        ("visits", 2), ("$moon", 0), ("(max: 1, $coins)", 3), ("(unknown-thing: 1)", UNKNOWN), ("$coins is", UNKNOWN),
    ],
)  # fmt: skip
def test_an_expression_of_harlowe_comes_to_what_it_would_there(source: str, value: object) -> None:
    assert memory(True).worked(source) == value


@pytest.mark.parametrize(
    ("harlowe", "source", "name", "value"),
    [
        (False, "$coins to 5", "$coins", 5), (False, "$coins = $coins + 1", "$coins", 4), (False, "$coins -= 1", "$coins", 2),
        (False, "$coins++", "$coins", 4), (False, "$a to 1, $b to $a + 1", "$b", 2), (False, "$bag.push('axe')", "$bag",
        ("key", "rope", "axe")),
        (False, "$bag.delete('key')", "$bag", ("rope",)), (False, "$who.hp -= 2", "$who", Pairs((("hp", 5),))),
        (False, "$who to {hp: 1, name: 'x'}", "$who", Pairs((("hp", 1), ("name", "x")))), (False, "$bag[0] to 'lamp'", "$bag",
        ("lamp", "rope")),
        (True, "$coins to it + 2", "$coins", 5), (True, "9 into $coins", "$coins", 9),
        (True, "$who's hp to 1", "$who", Pairs((("hp", 1),))),
        (True, "$bag to it + (a: 'axe')", "$bag", ("key", "rope", "axe")), (False, "$coins to setup.many()", "$coins", UNKNOWN),
    ],
)  # fmt: skip
def test_what_is_set_is_remembered(harlowe: bool, source: str, name: str, value: object) -> None:
    held = memory(harlowe)
    held.each(source)
    assert held.values[name] == value


def test_chance_says_that_it_was_asked() -> None:
    held = memory(False)
    held.worked("random(1, 6) + 1")
    assert held.drawn == {"random(1, 6) + 1"}


@pytest.mark.parametrize("source", ["(" * (DEEPEST + 2) + "1" + ")" * (DEEPEST + 2), "!" * (DEEPEST + 2) + "1", "1" + "+1" * LONGEST, "§"])
def test_what_goes_beyond_the_limits_is_not_read(source: str) -> None:
    with pytest.raises(Unreadable):
        parsed(source)


@given(
    st.lists(
        st.sampled_from(["$a", "1", "'x'", "(", ")", "[", "]", ",", "+", "-", "is", "not", "and", "to", "it", "'s", "1st", ".", "{", "}",
        ":", "(a:", "?", "of"]),
        max_size=14,
    ),
    st.booleans(),
)  # fmt: skip
def test_no_expression_breaks_what_works_it_out(pieces: list[str], harlowe: bool) -> None:
    assert memory(harlowe).each(" ".join(pieces))


def test_what_grows_without_end_is_given_up() -> None:
    held = Memory({"$a": "x" * 5_000, "$n": 10**14})
    assert held.worked("$a + $a + $a") is UNKNOWN
    assert held.worked("$n * 100") is UNKNOWN
