"""How many states of a story's memory are kept apart: each place of a story may be told as a scene of its own for each, up to a number."""

from collections.abc import Hashable
from math import fsum
from typing import Any, Generic, NamedTuple, TypeVar

MOST_SCENES = 1_000
"""Scenes that a story unfolds to; each of its places has a few besides."""
FEW = 4
"""Scenes that each place may have however many there are."""
MOST_COUNTS = 25
"""Scenes of one place that differ in nothing but numbers."""
MOST_COMPARED = 60
"""States among which the nearest is looked for, the last that were found."""
TOO_MANY = "It is come to in more states of what the story counts than are kept apart; from there on the nearest one is told."
NUMBERS = frozenset({"int", "float", "visits"})
Seen = tuple[tuple[str, str, Any], ...]
"""Names, each with the kind of its value and the value, in the order of the names."""
Place = TypeVar("Place", bound=Hashable)


class Kept(NamedTuple):
    """The id of the scene for a state, and whether it is the state's own."""

    id: str
    exact: bool


class KeptStates(Generic[Place]):
    """The scenes of each place, by the states in which it is come to. ``tired``: each place has one at most from now on."""

    def __init__(self) -> None:
        self.of: dict[Place, dict[Seen, str]] = {}
        self.alike: dict[tuple[Place, Seen], list[tuple[Seen, str]]] = {}
        self.count = 0
        self.tired = False

    def find(self, place: Place, seen: Seen) -> Kept | None:
        """The scene for a state: its own, or the nearest where there is no room for another; None where it may have one."""
        there = self.of.get(place, {})
        if seen in there:
            return Kept(there[seen], True)
        alike = self.alike.get((place, _words(seen)), [])
        room = not there if self.tired else self.count < MOST_SCENES or len(there) < FEW
        if room and len(alike) < MOST_COUNTS:
            return None
        near = alike or list(there.items())[-MOST_COMPARED:]
        return Kept(min((_apart(one, seen), id) for one, id in near)[1], False)

    def first(self, place: Place) -> str:
        """The first scene of a place; empty where it has none."""
        return next(iter(self.of.get(place, {}).values()), "")

    def put(self, place: Place, seen: Seen, id: str) -> None:
        """Keeps a scene for a state."""
        self.of.setdefault(place, {})[seen] = id
        self.alike.setdefault((place, _words(seen)), []).append((seen, id))
        self.count += 1

    @property
    def full(self) -> bool:
        """True where no place gets another scene but its first few."""
        return self.tired or self.count >= MOST_SCENES


def _words(seen: Seen) -> Seen:
    """What of a state is no number."""
    return tuple(one for one in seen if one[1] not in NUMBERS)


def _apart(one: Seen, other: Seen) -> tuple[int, float]:
    """How far two states are from each other: in how many values that are no numbers, and how far in those that are. What is not there is
    a number that is 0."""
    words, others = {name: (kind, value) for name, kind, value in one}, {name: (kind, value) for name, kind, value in other}
    unlike, apart = 0, []
    for name in words.keys() | others.keys():
        (kind, value), (other_kind, another) = words.get(name, ("int", 0)), others.get(name, ("int", 0))
        if kind in NUMBERS and other_kind in NUMBERS:
            apart.append(min(abs(value - another), 1000))
        elif (kind, value) != (other_kind, another):
            unlike += 1
    return unlike, fsum(apart)  # the same in any order
