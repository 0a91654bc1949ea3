"""One process plays a campaign at a time. The lock dies with its process: a stale one never blocks."""

import os
import sys
from hashlib import blake2b
from pathlib import Path
from types import TracebackType

from sqlalchemy import text
from sqlalchemy.engine import Connection

from gm_engine.errors import CampaignBusy
from gm_engine.storage.database import Database

FAMILY = 1870
"""Tells our locks from those of other programs on the same server."""
THEN = "Close the other one first. Reports may be read meanwhile."


class CampaignLock:
    """Held from the making until ``release``. Raises ``CampaignBusy`` where another process holds it."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self._file: int | None = self._open(name)

    def _open(self, name: str) -> int:
        while True:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                if self._hold(file, name):
                    return file
            except BaseException:
                os.close(file)
                raise
            os.close(file)

    def _hold(self, file: int, name: str) -> bool:
        """True when the lock is ours; False where it must be tried again."""
        if not _take(file):
            holder = os.read(file, 40).decode("ascii", "replace").strip()
            who = f"process {holder}" if holder else "another process"
            raise CampaignBusy(name, f"{who} is playing this campaign", THEN)
        if not self._is_still_there(file):
            return False
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())
        return True

    def _is_still_there(self, file: int) -> bool:
        """False where the holder before us removed the file between our opening and our locking of it."""
        try:
            return os.path.samestat(os.fstat(file), os.stat(self.path))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let go. Doing it twice does nothing."""
        if self._file is not None:
            if os.name == "posix":
                self.path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = None

    def __enter__(self) -> "CampaignLock":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()


class ServerLock:
    """The same on a database server, which lets go when the connection ends."""

    def __init__(self, database: Database, name: str) -> None:
        self._connection: Connection | None = None
        connection = database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if not connection.execute(
            text("SELECT pg_try_advisory_lock(:family, :number)"), {"family": FAMILY, "number": number_of(name)}
        ).scalar_one():
            connection.close()
            raise CampaignBusy(name, "somebody else is playing this campaign", THEN)
        self._connection = connection

    def release(self) -> None:
        """Let go. Doing it twice does nothing."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def __enter__(self) -> "ServerLock":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()


class TableLock:
    """The same in a database in memory, which is nobody else's: ``held`` are the names that are in hand."""

    def __init__(self, held: set[str], name: str) -> None:
        if name in held:
            raise CampaignBusy(name, "this campaign is open already", THEN)
        held.add(name)
        self._held, self._name = held, name

    def release(self) -> None:
        """Let go. Doing it twice does nothing."""
        self._held.discard(self._name)

    def __enter__(self) -> "TableLock":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()


def number_of(name: str) -> int:
    """A name as a number of 31 bits, which fits a server's lock and a file's name.

    >>> number_of("first_ride") == number_of("first_ride"), number_of("first_ride") == number_of("first_ride-2")
    (True, False)
    """
    return int.from_bytes(blake2b(name.encode(), digest_size=4).digest(), "big") >> 1


if sys.platform != "win32":
    import fcntl

    def _take(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

else:
    import msvcrt

    def _take(file: int) -> bool:
        os.lseek(file, 100, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True
