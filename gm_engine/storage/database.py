"""One database: how it is opened, how it is written to, and what its errors mean to a person."""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.pool import NullPool, StaticPool
from sqlmodel import create_engine, text

from gm_engine.errors import CampaignBusy, JournalError
from gm_engine.storage.packing import Unpackable
from gm_engine.unfinished import unfinished

FILE = "campaigns.db"
"""The database's name in a home."""
BESIDE = ("", "-wal", "-shm")
"""The endings of the files that SQLite keeps a database in."""
WAIT = 10
"""Seconds to wait for another program that is writing to the same file, for a server's answer, for a free connection to it."""
STEP = 2
"""Milliseconds after which a writer tries again whether the file is free."""
CONNECTIONS = 8
"""Connections to a server that are kept open; as many more are opened for a moment. One is held while campaigns are, the others are
taken for a statement or a transaction only."""
ALIVE: Mapping[str, Mapping[str, Any]] = {
    driver: {"connect_timeout": WAIT, "application_name": "gm_engine", "keepalives_idle": 30} for driver in ("psycopg", "psycopg2")
}
"""How drivers are told to find out, in reasonable time, that a server has gone."""
SERVER = "the database server"
"""Where something of a server's went wrong. Its address is nobody's business who asks over the network."""

READ_ONLY = "To play, name a folder that you may write to with GM_HOME, or change who may write there."


class Database:
    """A SQLite file, or another database by its URL. ``readonly`` opens a file that is to be read only."""

    def __init__(self, where: str | Path, *, readonly: bool = False) -> None:
        self.url = _url_of(where)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        file = self.url.database if self.is_sqlite else None
        self.path = Path(file) if file and file != ":memory:" else None
        self.where = str(self.path or ("the database in memory" if self.is_sqlite else SERVER))
        self.readonly = readonly or (self.path is not None and _is_closed_to_us(self.path))
        if self.path is not None and not self.readonly and not self.path.exists() and repaired(self.path).is_file():
            with self.told():
                put_in_place(self.path)  # whoever repaired it was stopped between the two steps
        self.engine = self._engine()
        # Writers of one process wait in a line here: SQLite lets whoever happens to try in the right moment in, and some for ever out.
        self._writer = RLock() if self.is_sqlite else nullcontext()

    def _engine(self) -> Engine:
        if not self.is_sqlite:
            return self._server()
        if self.path is None:
            engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        elif self.readonly:
            address = self._address_to_read(self.path)
            engine = create_engine("sqlite://", poolclass=NullPool, creator=lambda: sqlite3.connect(address, uri=True, timeout=WAIT))
        else:
            with self.told():
                _make_private(self.path)
            engine = create_engine(self.url, pool_size=2, connect_args={"timeout": WAIT, "check_same_thread": False})
        event.listen(engine, "connect", self._prepare)
        event.listen(engine, "begin", _begin)
        return engine

    def _server(self) -> Engine:
        told = dict(ALIVE.get(self.url.get_driver_name(), {}))
        try:
            return create_engine(
                self.url, pool_pre_ping=True, pool_size=CONNECTIONS, max_overflow=CONNECTIONS, pool_timeout=WAIT, connect_args=told
            )
        except ImportError as error:
            driver = error.name if isinstance(error, ModuleNotFoundError) and error.name else self.url.get_driver_name()
            then = "Install it: pip install 'gm-engine[postgresql]'" if driver == "psycopg" else f"Install it: pip install {driver}"
            raise JournalError(self.where, f'the driver "{driver}" is not installed', then, "bad-address") from error

    def _address_to_read(self, path: Path) -> str:
        """A file in a folder that may not be written can be read where no program is in the middle of writing to it."""
        if not path.exists():
            raise JournalError(str(path), "there is no such file", "Name the database that a campaign was saved in.", "no-journal")
        unfinished = path.with_name(path.name + "-wal")
        still = not os.access(path.parent, os.W_OK) and not (unfinished.exists() and unfinished.stat().st_size)
        return f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if still else ''}"

    def _prepare(self, raw: Any, _record: Any) -> None:
        raw.isolation_level = None
        cursor = raw.cursor()
        try:
            cursor.execute("PRAGMA foreign_keys=ON")
            if not self.readonly:
                # FULL: a turn that was shown as done is on the disk, whatever happens to the power.
                for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
                    cursor.execute(f"PRAGMA {pragma}")
        finally:
            cursor.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for reading."""
        with self.told(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in a transaction, which is written whole at the end or not at all."""
        self.must_be_writable()
        with self._writer, self.told(), self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

    def must_be_writable(self) -> None:
        """Raise where this is open for reading only."""
        if self.readonly:
            raise JournalError(self.where, "this is open for reading only", READ_ONLY, "read-only")

    def erase_traces(self) -> None:
        """Write the file anew and cut the log to nothing, so that deleted words are in neither, in no gap of any page.

        Raises ``CampaignBusy`` where somebody is reading in this very moment: then it is done when the database is closed next.
        """
        if self.is_sqlite and self.path is not None and not self.readonly:
            with self._writer, self.told(), self.engine.connect().execution_options(bare=True) as connection:
                connection.execute(text("VACUUM"))
                busy = connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)")).all()[0][0]
            if busy:
                what = "the words are taken out, and another program is still reading what was there before"
                raise CampaignBusy(self.where, what, "Close it and say gm redact again: then no trace is left in the file.")

    def check(self) -> None:
        """Raise where SQLite finds its own file damaged: a lost page may hold nothing that is read every day."""
        if self.is_sqlite:
            with self.reading() as connection:
                found = connection.execute(text("PRAGMA quick_check(1)")).scalar_one()
            if found != "ok":
                raise _meaning(self.where, f"malformed: {' '.join(str(found).split())}")

    def copy(self, to: Path) -> None:
        """Write a copy of all of it, as it is at this moment, to a file that is not there yet."""
        if self.path is None:
            raise JournalError(self.where, "only a SQLite file can be copied here", "Use the server's own tools (pg_dump).", "no-backup")
        if to.exists():
            raise JournalError(str(to), "this file is there already", "Name one that is not, or move it away.", "file-exists")
        draft = unfinished(to)
        try:
            with self.told(), self.engine.connect().execution_options(bare=True) as connection:
                connection.execute(text("VACUUM INTO :to"), {"to": str(draft)})
            with self.told():
                draft.rename(to)
        finally:
            draft.unlink(missing_ok=True)

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    @contextmanager
    def told(self) -> Iterator[None]:
        """Errors of the database and of the disk, told as a person can mend them."""
        try:
            yield
        except NoneFree as error:
            raise JournalError(self.where, BUSY.what, BUSY.then, BUSY.slug) from error
        except DBAPIError as error:
            if not self.is_sqlite:
                raise _meaning_of_server(error) from error
            raise _meaning(self.where, str(error.orig).partition("\n")[0]) from error
        except IndexError as error:
            # psycopg sends many rows in one go; where the server goes away meanwhile, it looks for an answer that is not there.
            if self.is_sqlite or not _raised_in(error, "psycopg"):
                raise
            raise JournalError(SERVER, SERVERS[0].what, SERVERS[0].then, SERVERS[0].slug) from error
        except (UnicodeDecodeError, Unpackable) as error:
            raise _meaning(self.where, f"malformed: {error}") from error
        except OSError as error:
            raise _meaning(self.where, error.strerror or str(error)) from error


