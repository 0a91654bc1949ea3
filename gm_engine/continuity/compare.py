"""Compares two values: the same, more precise, less precise, apart, or not to be compared."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from gm_engine.story.claim import Value

Likeness = Literal["same", "finer", "coarser", "apart", "unlike"]
"""How an incoming value stands to an established one. ``unlike``: nothing follows from the one for the other."""

Settings = dict[str, tuple[str, ...]]
ARTICLES = ("a", "an", "the", "his", "her", "their", "its", "your", "my")
SMALL = frozenset([*ARTICLES, "of", "old", "young", "very", "rather", "some", "at", "in", "on", "from", "to", "and"])
WORD = re.compile(r"[^\W_]+")


def liken(incoming: Value, established: Value, settings: Settings) -> Likeness:
    """How ``incoming`` stands to ``established``.

    >>> grey, gray = Value(kind="enum", text="grey"), Value(kind="enum", text="gray")
    >>> liken(grey, gray, {"same": ("grey, gray, ashen",)})
    'same'
    >>> liken(Value(kind="enum", text="chestnut"), Value(kind="enum", text="brown"), {"kinds": ("brown: chestnut, hazel",)})
    'finer'
    """
    if incoming.entity and established.entity and incoming.kind == established.kind == "entity":
        return "same" if incoming.entity == established.entity else "apart"
    if incoming.low is not None and established.low is not None:
        return liken_numbers(incoming, established, settings)
    if incoming.kind in ("enum", "text") and established.kind in ("enum", "text"):
        return liken_words(incoming.text, established.text, settings, closed=incoming.kind == established.kind == "enum")
    return "same" if plain(incoming.text) == plain(established.text) else "unlike"


def liken_words(incoming: str, established: str, settings: Settings, *, closed: bool) -> Likeness:
    """How one wording stands to another. ``closed``: the words come from a short list, so other words are another value."""
    one, two = plain(incoming), plain(established)
    if one == two or shares_line(one, two, settings.get("same", ())):
        return "same"
    kinds = named_lines(settings.get("kinds", ()))
    general = settings.get("general", ())
    if one in kinds.get(two, ()) or two in general:
        return "finer"
    if two in kinds.get(one, ()) or one in general:
        return "coarser"
    ones, twos = set(one.split()), set(two.split())
    if ones > twos:
        return "finer"
    if ones < twos:
        return "coarser"
    if closed:
        return _liken_listed(ones, twos, settings)
    return "apart" if shares_line(one, two, settings.get("apart", ())) or ("words" in settings and not ones & twos) else "unlike"


def _liken_listed(ones: set[str], twos: set[str], settings: Settings) -> Likeness:
    """Values from a short list, word by word: a red beard and a gray one differ in the words that they do not share."""
    mine, theirs = ones - twos, twos - ones
    if ones & twos:
        return liken_words(" ".join(sorted(mine)), " ".join(sorted(theirs)), settings, closed=True)
    alike = settings.get("same", ())
    left, right = {_first_name(word, alike) for word in mine}, {_first_name(word, alike) for word in theirs}
    if left & right:
        return "same" if left == right else "finer" if left > right else "coarser" if left < right else _liken_listed(left, right, settings)
    together = settings.get("together", ())
    if shares_line(" ".join(sorted(mine)), " ".join(sorted(theirs)), together):
        return "unlike"
    return "unlike" if any(shares_line(one, two, together) for one in sorted(mine) for two in sorted(theirs)) else "apart"


def _first_name(word: str, lines: Iterable[str]) -> str:
    """The first of a word's synonyms; the word itself where it has none."""
    return next((parts[0] for line in lines if word in (parts := [part.strip() for part in line.split(",")])), word)


def liken_numbers(incoming: Value, established: Value, settings: Settings) -> Likeness:
    """How one span of numbers or days stands to another of the same unit; ``about`` widens a span.

    >>> some_forty = Value(kind="number", text="some forty head", low=40, high=40, unit="head", approximate=True)
    >>> liken_numbers(Value(kind="number", text="43", low=43, high=43, unit="head"), some_forty, {})
    'finer'
    """
    if unit(incoming, settings) != unit(established, settings):
        return "unlike"
    one, two = _bounds(incoming, settings), _bounds(established, settings)
    if one == two:
        return "same"
    if two[0] <= one[0] and one[1] <= two[1]:
        return "finer"
    if one[0] <= two[0] and two[1] <= one[1]:
        return "coarser"
    return "same" if one[0] <= two[1] and two[0] <= one[1] else "apart"


def unit(value: Value, settings: Settings) -> str:
    """A unit as it is compared: the first of its synonyms, in the singular."""
    word = plain(value.unit or "")
    word = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    for line in settings.get("units", ()):
        same = [part.strip() for part in line.split(",")]
        if word in same:
            return same[0]
    return word


def _bounds(value: Value, settings: Settings) -> tuple[int, int]:
    low = value.low if value.low is not None else 0
    high = value.high if value.high is not None else low
    slack = first_int(settings.get("tolerance", ()), 0) * abs(high) // 100
    if value.approximate:
        about = first_int(settings.get("about", ()), 25)
        slack = max(slack, (high - low + 1) if value.kind == "date" else max(1, about * abs(high) // 100))
    return low - slack, high + slack


def first_int(words: Iterable[str], default: int) -> int:
    """The first of some words as a whole number."""
    return next((int(word) for word in words if word.lstrip("-").isdigit()), default)


def shares_line(one: str, two: str, lines: Iterable[str]) -> bool:
    """True when one comma-separated line names both."""
    return any({one, two} <= {part.strip() for part in line.split(",")} for line in lines)


@lru_cache(maxsize=20_000)
def plain(words: str) -> str:
    """Words as they are compared: lower case, small words left out.

    >>> plain("the town Marshal of Red Mesa")
    'town marshal red mesa'
    """
    found = WORD.findall(words.casefold())
    return " ".join(word for word in found if word not in SMALL) or " ".join(found)


def named_lines(lines: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Lines "head: one, two" by their heads."""
    parts = (line.partition(":") for line in lines)
    return {head.strip(): tuple(part.strip() for part in rest.split(",")) for head, _, rest in parts}
