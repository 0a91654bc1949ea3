"""A worker: a process that plays its share of the campaigns, for the front that started it and for nobody else.

``python -m gm_engine.interfaces.serve.worker NUMBER`` (the number is for whoever looks at the list of processes) reads its ``Order`` as a
line of standard input, and says on a line of standard output at which port it listens, or why it cannot. The line ``stop`` lets what was
begun come to its end. Where standard input ends without a word, the front is gone, and the worker goes too.
"""

import json
import os
import signal
import socket
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from gm_engine.errors import GameError
from gm_engine.interfaces.serve.libraries import installed, quiet
from gm_engine.interfaces.serve.server_limits import Limits, Place

if TYPE_CHECKING:
    from uvicorn import Config, Server

STOP = b"stop\n"
LONGEST_HEAD = 128 * 1024
"""Bytes of a request's head: more than the front takes, which adds to it."""
KEPT = 3600
"""Seconds that a worker keeps a connection on which nothing comes: the front lets go of it long before."""
GONE = 70
"""What a worker ends with when its front is gone."""


@dataclass(frozen=True)
class Order:
    """What a worker is to do. ``word`` is how it knows the front."""

    home: str
    packs: tuple[str, ...]
    limits: Limits
    footnotes: bool
    place: Place
    word: str

    def written(self) -> bytes:
        """It as a line."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> "Order":
        """It as it was before."""
        found = json.loads(line)
        return cls(**{**found, "limits": Limits(**found["limits"]), "place": Place(**found["place"])})


def report(error: GameError) -> bytes:
    """Why a worker cannot work, as its line."""
    return json.dumps({"error": [error.where, error.what, error.then, error.slug]}).encode() + b"\n"


def port_of(line: bytes) -> int:
    """The port at which a worker says that it listens. Raises what it says otherwise."""
    told: dict[str, Any] = json.loads(line)
    if "error" in told:
        raise GameError(*told["error"])
    return int(told["port"])


def _made(order: Order) -> "Config":
    """The worker's server. Raises GameError where it cannot be."""
    with installed():
        import uvicorn

        from gm_engine.interfaces.serve.app import make_rooms
    from gm_engine.authoring import load_pack
    from gm_engine.bootstrap.settings_file import settings
    from gm_engine.interfaces.serve.doors import BackDoor
    from gm_engine.interfaces.serve.house import House

    packs = {load_pack(Path(path)).id: Path(path) for path in order.packs}
    house = House(settings(order.home or None), order.limits, packs, order.place)
    database = house.store.database
    if database.is_sqlite and database.path is None:
        then = "Write them to a file or to a server, or serve them with one worker."
        raise GameError("--workers", "campaigns in memory cannot be shared by several.", then, "bad-option")
    return uvicorn.Config(
        BackDoor(make_rooms(house, footnotes=order.footnotes), order.word), log_level="warning", access_log=False, server_header=False,
        date_header=False, proxy_headers=False, timeout_keep_alive=KEPT, timeout_graceful_shutdown=order.limits.grace, ws="none",
        lifespan="on", http="h11", h11_max_incomplete_event_size=LONGEST_HEAD,
    )  # fmt: skip


def _obey(server: "Server") -> None:
    """Wait for the front's word, or for its end."""
    said = b""
    while (more := os.read(0, 64)) and STOP not in said:
        said += more
        server.should_exit = server.should_exit or STOP in said
    if STOP not in said:
        os._exit(GONE)


def main() -> int:
    """Work until told to stop; 1 where it cannot."""
    import uvicorn

    order = Order.read(sys.stdin.buffer.readline())
    out = os.dup(1)
    os.dup2(2, 1)  # whatever else is printed is no answer to the front
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        try:
            config = _made(order)
            listener.bind(("127.0.0.1", 0))
            listener.listen(1024)
        except GameError as error:
            os.write(out, report(error))
            return 1
        server = uvicorn.Server(config)
        Thread(target=_obey, args=(server,), daemon=True).start()
        quiet()
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        os.write(out, json.dumps({"port": listener.getsockname()[1]}).encode() + b"\n")
        os.close(out)
        server.run(sockets=[listener])
    return 0


if __name__ == "__main__":
    sys.exit(main())
