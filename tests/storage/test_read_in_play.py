"""A campaign is read while it is played: the reader sees it as it was when it was opened, and finds nothing broken."""

from pathlib import Path
from types import CellType, FunctionType

import pytest
from sqlalchemy import update

from gm_engine.errors import ChainBroken, JournalError
from gm_engine.journal import write_lines
from gm_engine.storage import Store
from gm_engine.storage.database import Database
from gm_engine.storage.database_tables import LaneRow
from tests.journal.evenings import play, turn


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_what_is_written_meanwhile_breaks_no_chain(store: Store) -> None:
    journal = store.create("ride")
    play(journal, 3)
    reader = store.open("ride", readonly=True)
    before = list(write_lines(reader))
    journal.append(turn(4))
    reader.verify()
    assert list(write_lines(reader)) == before
    journal.close()
    reader.close()
    store.close()


def test_an_entry_that_no_lane_leads_to_is_still_found(store: Store) -> None:
    journal = store.create("ride")
    play(journal, 3)
    journal.close()
    with store.database.writing() as connection:
        connection.execute(update(LaneRow).values(tip=LaneRow.tip - 1))
    reader = store.open("ride", readonly=True)
    with pytest.raises(ChainBroken, match="what leads to it is missing"):
        reader.verify()
    reader.close()
    store.close()


def test_a_branch_is_made_and_gone_to_in_one_step(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = store.create("ride")
    play(journal, 3)
    written: list[object] = []
    commit = journal.commit
    monkeypatch.setattr(journal, "commit", lambda change: (written.append(change), commit(change)))
    journal.fork("north", 2, go=True)
    assert len(written) == 1
    assert journal.branch == "north"
    journal.close()
    store.close()


def test_a_server_that_goes_away_in_the_middle_of_many_rows_does_not_answer() -> None:
    server = Database("postgresql+psycopg://nobody@nowhere.invalid/none")
    empty: list[int] = []
    driver = FunctionType((lambda: empty.pop()).__code__, {"__name__": "psycopg._pipeline_base"}, closure=(CellType(empty),))
    with pytest.raises(JournalError) as caught, server.told():
        driver()
    assert caught.value.slug == "no-answer"
    with pytest.raises(IndexError), server.told():
        empty.pop()
