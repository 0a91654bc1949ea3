"""The gists of what was told, found by whom and what they speak of. However long the story, a sentence is laid beside a few."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log
from typing import Any

from gm_engine.story.gist import Gist
from gm_engine.story.marks import Marks

FIRST, LATEST = 4, 8
"""How many gists are kept for each key: those that told of it first, and the latest."""
FEWEST = 60
"""So many gists are taken to have been heard at least: at the beginning every word is rare."""

Place = tuple[int, int]


class GistBook:
    """A fold over what was heard. A gist that no key leads to any more is let go; how often its words were told is remembered."""

    def __init__(self) -> None:
        self._gists: dict[Place, Gist] = {}
        self._before: dict[Place, Gist] = {}
        self._kept: Counter[Place] = Counter()
        self._by_key: dict[str, list[Place]] = {}
        self._told: Counter[str] = Counter()
        self._in: Counter[str] = Counter()
        self._turns: set[int] = set()
        self._heard = 0
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
        last: Gist | None = None
        for gist in gists:
            self._heard += 1
            self._turns.add(gist.turn)
            self._in.update(gist.lemmas)
            for key in gist.keys(you):
                self._told[key] += 1
                places = self._by_key.setdefault(key, [])
                self._gists[gist.place] = gist
                if last is not None and follows(gist, last):
                    self._before[gist.place] = last
                self._kept[gist.place] += 1
                places.append(gist.place)
                if len(places) > FIRST + LATEST:
                    self._drop(places.pop(FIRST))
            last = gist

    def _drop(self, place: Place) -> None:
        self._kept[place] -= 1
        if not self._kept[place]:
            del self._kept[place], self._gists[place]
            self._before.pop(place, None)

    @property
    def heard(self) -> int:
        """How many sentences were heard in all."""
        return self._heard

    def before(self, gist: Gist) -> Gist | None:
        """The sentence right before one that is kept, where it has a gist."""
        return self._before.get(gist.place)

    def has(self, turn: int) -> bool:
        """True where something of a turn was heard."""
        return turn in self._turns

    def beside(self, gist: Gist, you: str | None, most: int) -> tuple[Gist, ...]:
        """The gists of earlier turns that share a key with this one, as they were told: the ``most`` that share the rarest keys."""
        shared: Counter[Place] = Counter()
        for key in gist.keys(you):
            for called in (key, *self._marks.called(key)):
                for place in self._by_key.get(called, ()):
                    if place[0] < gist.turn and not self._marks.silent(place[0], self._gists[place].span):
                        shared[place] += 1_000_000 // self._told[called]
        nearest = sorted(shared, key=lambda place: (-shared[place], place))[:most]
        return tuple(self._now(self._gists[place]) for place in sorted(nearest))

    def _now(self, gist: Gist) -> Gist:
        """A gist with whoever was merged since under the id that stands for them."""
        if self._marks.gone.keys().isdisjoint(gist.ids):
            return gist
        mentions = tuple(one.changed(id=self._marks.stands_for(one.id)) if one.id in self._marks.gone else one for one in gist.mentions)
        return gist.changed(mentions=mentions)

    def rarity(self, lemma: str) -> float:
        """How much it says that two sentences share a word: 0 for a word of every sentence, the more the fewer have it.

        >>> GistBook().rarity("bell") > 4
        True
        """
        return max(0.0, log((max(self._heard, FEWEST) + 1) / (self._in[lemma] + 1)))

    def written(self) -> dict[str, Any]:
        """The book as plain data."""
        return {
            "gists": _written(self._gists),
            "before": _written(self._before),
            "keys": {key: [list(place) for place in places] for key, places in self._by_key.items()},
            "told": dict(self._told),
            "in": dict(self._in),
            "turns": sorted(self._turns),
            "heard": self._heard,
        }

    @classmethod
    def read(cls, written: dict[str, Any]) -> "GistBook":
        """The book that was written."""
        book = cls()
        for gist in map(Gist.model_validate, written["gists"]):
            book._gists[gist.place] = gist
        for gist in map(Gist.model_validate, written["before"]):
            book._before[gist.turn, gist.n + 1] = book._gists.get(gist.place, gist)
        for key, places in written["keys"].items():
            book._by_key[key] = [(turn, number) for turn, number in places]
            book._kept.update(book._by_key[key])
        book._told, book._in = Counter(written["told"]), Counter(written["in"])
        book._turns, book._heard = set(written["turns"]), written["heard"]
        return book


def follows(gist: Gist, last: Gist) -> bool:
    """True where a sentence stands right after another."""
    return (gist.turn, gist.n - 1) == last.place


def _written(gists: Mapping[Place, Gist]) -> list[dict[str, Any]]:
    return [gists[place].model_dump(mode="json", exclude_defaults=True) for place in sorted(gists)]
