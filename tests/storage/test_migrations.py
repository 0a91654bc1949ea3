"""Databases of older versions: brought up to date step by step, or left as they were."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import Connection

from gm_engine.errors import JournalError
from gm_engine.journal import write_lines
from gm_engine.journal.chain import digest
from gm_engine.storage import Store
from gm_engine.storage.database import Database
from gm_engine.storage.database_tables import TABLES, VERSION
from gm_engine.storage.migrations import STEPS, prepare
from gm_engine.story.completion import Completion
from tests.journal.evenings import play, turn
from tests.storage.harm import pieces_of
from tests.storage.old_tables import make_old

FORM = '{"digest":"state after 1","kind":"turn_closed","turn":1}'
VERSION_1 = f"""
CREATE TABLE gm_schema (version INTEGER NOT NULL, PRIMARY KEY (version));
CREATE TABLE gm_campaign (id INTEGER NOT NULL, name VARCHAR NOT NULL, branch VARCHAR NOT NULL, created VARCHAR NOT NULL,
  PRIMARY KEY (id), UNIQUE (name));
CREATE TABLE gm_branch (campaign INTEGER NOT NULL, name VARCHAR NOT NULL, place INTEGER NOT NULL, forked_from VARCHAR, at INTEGER NOT NULL,
  turn INTEGER NOT NULL, head INTEGER NOT NULL, label VARCHAR NOT NULL, reseed BOOLEAN NOT NULL, PRIMARY KEY (campaign, name),
  FOREIGN KEY(campaign) REFERENCES gm_campaign (id) ON DELETE CASCADE);
CREATE TABLE gm_lane (campaign INTEGER NOT NULL, number INTEGER NOT NULL, parent INTEGER NOT NULL, after INTEGER NOT NULL,
  tip INTEGER NOT NULL, PRIMARY KEY (campaign, number), FOREIGN KEY(campaign) REFERENCES gm_campaign (id) ON DELETE CASCADE);
CREATE TABLE gm_entry (campaign INTEGER NOT NULL, number INTEGER NOT NULL, lane INTEGER NOT NULL, branch VARCHAR NOT NULL,
  after INTEGER NOT NULL, parent VARCHAR NOT NULL, hash VARCHAR NOT NULL, turn INTEGER NOT NULL, kind VARCHAR NOT NULL, form TEXT NOT NULL,
  texts TEXT NOT NULL, format INTEGER NOT NULL, written VARCHAR NOT NULL, PRIMARY KEY (campaign, number),
  FOREIGN KEY(campaign) REFERENCES gm_campaign (id) ON DELETE CASCADE);
CREATE INDEX gm_entry_in_lane ON gm_entry (campaign, lane, number);
CREATE INDEX gm_entry_of_turn ON gm_entry (campaign, lane, turn, number);
CREATE INDEX gm_entry_after ON gm_entry (campaign, "after");
CREATE TABLE gm_completion (campaign INTEGER NOT NULL, prompt_hash VARCHAR NOT NULL, attempt INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (campaign, prompt_hash, attempt), FOREIGN KEY(campaign) REFERENCES gm_campaign (id) ON DELETE CASCADE);
CREATE TABLE gm_snapshot (campaign INTEGER NOT NULL, number INTEGER NOT NULL, hash VARCHAR NOT NULL, version VARCHAR NOT NULL,
  text TEXT NOT NULL, PRIMARY KEY (campaign, number), FOREIGN KEY(campaign) REFERENCES gm_campaign (id) ON DELETE CASCADE);
