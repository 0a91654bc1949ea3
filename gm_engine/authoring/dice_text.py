"""Dice as written: which expressions can be rolled."""

import re

DICE = re.compile(
    r"\s*[+-]?\s*(?:\d{0,3}d(?:\d{1,4}|%)(?:k[hl]\d{1,2})?|\d{1,4})(?:\s*[+-]\s*(?:\d{0,3}d(?:\d{1,4}|%)(?:k[hl]\d{1,2})?|\d{1,4}))*\s*",
    re.ASCII,
)
SIDES = re.compile(r"d(\d+)")


def is_dice(text: str) -> bool:
    """True for ``2d6``, ``d%``, ``4d6kh3``, ``1d8+2``; false for words, and for dice without sides.

    >>> is_dice("2d6"), is_dice("d%"), is_dice("4d6kh3 + 1"), is_dice("d0"), is_dice("three dice")
    (True, True, True, False, False)
    """
    return "d" in text and DICE.fullmatch(text) is not None and all(int(sides) > 0 for sides in SIDES.findall(text))
