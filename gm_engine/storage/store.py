"""The shelf of campaigns: one database that holds the journals of all of them."""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlmodel import col, delete

from gm_engine.errors import CampaignBusy, JournalError, UnknownName
from gm_engine.journal.chain import Salter
from gm_engine.storage.database import Database
from gm_engine.storage.database_tables import BranchRow, CampaignRow, EntryRow
from gm_engine.storage.lock import CampaignLock, ServerLock, ServerLocks, TableLock, number_of
from gm_engine.storage.migrations import prepare
from gm_engine.storage.sql_journal import BEGUN, SqlJournal
from gm_engine.story.event import Event

LONGEST_NAME = 80
SHELVED: tuple[Any, ...] = (CampaignRow.name, CampaignRow.branch, EntryRow.turn, EntryRow.written, CampaignRow.created)


class Shelved(NamedTuple):
    """A campaign on the shelf: the branch it is on, the last turn there, and when it was last written to (ISO 8601, UTC)."""

    name: str
    branch: str
    turn: int
    written: str


class Store:
    """Opens journals in a database: a folder (its ``campaigns.db``), a SQLite file's path, or a URL.

    ``salter`` gives the salts of the texts that are written; ``readonly`` opens a file that may not be written.
    """

    def __init__(self, where: str | Path, *, salter: Salter | None = None, readonly: bool = False) -> None:
        self.salter = salter or (lambda: secrets.token_hex(8))
        self.database = Database(where, readonly=readonly)
        try:
            prepare(self.database)
        except JournalError:
            self.database.close()
            raise
        self._in_hand: set[str] = set()
        self._locks = ServerLocks(self.database)

    def create(self, name: str) -> SqlJournal:
        """A new campaign's journal, opened for playing. It is on the shelf from its first entries on; until then the name is only held."""
        _check_name(name)
        try:
            return self._begun(name)
        except CampaignBusy:
            what = "another process is beginning or playing a campaign of this name"
        except _Taken:
            what = "a campaign of this name is saved already"
        raise JournalError(name, what, f"Call this one {self.free_name(name)}.", "name-taken")

    def create_next(self, name: str) -> SqlJournal:
        """The same under that name, or the first of ``name-2``, ``name-3`` … that nobody has, or is just taking."""
        _check_name(name)
        for free in _numbered(name):
            with suppress(CampaignBusy, _Taken):
                return self._begun(free)
        raise AssertionError("numbers do not end")

    def _begun(self, name: str) -> SqlJournal:
        """A journal that is nowhere yet but here. Raises ``CampaignBusy`` or ``_Taken``."""
        self.database.must_be_writable()
        lock = self.held(name)
        try:
            if name in self.names():
                raise _Taken
            return SqlJournal(self.database, 0, name, self.salter, lock.release, lock.confirm)
        except BaseException:
            lock.release()
            raise

    def open(self, name: str, *, readonly: bool = False) -> SqlJournal:
        """A campaign's journal. For playing it is held alone (``CampaignBusy``); for reading it may always be opened."""
        id = self._id(name)
        if readonly or self.database.readonly:
            if self.database.path is None:
                return SqlJournal(self.database, id, name, self.salter, readonly=True)
            shelf = Database(self.database.path, readonly=True)
            return SqlJournal(shelf, id, name, self.salter, shelf.close)
        lock = self.held(name)
        try:
            return SqlJournal(self.database, self._id(name), name, self.salter, lock.release, lock.confirm)
        except BaseException:
            lock.release()
            raise

    def names(self) -> tuple[str, ...]:
        """Every campaign's name, in order."""
        with self.database.reading() as connection:
            return tuple(sorted(connection.execute(select(col(CampaignRow.name)).where(BEGUN)).scalars(), key=str))

    def first_of(self, kind: str) -> Iterator[tuple[str, Event | None]]:
        """The first event of a kind in each campaign, by the campaign's name, and None where it has none: nothing else of it is read. A
        campaign that is damaged, or deleted in this moment, is left out."""
        for name in self.names():
            with suppress(JournalError, UnknownName):
                entry = SqlJournal(self.database, self._id(name), name, self.salter, readonly=True).first(kind)
                yield name, entry.event if entry else None

    def shelf(self) -> tuple[Shelved, ...]:
        """What ``gm list`` shows, by name."""
        here = (col(BranchRow.campaign) == CampaignRow.id) & (col(BranchRow.name) == CampaignRow.branch)
        last = (col(EntryRow.campaign) == CampaignRow.id) & (col(EntryRow.number) == BranchRow.head)
        query = select(*SHELVED).join(BranchRow, here).join(EntryRow, last, isouter=True).where(BEGUN)
        with self.database.reading() as connection:
            found = sorted(connection.execute(query).all(), key=lambda shelved: str(shelved[0]))
        return tuple(Shelved(name, branch, turn or 0, written or created) for name, branch, turn, written, created in found)

    def free_name(self, name: str) -> str:
        """The name itself, or the first of ``name-2``, ``name-3`` … that no campaign has, or is just taking."""
        journal = self.create_next(name)
        journal.close()
        return journal.name

    def delete(self, name: str) -> None:
        """Take a campaign off the shelf for good, words and all."""
        with self.held(name):  # where it is gone already, what was held of it by whoever took it off and was stopped goes, too
            id = self._id(name)
            with self.database.writing() as connection:
                connection.execute(delete(CampaignRow).where(col(CampaignRow.id) == id))
            self.database.erase_traces()

    def backup(self, to: Path) -> None:
        """Copy all campaigns into a new file, while they may be in use. The copy is a database of its own."""
        self.database.copy(to)

    def compact(self) -> tuple[int, int]:
        """Write all campaigns as small as today's version does; the bytes before and after, where it is a file (0, 0: it is none).

        Nobody may play meanwhile (``CampaignBusy``). Snapshots are left out: the next closing makes one.
        """
        before = self._size()
        for name in self.names():
            journal = self.open(name)
            try:
                journal.verify()
                journal.compact()
            finally:
                journal.close()
        self.database.erase_traces()
        return before, self._size()

    def _size(self) -> int:
        path = self.database.path
        return path.stat().st_size if path else 0

    def close(self) -> None:
        """Close the database. Journals that are open stay locked until they are closed or the program ends."""
        self.database.close()

    def _id(self, name: str) -> int:
        with self.database.reading() as connection:
            id: int | None = connection.execute(
                select(col(CampaignRow.id)).where(col(CampaignRow.name) == name, BEGUN)
            ).scalar_one_or_none()
        if id is None:
            raise UnknownName(self.database.where, f'no campaign is called "{name}"', self._nearest(name), "unknown-campaign")
        return id

    def _nearest(self, name: str) -> str:
        from rapidfuzz import fuzz, process

        names = self.names()
        if not names:
            return "None has been saved yet. Begin one: gm play redemption"
        near = [found for found, _, _ in process.extract(name, names, scorer=fuzz.ratio, limit=3, score_cutoff=60)]
        return (
            f"Nearest: {', '.join(near)}." if near else f"{'There is one' if len(names) == 1 else f'There are {len(names)}'}. See: gm list"
        )

    def held(self, name: str) -> CampaignLock | ServerLock | TableLock:
        """A campaign's name, held alone until it is released: one that is being begun has nothing else by which to know it."""
        path = self.database.path
        if path is not None:
            with self.database.told():
                return CampaignLock(path.with_name(f"{path.name}.{number_of(name):08x}.lock"), name)
        return TableLock(self._in_hand, name) if self.database.is_sqlite else self._locks.hold(name)


class _Taken(Exception):
    """A campaign of this name is on the shelf."""


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-{number}" for number in count(2))


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable() or set(name) & set("/\\") or name.startswith("-"):
        then = f"Use 1 to {LONGEST_NAME} letters, digits, spaces, - or _, and begin with none of these two."
        raise JournalError(repr(name), "this cannot be a campaign's name", then, "bad-name")
