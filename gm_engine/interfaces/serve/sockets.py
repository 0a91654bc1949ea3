"""Connections that wait for nobody for long: one on which no whole request comes in is closed."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


def patient(seconds: float) -> type[H11Protocol]:
    """A protocol for uvicorn that closes a connection where the head of a request is not whole so many seconds after it was begun, or
    after the connection was made. A body that does not come on is the matter of ``Doors``, an idle connection between two requests
    uvicorn's own."""

    class Patient(H11Protocol):
        _late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._done()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE:
                self._done()
            elif self._late is None and self.conn.trailing_data[0]:
                self._wait()

        def _wait(self) -> None:
            self._late = self.loop.call_later(seconds, self._give_up)

        def _done(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

        def _give_up(self) -> None:
            self._late = None
            if self.conn.their_state is h11.IDLE:
                self.transport.close()

    return Patient
