"""One campaign's journal in a database."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from sqlalchemy import inspect, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import SQLModel, and_, col, delete, func, insert, or_, update

from gm_engine.errors import ChainBroken, JournalError
from gm_engine.journal.branch import MAIN, BranchPoint, Lane, Stretch, way_to
from gm_engine.journal.chain import Salter, Sealed
from gm_engine.journal.damage import Found
from gm_engine.journal.journal import Entry
from gm_engine.journal.ledger import Ledger
from gm_engine.journal.row import RESTORE, Change, KeptCompletion, Row, check_read, entry_of, follow
from gm_engine.storage.database import READ_ONLY, Database
from gm_engine.storage.database_tables import BranchRow, CampaignRow, CompletionRow, EntryRow, FeeRow, LaneRow, SnapshotRow, VectorRow
from gm_engine.storage.packing import Unpackable, as_kept, key_of, keys_in, long_lines, pack_form, pack_texts, unpack_form, unpack_texts
from gm_engine.storage.pieces import Pieces
from gm_engine.story.completion import Completion
from gm_engine.story.fee import NOTHING, Fee

AT_ONCE = 200
"""Rows read or written in one statement."""
SNAPSHOTS, BRANCHES = 2, 8
"""Snapshots kept of one campaign: the newest, with the newest of each branch; and how many at the most."""

VECTORS: Any = SQLModel.metadata.tables["gm_vector"]
FEES: Any = SQLModel.metadata.tables["gm_fee"]
BRANCH: tuple[Any, ...] = (
    BranchRow.name, BranchRow.forked_from, BranchRow.at, BranchRow.turn, BranchRow.head, BranchRow.label, BranchRow.reseed,
)  # fmt: skip
LANE: tuple[Any, ...] = (LaneRow.number, LaneRow.parent, LaneRow.after, LaneRow.tip)
ENTRY: tuple[Any, ...] = (
    EntryRow.number, EntryRow.lane, EntryRow.branch, EntryRow.after, EntryRow.parent, EntryRow.hash, EntryRow.turn, EntryRow.kind,
    EntryRow.form, EntryRow.texts, EntryRow.format, EntryRow.written,
)  # fmt: skip
TEXTS = 9
"""The place of an entry's words among its columns."""
UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, SQLAlchemyError)
"""What a damaged row may raise where it is read: words that are no text, numbers that are words."""
BEGUN: Any = select(col(EntryRow.number)).where(col(EntryRow.campaign) == CampaignRow.id).correlate(CampaignRow).exists()
"""A campaign is there from its first entry on. An earlier program that was killed while it began one left a bare name behind."""