def _raised_in(error: BaseException, library: str) -> bool:
    """Whether a library's own code raised it."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return at is not None and str(at.tb_frame.f_globals.get("__name__")).partition(".")[0] == library


def repaired(path: Path) -> Path:
    """Where what was saved of a damaged file lies, whole, until it is put in its place."""
    return path.with_name(f"{path.name}.repaired")


def put_in_place(path: Path) -> Path:
    """Put what was saved of a damaged file in its place; where the damaged one lies now. If this is stopped, the next opening ends it."""
    numbers = [int(end) for one in path.parent.glob(f"{path.name}.damaged*") if (end := one.name.rpartition(".damaged")[2]).isdigit()]
    aside = path.with_name(f"{path.name}.damaged{max(numbers, default=0) + path.exists()}")
    for end in BESIDE:
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
    repaired(path).rename(path)
    return aside


def _make_private(path: Path) -> None:
    """Make a file that is not there yet, and its folder, for nobody but us. SQLite gives its other files the rights of this one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)


def _is_closed_to_us(path: Path) -> bool:
    """True where a database is there and we may not write to it, or not beside it."""
    return path.is_file() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def _begin(connection: Connection) -> None:
    """Writers say so at once: two that begin as readers could not both go on."""
    options = connection.get_execution_options()
    if options.get("writes"):
        _begin_to_write(connection)
    elif not options.get("bare"):
        connection.exec_driver_sql("BEGIN")


