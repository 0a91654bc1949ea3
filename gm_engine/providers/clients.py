"""Ways to an endpoint: the official client, kept between calls so that its connections are, and cut where a call takes too long."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import finalize

from gm_engine.providers.endpoint import Endpoint
from gm_engine.providers.failures import trusted

if TYPE_CHECKING:
    from openai import OpenAI

OPENED = ("connection.connect_tcp.complete", "connection.start_tls.complete", "proxy.start_tls.complete")


class Way:
    """One client and the lines that it has opened. It repeats nothing by itself, and follows nowhere: a story goes to the address
    of the settings alone."""

    def __init__(self, endpoint: Endpoint, key: str) -> None:
        import openai

        longest = max(endpoint.first_word, endpoint.between_words)
        time = openai.Timeout(longest, connect=endpoint.connect)
        hooks: dict[str, list[Any]] = {"request": [self._watched]}
        client = openai.DefaultHttpxClient(verify=trusted(), follow_redirects=False, event_hooks=hooks)
        self._plugs: list[socket.socket] = []
        self._shut = False
        self.client: OpenAI = openai.OpenAI(
            api_key=key, base_url=endpoint.base_url or None, timeout=time, max_retries=0, http_client=client
        )  # fmt: skip

    def cut(self) -> None:
        """Shut all lines, and those that are being opened: whoever listens hears their end."""
        self._shut = True
        for plug in self._plugs:
            with suppress(OSError):
                plug.shutdown(socket.SHUT_RDWR)

    def _watched(self, request: Any) -> None:
        request.extensions["trace"] = self._noted

    def _noted(self, event: str, told: Any) -> None:
        """Notes the line that was opened, in the place of those that are closed."""
        line = told.get("return_value") if event in OPENED else None
        plug = line.get_extra_info("socket") if line is not None else None
        if plug is not None:
            self._plugs = [*(one for one in self._plugs if one.fileno() >= 0), plug]
            if self._shut:
                self.cut()


class Ways:
    """The ways to one endpoint: as many as calls are made at the same time, each lent to one call. They are closed with whoever
    has them, at the latest."""

    def __init__(self, endpoint: Endpoint, key: str) -> None:
        self._endpoint, self._key = endpoint, key
        self._idle: list[Way] = []
        self._lock = Lock()
        finalize(self, _close, self._idle)

    @contextmanager
    def lend(self) -> Iterator[Way]:
        """A way for one call; where it is left by an error, its lines are closed."""
        with self._lock:
            way = self._idle.pop() if self._idle else None
        way = way or Way(self._endpoint, self._key)
        try:
            yield way
        except BaseException:
            way.client.close()
            raise
        with self._lock:
            self._idle.append(way)

    def close(self) -> None:
        """Close what is kept. A later call opens a way anew."""
        with self._lock:
            _close(self._idle)


def _close(ways: list[Way]) -> None:
    while ways:
        ways.pop().client.close()
