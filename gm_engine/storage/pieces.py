"""The lines that a campaign has said more than once, or may: each is kept once, under its own hash."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from sqlalchemy import select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, delete, insert

from gm_engine.errors import JournalError
from gm_engine.storage.database import Database
from gm_engine.storage.database_tables import EntryRow, PieceRow
from gm_engine.storage.packing import Unpackable, key_of, keys_in, packed, unpacked

AT_ONCE = 400
"""Pieces asked for, or written, in one statement."""
MOST = 4096
"""Pieces that are remembered at the most: a prompt says most of what the one before it said."""


class Pieces:
    """The pieces of one campaign, of which the latest are remembered."""

    def __init__(self) -> None:
        self._known: dict[int, str] = {}

    def forget(self) -> None:
        """Remember none: what is kept may have changed."""
        self._known = {}

    def load(self, connection: Connection, campaign: int, keys: Iterable[int]) -> dict[int, str]:
        """Those of the pieces that are there and whole, by their keys."""
        wanted = dict.fromkeys(keys)
        found = {key: line for key in wanted if (line := self._known.get(key)) is not None}
        new = _whole(connection, campaign, [key for key in wanted if key not in found])
        self._remember(new)
        return found | new

    def load_what_can_be(self, database: Database, campaign: int, keys: Iterable[int]) -> dict[int, str]:
        """The same where any of them may be unreadable: then each is read by itself."""
        wanted = tuple(keys)
        found: dict[int, str] = {}
        for some in (wanted, *((key,) for key in wanted)):
            with suppress(JournalError, SQLAlchemyError, ValueError, TypeError), database.reading() as connection:
                found |= self.load(connection, campaign, some)
                if some is wanted:
                    break
        return found

    def keep(self, connection: Connection, campaign: int, lines: Iterable[str]) -> dict[int, str]:
        """The lines by their keys, once they are kept; of two with one key, the one that is."""
        wanted = {key_of(line): line for line in lines}
        found = {key: known for key in wanted if (known := self._known.get(key)) is not None}
        found |= _whole(connection, campaign, [key for key in wanted if key not in found])
        new = {key: line for key, line in wanted.items() if key not in found}
        for some in _some(new):
            connection.execute(delete(PieceRow).where(_mine(campaign), col(PieceRow.key).in_(some)))  # a damaged one
            connection.execute(insert(PieceRow), [{"campaign": campaign, "key": key, "line": packed(new[key])} for key in some])
        found |= new
        self._remember(found)
        return found

    def _remember(self, found: dict[int, str]) -> None:
        self._known = {**self._known, **found} if len(self._known) + len(found) <= MOST else found

    def sweep(self, connection: Connection, campaign: int) -> None:
        """Delete the pieces of which nothing is put together any more."""
        used: set[int] = set()
        for (kept,) in connection.execute(select(col(EntryRow.texts)).where(col(EntryRow.campaign) == campaign)):
            used.update(keys_in(kept))
        there = connection.execute(select(col(PieceRow.key)).where(_mine(campaign))).scalars().all()
        for some in _some([key for key in there if key not in used]):
            connection.execute(delete(PieceRow).where(_mine(campaign), col(PieceRow.key).in_(some)))
        self.forget()


def _whole(connection: Connection, campaign: int, keys: Iterable[int]) -> dict[int, str]:
    """The pieces of these keys that are there and are what their keys say."""
    found: dict[int, str] = {}
    for some in _some(keys):
        query = select(col(PieceRow.key), col(PieceRow.line)).where(_mine(campaign), col(PieceRow.key).in_(some))
        for key, kept in connection.execute(query).all():
            try:
                line = unpacked(bytes(kept))
            except (Unpackable, TypeError):
                continue
            if key_of(line) == key:
                found[key] = line
    return found


def _some(keys: Iterable[int]) -> Iterator[list[int]]:
    left = iter(keys)
    while some := list(islice(left, AT_ONCE)):
        yield some


def _mine(campaign: int) -> Any:
    return col(PieceRow.campaign) == campaign
