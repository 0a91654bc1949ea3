"""A damaged database: what of its campaigns is hurt, and a new one with all that can be saved."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import select
from sqlmodel import col

from gm_engine.errors import JournalError
from gm_engine.journal.branch import MAIN, BranchPoint
from gm_engine.journal.damage import Damage, Rescue
from gm_engine.journal.row import KeptCompletion
from gm_engine.storage.database import BESIDE, FILE, Database, put_in_place, repaired
from gm_engine.storage.database_tables import CampaignRow, EntryRow
from gm_engine.storage.sql_journal import UNREADABLE, SqlJournal
from gm_engine.storage.store import Store
from gm_engine.story.completion import Completion
from gm_engine.story.fee import Fee
from gm_engine.unfinished import unfinished

T = TypeVar("T")
READ = (JournalError, *UNREADABLE)


class Salvaged(NamedTuple):
    """A campaign and its damage; ``saved`` where it is in the new database."""

    name: str
    damage: Damage
    saved: bool = True


class Wreck(SqlJournal):
    """A campaign that is read as far as it can be."""

    def reload(self) -> None:
        points = _or_nothing(self.read_branches, {})
        self._branches = {name: point for name, point in points.items() if _is_point(point)} or {MAIN: BranchPoint(MAIN)}
        lanes = _or_nothing(self.read_lanes, {})
        self._lanes = {number: lane for number, lane in lanes.items() if all(isinstance(part, int) for part in lane)}
        self._current = _or_nothing(self.read_current, MAIN)
        self._last_number = max((lane.tip for lane in self._lanes.values()), default=0)

    def rescue(self) -> Rescue:
        """All of it that can be saved."""
        points = [point for point in self._branches.values() if point.head]
        return Rescue(self.found(), points, self._lanes, self._current)

    def completions(self) -> Iterator[KeptCompletion]:
        """The kept answers that can be read."""
        for kept in _or_nothing(lambda: tuple(self.every_completion()), ()):
            with suppress(*READ):
                Completion.model_validate_json(kept.text)
                yield kept


def damage_of(store: Store) -> tuple[Salvaged, ...]:
    """The campaigns that are hurt, and how; every entry of every campaign is looked at."""
    hurt = []
    for id, name in _campaigns(store.database):
        try:
            journal = SqlJournal(store.database, id, name, store.salter, readonly=True)
            journal.verify_entries()
        except READ:
            hurt.append(Salvaged(name, Wreck(store.database, id, name, store.salter, readonly=True).rescue().damage))
    return tuple(hurt)


def is_damaged(database: Database) -> str:
    """What the database finds wrong with its own file; empty where nothing."""
    try:
        database.check()
    except JournalError as error:
        return error.what
    return ""


def salvage(store: Store, to: Path) -> tuple[Salvaged, ...]:
    """Write a new database with all that can be saved: it is there whole, or not at all. The old one is not touched."""
    if to.exists():
        raise JournalError(str(to), "this file is there already", "Move it away first.", "file-exists")
    draft = unfinished(to)
    try:
        new = Store(draft, salter=store.salter)
        try:
            wrecks = (Wreck(store.database, id, name, store.salter, readonly=True) for id, name in _campaigns(store.database))
            saved = tuple(_saved(wreck, new) for wreck in wrecks)
        finally:
            new.close()
        draft.rename(to)
        return saved
    finally:
        for end in BESIDE:
            draft.with_name(draft.name + end).unlink(missing_ok=True)


def _saved(wreck: Wreck, new: Store) -> Salvaged:
    rescue = wreck.rescue()
    if rescue.rows:
        journal = new.create(wreck.name)
        journal.restore(rescue.change(wreck.completions()))
        for mark, fee in _fees(wreck).items():
            journal.keep_vectors(mark, {}, fee)
        journal.verify()
        journal.close()
    return Salvaged(wreck.name, rescue.damage, bool(rescue.rows))


def repair(store: Store, home: Path) -> tuple[tuple[Salvaged, ...], Path, Path | None]:
    """What was saved, where it lies, and where the damaged file was put aside; None on a server, which is left as it is.

    Nobody may play meanwhile (``CampaignBusy``). The store is closed by it.
    """
    path = store.database.path
    new = repaired(path or home / FILE)
    with ExitStack() as held:
        for _, name in _campaigns(store.database):
            held.enter_context(store.held(name))
        if path is not None:
            new.unlink(missing_ok=True)  # of a repair that was killed before it was put in its place: play went on with the old one
        saved, aside = salvage(store, new), None
        if path is not None:
            store.close()
            aside = put_in_place(path)
    store.close()
    return saved, path or new, aside


def _fees(wreck: Wreck) -> dict[str, Fee]:
    return _or_nothing(wreck.fees, {})


def _campaigns(database: Database) -> tuple[tuple[int, str], ...]:
    """Every campaign's id and name; where the names cannot be read, one made of the id."""
    named: dict[Any, Any] = {}
    ids: set[int] = set()
    with suppress(*READ), database.reading() as connection:
        found = connection.execute(select(col(CampaignRow.id), col(CampaignRow.name))).all()
        named = {row[0]: row[1] for row in found if isinstance(row[0], int)}
    with suppress(*READ), database.reading() as connection:
        ids = {id for id in connection.execute(select(col(EntryRow.campaign)).distinct()).scalars() if isinstance(id, int)}
    return tuple((id, name if isinstance(name := named.get(id), str) and name else f"saved-{id}") for id in sorted(ids or named))


def _or_nothing(read: Callable[[], T], nothing: Any) -> T:
    with suppress(*READ):
        return read()
    return nothing  # type: ignore[no-any-return]


def _is_point(point: BranchPoint) -> bool:
    numbers = (point.at, point.turn, point.head)
    return isinstance(point.name, str) and isinstance(point.label, str) and all(isinstance(number, int) for number in numbers)