def _begin_to_write(connection: Connection) -> None:
    """Wait for other processes that write in short steps: SQLite's own steps grow up to 100 ms, a turn is written in 15."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    raw.execute(f"PRAGMA busy_timeout={STEP}")
    try:
        for _ in range(int(WAIT * 1000) // STEP):
            try:
                raw.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    break
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    finally:
        raw.execute(f"PRAGMA busy_timeout={int(WAIT * 1000)}")


def _url_of(where: str | Path) -> URL:
    if isinstance(where, Path) or "://" not in where:
        path = Path(where)
        is_folder = path.is_dir() or not (path.suffix or path.exists())
        return URL.create("sqlite", database=str(path / FILE if is_folder else path))
    try:
        url = make_url(where)
        url.get_dialect()
        kept = url.get_backend_name() in ("sqlite", "postgresql")
    except (ArgumentError, NoSuchModuleError):
        kept = False
    if not kept:
        # The rest of the address is not repeated: it may hold a password.
        told = where.partition("://")[0]
        raise JournalError("", f'"{told}://…" is no address of a database', "Write sqlite:///FILE or postgresql://…", "bad-address")
    return url


class Meaning(NamedTuple):
    """What some of a database's messages come to, and what to do about it."""

    signs: tuple[str, ...]
    slug: str
    what: str
    then: str


MEANINGS = (
    Meaning(
        ("disk is full", "no space left", "quota exceeded"),
        "disk-full",
        "the disk is full",
        "Make room and go on: nothing of this turn was written, and all before it is kept.",
    ),
    Meaning(
        ("not a database", "file is encrypted"),
        "not-a-journal",
        "this file is not a database",
        "Name another file, or move this one away and begin anew.",
    ),
    Meaning(
        ("malformed", "corrupt", "disk i/o error", "could not decode"),
        "damaged-journal",
        "the database is damaged",
        "See what can be saved: gm doctor. Save it: gm doctor --repair. Or bring back a copy that gm backup made.",
    ),
    Meaning(
        ("readonly", "read-only", "permission denied", "unable to open"),
        "read-only",
        "the database cannot be written",
        READ_ONLY,
    ),
)


BUSY = Meaning(
    ("53300", "55P03", "40001", "40P01"),
    "server-busy",
    "it has too much to do at once",
    "Nothing of this turn was written. Try again in a moment; with many tables, let the server have more connections.",
)
SERVERS = (
    Meaning(
        ("08", "57P01", "57P02", "57P03", "57P05", "58"),
        "no-answer",
        "it does not answer",
        "Nothing of this turn was written, and all before it is kept. See that the server runs, and try again.",
    ),
    Meaning(
        ("28", "3D000"),
        "no-answer",
        "it does not let us in",
        "See that user, password and database are right (GM_DATABASE_URL), and try again.",
    ),
    BUSY,
    Meaning(("53100",), "disk-full", "its disk is full", MEANINGS[0].then),
    Meaning(
        ("42501", "25006"), "read-only", "the database cannot be written", "Let the user of GM_DATABASE_URL make tables and write there."
    ),
    Meaning(("XX001", "XX002"), "damaged-journal", "the database is damaged", "Bring it back with the server's own tools."),
)
"""By the beginning of the code that every PostgreSQL server gives with an error (SQLSTATE)."""


REFUSALS = {"too many": "53300", "remaining connection slots": "53300", "authentication": "28", "no password": "28", "not exist": "28",
            "pg_hba": "28"}  # fmt: skip


def _meaning_of_server(error: DBAPIError) -> JournalError:
    """An error of a server's. Words of a driver's, and those of a refusal, are not repeated: they hold addresses and names."""
    raw: Any = error.orig
    code = str(getattr(raw, "sqlstate", None) or getattr(raw, "pgcode", None) or "")
    if not code and isinstance(error, OperationalError):
        # What is said while a connection is made comes without its code.
        said = str(raw)
        code = next((code for sign, code in REFUSALS.items() if sign in said), "08")
    for meaning in SERVERS:
        if code.startswith(meaning.signs):
            return JournalError(SERVER, meaning.what, meaning.then, meaning.slug)
    told = getattr(getattr(raw, "diag", None), "message_primary", None) or type(raw).__name__
    return JournalError(SERVER, f'it says "{told}" ({code or "no code"})', "Nothing of this turn was written. Run gm doctor.")


def _meaning(where: str, said: str) -> JournalError:
    low = said.lower()
    if "locked" in low:
        then = f"It was waited for, {WAIT} seconds. Close the other program and try again."
        return CampaignBusy(where, f'another program is writing to this database ("{said}")', then)
    for meaning in MEANINGS:
        if any(sign in low for sign in meaning.signs):
            return JournalError(where, f'{meaning.what} ("{said}")', meaning.then, meaning.slug)
    return JournalError(where, f'the database says "{said}"', "Nothing of this turn was written. Run gm doctor.")
