"""Rows: entries and answers as they are kept, what one step writes, and how a row is checked and read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from json import loads

from gm_engine.errors import ChainBroken, JournalError
from gm_engine.journal.branch import BranchPoint, Lane
from gm_engine.journal.chain import DIGEST, Sealed, canonical, digest, salts, unseal
from gm_engine.journal.journal import Entry
from gm_engine.journal.upcast import FORMAT, upcast
from gm_engine.story.event import EVENT

RESTORE = "See what can be saved: gm doctor. Save it: gm doctor --repair. Or bring back a copy that gm backup made."


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as it is kept. ``after`` is its parent's number; ``written`` the time of writing, which is not hashed."""

    number: int
    lane: int
    branch: str
    after: int
    parent: str
    hash: str
    turn: int
    kind: str
    sealed: Sealed
    format: int = FORMAT
    written: str = ""


@dataclass(frozen=True, slots=True)
class KeptCompletion:
    """An answer, kept under the prompt's hash and the number of the attempt."""

    prompt_hash: str
    attempt: int
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one step writes, in one transaction. ``reworded`` rows are there already and lose texts only.

    It is written in the order of its fields: rows may be read from a file while they are written, and lanes found thereby.
    """

    rows: Iterable[Row] = ()
    reworded: Sequence[Row] = ()
    lanes: Iterable[Lane] = ()
    branches: Sequence[BranchPoint] = ()
    current: str | None = None
    completions: Iterable[KeptCompletion] = ()
    forgotten: Sequence[KeptCompletion] = ()
    forget_snapshots: bool = False


def entry_of(row: Row) -> Entry:
    """The entry that a row holds, with today's event."""
    try:
        form = unseal(row.sealed)
        event = EVENT.validate_json(form if row.format == FORMAT else canonical(upcast(loads(form), row.format)))
    except (ValueError, LookupError) as error:
        what = f"this version of the program cannot read the event: {str(error).splitlines()[0]}"
        raise JournalError(_name(row), what, RESTORE, "damaged-journal") from error
    return Entry(row.number, row.branch, row.parent, row.hash, row.turn, event, salts(row.sealed))


def _name(row: Row) -> str:
    return f"entry {row.number} (turn {row.turn}, {row.kind})"


def check(where: str, row: Row) -> None:
    """Raise ``ChainBroken`` where a row's hash is not what its words and its parent give."""
    ours = digest(row.parent, row.sealed.form)
    if ours != row.hash:
        raise broken(where, row, "its hash", row.hash, ours)
    standing = set(DIGEST.findall(row.sealed.form))
    for name, kept in row.sealed.texts.items():
        told = digest(*kept) if kept else name
        if told != name or name not in standing:
            raise broken(where, row, "the hash of one of its texts", name, told)
    form = loads(row.sealed.form)
    if (form.get("turn"), form.get("kind")) != (row.turn, row.kind):
        raise broken(where, row, "its turn and kind", f"{row.turn} {row.kind}", f"{form.get('turn')} {form.get('kind')}")


def check_read(where: str, row: Row) -> None:
    """The same as quickly as it can be done for every row that is read: form, words, turn and kind."""
    form = row.sealed.form
    ours = digest(row.parent, form)
    if ours != row.hash:
        raise broken(where, row, "its hash", row.hash, ours)
    for name, kept in row.sealed.texts.items():
        told = digest(*kept) if kept else name
        if told != name or name not in form:
            raise broken(where, row, "the hash of one of its texts", name, told)
    if f'"turn":{row.turn}' not in form or f'"kind":"{row.kind}"' not in form:
        raise broken(where, row, "its turn and kind", f"{row.turn} {row.kind}", "others")


def follow(where: str, row: Row, before: Row) -> None:
    """Raise where a row is not the next one after another of the same lane."""
    if row.after != before.number:
        raise ChainBroken(f"{where}, {_name(row)}", f"it does not follow entry {before.number}: what was between is missing", RESTORE)
    if row.parent != before.hash:
        raise broken(where, row, "its parent's hash", row.parent, before.hash)


def broken(where: str, row: Row, what: str, recorded: str, computed: str) -> ChainBroken:
    """The error that names an entry and both hashes."""
    return ChainBroken(
        f"{where}, {_name(row)}",
        f'{what} was written as "{recorded}", and its words give "{computed}"',
        f"Something outside the program changed this record. {RESTORE}",
    )
