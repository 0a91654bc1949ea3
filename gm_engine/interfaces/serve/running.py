"""Runs the server: where it listens, who may come in, how it ends."""

import ipaddress
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from gm_engine.errors import GameError
from gm_engine.interfaces.serve.server_limits import Limits

if TYPE_CHECKING:
    from uvicorn import Config

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
    """The token in a file, else in that variable; empty where there is neither. It is never shown."""
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

    logging.getLogger("asyncio").setLevel(logging.ERROR)  # that somebody went away is nothing that anybody need read
    if current_thread() is main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn, when it is done, raises again what stopped it
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def serve(
    *, home: str, host: str, port: int, token_file: Path | None, gm_token_file: Path | None = None, hosts: tuple[str, ...],
    packs: tuple[Path, ...], limits: Limits, footnotes: bool, origins: tuple[str, ...] = (), ready: Callable[[str], None],
) -> None:  # fmt: skip
    """Serve until the process is told to stop; ``ready`` hears the address. Turns that have begun come to their end."""
    try:
        import uvicorn

        from gm_engine.interfaces.serve.app import make_app
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("fastapi", "uvicorn", "starlette"):
            raise
        what = f"the server needs {error.name}, which is not installed."
        raise GameError("gm serve", what, "Install it: pip install 'gm-engine[serve]'", "not-installed") from error
    from gm_engine.authoring import load_pack
    from gm_engine.bootstrap.settings_file import settings
    from gm_engine.interfaces.serve.doors import LOOPBACK, origin_of

    token = admitted(host, token_file)
    named = (*LOOPBACK, host, *hosts) if hosts or is_loopback(host) else ()
    app = make_app(
        settings(home or None),
        limits=limits,
        token=token,
        gm_token=token_of(gm_token_file, "GM_SERVE_GM_TOKEN"),
        hosts=named,
        packs={load_pack(path).id: path for path in packs},
        footnotes=footnotes,
        origins=tuple(map(origin_of, origins)),
    )
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, timeout_keep_alive=20, timeout_graceful_shutdown=limits.grace,
        ws="none", lifespan="on",
    )  # fmt: skip
    with listening(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        ready(f"http://{shown}:{listener.getsockname()[1]}")
        serve_until_told(config, listener)
