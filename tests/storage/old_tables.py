"""Databases as earlier versions kept them: made of one of today, for tests and benchmarks."""

import json
import zlib
from pathlib import Path
from typing import Any

from sqlalchemy import select, text

from gm_engine.storage import Store
from gm_engine.storage.database_tables import CampaignRow
from gm_engine.storage.sql_journal import SqlJournal

SHORT = 240
PACKED = (("gm_entry", "form"), ("gm_entry", "texts"), ("gm_completion", "text"), ("gm_snapshot", "text"))


def make_old(where: str | Path, version: int) -> None:
    """Make a database of today one of version 1 (all texts as they are) or 2 (long ones deflated). Snapshots are dropped."""
    store = Store(where)
    lite = store.database.is_sqlite
    with store.database.reading() as connection:
        campaigns = connection.execute(select(CampaignRow.id, CampaignRow.name)).all()
    journals = [(id, SqlJournal(store.database, id, name, store.salter, readonly=True)) for id, name in campaigns]
    entries = [(id, row) for id, journal in journals for row in journal.every_row()]
    answers = [(id, kept) for id, journal in journals for kept in journal.every_completion()]
    with store.database.writing() as connection:
        connection.execute(text("DELETE FROM gm_snapshot"))
        connection.execute(text("DROP TABLE gm_piece"))
        if version == 1 and not lite:
            for table, column in PACKED:
                connection.execute(text(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE text USING ''"))
        for id, row in entries:
            texts = json.dumps(row.sealed.texts, ensure_ascii=False, separators=(",", ":"))
            values = {"form": _kept(row.sealed.form, version, lite), "texts": _kept(texts, version, lite), "id": id, "number": row.number}
            connection.execute(text("UPDATE gm_entry SET form = :form, texts = :texts WHERE campaign = :id AND number = :number"), values)
        for id, kept in answers:
            values = {"text": _kept(kept.text, version, lite), "id": id, "hash": kept.prompt_hash, "attempt": kept.attempt}
            where_it_is = "campaign = :id AND prompt_hash = :hash AND attempt = :attempt"
            connection.execute(text(f"UPDATE gm_completion SET text = :text WHERE {where_it_is}"), values)
        connection.execute(text("UPDATE gm_schema SET version = :version"), {"version": version})
    store.database.erase_traces()
    store.close()


def _kept(told: str, version: int, lite: bool) -> Any:
    plain = told.encode()
    small = zlib.compress(plain) if version == 2 and len(plain) >= SHORT else plain
    if len(small) < len(plain):
        return small if lite else b"\x02" + small
    return told if lite or version == 1 else b"\x01" + plain
