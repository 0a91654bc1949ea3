"""What is worked out of a campaign once and read at every turn, however many campaigns are played at the same time."""

from collections.abc import Callable
from hashlib import blake2b
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from gm_engine.story.pack import Pack

Of = TypeVar("Of")
Made = TypeVar("Made")
MOST = 64
"""Of so many a shelf keeps what it made: more campaigns that differ are seldom played by one process."""


class MadeOnce(Generic[Of, Made]):
    """What ``make`` makes of a thing, made once for that very thing while it is among the last that were asked for.

    Things are told apart by which they are, not by what they hold: a pack has thousands of parts, and asking whether two are equal
    would cost more than making.

    >>> counts = MadeOnce[list[int], int](len)
    >>> some = [1, 2, 3]
    >>> counts(some), counts(some)
    (3, 3)
    """

    def __init__(self, make: Callable[[Of], Made], most: int = MOST) -> None:
        self._make, self._most = make, most
        self._kept: dict[int, tuple[Of, Made]] = {}
        self._lock = Lock()

    def __call__(self, of: Of) -> Made:
        """What is made of it."""
        with self._lock:
            kept = self._kept.pop(id(of), None)
            if kept is not None:
                self._kept[id(of)] = kept
                return kept[1]
        made = self._make(of)
        with self._lock:
            self._kept[id(of)] = of, made
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return made


_PACKS: WeakValueDictionary[bytes, Pack] = WeakValueDictionary()


def shared(pack: Pack) -> Pack:
    """The same pack for all campaigns that are played by one with the same content: what is made of it is made once for all of them."""
    return _PACKS.setdefault(blake2b(pack.model_dump_json().encode(), digest_size=32).digest(), pack)
