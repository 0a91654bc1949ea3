"""Breaks off a stream that has gone silent, though its line is open: keep-alive comments are no words."""

from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic

LAST = 2.0
"""Seconds in which a stream must end after it has said why it ended, or that it is done."""


class Watch:
    """Waits ``first`` seconds for the first word and ``between`` for each later one; after that it shuts the line, and is ``late``.

    The time for the first word runs from the making of the watch, and so do the ``whole`` seconds that it may last at most (0: no
    matter).
    """

    def __init__(self, first: float, between: float, whole: float = 0.0) -> None:
        self.late = False
        self.too_long = False
        self.heard = False
        self.done = False
        self._between = between
        self._last = monotonic() + whole if whole else float("inf")
        self._until = min(monotonic() + first, self._last)
        self._changed = Condition()
        self._over = False
        self._thread: Thread | None = None

    def over(self, cut: Callable[[], None]) -> "Watch":
        """This watch, over a call, for the length of a ``with`` block: ``cut`` shuts its line."""
        self._thread = Thread(target=self._keep, args=(cut,), daemon=True, name="gm-watch")
        return self

    def last(self) -> None:
        """All is said: only the end of the stream is waited for, and to be late for that is no fault."""
        with self._changed:
            self.done = True
            self._until = min(self._until, monotonic() + LAST)
            self._changed.notify()

    def word(self) -> None:
        """Something was heard."""
        with self._changed:
            self.heard = True
            before, self._until = self._until, min(monotonic() + self._between, self._last)
            if self._until < before:
                self._changed.notify()

    def __enter__(self) -> "Watch":
        if self._thread:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._over = True
            self._changed.notify()
        if self._thread:
            self._thread.join()

    def _keep(self, cut: Callable[[], None]) -> None:
        with self._changed:
            while not self._over:
                left = self._until - monotonic()
                if left <= 0:
                    self.late = not self.done
                    self.too_long = self._until >= self._last
                    cut()
                    return
                self._changed.wait(left)
