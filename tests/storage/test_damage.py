"""What can be wrong with a file, a folder or a disk: always where, what, and what to do next."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from sqlalchemy import text

from gm_engine.errors import CampaignBusy, ChainBroken, JournalError
from gm_engine.storage import Store
from gm_engine.storage.database import Database
from gm_engine.storage.database_tables import VERSION
from tests.journal.evenings import play, said, turn
from tests.storage.harm import alter


@pytest.fixture(scope="module")
def forty_turns(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A campaign of forty turns, closed."""
    path = tmp_path_factory.mktemp("forty") / "gm.db"
    store = Store(path)
    journal = store.create("ride")
    play(journal, 40)
    journal.close()
    store.close()
    return path.read_bytes()


@pytest.fixture
def database(forty_turns: bytes, tmp_path: Path) -> Path:
    """A file with that campaign, to be damaged."""
    path = tmp_path / "gm.db"
    path.write_bytes(forty_turns)
    return path


def read_all(path: Path) -> None:
    """Open the campaign, read it and check it."""
    store = Store(path)
    try:
        journal = store.open("ride")
        try:
            list(journal.entries())
            journal.verify()
        finally:
            journal.close()
    finally:
        store.close()


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "gm.db"
    path.write_text("It was a dark and dusty night. " * 400, encoding="utf-8")
    with pytest.raises(JournalError) as caught:
        Store(path)
    assert caught.value.slug == "not-a-journal"
    assert str(path) in str(caught.value)
    assert path.read_text(encoding="utf-8").startswith("It was a dark")


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "campaigns.db").mkdir()
    with pytest.raises(JournalError) as caught:
        Store(tmp_path)
    assert caught.value.slug == "read-only"


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder", encoding="utf-8")
    with pytest.raises(JournalError, match="home"):
        Store(tmp_path / "home" / "gm.db")


def test_an_empty_file_is_a_new_shelf(tmp_path: Path) -> None:
    (tmp_path / "gm.db").touch()
    store = Store(tmp_path / "gm.db")
    assert store.names() == ()
    store.close()


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_truncated_database(database: Path, share: float) -> None:
    whole = database.read_bytes()
    database.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(JournalError) as caught:
        read_all(database)
    assert caught.value.slug == "damaged-journal"
    assert "gm backup" in str(caught.value)


