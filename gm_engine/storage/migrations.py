"""Brings a database of an older version up to today's, one step at a time, each in a transaction of its own."""

from collections.abc import Callable, Mapping

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel, insert, select, update

from gm_engine.errors import JournalError
from gm_engine.storage.database import Database
from gm_engine.storage.database_tables import TABLES, VERSION, SchemaRow
from gm_engine.storage.lock import MAKING

Step = Callable[[Connection], None]


def _packed(connection: Connection) -> None:
    """Long texts are deflated from now on. SQLite keeps both in one column; a server's columns become bytes, each text after a sign."""
    if connection.dialect.name == "sqlite":
        return
    for table, column in (("gm_entry", "form"), ("gm_entry", "texts"), ("gm_completion", "text"), ("gm_snapshot", "text")):
        kept = f"decode('01', 'hex') || convert_to({column}, 'UTF8')"
        connection.execute(text(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE bytea USING {kept}"))


def _in_pieces(connection: Connection) -> None:
    """Long lines are kept once from now on, in a table of their own. Entries of before are read as they are."""
    SQLModel.metadata.tables["gm_piece"].create(connection, checkfirst=True)


STEPS: Mapping[int, Step] = {1: _packed, 2: _in_pieces}
"""From a version to the next: ``STEPS[1]`` changes tables of version 1 into those of version 2."""


def prepare(database: Database, steps: Mapping[int, Step] = STEPS, today: int = VERSION) -> None:
    """Make the tables where there are none, and bring older ones up to date. Refuses newer ones."""
    with database.reading() as connection:
        there = inspect(connection).get_table_names()
        version = connection.scalar(select(SchemaRow.version)) if SchemaRow.__tablename__ in there else None
    if version is None:
        if there and database.is_sqlite:
            known = ", ".join(sorted(there)[:3])
            raise JournalError(
                database.where, f"this database holds something else (its tables: {known})", "Name another file.", "not-a-journal"
            )
        _create(database, today)
        return
    if version > today:
        raise JournalError(
            database.where,
            f"this database is of version {version}, and this version of the program knows up to {today}",
            "Update the program: pip install --upgrade gm-engine. Nothing was changed.",
            "newer-journal",
        )
    for step in range(version, today):
        with database.writing() as connection:
            _alone(connection)
            if connection.scalar(select(SchemaRow.version)) == step:
                steps[step](connection)
                connection.execute(update(SchemaRow).values(version=step + 1))


def _create(database: Database, today: int) -> None:
    with database.writing() as connection:
        _alone(connection)
        if inspect(connection).has_table(str(SchemaRow.__tablename__)):
            return
        SQLModel.metadata.create_all(connection, tables=[SQLModel.metadata.tables[name] for name in TABLES])
        connection.execute(insert(SchemaRow).values(version=today))


def _alone(connection: Connection) -> None:
    """Tables are made and changed by one at a time. SQLite lets only one write anyhow; a server is asked for a lock until the end."""
    if connection.dialect.name != "sqlite":
        connection.execute(text("SELECT pg_advisory_xact_lock(:family, 0)"), {"family": MAKING})
