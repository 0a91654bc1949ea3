"""What was told in the place of a turn that stands: by a retry, or by another program whose chat was taken in."""

from collections.abc import Iterator
from typing import NamedTuple

from gm_engine.journal.ledger import Ledger
from gm_engine.journal.row import Row, entry_of
from gm_engine.story.event import Event
from gm_engine.story.other_telling import OtherTelling

WORDS = ("player_spoke", "completion_received")


class _Place(NamedTuple):
    """Where a row lies beside the way: which turn the way had come to where it left, which turn came first after that, the row's own turn,
    and with which row that began."""

    left: int
    turn: int | None
    now: int
    first: int


def events_on(journal: Ledger, branch: str) -> Iterator[Event]:
    """The events from the root along a branch, which need not be the current one, to its head."""
    return (entry_of(row).event for stretch in journal.way(branch) for row in journal.rows(stretch))


def other_tellings(journal: Ledger, branch: str) -> dict[int, tuple[OtherTelling, ...]]:
    """What was told in the place of a branch's turns and stands on no branch: by turn, each telling in the order of their words.

    What was played on after such a telling is not among them.
    """
    way = {row.hash: row for stretch in journal.way(branch) for row in journal.rows(stretch)}
    branch_of = {row.turn: row.branch for row in way.values() if row.kind in WORDS}
    standing = _standing(journal)
    places: dict[str, _Place] = {}
    found: dict[int, dict[int, list[Row]]] = {}
    ends: dict[int, int] = {}
    for row in journal.every_row():
        if row.hash in way:
            continue
        left = way[row.parent].turn if row.parent in way else 0
        before = places.get(row.parent) or _Place(left, None, left, 0)
        turn = before.turn if before.turn is not None else row.turn if row.turn > before.left else None
        first = before.first if before.now == row.turn and before.first else row.number
        places[row.hash] = _Place(before.left, turn, row.turn, first)
        if row.turn != turn or branch_of.get(row.turn) != row.branch:
            continue
        if row.kind in WORDS and row.number not in standing:
            found.setdefault(row.turn, {}).setdefault(first, []).append(row)
        elif row.kind == "turn_closed":
            ends[first] = row.number
    return {
        turn: tuple(
            OtherTelling(turn, tuple(entry_of(row).event for row in rows), rows[0].number, ends.get(first, 0))
            for first, rows in tellings.items()
        )
        for turn, tellings in sorted(found.items())
    }


def _standing(journal: Ledger) -> frozenset[int]:
    """The numbers of the words that stand on any branch."""
    return frozenset(
        entry.number for point in journal.branches() for stretch in journal.way(point.name) for entry in journal.spoken(stretch)
    )