INSERT INTO gm_schema VALUES (1);
INSERT INTO gm_campaign VALUES (1, 'old_ride', 'main', '2026-11-21T20:00:00+00:00');
INSERT INTO gm_branch VALUES (1, 'main', 0, NULL, 0, 0, 1, '', 0);
INSERT INTO gm_lane VALUES (1, 1, 0, 0, 1);
INSERT INTO gm_entry VALUES (1, 1, 1, 'main', 0, '', '{digest("", FORM)}', 1, 'turn_closed', '{FORM}', '{{}}', 1, '');
"""


@pytest.fixture
def version_1(tmp_path: Path) -> Path:
    """A database as version 1 of the tables made it."""
    path = tmp_path / "gm.db"
    raw = sqlite3.connect(path)
    raw.executescript(VERSION_1)
    raw.close()
    return path


def schema(path: Path) -> list[tuple[str, str]]:
    """Every table and index, as SQLite has noted it, blanks aside."""
    raw = sqlite3.connect(path)
    found = raw.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name").fetchall()
    raw.close()
    return [(name, " ".join(sql.replace('"', "").split()).replace("( ", "(").replace(" )", ")")) for name, sql in found]


def test_a_version_1_database_plays_on(version_1: Path) -> None:
    store = Store(version_1)
    journal = store.open("old_ride")
    journal.verify()
    assert [entry.turn for entry in journal.entries()] == [1]
    journal.append(turn(2))
    journal.verify()
    journal.close()
    store.close()


def test_the_old_tables_become_those_of_today(version_1: Path, tmp_path: Path) -> None:
    Store(version_1).close()
    Store(tmp_path / "new.db").close()
    assert schema(version_1) == schema(tmp_path / "new.db")
    assert {name for name, sql in schema(version_1) if sql.startswith("CREATE TABLE")} == set(TABLES)


def test_an_old_database_is_made_small(version_1: Path) -> None:
    form = '{"digest":"' + "state after 1 " * 4000 + '","kind":"turn_closed","turn":2}'
    raw = sqlite3.connect(version_1)
    values = (2, 1, "main", 1, digest("", FORM), digest(digest("", FORM), form), 2, "turn_closed", form, "{}", 1, "")
    raw.execute("INSERT INTO gm_entry VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
    raw.execute("UPDATE gm_lane SET tip = 2")
    raw.execute("UPDATE gm_branch SET head = 2")
    raw.commit()
    raw.close()
    store = Store(version_1)
    told = list(store.open("old_ride", readonly=True).entries())
    before, after = store.compact()
    assert before - after > 40_000
    journal = store.open("old_ride")
    journal.verify()
    assert list(journal.entries()) == told
    journal.close()
    store.close()


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("on", ["a server", "a file"])
def test_what_older_versions_kept_is_read_played_on_and_compacted(
    request: pytest.FixtureRequest, tmp_path: Path, on: str, version: int
) -> None:
    where = request.getfixturevalue("shared") if on == "a server" else tmp_path / "gm.db"
    store = Store(where)
    journal = store.create("ride")
    play(journal, 3, said="I walk on past the livery, and on past the office of the assayer.")
    journal.keep_completion("b2:asked", 0, Completion(text="Dust. " * 80, model="m"))
    told, lines = list(journal.entries()), list(write_lines(journal))
    journal.close()
    store.close()
    make_old(where, version)
    again = Store(where)
    journal = again.open("ride")
    journal.verify()
    assert list(journal.entries()) == told
    assert list(write_lines(journal)) == lines
    journal.append(turn(4, said="I walk on past the livery, and on past the office of the assayer."))
    told, lines = list(journal.entries()), list(write_lines(journal))
    journal.close()
    assert again.compact()[1] > 0 or on == "a server"
    reader = again.open("ride", readonly=True)
    reader.verify()
    assert list(reader.entries()) == told
    assert list(write_lines(reader)) == lines
    again.close()
    assert pieces_of(where) == ["I walk on past the livery, and on past the office of the assayer."]


def test_there_is_a_step_from_every_version() -> None:
    assert sorted(STEPS) == list(range(1, VERSION))


def test_steps_go_in_order_and_once(version_1: Path) -> None:
    taken: list[int] = []

    def second(connection: Connection) -> None:
        taken.append(2)
        connection.execute(text("ALTER TABLE gm_campaign ADD COLUMN title VARCHAR NOT NULL DEFAULT ''"))

    def third(connection: Connection) -> None:
        taken.append(3)
        connection.execute(text("UPDATE gm_campaign SET title = name"))

    shelf = Database(version_1)
    for _ in range(2):
        prepare(shelf, {1: second, 2: third}, today=3)
    assert taken == [2, 3]
    with shelf.reading() as connection:
        assert connection.execute(text("SELECT title FROM gm_campaign")).scalar_one() == "old_ride"
        assert connection.execute(text("SELECT version FROM gm_schema")).scalar_one() == 3
    shelf.close()


def test_a_step_that_fails_changes_nothing(version_1: Path) -> None:
    def fails(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE gm_campaign ADD COLUMN title VARCHAR NOT NULL DEFAULT ''"))
        connection.execute(text("UPDATE gm_nowhere SET x = 1"))

    before = schema(version_1)
    shelf = Database(version_1)
    with pytest.raises(JournalError):
        prepare(shelf, {1: fails}, today=2)
    shelf.close()
    assert schema(version_1) == before


def test_an_old_database_that_may_only_be_read_is_not_changed(version_1: Path) -> None:
    shelf = Database(version_1, readonly=True)
    with pytest.raises(JournalError) as caught:
        prepare(shelf, {1: lambda _: None}, today=2)
    assert caught.value.slug == "read-only"
    shelf.close()


def test_two_shelves_made_at_once_are_one(tmp_path: Path) -> None:
    one, other = Store(tmp_path / "gm.db"), Store(tmp_path / "gm.db")
    journal = one.create("ride")
    play(journal, 1)
    assert other.names() == ("ride",)
    journal.close()