def test_a_page_of_rubbish(database: Path) -> None:
    whole = bytearray(database.read_bytes())
    for page in range(3, len(whole) // 4096):
        whole[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    database.write_bytes(bytes(whole))
    with pytest.raises(JournalError) as caught:
        read_all(database)
    assert caught.value.slug == "damaged-journal"


def test_one_changed_word_is_found(database: Path) -> None:
    alter(database, 1 + 3 * 16 + 2, texts=("the 17th time", "the 71th time"))
    with pytest.raises(ChainBroken, match="turn 17, completion_received"):
        read_all(database)


@pytest.mark.parametrize("column", ["form", "texts"])
@pytest.mark.parametrize(
    "kept", [b"", b"\x09", b"\x02\xff", b"\x03\xff", b"\x04\xff", b"\x05\x00\x00[7", b"\x06\x00\x7f", "{'b2:", b"\x05\x00\x00[[1]]", 7]
)
def test_what_cannot_be_read_is_told_with_its_entry(database: Path, column: str, kept: object) -> None:
    shelf = Database(database)
    with shelf.writing() as connection:
        connection.execute(text(f"UPDATE gm_entry SET {column} = :kept WHERE number = 60"), {"kept": kept})
    shelf.close()
    with pytest.raises(JournalError, match=r"entry 60 \(turn 20, ") as caught:
        read_all(database)
    assert caught.value.slug in ("damaged-journal", "chain-broken")


def test_a_lost_entry_is_found(database: Path) -> None:
    shelf = Database(database)
    with shelf.writing() as connection:
        connection.execute(text("DELETE FROM gm_entry WHERE number = 60"))
    shelf.close()
    with pytest.raises(ChainBroken, match="entry 61"):
        read_all(database)


def test_a_lost_head_is_found(database: Path) -> None:
    shelf = Database(database)
    with shelf.writing() as connection:
        connection.execute(text("DELETE FROM gm_entry WHERE number > 100"))
    shelf.close()
    with pytest.raises(JournalError, match="entry 121 is missing"):
        read_all(database)


def test_a_full_disk_loses_nothing(database: Path) -> None:
    store = Store(database)
    journal = store.open("ride")
    with store.database.engine.connect() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        connection.execute(text(f"PRAGMA max_page_count={pages}"))
    head = journal.head

    def play_on() -> None:
        nonlocal head
        for number in range(41, 200):
            head = journal.head
            journal.append(turn(number, reply="Dust. " * 500))

    with pytest.raises(JournalError) as caught:
        play_on()
    assert caught.value.slug == "disk-full"
    assert "Make room" in str(caught.value)
    assert journal.head == head
    journal.verify()
    with store.database.engine.connect() as connection:
        connection.execute(text("PRAGMA max_page_count=1000000"))
    assert head is not None
    journal.append(turn(head.turn + 1))
    journal.verify()
    journal.close()
    store.close()


def test_a_full_disk_at_the_lock(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(database)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gm_engine.storage.lock.os.ftruncate", full)
    with pytest.raises(JournalError) as caught:
        store.open("ride")
    assert caught.value.slug == "disk-full"
    monkeypatch.undo()
    store.open("ride").close()
    store.close()


def test_another_writer_is_waited_for_and_then_named(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.storage.database.WAIT", 0.05)
    store, other = Store(database), Database(database)
    journal = store.open("ride")
    with other.writing(), pytest.raises(CampaignBusy, match="another program is writing"):
        journal.append(turn(41))
    journal.append(turn(41))
    journal.verify()
    journal.close()
    store.close()
    other.close()


def test_a_newer_database_is_left_alone(database: Path) -> None:
    shelf = Database(database)
    with shelf.writing() as connection:
        connection.execute(text("UPDATE gm_schema SET version = 99"))
    shelf.close()
    with pytest.raises(JournalError, match=rf"version 99.*knows up to {VERSION}") as caught:
        Store(database)
    assert caught.value.slug == "newer-journal"


def test_somebody_elses_database(tmp_path: Path) -> None:
    shelf = Database(tmp_path / "gm.db")
    with shelf.writing() as connection:
        connection.execute(text("CREATE TABLE photographs (id INTEGER)"))
    shelf.close()
    with pytest.raises(JournalError, match="photographs") as caught:
        Store(tmp_path / "gm.db")
    assert caught.value.slug == "not-a-journal"


@pytest.mark.parametrize("address", ["oracel://x", "://", "mysql://h/d", "postgresql+nodriver://h/d"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(JournalError) as caught:
        Store(address)
    assert caught.value.slug == "bad-address"


def test_a_driver_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(JournalError, match=r"pip install .gm-engine\[postgresql\]") as caught:
        Store("postgresql+psycopg://localhost/gm")
    assert caught.value.slug == "bad-address"


def test_a_password_is_not_shown() -> None:
    with pytest.raises(JournalError) as caught:
        Store("mysql://boone:juniper@localhost/gm")
    assert "juniper" not in str(caught.value)


def test_a_database_that_is_not_there_to_read(tmp_path: Path) -> None:
    with pytest.raises(JournalError) as caught:
        Store(tmp_path / "gm.db", readonly=True)
    assert caught.value.slug == "no-journal"
    assert not (tmp_path / "gm.db").exists()


def test_a_store_for_reading_writes_nothing(database: Path) -> None:
    before = database.read_bytes()
    store = Store(database, readonly=True)
    journal = store.open("ride")
    assert len(said(journal)) == 40
    with pytest.raises(JournalError) as caught:
        journal.append(turn(41))
    assert caught.value.slug == "read-only"
    for change in (lambda: store.create("another"), lambda: store.delete("ride")):
        with pytest.raises(JournalError):
            change()
    journal.close()
    store.close()
    assert database.read_bytes() == before


READ_AS_A_GUEST = """
import os, sys
import sqlite3, sqlalchemy.dialects.sqlite.pysqlite
from gm_engine.errors import JournalError
from gm_engine.storage import Store
from tests.journal.evenings import said, turn
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    store = Store(sys.argv[1])
    print(len(said(store.open("ride", readonly=True))))
    store.open("ride").append(turn(41))
except JournalError as error:
    print(error.slug)
"""


@pytest.mark.skipif(os.name != "posix", reason="folders are closed otherwise elsewhere")
def test_a_home_that_may_not_be_written_can_be_read(forty_turns: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        database = home / "gm.db"
        database.write_bytes(forty_turns)
        database.chmod(0o444)
        home.chmod(0o555)
        guest = subprocess.run([sys.executable, "-c", READ_AS_A_GUEST, str(database)], capture_output=True, text=True, check=False)
        home.chmod(0o755)
    assert guest.stderr == ""
    assert guest.stdout.split() == ["40", "read-only"]


def test_a_damaged_index_is_found(database: Path) -> None:
    shelf = Database(database)
    with shelf.reading() as connection:
        page = connection.execute(text("SELECT rootpage FROM sqlite_master WHERE name = 'gm_snapshot'")).scalar_one()
    shelf.close()
    whole = bytearray(database.read_bytes())
    whole[(page - 1) * 4096 : (page - 1) * 4096 + 50] = b"\xee" * 50
    database.write_bytes(bytes(whole))
    with pytest.raises(JournalError) as caught:
        read_all(database)
    assert caught.value.slug == "damaged-journal"
