"""What the player keeps coming back to: a slow layer over the sessions ("they always ask about horses")."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from heapq import nsmallest

from gm_engine.memory.index_words import stems

SPELL = 25
"""A long session counts anew after so many turns: whoever asks again then has come back to it."""
FEWEST_SPELLS, FEWEST_TIMES = 2, 3
"""A thing is an interest when it was asked about in so many spells of play, and so often."""
KEPT = 512
"""How many words are kept count of; those asked about once, longest ago, go first."""
MOST = 24
ENOUGH = 4
"""Spells after which an interest cannot grow stronger."""
TELLING = 0.15
ASKED = re.compile(r"\b(?:about|after|for|who|whom|whose|what|which|where|when|why|how)\b(.*)", re.IGNORECASE | re.DOTALL)
ASKING = re.compile(r"\b(?:ask|asks|wonder|inquire|enquire|tell me|look for|search)\b|\?", re.IGNORECASE)


@dataclass(frozen=True)
class Asked:
    """How often something was asked about, in how many spells of play, and the last of them."""

    times: int = 0
    spells: int = 0
    last: int = -1


class Interests:
    """A fold over what the player said; never more than ``KEPT`` words are held.

    >>> interests = Interests()
    >>> for session in (1, 1, 2, 3): interests.hear(session, "I ask Oakes about the horses.")
    >>> interests.strengths(lambda stem: 1.0)
    {'hors': 0.75}
    """

    def __init__(self) -> None:
        self._asked: dict[str, Asked] = {}
        self._session = 0
        self._turns = 0
        self._spell = 0

    def hear(self, session: int, said: str) -> None:
        """The player spoke, in that session; silence changes nothing."""
        if not said.strip():
            return
        if session != self._session or self._turns >= SPELL:
            self._session, self._turns, self._spell = session, 0, self._spell + 1
        self._turns += 1
        for stem in asked_about(said):
            old = self._asked.get(stem, Asked())
            self._asked[stem] = Asked(old.times + 1, old.spells + (old.last != self._spell), self._spell)
        if len(self._asked) > KEPT:
            weakest = nsmallest(KEPT // 4, self._asked, key=lambda stem: (self._asked[stem].spells, self._asked[stem].last, stem))
            for stem in weakest:
                del self._asked[stem]

    def strengths(self, telling: Callable[[str], float]) -> dict[str, float]:
        """The stems of what the player always asks about, 0 to 1, the strongest first. ``telling`` is how much a stem tells, 0 to 1."""
        found = {
            stem: min(1.0, asked.spells / ENOUGH) * min(1.0, telling(stem) + 0.5)
            for stem, asked in self._asked.items()
            if asked.spells >= FEWEST_SPELLS and asked.times >= FEWEST_TIMES and telling(stem) >= TELLING
        }
        return dict(nsmallest(MOST, found.items(), key=lambda item: (-item[1], item[0])))

    def __len__(self) -> int:
        return len(self._asked)


def asked_about(said: str) -> tuple[str, ...]:
    """The stems of what the player asks about, each once; empty where nothing is asked.

    >>> asked_about("I ask Amos Deering about the gray mare.")
    ('gray', 'mare')
    >>> asked_about("I walk to the livery.")
    ()
    """
    if not ASKING.search(said):
        return ()
    found = ASKED.search(said)
    return tuple(stems(found.group(1))) if found else ()
