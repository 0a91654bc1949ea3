"""An inverted index with BM25 in flat arrays: texts are put in one by one, and a question touches only the postings of its words."""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from heapq import nsmallest
from math import log
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

K1 = 0.9
B = 0.4
MOST_READ = 4096
"""How many texts' stems are kept as they were read, since the same are looked at again and again."""
MOST_POSTINGS = 40_000
"""How many postings one question may touch: the rarest words are asked first, so only the least telling are passed over."""

Key = TypeVar("Key", int, str)
Scores = npt.NDArray[np.float64]


class Lexicon(Generic[Key]):
    """Texts by id. A text may be put again under its id, or taken out.

    >>> lexicon = Lexicon[str]()
    >>> lexicon.put("t1", Counter(["marshal", "hand"]))
    >>> lexicon.put("t2", Counter(["horse"]))
    >>> list(lexicon.scores({"hand": 1}))
    ['t1']
    """

    def __init__(self) -> None:
        self._ids: list[Key] = []
        self._slot: dict[Key, int] = {}
        self._free: list[int] = []
        self._lengths = array("i")
        self._length = 0
        # What a text holds: the numbers of its stems, each followed by how often it stands there.
        self._held: list[array[int]] = []
        self._words: list[str] = []
        self._number: dict[str, int] = {}
        self._unused: list[int] = []
        # What holds a stem: slots in order, and how often in each.
        self._where: list[array[int]] = []
        self._times: list[array[int]] = []
        self._norms: Scores | None = None
        self._read: dict[Key, Counter[str]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """What is kept of it: all but what is reckoned anew."""
        return {**vars(self), "_norms": None, "_read": {}}

    def put(self, id: Key, terms: Mapping[str, int]) -> None:
        """Takes a text in, in place of an older one of the same id."""
        self._read.pop(id, None)
        slot = self._slot.get(id)
        if slot is None:
            slot = self._new_slot(id)
        held = array("i")
        for term, times in terms.items():
            held.append(self._number_of(term))
            held.append(times)
        old = _pairs(self._held[slot])
        for number, times in _pairs(held).items():
            if old.pop(number, 0) != times:
                self._post(number, slot, times)
        for number in old:
            self._unpost(number, slot)
        self._held[slot] = held
        self._measure(slot, sum(held[1::2]))

    def drop(self, id: Key) -> None:
        """Takes a text out, if it is there."""
        self._read.pop(id, None)
        slot = self._slot.pop(id, None)
        if slot is None:
            return
        for number in self._held[slot][::2]:
            self._unpost(number, slot)
        self._held[slot] = array("i")
        self._measure(slot, 0)
        self._free.append(slot)

    def _new_slot(self, id: Key) -> int:
        if self._free:
            slot = self._free.pop()
            self._ids[slot] = id
        else:
            slot = len(self._ids)
            self._ids.append(id)
            self._lengths.append(0)
            self._held.append(array("i"))
        self._slot[id] = slot
        return slot

    def _number_of(self, term: str) -> int:
        number = self._number.get(term)
        if number is None and self._unused:
            number = self._number[term] = self._unused.pop()
            self._words[number] = term
        elif number is None:
            number = self._number[term] = len(self._words)
            self._words.append(term)
            self._where.append(array("i"))
            self._times.append(array("i"))
        return number

    def _post(self, number: int, slot: int, times: int) -> None:
        where = self._where[number]
        at = len(where) if not where or where[-1] < slot else bisect_left(where, slot)
        if at < len(where) and where[at] == slot:
            self._times[number][at] = times
        else:
            where.insert(at, slot)
            self._times[number].insert(at, times)

    def _unpost(self, number: int, slot: int) -> None:
        at = bisect_left(self._where[number], slot)
        del self._where[number][at], self._times[number][at]
        if not self._where[number]:
            # A word that was taken out is not kept either.
            del self._number[self._words[number]]
            self._words[number] = ""
            self._unused.append(number)

    def _measure(self, slot: int, length: int) -> None:
        self._length += length - self._lengths[slot]
        self._lengths[slot] = length
        self._norms = None

    def __len__(self) -> int:
        return len(self._slot)

    def __contains__(self, id: object) -> bool:
        return id in self._slot

    def terms(self, id: Key) -> Counter[str]:
        """The stems of one text. Shared: not to be changed."""
        if id not in self._read:
            slot = self._slot.get(id)
            held = self._held[slot] if slot is not None else array("i")
            if len(self._read) >= MOST_READ:
                self._read.clear()
            self._read[id] = Counter(dict(zip(map(self._words.__getitem__, held[::2]), held[1::2], strict=True)))
        return self._read[id]

    def _frequency(self, term: str) -> int:
        number = self._number.get(term)
        return 0 if number is None else len(self._where[number])

    def rarity(self, term: str) -> float:
        """How much a stem tells: the inverse document frequency, 0 for one that nobody has used."""
        frequency = self._frequency(term)
        return log(1 + (len(self._slot) - frequency + 0.5) / (frequency + 0.5)) if frequency else 0.0

    def scores(self, terms: Mapping[str, int]) -> dict[Key, float]:
        """BM25 of every text that shares a stem with ``terms`` (stem: how often it is asked for)."""
        totals = self._totals(terms)
        slots = np.flatnonzero(totals)
        return dict(zip((self._ids[slot] for slot in slots.tolist()), totals[slots].tolist(), strict=True))

    def best(self, terms: Mapping[str, int], most: int) -> list[tuple[Key, float]]:
        """The ``most`` best texts with their scores, best first, ties by id."""
        totals = self._totals(terms)
        slots = np.flatnonzero(totals)
        if len(slots) > most > 0:
            least = np.partition(totals[slots], -most)[-most]
            above = [(self._ids[slot], float(totals[slot])) for slot in np.flatnonzero(totals > least).tolist()]
            level = nsmallest(most - len(above), (self._ids[slot] for slot in np.flatnonzero(totals == least).tolist()))
            hits = above + [(id, float(least)) for id in level]
        else:
            hits = [(self._ids[slot], float(totals[slot])) for slot in slots.tolist()]
        return sorted(hits, key=lambda hit: (-hit[1], hit[0]))[:most]

    def _totals(self, terms: Mapping[str, int]) -> Scores:
        """The score of every slot: 0 where nothing is shared."""
        totals = np.zeros(len(self._ids))
        touched = 0
        for frequency, term in sorted((self._frequency(term), term) for term in terms):
            touched += frequency
            if touched > MOST_POSTINGS:
                break
            if frequency:
                number = self._number[term]
                where, times = _view(self._where[number]), _view(self._times[number])
                totals[where] += self.rarity(term) * terms[term] * times * (K1 + 1) / (times + self._length_norms()[where])
        return totals

    def _length_norms(self) -> Scores:
        """What a slot's length takes from its scores; reckoned anew only after a change."""
        if self._norms is None:
            mean = self._length / max(1, len(self._slot)) or 1.0
            self._norms = np.asarray(K1 * (1 - B + B * _view(self._lengths) / mean), dtype=np.float64)
        return self._norms


def _view(numbers: "array[int]") -> npt.NDArray[np.intc]:
    """The numbers for reckoning, where they lie: nothing is copied. To be let go of before the next change."""
    return np.frombuffer(numbers, dtype=np.intc)


def _pairs(held: "array[int]") -> dict[int, int]:
    return dict(zip(held[::2], held[1::2], strict=True))
