"""A draw from (seed, branch, turn, attempt, stream, n): no generator object anywhere.

Every face can be checked by hand: it is the BLAKE2b-64 of the key's words, joined by ``|``, with the uneven tail
rejected. The same on every machine and every Python.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol, TypeVar

Item = TypeVar("Item")
SPAN = 2**64
RETRIED = frozenset({"words", "plan", "lore"})
"""Streams of which another attempt draws anew."""


class Key(Protocol):
    """What a draw is made from: ``story.roll.DrawKey`` fits."""

    @property
    def seed(self) -> int: ...
    @property
    def branch(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def attempt(self) -> int: ...


def draw(key: Key, stream: str, n: int, sides: int) -> int:
    """A whole number from 1 to ``sides``. ``n`` counts the draws of one stream within a turn.

    Only what is told (``RETRIED``, and what stands behind a slash of these) heeds the attempt: trying again does not buy a better roll.
    """
    if sides < 1:
        raise ValueError(f"a die has at least one side, not {sides}")
    attempt = key.attempt if stream.partition("/")[0] in RETRIED else 0
    limit = SPAN - SPAN % sides
    tries = 0
    while True:
        words = f"{key.seed}|{key.branch}|{key.turn}|{attempt}|{stream}|{n}|{tries}"
        number = int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "big")
        if number < limit:
            return number % sides + 1
        tries += 1


def pick(key: Key, stream: str, n: int, items: Sequence[Item]) -> Item:
    """One of ``items``, each as likely."""
    return items[draw(key, stream, n, len(items)) - 1]


class Draws:
    """Counts the draws of one stream, so that a caller need not.

    >>> from gm_engine.story.roll import DrawKey
    >>> draws = Draws(DrawKey(seed=1, turn=3), "words")
    >>> draws.roll(6) == draw(DrawKey(seed=1, turn=3), "words", 0, 6)
    True
    """

    def __init__(self, key: Key, stream: str, first: int = 0) -> None:
        self.key = key
        self.stream = stream
        self.n = first

    def roll(self, sides: int) -> int:
        """The next whole number from 1 to ``sides``."""
        face = draw(self.key, self.stream, self.n, sides)
        self.n += 1
        return face

    def pick(self, items: Sequence[Item]) -> Item:
        """The next one of ``items``."""
        return items[self.roll(len(items)) - 1]

    def one_in(self, chances: int) -> bool:
        """True once in ``chances``."""
        return self.roll(chances) == 1
