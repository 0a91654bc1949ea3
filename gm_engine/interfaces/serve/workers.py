"""The workers of a front: each is started, watched, started again when it dies, and ended with the front."""

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import count
from time import monotonic
from typing import Any

import httpx

from gm_engine.errors import GameError
from gm_engine.interfaces.serve.server_limits import Place
from gm_engine.interfaces.serve.worker import STOP, Order, port_of

PATIENCE = 60.0
"""Seconds that a request waits for a worker that is being started again."""
STEADY = 10.0
"""Seconds after which a worker counts as one that works; one that dies before is started again later and later."""
LONGEST_PAUSE = 30.0
LATE = 10.0
"""Seconds that a worker has to end beyond those that its turns have."""
AGAIN = 0.05
"""Seconds between two attempts to reach a worker that does not take a request."""
IDLE = 60.0
"""Seconds after which a connection to a worker is let go."""


class _Asking:
    """Listens to how far a request comes. It is ``begun`` once a worker may be doing what cannot be done twice."""

    def __init__(self, method: str) -> None:
        self.begun, self._changes = False, method not in ("GET", "HEAD")

    async def trace(self, event: str, _: object) -> None:
        """Hear what the line does next."""
        self.begun = self.begun or (self._changes and event.endswith(".send_request_headers.started"))


class Worker:
    """One of them. It is ``up`` while requests can be sent to it."""

    def __init__(self, order: Order, say: Callable[[str], None]) -> None:
        self.order, self.number, self._say = order, order.place.number, say
        self.up = asyncio.Event()
        self.stopping = False
        self._process: Process | None = None
        self._line: httpx.AsyncHTTPTransport | None = None
        self._port = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it, and watch it from now on. Raises what it says where it cannot work."""
        process = await self._begun()
        self._task = asyncio.create_task(self._keep(process))

    async def _begun(self) -> Process:
        """A process that listens."""
        # In a session of its own no Ctrl-C at the terminal reaches it: the front tells it when to end.
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gm_engine.interfaces.serve.worker", str(self.number), stdin=PIPE, stdout=PIPE, start_new_session=True
        )  # fmt: skip
        assert process.stdin
        assert process.stdout
        with suppress(ConnectionError):
            process.stdin.write(self.order.written())
            await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            how = _ending(await process.wait())
            raise GameError("gm serve", f"worker {self.number} {how} before it listened.", "Its screen says why.", "worker-gone")
        try:
            self.connect(port_of(line))
        except GameError:
            await process.wait()
            raise
        return process

    def connect(self, port: int) -> None:
        """From now on requests go to that port."""
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=256, keepalive_expiry=IDLE)
        self._port, self._line = port, httpx.AsyncHTTPTransport(limits=limits)
        self.up.set()

    async def _keep(self, process: Process) -> None:
        """Start it again whenever it ends, until all is to end."""
        for again in count():
            since = monotonic()
            status = await process.wait()
            await self.hang_up()
            if self.stopping:
                return
            self._say(f"Worker {self.number} {_ending(status)} and is started again.")
            pause = 0.0 if monotonic() - since > STEADY else min(LONGEST_PAUSE, 0.25 * again)
            while True:
                await asyncio.sleep(pause)
                try:
                    process = await self._begun()
                    break
                except (GameError, OSError) as error:
                    pause = min(LONGEST_PAUSE, 2 * pause + 1)
                    self._say(f"Worker {self.number} cannot be started: {error}\n  It is tried again in {pause:.0f} seconds.")

    async def hang_up(self) -> None:
        """Requests wait from now on."""
        self.up.clear()
        line, self._line = self._line, None
        if line:
            with suppress(Exception):  # its connections are broken, each in its own way
                await line.aclose()

    async def ask(self, method: str, target: bytes, headers: list[tuple[bytes, bytes]], body: bytes) -> httpx.Response:
        """The beginning of its answer; whoever has enough of it closes it. Raises GameError where it is not there.

        What has not reached a worker, and what only looks something up, is asked of the worker that comes after it.
        """
        end = monotonic() + PATIENCE
        while True:
            try:
                async with asyncio.timeout(end - monotonic()):
                    await self.up.wait()
            except TimeoutError:
                raise gone() from None
            asking = _Asking(method)
            extensions = {"target": target, "timeout": httpx.Timeout(None, connect=PATIENCE).as_dict(), "trace": asking.trace}
            sent = httpx.Request(
                method, f"http://127.0.0.1:{self._port}/", headers=headers, content=body or None, extensions=extensions
            )  # fmt: skip
            try:
                if self._line:
                    return await self._line.handle_async_request(sent)
            except (httpx.TransportError, RuntimeError) as error:
                if asking.begun or monotonic() > end:
                    raise gone() from error
            # Its connections are broken, and that its process has ended is heard in a moment.
            await asyncio.sleep(AGAIN)

    async def stop(self, seconds: float) -> None:
        """Let it come to its end, and kill it where it takes longer."""
        self.stopping = True
        process = self._process
        if process is None or process.returncode is not None:
            return
        if process.stdin:
            with suppress(ConnectionError):
                process.stdin.write(STOP)
                process.stdin.close()
        try:
            async with asyncio.timeout(seconds):
                await process.wait()
        except TimeoutError:
            self.kill()
            await process.wait()

    def kill(self) -> None:
        """End it at once, and watch it no longer."""
        self.stopping = True
        if self._task:
            self._task.cancel()
        if self._process and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()


class Workers:
    """All of them. ``say`` hears what whoever runs the server should know."""

    def __init__(self, order: Order, say: Callable[[str], None]) -> None:
        self.of = order.place.of
        self.grace = order.limits.grace + LATE
        places = [Place(number, self.of) for number in range(1, self.of + 1)]
        self.all = [Worker(replace(order, place=place, limits=order.limits.share(place.number, self.of)), say) for place in places]
        self._turn = 0

    async def start(self) -> None:
        """Start all of them. Raises what one of them says where it cannot work."""
        await asyncio.gather(*(worker.start() for worker in self.all))

    def owner(self, name: str) -> Worker:
        """The worker that plays a campaign."""
        return self.numbered(self.all[0].order.place.owner(name))

    def numbered(self, number: int) -> Worker:
        """The worker of that number."""
        return self.all[number - 1]

    def any(self) -> Worker:
        """One after the other of those that are up."""
        self._turn += 1
        up = [worker for worker in self.all if worker.up.is_set()] or self.all
        return up[self._turn % len(up)]

    async def stop(self, hurried: asyncio.Event) -> None:
        """Let all come to their end; whoever is in a hurry kills them."""
        ending = asyncio.gather(*(worker.stop(self.grace) for worker in self.all))
        hurry = asyncio.create_task(hurried.wait())
        both: set[asyncio.Future[Any]] = {ending, hurry}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        hurry.cancel()
        self.kill()
        await ending

    def kill(self) -> None:
        """End all that are left."""
        for worker in self.all:
            worker.kill()


def gone() -> GameError:
    """What whoever asked a worker that is not there is told."""
    then = "It is started again at once, and what was on record is. Ask again in a moment."
    return GameError("", "the worker that plays this has died.", then, "worker-gone")


def _ending(status: int) -> str:
    """How a process ended, in words."""
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"
