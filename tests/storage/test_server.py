"""A database server: many campaigns on few connections, locks that let go, outages, and errors that give nothing away."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from gm_engine.errors import CampaignBusy, JournalError
from gm_engine.journal import read_lines, write_lines
from gm_engine.storage import Store
from gm_engine.storage import database as database_room
from gm_engine.storage.sql_journal import SqlJournal
from tests.journal.evenings import OPENING, play, said, turn
from tests.postgres import Postgres


@pytest.fixture
def store(shared: str) -> Iterator[Store]:
    store = Store(shared)
    yield store
    store.close()


def begun(store: Store, name: str) -> SqlJournal:
    journal = store.create(name)
    journal.append([OPENING])
    return journal


def test_hundreds_of_campaigns_are_played_at_once(store: Store, postgres: Postgres) -> None:
    journals = [begun(store, f"table {number}") for number in range(300)]
    with ThreadPoolExecutor(24) as threads:
        list(threads.map(lambda journal: journal.append(turn(1)), journals))
    busy = postgres.run("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")[0][0]
    assert busy < 2 * database_room.CONNECTIONS + 8
    other = Store(store.database.url.render_as_string(hide_password=False))
    for name in ("table 0", "table 299"):
        with pytest.raises(CampaignBusy):
            other.open(name)
        with pytest.raises(CampaignBusy):
            store.open(name)
    for journal in journals:
        journal.close()
    other.open("table 299").close()
    other.close()
    assert len(store.names()) == 300


def test_ones_own_campaign_can_always_be_opened_again(store: Store) -> None:
    begun(store, "ride").close()
    for _ in range(200):
        journal = store.open("ride")
        assert journal.head is not None
        journal.close()


def test_what_is_let_go_is_free_for_others_at_once(store: Store, shared: str) -> None:
    other = Store(shared)
    begun(store, "ride").close()
    for number in range(100):
        (store, other)[number % 2].open("ride").close()
    other.close()


def test_many_files_are_taken_in_one_after_the_other(store: Store) -> None:
    journal = begun(store, "ride")
    play_on = turn(1)
    journal.append(play_on)
    lines = list(write_lines(journal))
    journal.close()
    for number in range(60):
        copy = store.create(f"copy {number}")
        read_lines(lines, copy, "ride.jsonl")
        copy.close()
    assert len(store.names()) == 61


def test_a_reader_that_is_closed_leaves_the_shelf_open(tmp_path: Path) -> None:
    store = Store("sqlite://")
    begun(store, "ride").close()
    store.open("ride", readonly=True).close()
    assert store.names() == ("ride",)
    store.close()


def test_a_reader_changes_nothing(store: Store) -> None:
    journal = begun(store, "ride")
    reader = store.open("ride", readonly=True)
    for change in (lambda: reader.append(turn(1)), lambda: reader.undo(), lambda: reader.keep_snapshot(1, "b2:1", "v", "text")):
        with pytest.raises(JournalError):
            change()
    journal.append(turn(1))
    journal.close()


def test_shelves_that_are_made_at_once_are_one(shared: str) -> None:
    with ThreadPoolExecutor(6) as threads:
        stores = list(threads.map(lambda _: Store(shared), range(6)))
    begun(stores[0], "ride").close()
    assert all(store.names() == ("ride",) for store in stores)
    for store in stores:
        store.close()


PLAYS_ON = """
import sys
from gm_engine.storage import Store
from tests.journal.evenings import turn
journal = Store(sys.argv[1]).open("ride")
print("held", flush=True)
sys.stdin.read()
"""


def test_a_lock_goes_with_its_process(store: Store, shared: str) -> None:
    begun(store, "ride").close()
    player = subprocess.Popen([sys.executable, "-c", PLAYS_ON, shared], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert player.stdout is not None
    assert player.stdin is not None
    assert player.stdout.readline() == "held\n"
    with pytest.raises(CampaignBusy, match="somebody else"):
        store.open("ride")
    player.kill()
    player.wait()
    player.stdin.close()
    player.stdout.close()
    for _ in range(100):
        try:
            store.open("ride").close()
            return
        except CampaignBusy:
            subprocess.run(["sleep", "0.05"], check=True)
    raise AssertionError("the lock outlived its process")


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_an_outage_stops_a_turn_and_loses_nothing(store: Store, up: Postgres, how: str) -> None:
    journal = store.create("ride")
    play(journal, 3)
    before = journal.head
    getattr(up, how)()
    for change in (lambda: journal.append(turn(4)), lambda: store.open("ride"), lambda: store.names(), lambda: list(journal.entries())):
        with pytest.raises(JournalError) as caught:
            change()
        assert caught.value.slug == "no-answer", caught.value
    assert journal.head == before
    up.start()
    journal.append(turn(4))
    journal.verify()
    assert len(said(journal)) == 4
    with pytest.raises(CampaignBusy):
        Store(up.url(str(store.database.url.database))).open("ride")
    journal.close()
    store.open("ride").close()


@pytest.fixture
def outage(store: Store, shared: str, up: Postgres) -> Iterator[tuple[SqlJournal, SqlJournal]]:
    """A campaign of two turns, as whoever played it has it, and as somebody else has opened it after an outage and told a third."""
    journal = store.create("ride")
    play(journal, 2)
    up.kill()
    up.start()
    other = Store(shared)
    theirs = other.open("ride")
    theirs.append(turn(3))
    yield journal, theirs
    other.close()


def test_what_somebody_took_over_meanwhile_stays_theirs(store: Store, outage: tuple[SqlJournal, SqlJournal]) -> None:
    journal, theirs = outage
    with pytest.raises(CampaignBusy, match="somebody else plays this campaign now"):
        journal.append(turn(3))
    journal.close()
    theirs.append(turn(4))
    theirs.verify()
    theirs.close()
    with_us = store.open("ride")
    assert len(said(with_us)) == 4
    with_us.close()


def test_who_went_on_meanwhile_is_noticed(outage: tuple[SqlJournal, SqlJournal]) -> None:
    journal, theirs = outage
    theirs.close()
    with pytest.raises(JournalError) as caught:
        journal.append(turn(3))
    assert caught.value.slug == "gone-on"
    journal.append(turn(4))
    journal.verify()
    assert [entry.turn for entry in journal.entries()][-4:] == [3, 4, 4, 4]
    journal.close()


HIDDEN = ("juniper", "nine.example", "5999", "boone", "tombstone", "127.0.0.1")


@pytest.mark.parametrize(
    "address",
    ["postgresql+psycopg://boone:juniper@127.0.0.1:5999/tombstone", "postgresql+psycopg://boone:juniper@nine.example:5999/tombstone"],
)
def test_an_address_that_does_not_answer_is_not_repeated(address: str) -> None:
    with pytest.raises(JournalError) as caught:
        Store(address)
    assert caught.value.slug == "no-answer"
    assert not [word for word in HIDDEN if word in str(caught.value).lower()]


def test_a_refusal_names_neither_user_nor_database(postgres: Postgres) -> None:
    url = make_url(postgres.url())
    for wrong in (url.set(username="boone", password="juniper"), url.set(database="tombstone")):
        with pytest.raises(JournalError, match="does not let us in") as caught:
            Store(wrong.render_as_string(hide_password=False))
        assert caught.value.slug == "no-answer"
        assert not [word for word in HIDDEN if word in str(caught.value).lower()]


def test_a_server_without_a_free_connection_says_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = store.database.engine.pool
    monkeypatch.setattr(pool, "_timeout", 0.05)
    taken = [store.database.engine.connect() for _ in range(2 * database_room.CONNECTIONS)]
    with pytest.raises(JournalError) as caught:
        store.names()
    assert caught.value.slug == "server-busy"
    for connection in taken:
        connection.close()
    assert store.names() == ()


def test_a_server_with_too_many_guests_says_so(store: Store, shared: str, postgres: Postgres) -> None:
    name = make_url(shared).database
    postgres.run("CREATE ROLE guest LOGIN")
    postgres.run(f"ALTER DATABASE {name} CONNECTION LIMIT 0")
    with pytest.raises(JournalError) as caught:
        Store(make_url(shared).set(username="guest").render_as_string(hide_password=False))
    assert caught.value.slug == "server-busy"
    postgres.run("DROP ROLE guest")


def test_a_driver_without_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_library(*_: object, **__: object) -> None:
        raise ImportError("no pq wrapper available")

    monkeypatch.setattr(database_room, "create_engine", no_library)
    with pytest.raises(JournalError, match="gm-engine\\[postgresql\\]") as caught:
        Store("postgresql+psycopg://localhost/gm")
    assert caught.value.slug == "bad-address"


def test_what_else_a_server_says_is_told_without_a_traceback(store: Store, postgres: Postgres) -> None:
    begun(store, "ride").close()
    with store.database.writing() as connection:
        connection.execute(text("DROP TABLE gm_lane"))
    ask: Callable[[], object] = lambda: store.open("ride")  # noqa: E731
    with pytest.raises(JournalError, match="gm_lane"):
        ask()
