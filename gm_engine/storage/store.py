"""The shelf of campaigns: one database that holds the journals of all of them."""

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlmodel import col, delete, insert

from gm_engine.errors import JournalError, UnknownName
from gm_engine.journal.branch import MAIN
from gm_engine.journal.chain import Salter
from gm_engine.storage.database import Database
from gm_engine.storage.lock import CampaignLock, ServerLock
from gm_engine.storage.migrations import prepare
from gm_engine.storage.sql_journal import SqlJournal
from gm_engine.storage.tables import BranchRow, CampaignRow, EntryRow

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
        self._salter = salter or (lambda: secrets.token_hex(8))
        self._database = Database(where, readonly=readonly)
        try:
            prepare(self._database)
        except JournalError:
            self._database.close()
            raise

    def create(self, name: str) -> SqlJournal:
        """A new campaign's journal, opened for playing."""
        _check_name(name)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        if name in self.names():
            raise JournalError(name, "a campaign of this name is saved already", f"Call this one {self.free_name(name)}.", "name-taken")
        with self._database.writing() as connection:
            connection.execute(insert(CampaignRow).values(name=name, branch=MAIN, created=now))
            id = connection.execute(select(col(CampaignRow.id)).where(col(CampaignRow.name) == name)).scalar_one()
            values = {"campaign": id, "name": MAIN, "place": 0, "at": 0, "turn": 0, "head": 0}
            connection.execute(insert(BranchRow).values(**values, label="", reseed=False))
        return self.open(name)

    def open(self, name: str, *, readonly: bool = False) -> SqlJournal:
        """A campaign's journal. For playing it is held alone (``CampaignBusy``); for reading it may always be opened."""
        id = self._id(name)
        if readonly or self._database.readonly:
            shelf = Database(self._database.path, readonly=True) if self._database.path else self._database
            return SqlJournal(shelf, id, name, self._salter, shelf.close)
        lock = self._lock(id, name)
        try:
            return SqlJournal(self._database, id, name, self._salter, lock.release)
        except BaseException:
            lock.release()
            raise

    def names(self) -> tuple[str, ...]:
        """Every campaign's name, in order."""
        with self._database.reading() as connection:
            return tuple(connection.execute(select(col(CampaignRow.name)).order_by(col(CampaignRow.name))).scalars())

    def shelf(self) -> tuple[Shelved, ...]:
        """What ``gm list`` shows, by name."""
        here = (col(BranchRow.campaign) == CampaignRow.id) & (col(BranchRow.name) == CampaignRow.branch)
        last = (col(EntryRow.campaign) == CampaignRow.id) & (col(EntryRow.number) == BranchRow.head)
        query = select(*SHELVED).join(BranchRow, here).join(EntryRow, last, isouter=True).order_by(col(CampaignRow.name))
        with self._database.reading() as connection:
            found = connection.execute(query).all()
        return tuple(Shelved(name, branch, turn or 0, written or created) for name, branch, turn, written, created in found)

    def free_name(self, name: str) -> str:
        """The name itself, or the first of ``name-2``, ``name-3`` … that no campaign has."""
        taken = set(self.names())
        free, n = name, 2
        while free in taken:
            free, n = f"{name}-{n}", n + 1
        return free

    def delete(self, name: str) -> None:
        """Take a campaign off the shelf for good, words and all."""
        id = self._id(name)
        with self._lock(id, name):
            with self._database.writing() as connection:
                connection.execute(delete(CampaignRow).where(col(CampaignRow.id) == id))
            self._database.erase_traces()

    def backup(self, to: Path) -> None:
        """Copy all campaigns into a new file, while they may be in use. The copy is a database of its own."""
        self._database.copy(to)

    def close(self) -> None:
        """Close the database. Journals that are open stay locked until they are closed or the program ends."""
        self._database.close()

    def _id(self, name: str) -> int:
        with self._database.reading() as connection:
            id: int | None = connection.execute(select(col(CampaignRow.id)).where(col(CampaignRow.name) == name)).scalar_one_or_none()
        if id is None:
            raise UnknownName(self._database.where, f'no campaign is called "{name}"', self._nearest(name), "unknown-campaign")
        return id

    def _nearest(self, name: str) -> str:
        from rapidfuzz import process

        names = self.names()
        if not names:
            return "None has been saved yet. Begin one: gm play CAMPAIGN."
        near = [found for found, _, _ in process.extract(name, names, limit=3, score_cutoff=60)]
        return f"Nearest: {', '.join(near)}." if near else f"There are {len(names)}: gm list."

    def _lock(self, id: int, name: str) -> CampaignLock | ServerLock:
        path = self._database.path
        if path is None:
            return ServerLock(self._database, id, name)
        with self._database.told():
            return CampaignLock(path.with_name(f"{path.name}.{id}.lock"), name)


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable() or set(name) & set("/\\"):
        raise JournalError(
            repr(name), "this cannot be a campaign's name", f"Use 1 to {LONGEST_NAME} letters, digits, spaces, - or _.", "bad-name"
        )
