"""Which two sentences a way of contradicting may have something to say of: it is asked of these only.

An opening may let through too much, never too little: a way that learns to read more has its openings widened with it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.sentence import Sentence

Nominate = Callable[[Sentence, Sentence, Ground], Iterator[Candidate]]
Tells = Callable[[Sentence, Ground], object]
KEY = "openings"


@dataclass(frozen=True)
class Opening:
    """What the ``earlier`` and the ``later`` sentence must tell; None where any will do."""

    earlier: Tells | None = None
    later: Tells | None = None


ANY = (Opening(),)
"""For a way that is asked of every pair."""


def both(*tells: Tells) -> tuple[Opening, ...]:
    """Openings of ways that lay the like beside the like: both sentences tell of the same sort."""
    return tuple(Opening(told, told) for told in tells)


def either(tells: Tells, other: Tells | None = None) -> tuple[Opening, ...]:
    """Openings of ways that look at a pair in both orders: one sentence tells this, and the other the ``other``."""
    return Opening(tells, other), Opening(other, tells)


class Dispatch:
    """Tells which ways are to be asked of two sentences, in their order. What a sentence opens is worked out once and kept on it."""

    def __init__(self, ways: Sequence[tuple[Nominate, Sequence[Opening]]]) -> None:
        self._ways = tuple(nominate for nominate, _ in ways)
        self._openings = [(opening, number) for number, (_, openings) in enumerate(ways) for opening in openings]
        self._tells: dict[Tells | None, tuple[int, int]] = {}
        for bit, (opening, _) in enumerate(self._openings):
            for tells, first, second in ((opening.earlier, 1 << bit, 0), (opening.later, 0, 1 << bit)):
                before = self._tells.get(tells, (0, 0))
                self._tells[tells] = (before[0] | first, before[1] | second)
        self._asked = lru_cache(maxsize=4096)(self._of)

    def __call__(self, earlier: Sentence, later: Sentence, ground: Ground) -> tuple[Nominate, ...]:
        """The ways to ask."""
        return self._asked(self._told(earlier, ground)[0] & self._told(later, ground)[1])

    def _told(self, sentence: Sentence, ground: Ground) -> tuple[int, int]:
        """The openings that a sentence fits as the earlier and as the later one, a bit for each."""
        found: tuple[int, int] | None = sentence.kept.get(KEY)
        if found is None:
            first = second = 0
            for tells, (as_earlier, as_later) in self._tells.items():
                if tells is None or tells(sentence, ground):
                    first |= as_earlier
                    second |= as_later
            found = sentence.kept[KEY] = (first, second)
        return found

    def _of(self, fitting: int) -> tuple[Nominate, ...]:
        numbers = {number for bit, (_, number) in enumerate(self._openings) if fitting >> bit & 1}
        return tuple(self._ways[number] for number in sorted(numbers))
