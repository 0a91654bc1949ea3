"""Runs the server: where it listens, who may come in, how it ends."""

import asyncio
import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Literal

from gm_engine.errors import GameError
from gm_engine.interfaces.serve.libraries import installed, quiet
from gm_engine.interfaces.serve.server_limits import Limits, Place

if TYPE_CHECKING:
    from uvicorn import Config

    from gm_engine.interfaces.serve.workers import Workers

SHORTEST_TOKEN = 16


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0"), is_loopback("::1")
    (True, True, False, True)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def token_of(file: Path | None, variable: str = "GM_SERVE_TOKEN") -> str:
    """The token in a file, else in that variable; empty where there is neither. It is never shown. Raises GameError for a file that
    cannot be read, and for what is too short or holds other signs than a token may."""
    if file is None:
        where, token = variable, os.environ.get(variable, "").strip()
        if not token:
            return ""
    else:
        where = str(file)
        try:
            token = file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise GameError(where, "the token cannot be read.", "Name a file with the token in its only line.", "bad-token") from error
    if len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable() or " " in token:
        what = f"this is no token: it has fewer than {SHORTEST_TOKEN} letters and digits, or others."
        raise GameError(where, what, "Make one: python -c 'import secrets; print(secrets.token_urlsafe(32))'", "bad-token")
    return token


def admitted(host: str, token_file: Path | None) -> str:
    """The token that requests must bring; empty where there is none. Raises GameError where the network could ask without one."""
    token = token_of(token_file)
    if not is_loopback(host) and not token:
        then = "Write one into a file and name it: --token-file FILE. Whoever has it may play, read and pay with your key."
        raise GameError(host, "the network could play here, and there is no token.", then, "no-token")
    return token


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises GameError where it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(256)
    except (OSError, OverflowError) as error:
        listener.close()
        what = f"it cannot listen there: {getattr(error, 'strerror', None) or error}."
        raise GameError(f"{host}:{port}", what, "Name another port: --port 0 takes a free one.", "cannot-listen") from error
    return listener


def serve_until_told(config: "Config", listener: socket.socket) -> None:
    """Serve there until Ctrl-C or SIGTERM; whoever stops a server on purpose gets no error for it."""
    import uvicorn

    quiet()
    if current_thread() is main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn, when it is done, raises again what stopped it
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def serve(
    *, home: str, host: str, port: int, token_file: Path | None, gm_token_file: Path | None = None, hosts: tuple[str, ...],
    packs: tuple[Path, ...], limits: Limits, footnotes: bool, origins: tuple[str, ...] = (), workers: int = 1,
    ready: Callable[[str], None], say: Callable[[str], None],
) -> None:  # fmt: skip
    """Serve until the process is told to stop; ``ready`` hears the address, ``say`` what happens to workers. Turns that have begun come to
    their end. With several ``workers`` each of them is a process that plays a share of the campaigns, and this one is in front of them.
    Raises GameError where it cannot listen there, or the network could ask without a token, or what it needs is not installed."""
    with installed():
        import uvicorn

        from gm_engine.interfaces.serve.sockets import patient
    from gm_engine.interfaces.serve.doors import LOOPBACK, Doors, origin_of

    token, gm_token = admitted(host, token_file), token_of(gm_token_file, "GM_SERVE_GM_TOKEN")
    named = (*LOOPBACK, host, *hosts) if hosts or is_loopback(host) else ()
    allowed = tuple(map(origin_of, origins))

    def config(app: Doors, lifespan: Literal["on", "off"]) -> "Config":
        return uvicorn.Config(
            app, log_level="warning", access_log=False, server_header=False, timeout_keep_alive=20, timeout_graceful_shutdown=limits.grace,
            ws="none", lifespan=lifespan, http=patient(limits.patience),
        )  # fmt: skip

    def address(listener: socket.socket) -> str:
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{listener.getsockname()[1]}"

    if workers == 1:
        with installed():
            from gm_engine.interfaces.serve.app import make_app
        from gm_engine.authoring import load_pack
        from gm_engine.bootstrap.settings_file import settings

        known = {load_pack(path).id: path for path in packs}
        doors = make_app(
            settings(home or None), limits=limits, token=token, gm_token=gm_token, hosts=named, packs=known, footnotes=footnotes,
            origins=allowed,
        )  # fmt: skip
        with listening(host, port) as listener:
            ready(address(listener))
            serve_until_told(config(doors, "on"), listener)
        return

    with installed():
        from gm_engine.interfaces.serve.forwarding import Front
        from gm_engine.interfaces.serve.worker import Order
        from gm_engine.interfaces.serve.workers import Workers
    for option, most in (("--turns", limits.turns), ("--tables", limits.tables)):
        if workers > most:
            then = f"Let there be fewer workers, or {option} {workers} or more."
            raise GameError("--workers", f"{workers} workers share {option} {most}: one of them would have none.", then, "bad-option")
    word = token_hex(32)
    order = Order(home, tuple(str(path.absolute()) for path in packs), limits, footnotes, Place(1, workers), word)

    async def front(listener: socket.socket) -> None:
        there = Workers(order, say)
        doors = Doors(Front(there, word), limits, token=token, gm_token=gm_token, hosts=named, origins=allowed)
        await serve_in_front(config(doors, "off"), listener, there, lambda: ready(address(listener)))

    quiet()
    with listening(host, port) as listener:
        asyncio.run(front(listener))


async def serve_in_front(config: "Config", listener: socket.socket, workers: "Workers", ready: Callable[[], None]) -> None:
    """Serve there, in front of workers, until Ctrl-C or SIGTERM; said again, it ends them at once. None of them is left behind."""
    import uvicorn

    server, loop = uvicorn.Server(config), asyncio.get_running_loop()

    def heard() -> asyncio.Event:
        event = asyncio.Event()
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, lambda *_: loop.call_soon_threadsafe(event.set))
        return event

    try:
        told = heard()
        starting, stopped = asyncio.create_task(workers.start()), asyncio.create_task(told.wait())
        await asyncio.wait({starting, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if not starting.done():
            starting.cancel()
            return
        await starting
        ready()
        await server.serve(sockets=[listener])  # when it is done, it raises again what stopped it: that is heard above
        hurried = heard()
        if server.force_exit:
            hurried.set()
        await workers.stop(hurried)
    finally:
        workers.kill()
