"""One process plays a campaign at a time. The lock dies with its process: a stale one never blocks."""

import os
import sys
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from types import TracebackType

from sqlalchemy import text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from gm_engine.errors import CampaignBusy
from gm_engine.storage.database import Database
from gm_engine.unfinished import runs

FAMILY = 1870
"""Tells our locks from those of other programs on the same server."""
MAKING = 1871
"""Tells the lock under which tables are made."""
FRESH = 60
"""Seconds within which an empty lock file may be one that is just being taken."""
SWEPT = 1.0
"""Seconds within which whoever sweeps up the lock of a process that is gone has let go of it again."""
PAUSE = 0.01
THEN = "Close the other one first. Reports may be read meanwhile."


class CampaignLock:
    """Held from the making until ``release``. Raises ``CampaignBusy`` where another process holds it."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self._file: int | None = self._open(name)
        _sweep(path)

    def _open(self, name: str) -> int:
        waited = 0.0
        while True:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                if self._hold(file, name, last=waited >= SWEPT):
                    return file
            except BaseException:
                os.close(file)
                raise
            os.close(file)
            time.sleep(PAUSE)
            waited += PAUSE

    def _hold(self, file: int, name: str, *, last: bool) -> bool:
        """True when the lock is ours; False where it must be tried again: the file went meanwhile, or the process whose number it bears
        is gone, and somebody who opens another campaign is about to remove it."""
        if not _take(file):
            holder = os.read(file, 40).decode("ascii", "replace").strip()
            if holder.isdecimal() and not runs(int(holder)) and not last:
                return False
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

    def confirm(self) -> None:
        """It is held for as long as the process lives."""

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


def _sweep(ours: Path) -> None:
    """Remove the lock files that killed processes have left beside ours: of a campaign that never began, nobody would."""
    with suppress(OSError):
        for left in ours.parent.glob(f"{ours.name.rpartition('.')[0].rpartition('.')[0]}.*.lock"):
            if left != ours and not _is_held(left, ours):
                file = os.open(left, os.O_RDWR)
                try:
                    if _take(file):  # whoever takes it in this very moment keeps it
                        left.unlink(missing_ok=True)
                finally:
                    os.close(file)


def _is_held(lock: Path, ours: Path) -> bool:
    """Whether somebody may hold it: its process runs, or has only just made the file and not yet written its number into it."""
    try:
        holder = lock.read_text(encoding="ascii").strip()
        return runs(int(holder)) if holder else ours.stat().st_mtime - lock.stat().st_mtime < FRESH
    except (OSError, ValueError):
        return True


class ServerLocks:
    """The same on a database server, for all campaigns that one store holds: they share a connection, and locks go with it.

    Where the connection is lost, what was held is taken anew before the next change is written. What somebody else has taken
    meanwhile stays theirs.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None
        self._held: set[int] = set()
        self._lost: set[int] = set()
        self._one = Lock()

    def hold(self, name: str) -> "ServerLock":
        """A lock on a campaign. Raises ``CampaignBusy`` where somebody holds it, here or elsewhere."""
        number = number_of(name)
        with self._one, self._database.told():
            if number in self._held:
                raise CampaignBusy(name, "this campaign is open already", THEN)
            self._steady()
            if not self._take(number):
                self._rest()
                raise CampaignBusy(name, "somebody else is playing this campaign", THEN)
            self._held.add(number)
        return ServerLock(self, name)

    def confirm(self, name: str) -> None:
        """Raise where a lock has gone to somebody else."""
        with self._one, self._database.told():
            self._steady()
            if number_of(name) in self._lost:
                raise CampaignBusy(name, "the database server was away, and somebody else plays this campaign now", THEN)

    def release(self, name: str) -> None:
        """Let go; a server that does not answer has let go already."""
        number = number_of(name)
        with self._one:
            lost = number in self._lost
            self._held.discard(number)
            self._lost.discard(number)
            if self._connection is not None and not lost:
                try:
                    self._connection.execute(text("SELECT pg_advisory_unlock(:family, :number)"), {"family": FAMILY, "number": number})
                except SQLAlchemyError:
                    self._drop()
            self._rest()

    def _steady(self) -> None:
        """A connection that answers, and holds all that is to be held."""
        if self._connection is not None:
            try:
                self._connection.execute(text("SELECT 1"))
                return
            except SQLAlchemyError:
                self._drop()
        self._connection = self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._lost |= {number for number in sorted(self._held - self._lost) if not self._take(number)}

    def _take(self, number: int) -> bool:
        assert self._connection is not None
        query = text("SELECT pg_try_advisory_lock(:family, :number)")
        return bool(self._connection.execute(query, {"family": FAMILY, "number": number}).scalar_one())

    def _drop(self) -> None:
        """End the connection, and every lock with it."""
        if self._connection is not None:
            gone, self._connection = self._connection, None
            with suppress(SQLAlchemyError):
                gone.invalidate()
                gone.close()

    def _rest(self) -> None:
        """Give the connection back where nothing is held any more."""
        if self._connection is not None and not self._held:
            self._connection.close()
            self._connection = None


class ServerLock:
    """A campaign that a store holds on a database server."""

    def __init__(self, locks: ServerLocks, name: str) -> None:
        self._locks: ServerLocks | None = locks
        self._name = name

    def confirm(self) -> None:
        """Raise where it has gone to somebody else."""
        if self._locks is not None:
            self._locks.confirm(self._name)

    def release(self) -> None:
        """Let go. Doing it twice does nothing."""
        if self._locks is not None:
            locks, self._locks = self._locks, None
            locks.release(self._name)

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

    def confirm(self) -> None:
        """It is held until it is let go."""

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
