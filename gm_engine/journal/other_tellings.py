"""What was told in the place of a turn that stands: by a retry, or by another program whose chat was taken in."""

from collections.abc import Iterator
from typing import NamedTuple

from gm_engine.journal.ledger import Ledger
from gm_engine.journal.row import Row, entry_of
from gm_engine.story.event import Event

WORDS = ("player_spoke", "completion_received")


class _Place(NamedTuple):
    """Where a row lies beside the way: which turn the way had come to where it left, and which turn came first after that."""

    left: int
    turn: int | None


def events_on(journal: Ledger, branch: str) -> Iterator[Event]:
    """The events from the root along a branch, which need not be the current one, to its head."""
    return (entry_of(row).event for stretch in journal.way(branch) for row in journal.rows(stretch))


def other_tellings(journal: Ledger, branch: str) -> dict[int, tuple[Event, ...]]:
    """The words of player and GM that were told in the place of a branch's turns and stand on no branch: by turn, in their order.

    What was played on after such a telling is not among them.
    """
    way = {row.hash: row for stretch in journal.way(branch) for row in journal.rows(stretch)}
    branch_of = {row.turn: row.branch for row in way.values() if row.kind in WORDS}
    standing = _standing(journal)
    places: dict[str, _Place] = {}
    found: dict[int, list[Row]] = {}
    for row in journal.every_row():
        if row.hash in way:
            continue
        before = places.get(row.parent) or _Place(way[row.parent].turn if row.parent in way else 0, None)
        turn = before.turn if before.turn is not None else row.turn if row.turn > before.left else None
        places[row.hash] = _Place(before.left, turn)
        if row.kind in WORDS and row.turn == turn and branch_of.get(row.turn) == row.branch and row.number not in standing:
            found.setdefault(row.turn, []).append(row)
    return {turn: tuple(entry_of(row).event for row in rows) for turn, rows in sorted(found.items())}


def _standing(journal: Ledger) -> frozenset[int]:
    """The numbers of the words that stand on any branch."""
    return frozenset(
        entry.number for point in journal.branches() for stretch in journal.way(point.name) for entry in journal.spoken(stretch)
    )
