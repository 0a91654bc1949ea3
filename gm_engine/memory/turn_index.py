"""An index over turns in the order in which they were told: which words stand where, and how far from one another."""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gm_engine.memory.index_words import stems

Row = NDArray[np.float64]
"""A value for each turn, in their order."""
Places = NDArray[np.int64]
K1 = 0.9
B = 0.4
MOST_TERMS = 256
"""So many stems of one question are asked for, the rarest."""
APART = 10_000.0
"""Words that are put between two sessions, so that nothing reaches from one into the other."""


@lru_cache(maxsize=8192)
def _rarity(frequency: int, of: int) -> float:
    return log(1 + (of - frequency + 0.5) / (frequency + 0.5)) if frequency else 0.0


@lru_cache(maxsize=8192)
def _telling(frequency: int, of: int) -> float:
    return min(1.0, _rarity(frequency, of) / log(1.5 + of))


class TurnIndex:
    """Turns by number. One that is told in its order, or told again while it is the last, costs what it holds.

    >>> index = TurnIndex()
    >>> index.put(1, Counter(["harp", "tucson"]), words=5)
    >>> index.put(2, Counter(["harp"]), words=3)
    >>> index.bm25({"tucson": 1}).round(2).tolist()
    [0.65, 0.0]
    """

    def __init__(self) -> None:
        self._numbers, self._sessions, self._voices, self._words, self._lengths, self._marks = (array("q") for _ in range(6))
        self._terms: dict[int, Counter[str]] = {}
        self._speakers: dict[str, int] = {}
        self._postings: dict[str, tuple[array[int], array[int]]] = {}
        self._length = 0
        self._middles: Row | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What is kept of it: all but what is reckoned anew."""
        return {**vars(self), "_middles": None}

    def put(self, number: int, terms: Counter[str], *, session: int = 1, speaker: str = "", words: int = 0, marks: int = 0) -> None:
        """Takes a turn in, in place of what was told of it before: its stems, how many words it has, and bits that mark it."""
        at = self._place(number)
        if number in self._terms:
            self._forget_terms(number)
        else:
            for column in (self._numbers, self._sessions, self._voices, self._words, self._lengths, self._marks):
                column.insert(at, 0)
        voice = self._speakers.setdefault(speaker, len(self._speakers))
        self._numbers[at], self._sessions[at], self._voices[at] = number, session, voice
        self._words[at], self._lengths[at], self._marks[at] = words, terms.total(), marks
        self._terms[number] = terms
        self._length += terms.total()
        for term, times in terms.items():
            numbers, counts = self._postings.setdefault(term, (array("q"), array("q")))
            place = len(numbers) if not numbers or numbers[-1] < number else bisect_left(numbers, number)
            numbers.insert(place, number)
            counts.insert(place, times)
        self._middles = None

    def _place(self, number: int) -> int:
        last = self._numbers[-1] if self._numbers else -1
        return len(self._numbers) if number > last else bisect_left(self._numbers, number)

    def _forget_terms(self, number: int) -> None:
        for term in self._terms[number]:
            numbers, counts = self._postings[term]
            at = bisect_left(numbers, number)
            del numbers[at], counts[at]
            if not numbers:
                del self._postings[term]
        self._length -= self._terms[number].total()

    def __len__(self) -> int:
        return len(self._numbers)

    def terms(self, number: int) -> Counter[str]:
        """The stems of one turn."""
        return self._terms.get(number, Counter())

    def rarity(self, term: str) -> float:
        """How much a stem tells: the inverse document frequency, 0 for one that nobody has used."""
        held = self._postings.get(term)
        return _rarity(len(held[0]), len(self._numbers)) if held else 0.0

    def telling(self, term: str) -> float:
        """How much a stem tells, 0 (it falls in every turn, or in none) to 1 (it fell once)."""
        held = self._postings.get(term)
        return _telling(len(held[0]), len(self._numbers)) if held else 0.0

    @property
    def numbers(self) -> Places:
        """The turns' numbers, in order."""
        return np.array(self._numbers, dtype=np.int64)

    @property
    def sessions(self) -> Places:
        """The session of each turn."""
        return np.array(self._sessions, dtype=np.int64)

    @property
    def speakers(self) -> tuple[str, ...]:
        """Everybody who ever spoke by name."""
        return tuple(self._speakers)

    def spoken_by(self, named: Collection[str]) -> Row:
        """1 for each turn whose speaker's name shares a stem with ``named``."""
        fitting = [voice for speaker, voice in self._speakers.items() if any(term in named for term in stems(speaker))]
        return np.isin(np.array(self._voices, dtype=np.int64), fitting).astype(np.float64)

    def marked(self, bit: int) -> Row:
        """1 for each turn that bears this mark."""
        return ((np.array(self._marks, dtype=np.int64) & bit) > 0).astype(np.float64)

    def asked(self, terms: Mapping[str, int]) -> dict[str, int]:
        """The stems of a question that somebody has used: the rarest of them, where there are very many."""
        known = [term for term in terms if term in self._postings]
        if len(known) > MOST_TERMS:
            known = sorted(known, key=lambda term: (len(self._postings[term][0]), term))[:MOST_TERMS]
        return {term: terms[term] for term in known}

    def holding(self, term: str) -> tuple[Places, Row]:
        """Where the turns that hold a stem stand in the order, and how often each holds it."""
        numbers, counts = self._postings.get(term, (array("q"), array("q")))
        return np.searchsorted(self.numbers, np.array(numbers, dtype=np.int64)), np.array(counts, dtype=np.float64)

    def bm25(self, terms: Mapping[str, int]) -> Row:
        """How well each turn answers ``terms`` by its own words."""
        found = np.zeros(len(self._numbers))
        mean = self._length / len(self._numbers) if self._length else 1.0
        norms = K1 * (1 - B + B * np.array(self._lengths, dtype=np.float64) / mean)
        for term, times in self.asked(terms).items():
            at, counts = self.holding(term)
            found[at] += self.rarity(term) * times * (K1 + 1) * counts / (counts + norms[at])
        return found

    def most(self, terms: Mapping[str, int]) -> float:
        """What a turn has that holds each of ``terms`` once, and is neither long nor short."""
        return sum(self.rarity(term) * times for term, times in self.asked(terms).items())

    def around(self, values: Row, reach: float) -> Row:
        """Each turn's value with those of the turns around it, in its session, fading to nothing at ``reach`` words away.

        >>> index = TurnIndex()
        >>> for number in range(1, 5):
        ...     index.put(number, Counter(), words=10)
        >>> index.around(np.array([0.0, 1.0, 0.0, 0.0]), 20).tolist()
        [0.5, 1.0, 0.5, 0.0]
        """
        middles = self.middles
        total = np.cumsum(values)
        area = np.concatenate([[0.0], np.cumsum(total[:-1] * np.diff(middles))])

        def until(places: Row) -> Row:
            beyond = np.maximum(0.0, places - middles[-1]) * total[-1]
            within: Row = np.interp(places, middles, area)
            return np.where(places < middles[0], 0.0, within + beyond)

        summed: Row = np.maximum(0.0, (until(middles + reach) - 2 * area + until(middles - reach)) / reach)
        return summed

    def beside(self, values: Row) -> Row:
        """For each turn, the higher value of the turns just before and after it in its session."""
        same = np.diff(self.sessions) == 0
        found = np.zeros(len(values))
        found[1:] = np.where(same, values[:-1], 0.0)
        found[:-1] = np.maximum(found[:-1], np.where(same, values[1:], 0.0))
        return found

    @property
    def middles(self) -> Row:
        """Where the middle of each turn lies, in words from the beginning of all that was told; sessions are far apart."""
        if self._middles is None:
            words = np.array(self._words, dtype=np.float64)
            begun = np.cumsum(np.concatenate([[0], np.diff(self.sessions) != 0]))
            self._middles = np.cumsum(words) - words / 2 + APART * begun
        return self._middles
