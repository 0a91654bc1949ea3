"""An inverted index with BM25: documents are added one by one, and a question touches only the postings of its words."""

from collections import Counter
from collections.abc import Mapping
from math import log

K1 = 0.9
B = 0.4
MOST_POSTINGS = 40_000
"""How many postings one question may touch: the rarest words are asked first, so only the least telling are passed over."""


class Lexicon:
    """Texts by id. A text may be put again under its id, or taken out.

    >>> lexicon = Lexicon()
    >>> lexicon.put("t1", Counter(["marshal", "hand"]))
    >>> lexicon.put("t2", Counter(["horse"]))
    >>> list(lexicon.scores({"hand": 1}))
    ['t1']
    """

    def __init__(self) -> None:
        self._documents: dict[str, Counter[str]] = {}
        self._postings: dict[str, dict[str, int]] = {}
        self._lengths: dict[str, int] = {}
        self._length = 0

    def put(self, id: str, terms: Counter[str]) -> None:
        """Takes a text in, in place of an older one of the same id."""
        if id in self._documents:
            self.drop(id)
        self._documents[id] = terms
        self._lengths[id] = terms.total()
        self._length += self._lengths[id]
        for term, times in terms.items():
            self._postings.setdefault(term, {})[id] = times

    def drop(self, id: str) -> None:
        """Takes a text out, if it is there."""
        for term in self._documents.pop(id, Counter()):
            del self._postings[term][id]
            if not self._postings[term]:
                del self._postings[term]
        self._length -= self._lengths.pop(id, 0)

    def __len__(self) -> int:
        return len(self._documents)

    def __contains__(self, id: object) -> bool:
        return id in self._documents

    def terms(self, id: str) -> Counter[str]:
        """The stems of one text."""
        return self._documents.get(id, Counter())

    def rarity(self, term: str) -> float:
        """How much a stem tells: the inverse document frequency, 0 for one that nobody has used."""
        frequency = len(self._postings.get(term, ()))
        return log(1 + (len(self._documents) - frequency + 0.5) / (frequency + 0.5)) if frequency else 0.0

    def scores(self, terms: Mapping[str, int]) -> dict[str, float]:
        """BM25 of every text that shares a stem with ``terms`` (stem: how often it is asked for)."""
        if not self._documents:
            return {}
        mean = self._length / len(self._documents) or 1.0
        found: dict[str, float] = {}
        touched = 0
        for term in sorted((term for term in terms if term in self._postings), key=lambda term: (len(self._postings[term]), term)):
            postings = self._postings[term]
            touched += len(postings)
            if touched > MOST_POSTINGS:
                break
            weight = self.rarity(term) * terms[term]
            for id, times in postings.items():
                norm = K1 * (1 - B + B * self._lengths[id] / mean)
                found[id] = found.get(id, 0.0) + weight * times * (K1 + 1) / (times + norm)
        return found

    def best(self, terms: Mapping[str, int], most: int) -> list[tuple[str, float]]:
        """The ``most`` best texts with their scores, best first, ties by id."""
        return sorted(self.scores(terms).items(), key=lambda hit: (-hit[1], hit[0]))[:most]
