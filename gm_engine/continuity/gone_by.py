"""Time that a sentence puts between itself and another: a year that frames it, a winter after."""

import re
from functools import lru_cache

YEAR = r"(1[0-9]{3}|20[0-9]{2})"
OPENS = re.compile(
    rf"^\W*(?:(?:and|but|so|back|already|then|still) )*(?:in|during|by|of|around) (?:the )?(?:\w+ ){{0,3}}{YEAR}\b", re.IGNORECASE
)
CLOSES = re.compile(rf"\b(?:in|during|by|around) (?:the )?(?:\w+ ){{0,3}}{YEAR}\W*$", re.IGNORECASE)
ANY_YEAR = re.compile(rf"\b{YEAR}\b")
LONG = r"(?:months?|seasons?|springs?|summers?|autumns?|winters?|years?)"
GONE = re.compile(
    rf"\b{LONG} (?:later|on|after|passed?|gone|go by|went by)\b"
    rf"|\bafter (?:an?|the|that|one|two|three|many|some) (?:\w+ )?{LONG}\b"
    rf"|\bby (?:the )?(?:next )?(?:spring|summer|autumn|fall|winter|end of the (?:year|summer|winter|season|month))\b(?! of)"
    rf"|\bthe next (?:spring|summer|autumn|winter|year)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def year_of(words: str) -> int:
    """The year that a sentence opens or closes with, where it is the only one in it; else 0.

    >>> year_of("In 1860 Tam owned the saloon."), year_of("The saloon, built in 1860, is Tam's."), year_of("Tam owned it in 1860.")
    (1860, 0, 1860)
    """
    found = OPENS.search(words) or CLOSES.search(words)
    return int(found[1]) if found and len(ANY_YEAR.findall(words)) == 1 else 0


def in_two_years(one: str, other: str) -> bool:
    """True for two sentences of which each tells of a year, and not of the same."""
    first = year_of(one)
    return bool(first) and year_of(other) not in (0, first)


@lru_cache(maxsize=4096)
def long_gone(words: str) -> bool:
    """True where a sentence says that months or years have gone by: there was time to learn a thing.

    >>> long_gone("By spring she can read."), long_gone("By the spring of the well she reads.")
    (True, False)
    """
    return bool(GONE.search(words))
