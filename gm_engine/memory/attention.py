"""The table's attention: which words, names and keywords the last turns dwelt on, each fading in its own time."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nlargest

import numpy as np

HEARD = 24
"""How many turns back attention reaches: by then the slowest part of it has faded below what is kept."""
SAID, REPLIED = 1.0, 0.4
"""What a word counts in the player's mouth, and in the GM's."""
FIRST, LAST = 0.7, 1.0
"""What the first and the last word of an utterance count: what matters tends to come last."""
RECENT = 96
"""How many words the short memory holds; what has fallen out of it counts half."""
WORD_FADE, NAME_FADE, KEYWORD_FADE = 0.85, 0.7, 0.9
"""What is left after a turn of a word that has just fallen, of a name, of a keyword."""
MOST_NAMES, MOST_WORDS, MOST_KEYWORDS = 24, 48, 48
LEAST = 0.05
TELLING = 0.25
"""A word that tells less than this, of 1, is never a keyword: it falls in every other turn."""
KEYWORD = 0.5
"""What a keyword counts beside a word that has just fallen."""
CORRECTION = re.compile(
    r"^\W*(?:no|nope|not so|wait|actually|sorry|correction)\b.*\b(?:i|he|she|they|it|that|this|we)\b"
    r"|\b(?:i (?:said|meant|asked for)|that(?:'s| is| was)(?: not|n't)|not what i)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def corrects(said: str) -> bool:
    """Whether the player sets something right.

    >>> corrects("No, I said the gray."), corrects("I say no."), corrects("That's not what I asked for.")
    (True, False, True)
    """
    return bool(CORRECTION.search(said))


@dataclass(frozen=True)
class Heard:
    """One turn as attention hears it: the stems of each half in order, who was named in each, and what the turn weighs (1: as any)."""

    said: tuple[str, ...] = ()
    reply: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    named_in_reply: tuple[str, ...] = ()
    weight: float = 1.0


@dataclass(frozen=True)
class Attention:
    """Strengths from 0 to 1, the strongest first; each table has its cap, so that attention never grows with the story.

    ``names`` are the entities that the talk is about, ``recent`` the words that have just fallen, ``keywords`` the telling
    words that come back over many turns. Words that fall everywhere rise in neither.
    """

    names: Mapping[str, float] = field(default_factory=dict)
    recent: Mapping[str, float] = field(default_factory=dict)
    keywords: Mapping[str, float] = field(default_factory=dict)

    def entity(self, id: str) -> float:
        """How much the talk is about somebody or something."""
        return self.names.get(id, 0.0)

    def words(self) -> dict[str, float]:
        """Every stem that the talk dwells on: what has just fallen, and half of what comes back."""
        found = dict(self.recent)
        for stem, strength in self.keywords.items():
            found[stem] = found.get(stem, 0.0) + KEYWORD * strength
        return _strongest({stem: strength / (1 + KEYWORD) for stem, strength in found.items()}, MOST_WORDS)

    @property
    def size(self) -> int:
        """How many strengths it holds: at most the sum of its three caps."""
        return len(self.names) + len(self.recent) + len(self.keywords)


def attend(turns: Iterable[Heard], telling: Callable[[str], float]) -> Attention:
    """The attention after these turns, the oldest first; only the last ``HEARD`` are looked at.

    ``telling`` is how much a stem tells, 0 to 1: its rarity over the whole story.

    >>> turns = [Heard(said=("gray", "mare")), Heard(said=("saddl",))]
    >>> list(attend(turns, lambda stem: 1.0).words())
    ['saddl', 'mare', 'gray']
    """
    last = list(turns)[-HEARD:]
    names: dict[str, float] = {}
    for turn in last:
        names = {id: strength * NAME_FADE for id, strength in names.items()}
        for id in dict.fromkeys((*turn.named, *turn.named_in_reply)):
            fresh = turn.weight * (SAID if id in turn.named else REPLIED)
            names[id] = min(1.0, names.get(id, 0.0) + fresh)
    # However much a stem tells, what is weaker than this stays below what is kept.
    keywords = {stem: strength for stem, strength in _keywords(last).items() if strength / 2 >= LEAST}
    words = {stem: strength for stem, strength in _recent(last).items() if strength >= LEAST}
    told = {stem: telling(stem) for stem in {**keywords, **words}}
    rising = {stem: min(1.0, strength * told[stem] / 2) for stem, strength in keywords.items() if told[stem] >= TELLING}
    recent = {stem: strength * told[stem] for stem, strength in words.items()}
    return Attention(_strongest(names, MOST_NAMES), _strongest(recent, MOST_WORDS), _strongest(rising, MOST_KEYWORDS))


def _keywords(turns: list[Heard]) -> dict[str, float]:
    """The words of these turns by how often they came and how lately, in the order in which they first fell."""
    places: dict[str, int] = {}
    halves = [
        (turn, share, np.array([places.setdefault(stem, len(places)) for stem in half if len(stem) > 2], dtype=np.intp))
        for turn in turns
        for half, share in ((turn.said, SAID), (turn.reply, REPLIED))
    ]
    strengths = np.zeros(len(places))
    for at, (turn, share, half) in enumerate(halves):
        if at % 2 == 0:
            strengths *= KEYWORD_FADE
        np.add.at(strengths, half, turn.weight * share)
    return dict(zip(places, strengths.tolist(), strict=True))


def _recent(turns: list[Heard]) -> dict[str, float]:
    """The words in the window, each by where it stood and what its turn weighs; those that have left it halve with every window."""
    found: dict[str, float] = {}
    past = 0
    for ago, turn in enumerate(reversed(turns)):
        for half, share in ((turn.reply, REPLIED), (turn.said, SAID)):
            faded = WORD_FADE**ago * 0.5 ** (past // RECENT)
            counts = turn.weight * share
            for stem, place in zip(half, _positions(len(half)), strict=True):
                strength = counts * place
                strength = strength * faded if strength < 1.0 else faded
                if strength > found.get(stem, 0.0):
                    found[stem] = strength
            past += len(half)
    return found


def position(at: int, of: int) -> float:
    """What a word counts by where it stands, the first at 0; one that stands alone counts all.

    >>> position(0, 4), position(3, 4)
    (0.7, 1.0)
    """
    return FIRST + (LAST - FIRST) * at / (of - 1) if of > 1 else LAST


@lru_cache(maxsize=512)
def _positions(of: int) -> tuple[float, ...]:
    return tuple(position(at, of) for at in range(of))


def _strongest(found: Mapping[str, float], most: int) -> dict[str, float]:
    least = max(LEAST, nlargest(most, found.values())[-1]) if found else LEAST
    kept = [(key, strength) for key, strength in found.items() if strength >= least]
    return dict(sorted(kept, key=lambda item: (-item[1], item[0]))[:most])
