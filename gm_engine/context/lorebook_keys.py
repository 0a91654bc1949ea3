"""Keys looked for in what was said: each as its book means it, and where it stood."""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from gm_engine import expressions
from gm_engine.javascript import Pattern, Unreadable, as_it_is, ours, slashed
from gm_engine.story.lorebook import Matching

MARK = "\x01"
"""Stands before each message, so that a pattern can begin with one."""
BETWEEN = "\n" + MARK
PATIENCE = 0.25
"""Seconds of the processor for one pattern."""
UNSPACED = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0xFF66, 0xFF9F), (0x20000, 0x3FFFF))
"""Letters of scripts that put no spaces between words: any place between them may be a word's end."""


class Part(NamedTuple):
    """A piece of what is looked through, and where it stood: see ``Acted``."""

    text: str
    where: str
    turn: int = 0
    via: str = ""


class How(NamedTuple):
    """How a key is looked for."""

    matching: Matching
    case: bool
    whole: bool


class Trouble(Exception):
    """A pattern that cannot be read, or (``slow``) that takes too long."""

    def __init__(self, key: str, *, slow: bool) -> None:
        super().__init__(key)
        self.key, self.slow = key, slow


class Heap:
    """What is looked through for keys: pieces, each behind a mark."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = tuple(parts)

    @cached_property
    def text(self) -> str:
        """All of it."""
        return _joined(part.text for part in self.parts)

    @cached_property
    def small(self) -> str:
        """All of it in small letters."""
        return _joined(part.text.lower() for part in self.parts)

    def part_at(self, place: int, *, case: bool) -> Part:
        """The piece in which a place of the text lies."""
        place -= len(MARK)
        for part in self.parts:
            place -= len(part.text if case else part.text.lower()) + len(BETWEEN)
            if place < 0:
                return part
        return self.parts[-1]


def _joined(texts: Iterable[str]) -> str:
    joined = BETWEEN.join(texts)
    return f"{MARK}{joined}" if joined else ""


def found(key: str, how: How, heap: Heap) -> Part | None:
    """Where a key stands; None where it does not. Raises ``Trouble`` for a pattern that cannot be looked for.

    >>> heap = Heap([Part("He rides home.", "said", 2), Part("The ride was long.", "reply", 1)])
    >>> found("ride", How("keys", False, True), heap).where, found("ride", How("keys", False, False), heap).where
    ('reply', 'said')
    """
    if pattern := _pattern(key, how.matching, how.case):
        return _by_pattern(key, pattern, heap)
    text = heap.text if how.case else heap.small
    if how.matching == "spaceless" and not how.whole:
        return _spaceless(key, how, heap)
    wanted = key if how.matching == "letters" else " ".join(key.split()) if how.matching in ("words", "wildcards") else key.strip()
    wanted = wanted if how.case else wanted.lower()
    if not wanted.strip():
        return None
    if how.matching == "wildcards" and not set("*?").isdisjoint(wanted):
        return _by_pattern(key, _wild(wanted), heap, case=how.case)
    bounded = how.matching in ("words", "wildcards") or (
        how.whole and (how.matching == "spaceless" or (how.matching == "keys" and not any(map(str.isspace, wanted))))
    )
    place = _bounded(wanted, text) if bounded else text.find(wanted)
    return None if place < 0 else heap.part_at(place, case=how.case)


def fault(key: str, matching: Matching = "keys") -> str:
    """Why a key's pattern cannot be read; empty for one that can, and for a key that is no pattern.

    >>> fault("/(/"), fault("storm")
    ('missing ) at position 1', '')
    """
    try:
        if pattern := _pattern(key, matching, False):
            expressions.place_of(pattern.text, "", caseless=pattern.caseless)
    except Trouble as trouble:
        return str(trouble.__cause__)
    except ValueError as error:
        return str(error)
    return ""


@lru_cache(maxsize=4096)
def _pattern(key: str, matching: Matching, case: bool) -> Pattern | None:
    """The pattern that a key is; None for one that is none. Raises ``Trouble`` for one that cannot be read."""
    parts = slashed(key.strip())
    if parts is None and matching == "pattern":
        parts = (key, "" if case else "i")
    if parts is None:
        return None
    try:
        return ours(*parts)
    except Unreadable as error:
        raise Trouble(key, slow=False) from error


def _by_pattern(key: str, pattern: Pattern, heap: Heap, *, case: bool = True) -> Part | None:
    try:
        text = heap.text if case else heap.small
        place = expressions.place_of(pattern.text, text, caseless=pattern.caseless, at_start=pattern.at_start, patience=PATIENCE)
    except TimeoutError as error:
        raise Trouble(key, slow=True) from error
    except ValueError as error:
        raise Trouble(key, slow=False) from error
    return None if place is None or not heap.parts else heap.part_at(place, case=case)


@lru_cache(maxsize=4096)
def _wild(key: str) -> Pattern:
    r"""``*`` for any letters of a word and ``?`` for one."""
    inside = "".join({"*": r"\w*", "?": r"\w"}.get(letter, as_it_is(letter)) for letter in key)
    return Pattern(rf"(?<!\w)(?:{inside})(?!\w)", caseless=False, at_start=False)


def _spaceless(key: str, how: How, heap: Heap) -> Part | None:
    wanted = "".join(key.split()) if how.case else "".join(key.lower().split())
    if not wanted:
        return None
    return next((part for part in heap.parts if wanted in "".join((part.text if how.case else part.text.lower()).split())), None)


def _bounded(wanted: str, text: str) -> int:
    """Where a word stands by itself; -1 where it does not."""
    place = text.find(wanted)
    while place >= 0:
        after = place + len(wanted)
        if not _word(text[place - 1 : place]) and not _word(text[after : after + 1]):
            return place
        place = text.find(wanted, place + 1)
    return -1


def _word(letter: str) -> bool:
    """True for a letter that goes on with a word."""
    if not letter or not (letter.isalnum() or letter == "_"):
        return False
    return not any(first <= ord(letter) <= last for first, last in UNSPACED)
