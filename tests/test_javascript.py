"""Patterns of JavaScript in our notation: what the two read otherwise is found as JavaScript finds it; no pattern raises anything else."""

import warnings
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.expressions import place_of
from gm_engine.javascript import ours, slashed

FOUND: list[tuple[str, str, str, int | None]] = [
    ("a.b", "", "a\nb", None), ("a.b", "s", "a\nb", 0), ("^b", "", "a\nb", None), ("^b", "m", "a\nb", 2), ("a$", "", "a\n", None),
    ("a$", "m", "a\nb", 0), (r"\w+", "", "é", None), (r"\W", "", "é", 0), (r"\d", "", "٣", None), (r"\s", "", "\ufeff", 0),
    (r"\s", "", "\x1c", None), (r"\bcaf\b", "", "café", 0), (r"\Baf", "", "caf", 1), (r"[\s\d]", "", "a1", 1), (r"[^\W]", "", "-a", 1),
    (r"[\W_]", "", "a_", 1), ("[]", "", "a", None), ("[^]", "", "\n", 0), ("[[]", "", "[", 0), ("[a&&b]", "", "&", 0), ("[a-]", "", "-", 0),
    ("[a||b]+", "", "|", 0), (r"\u0041\x42\cJ", "", "AB\n", 0), (r"\u{1F600}", "u", "😀", 0), (r"u\u", "", "uu", 0),
    (r"\p{L}", "u", "é", 0),
    (r"\p{L}", "", "p{L}", 0), (r"\0", "", "\x00", 0), (r"\1", "", "\x01", 0), (r"\101", "", "A", 0), (r"(a)\1", "", "aa", 0),
    (r"(a)?b\1", "", "b", 0), (r"(a)?b\1", "", "aba", 0), (r"(?<x>a)\k<x>", "", "aa", 0), (r"\k", "", "k", 0), ("a{2}", "", "baa", 1),
    ("a{,2}", "", "a{,2}", 0), ("a{", "", "a{", 0), ("a{x}", "", "a{x}", 0), ("(?:a){e<=1}", "", "a{e<=1}", 0), ("a+?b", "", "aab", 0),
    (r"\/", "", "/", 0), (r"\A\Z\h\K", "", "AZhK", 0), ("(?<=a)b", "", "ab", 1), ("(?<!a)b", "", "ab b", 3), ("(?=a)a", "", "a", 0),
    ("É", "i", "é", 0), ("b", "y", "ab", None), ("a#b c", "", "a#b c", 0), ("", "", "a", 0), ("x|", "", "a", 0),
]  # fmt: skip


@pytest.mark.parametrize(("inside", "flags", "text", "place"), FOUND)
def test_it_is_found_where_javascript_finds_it(inside: str, flags: str, text: str, place: int | None) -> None:
    pattern = ours(inside, flags)
    assert place_of(pattern.text, text, caseless=pattern.caseless, at_start=pattern.at_start) == place


UNREADABLE = [
    "(", "a++", "a**", "a{2}{3}", "*", "(*F)", "(?i)a", "(?>a)", "(?P<x>a)", "(?#a)", "(?R)", "[a", "\\", r"(?<x>a)\k<y>", "[b-a]",
]  # fmt: skip


@pytest.mark.parametrize(
    ("inside", "flags"), [*((inside, "") for inside in UNREADABLE), (r"\p", "u"), ("a", "x"), ("a", "ii"), (r"\u{110000}", "u")]
)
def test_what_javascript_cannot_read_is_not_read_either(inside: str, flags: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        place_of(ours(inside, flags).text, "a")


@given(st.text(alphabet="ab()[]{}*+?|^$.\\/-,:=!<>&~012kuxpsSwWbBdD \n'\"é", max_size=30), st.text(alphabet="gimsuyv", max_size=3))
def test_no_pattern_raises_anything_else_nor_warns(inside: str, flags: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with suppress(ValueError, TimeoutError):
            place_of(ours(inside, flags).text, "ab" * 10, patience=0.2)


def test_what_stands_between_slashes_is_a_pattern() -> None:
    assert slashed("/a/x") is None
    assert slashed("a/b/") is None
    assert slashed("//") is None
    assert slashed("/\n/s") == ("\n", "s")
