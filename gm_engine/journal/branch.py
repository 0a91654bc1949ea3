"""Branches are pointers into a tree of entries. A *lane* is a run of entries with no fork inside."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

MAIN = "main"


class BranchPoint(NamedTuple):
    """A branch: where it left another (``at`` is an entry's number, ``turn`` the last turn they share), and its ``head`` now.

    ``label`` is what its dice are drawn with: it changes only where the branch was made with ``reseed``.
    """

    name: str
    forked_from: str | None = None
    at: int = 0
    turn: int = 0
    head: int = 0
    label: str = ""
    reseed: bool = False


class Lane(NamedTuple):
    """``after`` is the entry that the lane's first one follows (0: none), in lane ``parent``; ``tip`` is its last entry."""

    number: int
    parent: int = 0
    after: int = 0
    tip: int = 0


class Stretch(NamedTuple):
    """The entries of one lane up to and with ``upto``."""

    lane: int
    upto: int


def way_to(lane: int, number: int, lanes: Mapping[int, Lane]) -> tuple[Stretch, ...]:
    """The stretches that lead from the root to an entry.

    >>> way_to(2, 9, {1: Lane(1, tip=7), 2: Lane(2, parent=1, after=4, tip=9)})
    (Stretch(lane=1, upto=4), Stretch(lane=2, upto=9))
    """
    way = []
    while lane:
        way.append(Stretch(lane, number))
        lane, number = lanes[lane].parent, lanes[lane].after
    return tuple(reversed(way))


def shared_upto(one: Iterable[Stretch], other: Iterable[Stretch]) -> int:
    """The number of the last entry that two ways share; 0 where they share none.

    >>> shared_upto([Stretch(1, 7)], [Stretch(1, 4), Stretch(2, 9)]), shared_upto([Stretch(1, 4)], [Stretch(3, 4)])
    (4, 0)
    """
    number = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine.lane != theirs.lane:
            break
        number = min(mine.upto, theirs.upto)
        if mine.upto != theirs.upto:
            break
    return number
