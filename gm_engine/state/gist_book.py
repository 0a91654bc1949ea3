"""The gists of what was told, and which of them lie nearest to a new one: those that share the rarest words and names."""

from collections.abc import Iterable, Mapping
from math import log
from typing import Any

from gm_engine.story.gist import Gist
from gm_engine.story.marks import Marks

FEWEST = 60
"""So many gists are taken to have been heard at least: at the beginning every word is rare."""
BEFORE = 0.4
"""How much of what the sentence before shares counts, for the one that stands after it."""
LOOKED_AT = 4000
"""So many earlier sentences are looked at for a new one, those that share its rarest keys first: however long the story, a turn
takes the same time."""

Place = tuple[int, int]


class GistBook:
    """A fold over what was heard."""

    def __init__(self) -> None:
        self._gists: dict[Place, Gist] = {}
        self._spans: dict[tuple[int, tuple[int, int]], Place] = {}
        self._by_key: dict[str, list[Place]] = {}
        self._turns: set[int] = set()
        self._marks = Marks()

    def mark(self, marks: Marks) -> None:
        """Takes in what all edits by hand come to: a sentence that was forgotten or put right is laid beside nothing more."""
        self._marks = marks

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GistBook) and self.written() == other.written()

    def __len__(self) -> int:
        return len(self._gists)

    def hear(self, gists: Iterable[Gist], you: str | None) -> None:
        """Takes in gists, in their order. ``you`` is the id of the player's character, who is no key."""
        for gist in gists:
            if gist.place in self._gists:
                continue
            self._gists[gist.place] = gist
            self._spans[gist.turn, gist.span] = gist.place
            self._turns.add(gist.turn)
            for key in gist.keys(you):
                self._by_key.setdefault(key, []).append(gist.place)

    def at(self, turn: int, span: tuple[int, int]) -> Gist | None:
        """The gist of a sentence by its place in a turn's text."""
        place = self._spans.get((turn, span))
        return self._gists[place] if place else None

    def before(self, gist: Gist) -> Gist | None:
        """The sentence right before one, where it has a gist."""
        return self._gists.get((gist.turn, gist.n - 1))

    def has(self, turn: int) -> bool:
        """True where something of a turn was heard."""
        return turn in self._turns

    def beside(self, gist: Gist, you: str | None, most: int, before: Gist | None = None, least: int = 0) -> tuple[Gist, ...]:
        """The ``most`` gists of earlier turns that are nearest to this one, as they were told: that share the rarest keys with it. What
        the sentence before it shares counts for less, and so does what stands before theirs. All that they share comes to ``least`` or
        more.
        """
        shared = self._shared(gist.keys(you), gist.turn)
        if before is not None:
            shared = _sum(shared, self._shared(before.keys(you), gist.turn))
        after = {(turn, n + 1): weight for (turn, n), weight in shared.items() if (turn, n + 1) in self._gists}
        shared = _sum(shared, after)
        near = [place for place in shared if round(shared[place], 6) >= least]
        nearest = sorted(near, key=lambda place: (-round(shared[place], 6), place))
        heard = (place for place in nearest if not self._marks.silent(place[0], self._gists[place].span))
        chosen = [place for _, place in zip(range(most), heard, strict=False)]
        return tuple(self._now(self._gists[place]) for place in sorted(chosen))

    def _shared(self, keys: Iterable[str], turn: int) -> dict[Place, float]:
        """How much each earlier gist shares of these keys: the sum of their rarity, the rarest keys first."""
        found: dict[Place, float] = {}
        names = {name for key in keys for name in (key, *self._marks.called(key))}
        called = sorted(names, key=lambda name: (len(self._by_key.get(name, ())), name))
        left = LOOKED_AT
        for key in called:
            weight = self.rarity(key)
            for place in self._by_key.get(key, ())[-left:]:
                if place[0] < turn and weight:
                    found[place] = found.get(place, 0.0) + weight
            left -= len(self._by_key.get(key, ()))
            if left <= 0:
                break
        return found

    def _now(self, gist: Gist) -> Gist:
        """A gist with whoever was merged since under the id that stands for them."""
        if self._marks.gone.keys().isdisjoint(gist.ids):
            return gist
        return gist.changed(ids=tuple(dict.fromkeys(map(self._marks.stands_for, gist.ids))))

    def rarity(self, key: str) -> float:
        """How much it says that two sentences share a word or a name: 0 for one of every sentence, the more the fewer have it.

        >>> GistBook().rarity("bell") > 4
        True
        """
        return max(0.0, log((max(len(self._gists), FEWEST) + 1) / (len(self._by_key.get(key, ())) + 1)))

    def written(self) -> dict[str, Any]:
        """The book as plain data."""
        return {
            "gists": [gist.model_dump(mode="json", exclude_defaults=True) for gist in self._gists.values()],
            "keys": {key: [list(place) for place in places] for key, places in self._by_key.items()},
        }

    @classmethod
    def read(cls, written: dict[str, Any]) -> "GistBook":
        """The book that was written."""
        book = cls()
        for gist in map(Gist.model_validate, written["gists"]):
            book._gists[gist.place] = gist
            book._spans[gist.turn, gist.span] = gist.place
            book._turns.add(gist.turn)
        for key, places in written["keys"].items():
            book._by_key[key] = [(turn, number) for turn, number in places]
        return book


def follows(gist: Gist, last: Gist) -> bool:
    """True where a sentence stands right after another."""
    return (gist.turn, gist.n - 1) == last.place


def _sum(shared: Mapping[Place, float], beside: Mapping[Place, float]) -> dict[Place, float]:
    """What gists share, with what stands beside them counted at ``BEFORE``."""
    return {place: shared.get(place, 0.0) + BEFORE * beside.get(place, 0.0) for place in shared.keys() | beside.keys()}
