"""Dice as written: which expressions can be rolled."""

import re

DICE = re.compile(
    r"\s*[+-]?\s*(?:\d{0,3}d(?:\d{1,4}|%)(?:k[hl]\d{1,2})?|\d{1,4})(?:\s*[+-]\s*(?:\d{0,3}d(?:\d{1,4}|%)(?:k[hl]\d{1,2})?|\d{1,4}))*\s*",
    re.ASCII,
)
DIE = re.compile(r"(\d*)d(\d+|%)(?:k[hl](\d+))?", re.ASCII)
SIDES = re.compile(r"d(\d+)")


def is_dice(text: str) -> bool:
    """True for ``2d6``, ``d%``, ``4d6kh3``, ``1d8+2``; false for words, and for dice without sides.

    >>> is_dice("2d6"), is_dice("d%"), is_dice("4d6kh3 + 1"), is_dice("d0"), is_dice("three dice")
    (True, True, True, False, False)
    """
    return "d" in text and DICE.fullmatch(text) is not None and all(int(sides) > 0 for sides in SIDES.findall(text))


def dice_totals(text: str) -> int:
    """How many totals dice can come to: 11 for ``2d6``; 0 for what cannot be rolled.

    >>> dice_totals("2d6"), dice_totals("d%"), dice_totals("4d6kh3"), dice_totals("1d8+2"), dice_totals("four")
    (11, 100, 16, 8, 0)
    """
    if not is_dice(text):
        return 0
    spread = 0
    for count, sides, kept in DIE.findall(text.lower()):
        spread += int(kept or count or 1) * (100 if sides == "%" else int(sides)) - int(kept or count or 1)
    return spread + 1
