"""Damage that is done to a database on purpose: other letters in what is kept."""

from pathlib import Path

from sqlalchemy import select, update

from gm_engine.storage.database import Database
from gm_engine.storage.database_tables import EntryRow, PieceRow
from gm_engine.storage.packing import key_of, pack_form, pack_texts, packed, unpack_form, unpack_texts, unpacked
from gm_engine.storage.pieces import Pieces

Exchange = tuple[str, str]


def alter(home: Path | str, number: int, *, form: Exchange = ("", ""), texts: Exchange = ("", "")) -> None:
    """Other letters in the form of an entry of the first campaign, or in its words, with every hash as it was."""
    here = (EntryRow.campaign == 1) & (EntryRow.number == number)
    shelf = Database(home)
    with shelf.writing() as connection:
        kept_form, kept_texts = connection.execute(select(EntryRow.form, EntryRow.texts).where(here)).one()
        whole = unpack_form(kept_form)
        known = Pieces().load(connection, 1, connection.execute(select(PieceRow.key)).scalars().all())
        words = unpack_texts(whole, kept_texts, known.__getitem__)
        changed = {name: pair and (pair[0], pair[1].replace(*texts)) for name, pair in words.items()}
        values = {"form": pack_form(whole.replace(*form)), "texts": pack_texts(whole, changed, lambda _: False)}
        connection.execute(update(EntryRow).where(here).values(**values))
    shelf.close()


def alter_piece(home: Path | str, line: str, other: str) -> None:
    """Another line in the place of one that is kept as a piece, under its key."""
    shelf = Database(home)
    with shelf.writing() as connection:
        done = connection.execute(update(PieceRow).where(PieceRow.key == key_of(line)).values(line=packed(other)))
        assert done.rowcount == 1
    shelf.close()


def pieces_of(home: Path | str) -> list[str]:
    """All lines that are kept as pieces."""
    shelf = Database(home)
    with shelf.reading() as connection:
        found = [unpacked(line) for line in connection.execute(select(PieceRow.line)).scalars()]
    shelf.close()
    return found
