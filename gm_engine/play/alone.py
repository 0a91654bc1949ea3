"""One change of a game at a time: threads, and programs that listen to a turn, may come at it from two sides at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from gm_engine.errors import GameError


class Alone:
    """Lets one change at a game, while it is open."""

    def __init__(self) -> None:
        self._lock = Lock()

    def ready(self, name: str, closed: bool) -> None:
        """Raises GameError where the game of that name cannot be changed: it is closed, or in the middle of a change."""
        if closed:
            then = "Open it again: open_campaign(NAME). Inside of `with`, a game is open."
            raise GameError(name, "the game was closed, and nothing more is put on record.", then, slug="game-closed")
        if self._lock.locked():
            raise _busy(name)

    @contextmanager
    def changing(self, name: str, closed: bool) -> Iterator[None]:
        """A change is made, and no other until it is whole. Raises as ``ready`` does."""
        self.ready(name, closed)
        if not self._lock.acquire(blocking=False):
            raise _busy(name)
        try:
            yield
        finally:
            self._lock.release()


def _busy(name: str) -> GameError:
    then = "Wait until it is whole. One game is for one thread at a time, and what hears a turn cannot change the story."
    return GameError(name, "a turn, or another change, is being put on record.", then, slug="game-busy")
