"""Breaks off a stream that has gone silent, though its line is open: keep-alive comments are no words."""

import socket
from contextlib import suppress
from threading import Condition, Thread
from time import monotonic
from typing import Any


class Watch:
    """Waits ``first`` seconds for the first word and ``between`` for each later one; after that it shuts the line, and is ``late``.

    The time for the first word runs from the making of the watch, and so do the ``whole`` seconds that it may last at most (0: no
    matter).
    """

    def __init__(self, first: float, between: float, whole: float = 0.0) -> None:
        self.late = False
        self.too_long = False
        self.heard = False
        self._between = between
        self._last = monotonic() + whole if whole else float("inf")
        self._until = min(monotonic() + first, self._last)
        self._changed = Condition()
        self._over = False
        self._thread: Thread | None = None

    def over(self, response: Any) -> "Watch":
        """This watch, over the stream of a response, for the length of a ``with`` block."""
        self._thread = Thread(target=self._keep, args=(response,), daemon=True, name="gm-watch")
        return self

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

    def _keep(self, response: Any) -> None:
        with self._changed:
            while not self._over:
                left = self._until - monotonic()
                if left <= 0:
                    self.late = True
                    self.too_long = self._until >= self._last
                    _shut(response)
                    return
                self._changed.wait(left)


def _shut(response: Any) -> None:
    line = response.extensions.get("network_stream")
    plug = line.get_extra_info("socket") if line is not None else None
    if plug is not None:
        with suppress(OSError):
            plug.shutdown(socket.SHUT_RDWR)
