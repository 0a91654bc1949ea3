"""Breaks off a stream that has gone silent, though its line is open: keep-alive comments are no words."""

import socket
from contextlib import suppress
from threading import Condition, Thread
from time import monotonic
from typing import Any


class Watch:
    """Waits ``first`` seconds for the first word and ``between`` for each later one; after that it shuts the line, and is ``late``.

    The time for the first word runs from the making of the watch.
    """

    def __init__(self, first: float, between: float) -> None:
        self.late = False
        self.heard = False
        self._between = between
        self._until = monotonic() + first
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
            before, self._until = self._until, monotonic() + self._between
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
                    _shut(response)
                    return
                self._changed.wait(left)


def _shut(response: Any) -> None:
    line = response.extensions.get("network_stream")
    plug = line.get_extra_info("socket") if line is not None else None
    if plug is not None:
        with suppress(OSError):
            plug.shutdown(socket.SHUT_RDWR)
