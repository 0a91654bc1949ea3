"""Other names for the people and places of a pair: what a clash is does not hang on who it is about."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from gm_engine.judging import Passages

CAPITAL = re.compile(r"\b[A-Z][a-z]{2,}\b")
SMALL = re.compile(r"\b[a-z]+\b")
STARTS = re.compile(r"(?:^|[.!?:;\"“”‘*(\n-]\s*)[\"“‘'(*]*([A-Z][a-z]+)")
SAYING = (
    "January February March April May June July August September October November December Monday Tuesday Wednesday Thursday Friday "
    "Saturday Sunday Christmas Easter English French Spanish German Latin North South East West Mister Mrs Miss Doctor"
)
"""Words with a capital that say something by themselves."""
LEAST = 2
"""A word must stand so often with a capital within a sentence to be taken for a name."""


class Names(NamedTuple):
    """The words that are taken for names, each once, in alphabetical order."""

    words: tuple[str, ...]

    def changed(self, passages: Sequence[Passages], drawn: Random) -> list[Passages]:
        """Pairs in which each name is another one, the same for the same in all of them."""
        known = set(self.words)
        there = sorted({word for one in passages for text in _texts(one) for word in CAPITAL.findall(text)} & known)
        new = dict(zip(there, drawn.sample(self.words, len(there)), strict=True))
        return [Passages(*(CAPITAL.sub(lambda found: new.get(found[0], found[0]), text) for text in _texts(one))) for one in passages]


def names(passages: Iterable[Passages]) -> Names:
    """The names of all pairs: words that stand within sentences with a capital, and nowhere without."""
    within: Counter[str] = Counter()
    small: set[str] = set()
    for one in dict.fromkeys(passages):
        for text in _texts(one):
            small.update(SMALL.findall(text))
            starts = {found.start(1) for found in STARTS.finditer(text)}
            within.update(found[0] for found in CAPITAL.finditer(text) if found.start() not in starts)
    often = (word for word, count in within.items() if count >= LEAST)
    saying = SAYING.split()
    return Names(tuple(sorted(word for word in often if word.lower() not in small and word not in saying)))


def _texts(passages: Passages) -> tuple[str, str, str, str]:
    return passages.earlier, passages.later, passages.before_earlier, passages.before_later
