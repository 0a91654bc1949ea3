"""Chats that share a beginning, put together: one story with branches, found by what they have in common."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gm_engine.exchange.formats.brought import Chat

TRUNK = "main"
"""The branch that the main chat is."""
LEAST = 2
"""Messages without a date that two chats must share before they are taken for one story: a greeting alone is that of every chat."""
Way = tuple[int, ...]
"""The points of a story that a chat goes through: two chats go through the same one where all is the same up to there."""


class Limb(NamedTuple):
    """A chat as a branch: it leaves the branch ``of`` after so many messages of the story (``shared``)."""

    name: str
    of: str
    shared: int
    chat: Chat


class Tree(NamedTuple):
    """A story: its main chat, and the branches, each after the one that it leaves."""

    trunk: Chat
    limbs: tuple[Limb, ...] = ()


def trees(chats: Sequence[Chat]) -> tuple[Tree, ...]:
    """The stories that these chats are, in the order of their first chats.

    A chat belongs to the one that it names as its parent, and to each with which it shares more than any two chats do. The main chat
    is the one that names no parent, else the longest.
    """
    ways = _ways(chats)
    return tuple(_tree([chats[at] for at in group], [ways[at] for at in group]) for group in _groups(chats, ways))


def shared(one: Chat, other: Chat) -> int:
    """How many messages of the story two chats have in common, from the first on."""
    return _shared(*_ways((one, other)))


def _ways(chats: Sequence[Chat]) -> list[Way]:
    points: dict[tuple[int, str, str, str, str], int] = {}
    ways = []
    for chat in chats:
        point, way = 0, []
        for message in chat.told:
            line = message.line
            point = points.setdefault((point, line.role, line.speaker, line.text, line.time), len(points) + 1)
            way.append(point)
        ways.append(tuple(way))
    return ways


def _shared(one: Way, other: Way) -> int:
    return bisect_left(range(min(len(one), len(other))), True, key=lambda at: one[at] != other[at])


def _groups(chats: Sequence[Chat], ways: Sequence[Way]) -> list[list[int]]:
    """The places of the chats that belong together."""
    groups: list[list[int]] = []
    for at, chat in enumerate(chats):
        mine = [group for group in groups if any(_akin(chat, chats[other], _shared(ways[at], ways[other])) for other in group)]
        groups = [group for group in groups if group not in mine]
        groups.append(sorted([*(other for group in mine for other in group), at]))
    return sorted(groups)


def _akin(one: Chat, other: Chat, count: int) -> bool:
    if one.parent == other.name != "" or other.parent == one.name != "":
        return True
    return count >= LEAST or (count > 0 and (bool(one.told[0].line.time) or one.parent == other.parent != ""))


def _tree(group: Sequence[Chat], ways: Sequence[Way]) -> Tree:
    names = {chat.name for chat in group}
    trunk = max(
        range(len(group)),
        key=lambda at: (group[at].parent not in names or group[at].parent == group[at].name, not group[at].parent, len(ways[at]), -at),
    )
    placed = [(TRUNK, trunk)]
    limbs: list[Limb] = []
    nearest = {at: (0, False, 0, 0) for at in range(len(group)) if at != trunk}
    while nearest:
        branch, newest = len(placed) - 1, placed[-1][1]
        for at in nearest:
            mine = _shared(ways[at], ways[newest]), group[at].parent == group[newest].name, -branch, -at
            nearest[at] = max(nearest[at], mine) if branch else mine
        at = max(nearest, key=lambda at: nearest[at])
        count, _, branch, _ = nearest.pop(at)
        called = {name for name, _ in placed}
        name = next(name for name in _names(group[at].name) if name not in called)
        limbs.append(Limb(name, placed[-branch][0], count, group[at]))
        placed.append((name, at))
    return Tree(group[trunk], tuple(limbs))


def _names(name: str) -> Iterator[str]:
    """What the branch may be called."""
    name = " ".join("".join(letter for letter in name if letter.isprintable()).split()).lstrip("-").strip() or "branch"
    yield name
    number = 1
    while True:
        number += 1
        yield f"{name} ({number})"
