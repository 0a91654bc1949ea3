"""The shelf: names, locks, readers, and what is left of what was deleted."""

import os
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from gm_engine.errors import CampaignBusy, JournalError, UnknownName
from gm_engine.storage import Store
from gm_engine.storage.packing import DICTIONARY, SHARED, TEXTS_SHARED, Unpackable, _read_number
from gm_engine.storage.sql_journal import SqlJournal
from tests.journal.evenings import OPENING, play, said, turn

WORDS = b"nine Juniper Lane"
DEFLATED = b"\x78\x9c"


def files_with(words: bytes, home: Path) -> list[str]:
    """The files of a home that hold these words anywhere, free pages and what is deflated included."""
    found = []
    for file in sorted(home.iterdir()):
        data = file.read_bytes()
        if any(words.lower() in piece.lower() for piece in (data, *inflated(data), *columns(file))):
            found.append(file.name)
    return found


def columns(file: Path) -> Iterator[bytes]:
    """Every value that a database holds, put together from its pages, and inflated where it is deflated."""
    if not file.read_bytes().startswith(b"SQLite format 3"):
        return
    with closing(sqlite3.connect(file)) as raw:
        for (table,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in raw.execute(f"SELECT * FROM {table}"):
                for value in row:
                    if isinstance(value, bytes):
                        yield from inflated(value)


def inflated(data: bytes) -> Iterator[bytes]:
    """What can be read of every deflated text, wherever one may begin, also of those that are cut off where a page ends."""
    for at in places(data, DEFLATED):
        yield inflated_from(data, at, zlib.decompressobj())
    for at in places(data, SHARED):
        yield inflated_from(data, at + 1, zlib.decompressobj(-15, zdict=DICTIONARY))
    for at in places(data, TEXTS_SHARED):
        with suppress(Unpackable):
            keys, behind = _read_number(data, at + 1)
            salts, behind = _read_number(data, behind + 8 * keys)
            yield inflated_from(data, behind + 8 * salts, zlib.decompressobj(-15, zdict=DICTIONARY))


def places(data: bytes, sign: bytes) -> Iterator[int]:
    """Where a sign stands."""
    at = data.find(sign)
    while at >= 0:
        yield at
        at = data.find(sign, at + 1)


def inflated_from(data: bytes, at: int, reader: Any) -> bytes:
    """What can be inflated from a place on."""
    text = b""
    with suppress(zlib.error):
        for start in range(at, min(len(data), at + 100_000), 64):
            text += reader.decompress(data[start : start + 64])
            if reader.eof:
                break
    return text


def test_a_campaign_is_there_again(tmp_path: Path) -> None:
    store = Store(tmp_path / "deep" / "gm.db")
    journal = store.create("ride")
    play(journal, 2)
    journal.fork("north", 1, reseed=True)
    journal.switch("north")
    before = (journal.head, journal.branches(), list(journal.entries()))
    journal.close()
    store.close()
    again = Store(str(tmp_path / "deep" / "gm.db")).open("ride")
    assert (again.head, again.branches(), list(again.entries())) == before
    assert again.branch == "north"
    again.close()


def test_the_head_has_not_moved_until_something_is_told_there(tmp_path: Path) -> None:
    store, reader = Store(tmp_path / "gm.db"), Store(tmp_path / "gm.db", readonly=True)
    journal = store.create("ride")
    play(journal, 3)
    branches, head = journal.branches(), journal.head
    with suppress(KeyboardInterrupt), journal.moving():
        journal.fork("north", 1)
        journal.switch("north")
        assert reader.open("ride").branches() == branches
        raise KeyboardInterrupt
    assert (journal.branches(), journal.head, journal.branch) == (branches, head, "main")
    with journal.moving():
        journal.undo(2)
        assert reader.open("ride").head == head
        journal.fork("north", 1)
        journal.switch("north")
        journal.append(turn(2))
    there = reader.open("ride")
    assert (there.branch, there.branches(), there.head) == ("north", journal.branches(), journal.head)
    assert [(point.name, point.head) for point in there.branches()] == [("main", 4), ("north", 13)]
    journal.verify()


def test_what_is_deflated_is_looked_into(tmp_path: Path) -> None:
    store = Store(tmp_path)
    journal = store.create("ride")
    journal.append([OPENING])
    journal.append(turn(1, reply="Dust. " * 200 + "She lives at nine Juniper Lane."))
    journal.close()
    store.close()
    assert WORDS not in (tmp_path / "campaigns.db").read_bytes()
    assert files_with(WORDS, tmp_path) == ["campaigns.db"]


def test_a_home_is_a_folder(tmp_path: Path) -> None:
    store = Store(tmp_path / "home")
    journal = store.create("ride")
    play(journal, 1)
    journal.close()
    store.close()
    assert [file.name for file in (tmp_path / "home").iterdir()] == ["campaigns.db"]
    assert Store(str(tmp_path / "home")).names() == Store(tmp_path / "home" / "campaigns.db").names() == ("ride",)


@pytest.mark.parametrize("name", ["with space", "hash#tag", "quest?ion", "per%20cent", "ünïcode 🤠", "amp&mode=rw"])
def test_homes_with_awkward_names(tmp_path: Path, name: str) -> None:
    home = tmp_path / name
    store = Store(home)
    journal = store.create("ride")
    play(journal, 1)
    for reader in (store.open("ride", readonly=True), Store(home, readonly=True).open("ride")):
        assert said(reader) == ["I walk on."]
        reader.close()
    journal.close()
    store.close()
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_copy_while_it_is_played(tmp_path: Path) -> None:
    store = Store(tmp_path / "home")
    journal = store.create("ride")
    play(journal, 3)
    store.backup(tmp_path / "copy.db")
    journal.append(turn(4))
    copied = Store(tmp_path / "copy.db").open("ride")
    copied.verify()
    assert len(said(copied)) == 3
    copied.close()
    with pytest.raises(JournalError, match="there already") as caught:
        store.backup(tmp_path / "copy.db")
    assert caught.value.slug == "file-exists"
    with pytest.raises(JournalError):
        store.backup(tmp_path / "nowhere" / "copy.db")
    with pytest.raises(JournalError) as caught:
        Store("sqlite://").backup(tmp_path / "other.db")
    assert caught.value.slug == "no-backup"
    journal.close()


def test_names_and_what_gm_list_shows(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.db")
    assert store.names() == ()
    play(store.create("ride"), 3)
    journal = store.create("Abilene")
    play(journal, 0)
    journal.close()
    assert store.names() == ("Abilene", "ride")
    abilene, ride = store.shelf()
    assert (abilene.name, abilene.branch, abilene.turn) == ("Abilene", "main", 0)
    assert (ride.name, ride.branch, ride.turn) == ("ride", "main", 3)
    assert abilene.written.endswith("+00:00")


def test_a_free_name() -> None:
    store = Store("sqlite://")
    assert store.free_name("first_ride") == "first_ride"
    store.create("first_ride")
    assert store.free_name("first_ride") == "first_ride-2"
    store.create("first_ride-2")
    assert store.free_name("first_ride") == "first_ride-3"


def test_a_taken_name_is_refused_and_a_free_one_offered() -> None:
    store = Store("sqlite://")
    store.create("ride")
    with pytest.raises(JournalError, match="ride-2") as caught:
        store.create("ride")
    assert caught.value.slug == "name-taken"


@pytest.mark.parametrize("name", ["", "  ", "a/b", "..\\x", "line\nbreak", "x" * 81])
def test_names_that_cannot_be(name: str) -> None:
    with pytest.raises(JournalError) as caught:
        Store("sqlite://").create(name)
    assert caught.value.slug == "bad-name"


def test_an_unknown_name_names_the_nearest() -> None:
    store = Store("sqlite://")
    with pytest.raises(UnknownName, match="None has been saved yet"):
        store.open("redemtion")
    for name in ("redemption", "zebra"):
        play(store.create(name), 1)
    with pytest.raises(UnknownName, match=r"Nearest: redemption\.$"):
        store.open("redemtion")


def test_deleting_leaves_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.db")
    kept, gone = store.create("kept"), store.create("gone")
    play(kept, 2)
    play(gone, 40, said="I live at nine Juniper Lane, remember?")
    gone.close()
    assert files_with(WORDS, tmp_path)
    store.delete("gone")
    assert store.names() == ("kept",)
    assert files_with(WORDS, tmp_path) == []
    assert len(said(kept)) == 2
    with pytest.raises(UnknownName):
        store.delete("gone")
    kept.close()


def test_a_campaign_in_play_is_not_deleted(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.db")
    journal = store.create("ride")
    play(journal, 1)
    with pytest.raises(CampaignBusy):
        store.delete("ride")
    journal.close()
    store.delete("ride")


def test_redacted_words_are_nowhere_in_the_files(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.db")
    journal = store.create("ride")
    play(journal, 30)
    private = "My sister lives at nine Juniper Lane. "
    journal.append(turn(31, said=private * 400, reply=f"Boone writes it down: {private}"))
    for number in range(32, 60):
        journal.append(turn(number, reply=f"You remember. {private} And the road bends {number} times."))
    assert journal.head is not None
    journal.keep_snapshot(journal.head.number, journal.head.hash, "v1", private * 2000)
    assert files_with(WORDS, tmp_path)
    assert journal.redact(31, "private") == 30
    assert files_with(WORDS, tmp_path) == []
    journal.verify()
    journal.close()


def test_words_that_a_reader_keeps_in_the_log_go_when_it_leaves(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.db")
    journal = store.create("ride")
    journal.append([OPENING, *turn(1, said="I live at nine Juniper Lane.")])
    reader = store.open("ride", readonly=True)
    assert len(list(reader.entries())) == 4
    journal.redact(1, "private")
    reader.close()
    assert files_with(WORDS, tmp_path) == []
    journal.close()


def test_one_plays_and_many_read(tmp_path: Path) -> None:
    store, other = Store(tmp_path / "gm.db"), Store(tmp_path / "gm.db")
    journal = store.create("ride")
    play(journal, 2)
    with pytest.raises(CampaignBusy, match=f"process {os.getpid()} is playing"):
        other.open("ride")
    reader = other.open("ride", readonly=True)
    assert len(said(reader)) == 2
    journal.append(turn(3))
    assert len(said(reader)) == 2
    again = other.open("ride", readonly=True)
    assert len(said(again)) == 3
    with pytest.raises(JournalError) as caught:
        reader.append(turn(3))
    assert caught.value.slug == "read-only"
    other.create("another").close()
    journal.close()
    other.open("ride").close()
    assert [file.name for file in tmp_path.iterdir() if file.name.endswith(".lock")] == []


def test_a_lock_dies_with_its_process(tmp_path: Path) -> None:
    script = (
        "import os, sys; from gm_engine.storage import Store; from tests.journal.evenings import play\n"
        f"journal = Store({str(tmp_path / 'gm.db')!r}).create('ride'); play(journal, 1); print(os.getpid(), flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        holder = process.stdout.readline().strip()
        store = Store(tmp_path / "gm.db")
        with pytest.raises(CampaignBusy, match=f"process {holder} is playing"):
            store.open("ride")
        assert len(said(store.open("ride", readonly=True))) == 1
        process.kill()
    assert list(tmp_path.glob("*.lock"))
    journal = store.open("ride")
    journal.append(turn(2))
    journal.close()


@pytest.mark.skipif(os.name != "posix", reason="elsewhere no lock file outlives its process")
def test_whoever_sweeps_up_a_dead_lock_while_it_is_taken_does_not_stand_for_a_player(tmp_path: Path) -> None:
    import fcntl

    store = Store(tmp_path / "gm.db")
    journal = store.create("ride")
    play(journal, 1)
    (file,) = tmp_path.glob("*.lock")
    journal.close()
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        pass
    file.write_text(f"{dead.pid}\n", encoding="ascii")
    with file.open("rb") as swept:
        fcntl.flock(swept, fcntl.LOCK_EX)

        def removed() -> None:
            file.unlink()
            fcntl.flock(swept, fcntl.LOCK_UN)

        timer = Timer(0.2, removed)
        timer.start()
        store.open("ride").close()
        timer.join()
        file.write_text(f"{dead.pid}\n", encoding="ascii")
        with file.open("rb") as kept:
            fcntl.flock(kept, fcntl.LOCK_EX)
            with pytest.raises(CampaignBusy, match=f"process {dead.pid} is playing"):
                store.open("ride")


def test_only_the_newest_snapshots_stay(tmp_path: Path) -> None:
    journal = Store(tmp_path / "gm.db").create("ride")
    play(journal, 20)
    for entry in journal.entries():
        journal.keep_snapshot(entry.number, entry.hash, "v1", "state")
    assert kept_snapshots(tmp_path / "gm.db") == [60, 61]
    assert journal.snapshot() == (61, "v1", "state")
    journal.undo()
    assert journal.snapshot() is None
    journal.close()


def test_the_newest_snapshot_of_each_branch_stays(tmp_path: Path) -> None:
    journal = Store(tmp_path / "gm.db").create("ride")
    play(journal, 5)
    snap(journal)
    journal.fork("north", 3)
    journal.switch("north")
    for number in range(4, 10):
        journal.append(turn(number))
        snap(journal)
    assert journal.snapshot() == (34, "v1", "state")
    journal.switch("main")
    assert journal.snapshot() == (16, "v1", "state")
    assert kept_snapshots(tmp_path / "gm.db") == [16, 31, 34]
    for number in range(20):
        journal.fork(f"way {number}", 1)
        journal.switch(f"way {number}")
        journal.append(turn(2))
        snap(journal)
    assert len(kept_snapshots(tmp_path / "gm.db")) == 8
    journal.close()


def snap(journal: SqlJournal) -> None:
    """Keep a snapshot of where a story stands."""
    assert journal.head is not None
    journal.keep_snapshot(journal.head.number, journal.head.hash, "v1", "state")


def kept_snapshots(path: Path) -> list[int]:
    """The entries of which a snapshot is kept."""
    with closing(sqlite3.connect(path)) as raw:
        return [number for (number,) in raw.execute("SELECT number FROM gm_snapshot ORDER BY number")]


def test_opening_with_a_snapshot_reads_no_old_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path / "gm.db")
    journal = store.create("ride")
    play(journal, 50)
    assert journal.head is not None
    journal.keep_snapshot(journal.head.number, journal.head.hash, "v1", "state")
    journal.append(turn(51))
    journal.close()
    read: list[int] = []
    from gm_engine.journal import ledger

    entry_of = ledger.entry_of
    monkeypatch.setattr(ledger, "entry_of", lambda row: read.append(row.number) or entry_of(row))
    journal = store.open("ride")
    kept = journal.snapshot()
    assert kept is not None
    assert [entry.turn for entry in journal.entries(after=kept[0])] == [51, 51, 51]
    assert read == [152, 153, 154]
    journal.close()


def test_salts_come_from_outside(tmp_path: Path) -> None:
    journal = Store(tmp_path / "gm.db", salter=lambda: "grain").create("ride")
    assert [entry.salts for entry in journal.append([OPENING, *turn(1)])] == [("grain",), ("grain",), ("grain",), ()]
    journal.close()


def test_many_who_write_in_one_process_wait_in_a_line_and_nobody_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.storage.database.WAIT", 0)
    with closing(Store(tmp_path)) as store, ThreadPoolExecutor(8) as crowd:
        names = [f"ride-{number}" for number in range(16)]
        played = [crowd.submit(lambda name: play(store.create(name), 2), name) for name in names]
        for one in played:
            one.result()
        assert sorted(store.names()) == sorted(names)


def test_a_writer_waits_for_another_process_and_says_so_where_it_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.storage.database.WAIT", 1)
    store = Store(tmp_path)
    play(store.create("ride"), 1)
    with closing(sqlite3.connect(store.database.where, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CampaignBusy, match="another program is writing"), store.database.writing():
            pass
        free = Timer(0.05, other.execute, ["ROLLBACK"])
        free.start()
        with store.database.writing() as connection:
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 1000
        free.join()
    store.close()