class SqlJournal(Ledger):
    """A ``Journal`` in a ``Store``. ``let_go`` is called once, when it is closed; ``confirm`` before each change: it raises where
    the campaign has gone to somebody else. Nothing is changed with ``readonly``.

    ``id`` 0 is a campaign that has yet to begin: it is put on the shelf in the transaction that writes its first entries.
    """

    def __init__(
        self, database: Database, id: int, name: str, salter: Salter, let_go: Callable[[], None] | None = None,
        confirm: Callable[[], None] | None = None, *, readonly: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(name, salter)
        self._confirm = confirm
        self._readonly = readonly
        self._database = database
        self._id = id
        self._let_go = let_go
        self._pieces = Pieces()
        self.reload()

    def reload(self) -> None:
        mine = self._id
        if not mine:
            return
        try:
            points, self._lanes, self._current = self.read_branches(), self.read_lanes(), self.read_current()
            self._last_number = max((int(lane.tip) for lane in self._lanes.values()), default=0)
        except UNREADABLE as error:
            where = f"{self._database.where}, {self.name}"
            raise JournalError(where, "its branches cannot be read", RESTORE, "damaged-journal") from error
        if self._current not in points:
            where = f"{self._database.where}, {self.name}"
            raise JournalError(where, f'the branch "{self._current}" is missing', RESTORE, "damaged-journal")
        self._branches = points
        number = points[self._current].head
        self._head = self.row(number) if number else None

    def read_branches(self) -> dict[str, BranchPoint]:
        """The branches as they are written."""
        branches = select(*BRANCH).where(col(BranchRow.campaign) == self._id).order_by(col(BranchRow.place))
        with self._database.reading() as connection:
            return {point.name: BranchPoint(*point) for point in connection.execute(branches)}

    def read_lanes(self) -> dict[int, Lane]:
        """The lanes as they are written."""
        lanes = select(*LANE).where(col(LaneRow.campaign) == self._id).order_by(col(LaneRow.number))
        with self._database.reading() as connection:
            return {lane.number: Lane(*lane) for lane in connection.execute(lanes)}

    def read_current(self) -> str:
        """The name of the branch that the campaign is on."""
        with self._database.reading() as connection:
            return str(connection.execute(select(col(CampaignRow.branch)).where(col(CampaignRow.id) == self._id)).scalar_one())

    def verify(self) -> None:
        """Check the file itself, then recompute every hash of every branch."""
        self._database.check()
        self.verify_entries()

    def verify_entries(self) -> None:
        """Recompute every hash of every branch."""
        super().verify()

    def now(self) -> str:
        return datetime.now(UTC).isoformat(timespec="seconds")

    def commit(self, change: Change) -> None:
        self._may_write()
        if self._confirm is not None:
            self._confirm()
        before = self._id
        try:
            self._commit(change)
        except BaseException:
            self._id = before
            self._pieces.forget()
            raise
        if change.reworded or change.forgotten or change.forget_snapshots:
            self._database.erase_traces()

    def _may_write(self) -> None:
        if self._readonly:
            raise JournalError(self._database.where, "this is open for reading only", READ_ONLY, "read-only")

    def _commit(self, change: Change) -> None:
        with self._database.writing() as connection:
            if not self._id:
                self._id = self._shelved(connection)
            else:
                self._must_be_as_known(connection)
            rows = iter(change.rows)
            while some := list(islice(rows, AT_ONCE)):
                pieces = self._keep_pieces(connection, some)
                connection.execute(insert(EntryRow), [self._values(row, pieces) for row in some])
            for row in change.reworded:
                pieces = self._keep_pieces(connection, (row,))
                here = and_(col(EntryRow.campaign) == self._id, col(EntryRow.number) == row.number)
                connection.execute(update(EntryRow).where(here).values(texts=_texts(row.sealed, pieces)))
            if change.reworded:
                self._pieces.sweep(connection, self._id)
            self._move(connection, change)
            completions = iter(change.completions)
            while kept := list(islice(completions, AT_ONCE)):
                for completion in kept:
                    connection.execute(delete(CompletionRow).where(self._completion(completion.prompt_hash, completion.attempt)))
                values = [{"campaign": self._id, "prompt_hash": one.prompt_hash, "attempt": one.attempt, "text": one.text} for one in kept]
                connection.execute(insert(CompletionRow), values)
            for gone in change.forgotten:
                connection.execute(delete(CompletionRow).where(self._completion(gone.prompt_hash, gone.attempt)))
            if change.forget_snapshots:
                connection.execute(delete(SnapshotRow).where(col(SnapshotRow.campaign) == self._id))
                if inspect(connection).has_table(VECTORS.name):
                    connection.execute(delete(VectorRow).where(col(VectorRow.campaign) == self._id))

    def _must_be_as_known(self, connection: Connection) -> None:
        """Raise where there are other entries than we know of: a change that a server kept when it went away, or somebody else's."""
        held = select(col(CampaignRow.id)).where(col(CampaignRow.id) == self._id).with_for_update()
        connection.execute(held)
        there = connection.execute(select(func.max(EntryRow.number)).where(col(EntryRow.campaign) == self._id)).scalar_one() or 0
        if there != self._last_number:
            what = f"{self._last_number} entries were known of this campaign, and {there} are there"
            raise JournalError(self.name, what, "Nothing was written now. See where the story stands, and try again.", "gone-on")

    def _shelved(self, connection: Connection) -> int:
        """The number of a campaign that is put on the shelf with this connection, where a bare name may have been left of an older one."""
        connection.execute(delete(CampaignRow).where(col(CampaignRow.name) == self.name, ~BEGUN))
        connection.execute(insert(CampaignRow).values(name=self.name, branch=MAIN, created=self.now()))
        id = int(connection.execute(select(col(CampaignRow.id)).where(col(CampaignRow.name) == self.name)).scalar_one() or 0)
        values = {"campaign": id, "name": MAIN, "place": 0, "at": 0, "turn": 0, "head": 0}
        connection.execute(insert(BranchRow).values(**values, label="", reseed=False))
        return id

    def _move(self, connection: Connection, change: Change) -> None:
        for lane in change.lanes:
            connection.execute(delete(LaneRow).where(col(LaneRow.campaign) == self._id, col(LaneRow.number) == lane.number))
            connection.execute(insert(LaneRow).values(campaign=self._id, **lane._asdict()))
        for point in change.branches:
            place = list(self._branches).index(point.name) if point.name in self._branches else len(self._branches)
            connection.execute(delete(BranchRow).where(col(BranchRow.campaign) == self._id, col(BranchRow.name) == point.name))
            connection.execute(insert(BranchRow).values(campaign=self._id, place=place, **point._asdict()))
        if change.current is not None:
            connection.execute(update(CampaignRow).where(col(CampaignRow.id) == self._id).values(branch=change.current))

    def _values(self, row: Row, pieces: Mapping[int, str]) -> dict[str, Any]:
        return {
            "campaign": self._id, "number": row.number, "lane": row.lane, "branch": row.branch, "after": row.after, "parent": row.parent,
            "hash": row.hash, "turn": row.turn, "kind": row.kind, "form": pack_form(row.sealed.form), "texts": _texts(row.sealed, pieces),
            "format": row.format, "written": row.written,
        }  # fmt: skip

    def _keep_pieces(self, connection: Connection, rows: Iterable[Row]) -> dict[int, str]:
        """The long lines of these rows, which are now kept by their keys."""
        texts = (pair[1] for row in rows for pair in row.sealed.texts.values() if pair is not None)
        return self._pieces.keep(connection, self._id, (line for text in texts for line in long_lines(text)))

    def rows(self, stretch: Stretch, after: int = 0) -> Iterator[Row]:
        here = and_(col(EntryRow.campaign) == self._id, col(EntryRow.lane) == stretch.lane, col(EntryRow.number) <= stretch.upto)
        before: Row | None = None
        for row in self._in_steps(here, after):
            if before is not None:
                follow(self.name, row, before)
            yield row
            before = row
        if before is not None and before.number != stretch.upto:
            raise ChainBroken(self.name, f"the entries from {before.number + 1} to {stretch.upto} are missing", RESTORE)

    def every_row(self) -> Iterator[Row]:
        last, known, astray = 0, self._last_number, 0
        for row in self._in_steps(col(EntryRow.campaign) == self._id, 0):
            last += 1
            if row.number != last or not 0 <= row.after < last:
                raise ChainBroken(f"{self.name}, entry {row.number}", f"entry {last} is missing", RESTORE)
            if last > known and last > self._grown():
                astray = astray or last
            if last <= known or astray:
                yield row
        if last < known:
            raise ChainBroken(self.name, f"entry {last + 1} of {known} is missing", RESTORE)
        if astray:
            raise ChainBroken(f"{self.name}, entry {astray}", "it is written, but what leads to it is missing", RESTORE)

    def _grown(self) -> int:
        """The last entry by now: while this is read, somebody else may play on."""
        return max((int(lane.tip) for lane in self.read_lanes().values()), default=0) if self._readonly or self._database.readonly else 0

    def _in_steps(self, here: Any, after: int) -> Iterator[Row]:
        """Rows by number, so many at a time: nobody who stops halfway holds the database open."""
        while True:
            query = select(*ENTRY).where(here, col(EntryRow.number) > after).order_by(col(EntryRow.number)).limit(AT_ONCE)
            found = self._read(query)
            yield from found
            if len(found) < AT_ONCE:
                return
            after = found[-1].number

    def turn_rows(self, stretch: Stretch, turn: int) -> Sequence[Row]:
        here = and_(col(EntryRow.lane) == stretch.lane, col(EntryRow.turn) == turn, col(EntryRow.number) <= stretch.upto)
        return self._few(here)

    def following(self, number: int) -> Sequence[Row]:
        return self._few(col(EntryRow.after) == number)

    def first(self, kind: str) -> Entry | None:
        """The first entry of a kind, whatever the branch: read by itself, and none beside it."""
        here = and_(col(EntryRow.campaign) == self._id, col(EntryRow.kind) == kind)
        found = self._read(select(*ENTRY).where(here).order_by(col(EntryRow.number)).limit(1))
        return entry_of(found[0]) if found else None

    def _few(self, here: Any) -> Sequence[Row]:
        return self._read(select(*ENTRY).where(col(EntryRow.campaign) == self._id, here).order_by(col(EntryRow.number)))

    def _read(self, query: Any) -> list[Row]:
        """Rows as they were written, with the pieces of their words: nothing is read that the chain does not bear out."""
        with self._database.reading() as connection:
            found = connection.execute(query).all()
            pieces = self._pieces.load(connection, self._id, (key for values in found for key in _keys_in(values[TEXTS])))
        rows = [_row(pieces, values) for values in found]
        for row in rows:
            check_read(self.name, row)
        return rows

    def found(self) -> Iterator[Found]:
        """Every entry that there is, or should be, by number; without its row where that cannot be read. Nothing is checked."""
        last = max(self._last_number, self._greatest())
        for number in range(1, last + 1):
            yield number, self._if_readable(number)

    def _greatest(self) -> int:
        try:
            with self._database.reading() as connection:
                number = connection.execute(select(func.max(EntryRow.number)).where(col(EntryRow.campaign) == self._id)).scalar_one()
        except JournalError:
            return 0
        return number if isinstance(number, int) else 0

    def _if_readable(self, number: int) -> Row | None:
        query = select(*ENTRY).where(col(EntryRow.campaign) == self._id, col(EntryRow.number) == number)
        try:
            with self._database.reading() as connection:
                values: Any = connection.execute(query).first()
            if values is None:
                return None
            columns: list[Any] = list(values)
            try:
                pieces = self._pieces.load_what_can_be(self._database, self._id, _keys_in(columns[TEXTS]))
                return _row(pieces, columns, as_far=True)
            except (JournalError, *UNREADABLE):
                columns[TEXTS] = "{}"
                return _row({}, columns)
        except (JournalError, *UNREADABLE):
            return None

    def last_in_turn(self, stretch: Stretch, turn: int) -> int:
        query = select(func.max(col(EntryRow.number))).where(
            col(EntryRow.campaign) == self._id,
            col(EntryRow.lane) == stretch.lane,
            col(EntryRow.turn) <= turn,
            col(EntryRow.number) <= stretch.upto,
        )
        with self._database.reading() as connection:
            return connection.execute(query).scalar_one() or 0

    def row(self, number: int) -> Row:
        found = self._few(col(EntryRow.number) == number)
        if not found:
            where = f"{self._database.where}, {self.name}"
            raise JournalError(where, f"entry {number} is missing", RESTORE, "damaged-journal")
        return found[0]

    def _completion(self, prompt_hash: str, attempt: int) -> Any:
        mine = and_(col(CompletionRow.campaign) == self._id, col(CompletionRow.prompt_hash) == prompt_hash)
        return and_(mine, col(CompletionRow.attempt) == attempt)

    def every_completion(self) -> Iterator[KeptCompletion]:
        columns = (col(CompletionRow.prompt_hash), col(CompletionRow.attempt), col(CompletionRow.text))
        query = select(*columns).where(col(CompletionRow.campaign) == self._id)
        with self._database.reading() as connection:
            found = sorted(connection.execute(query).all(), key=lambda kept: (kept[0], kept[1]))
        return (KeptCompletion(*values) for values in found)

    def kept_completion(self, prompt_hash: str, attempt: int) -> Completion | None:
        """The answer kept for that prompt and attempt."""
        with self._database.reading() as connection:
            text = connection.execute(select(col(CompletionRow.text)).where(self._completion(prompt_hash, attempt))).scalar_one_or_none()
        return None if text is None else Completion.model_validate_json(text)

    def snapshot(self) -> tuple[int, str, str] | None:
        """The newest snapshot on the current branch at or before its head: an entry's number, a version and the text."""
        ways = [and_(col(EntryRow.lane) == stretch.lane, col(EntryRow.number) <= stretch.upto) for stretch in self._way()]
        if not ways:
            return None
        same = and_(
            col(SnapshotRow.campaign) == EntryRow.campaign,
            col(SnapshotRow.number) == EntryRow.number,
            col(SnapshotRow.hash) == EntryRow.hash,
        )
        query = select(col(SnapshotRow.number), col(SnapshotRow.version), col(SnapshotRow.text)).join(EntryRow, same)
        query = query.where(col(SnapshotRow.campaign) == self._id, or_(*ways)).order_by(col(SnapshotRow.number).desc()).limit(1)
        with self._spared(), self._database.reading() as connection:
            found = connection.execute(query).first()
            return None if found is None else (found[0], found[1], found[2])
        return None

    @contextmanager
    def _spared(self) -> Iterator[None]:
        """What may be deleted at any time may be damaged as well: the story is whole without it."""
        try:
            yield
        except JournalError as error:
            if error.slug != "damaged-journal":
                raise

    def keep_snapshot(self, entry_number: int, entry_hash: str, version: str, text: str) -> None:
        """Keep the story's state after an entry. Only the newest two stay, and the newest of each branch."""
        mine = col(SnapshotRow.campaign) == self._id
        self._may_write()
        with self._spared(), self._database.writing() as connection:
            connection.execute(delete(SnapshotRow).where(mine, col(SnapshotRow.number) == entry_number))
            values = {"campaign": self._id, "number": entry_number, "hash": entry_hash, "version": version, "text": text}
            connection.execute(insert(SnapshotRow).values(**values))
            kept = connection.execute(select(col(SnapshotRow.number)).where(mine)).scalars().all()
            gone = set(kept) - self._worth_keeping(connection, sorted(kept, reverse=True))
            connection.execute(delete(SnapshotRow).where(mine, col(SnapshotRow.number).in_(sorted(gone))))

    def _worth_keeping(self, connection: Connection, numbers: Sequence[int]) -> set[int]:
        """The newest of these snapshots, and the newest of each branch."""
        heads = [point.head for point in self._branches.values() if point.head]
        mine = and_(col(EntryRow.campaign) == self._id, col(EntryRow.number).in_((*numbers, *heads)))
        lanes = {row[0]: row[1] for row in connection.execute(select(col(EntryRow.number), col(EntryRow.lane)).where(mine))}
        found = set(numbers[:SNAPSHOTS])
        for head in heads:
            upto = {stretch.lane: stretch.upto for stretch in way_to(lanes.get(head, 0), head, self._lanes)}
            found.update([number for number in numbers if number <= upto.get(lanes.get(number, 0), 0)][:1])
        return set(sorted(found, reverse=True)[:BRANCHES])

    def vectors(self, mark: str) -> dict[str, bytes]:
        """The vectors that were kept of one model, by the keys of their texts."""
        kept = select(col(VectorRow.text), col(VectorRow.vector)).where(col(VectorRow.campaign) == self._id, col(VectorRow.mark) == mark)
        with self._spared(), self._database.reading() as connection:
            there = inspect(connection).has_table(VECTORS.name)
            return {row[0]: row[1] for row in connection.execute(kept)} if there else {}
        return {}

    def keep_vectors(self, mark: str, vectors: Mapping[str, bytes], fee: Fee = NOTHING) -> None:
        """Keep vectors of texts, and what they cost, even while this is open for reading only: nothing of the story is changed by them."""
        if not self._id or not (vectors or fee != NOTHING):
            return
        shelf = Database(self._database.path) if self._database.readonly and self._database.path else self._database
        try:
            if fee != NOTHING and not shelf.readonly:
                self._keep_fee(shelf, mark, fee)
            if vectors and not shelf.readonly:
                self._keep_vectors(shelf, mark, vectors)
        finally:
            if shelf is not self._database:
                shelf.close()

    def fees(self) -> dict[str, Fee]:
        """What vectors have cost in all, by the model that made them."""
        with self._database.reading() as connection:
            return self._fees(connection) if inspect(connection).has_table(FEES.name) else {}

    def _fees(self, connection: Connection) -> dict[str, Fee]:
        mine = select(col(FeeRow.mark), col(FeeRow.texts), col(FeeRow.tokens), col(FeeRow.cost)).where(col(FeeRow.campaign) == self._id)
        return {row[0]: Fee(*row[1:]) for row in sorted(connection.execute(mine).all(), key=lambda fee: str(fee[0]))}

    def _keep_fee(self, shelf: Database, mark: str, fee: Fee) -> None:
        with shelf.writing() as connection:
            FEES.create(connection, checkfirst=True)
            total = self._fees(connection).get(mark, NOTHING) + fee
            connection.execute(delete(FeeRow).where(col(FeeRow.campaign) == self._id, col(FeeRow.mark) == mark))
            connection.execute(insert(FeeRow).values(campaign=self._id, mark=mark, **total._asdict()))

    def _keep_vectors(self, shelf: Database, mark: str, vectors: Mapping[str, bytes]) -> None:
        with shelf.writing() as connection:
            last = select(func.max(EntryRow.number)).where(col(EntryRow.campaign) == self._id)
            if connection.execute(last).scalar_one() != self._last_number:
                return  # somebody has gone on meanwhile, or taken words out
            VECTORS.create(connection, checkfirst=True)
            values = ({"campaign": self._id, "mark": mark, "text": text, "vector": vectors[text]} for text in sorted(vectors))
            while some := list(islice(values, AT_ONCE)):
                mine = and_(col(VectorRow.campaign) == self._id, col(VectorRow.mark) == mark)
                connection.execute(delete(VectorRow).where(mine, col(VectorRow.text).in_([value["text"] for value in some])))
                connection.execute(insert(VectorRow), some)

    def compact(self) -> None:
        """Write every long text anew, as small as today's version writes it. What they say stays, and with it every hash."""
        last = 0
        while True:
            query = select(*ENTRY).where(col(EntryRow.campaign) == self._id, col(EntryRow.number) > last)
            rows = self._read(query.order_by(col(EntryRow.number)).limit(AT_ONCE))
            with self._database.writing() as connection:
                pieces = self._keep_pieces(connection, rows)
                for row in rows:
                    here = and_(col(EntryRow.campaign) == self._id, col(EntryRow.number) == row.number)
                    values = {"form": pack_form(row.sealed.form), "texts": _texts(row.sealed, pieces)}
                    connection.execute(update(EntryRow).where(here).values(**values))
            if len(rows) < AT_ONCE:
                break
            last = rows[-1].number
        kept = tuple(self.every_completion())
        with self._database.writing() as connection:
            self._pieces.sweep(connection, self._id)
            connection.execute(delete(SnapshotRow).where(col(SnapshotRow.campaign) == self._id))
            for one in kept:
                connection.execute(update(CompletionRow).where(self._completion(one.prompt_hash, one.attempt)).values(text=one.text))

    def close(self) -> None:
        """Let go of the campaign, so that another process may play it."""
        if self._let_go is not None:
            let_go, self._let_go = self._let_go, None
            let_go()


def _keys_in(kept: Any) -> Iterable[int]:
    """The keys of an entry's pieces; none where that cannot be read, which is said where the entry is."""
    try:
        return keys_in(as_kept(kept))
    except Unpackable:
        return ()


def _texts(sealed: Sealed, pieces: Mapping[int, str]) -> bytes:
    return pack_texts(sealed.form, sealed.texts, lambda line: pieces.get(key_of(line)) == line)


def _row(pieces: Mapping[int, str], columns: Sequence[Any], *, as_far: bool = False) -> Row:
    """A row of its columns. ``as_far`` as it can be read: texts with a damaged piece are left out."""
    number, lane, branch, after, parent, hash, turn, kind, form, texts, format, written = columns
    if not all(isinstance(value, str) for value in (branch, parent, hash, kind, written)) or not all(
        isinstance(value, int) for value in (number, lane, after, turn, format)
    ):
        raise JournalError(f"entry {number}", "its columns cannot be read", RESTORE, "damaged-journal")
    try:
        whole = unpack_form(as_kept(form))
        kept = unpack_texts(whole, as_kept(texts), pieces.__getitem__, lost=(lambda _: None) if as_far else None)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise JournalError(f"entry {number} (turn {turn}, {kind})", f"it cannot be read: {error}", RESTORE, "damaged-journal") from error
    return Row(number, lane, branch, after, parent, hash, turn, kind, Sealed(whole, kept), format, written)
