"""Damage is seen before anything is played or written out, and what is whole is saved."""

import json
import random
from pathlib import Path

import pytest
from sqlalchemy import text

from gm_engine.bootstrap import diagnose, repair_saved
from gm_engine.bootstrap.exports import export_text
from gm_engine.errors import ChainBroken, JournalError
from gm_engine.storage import Store, damage_of
from gm_engine.storage.database import Database
from tests.interfaces.conftest import Gm, gm  # noqa: F401
from tests.journal.evenings import play, said, turn
from tests.postgres import Postgres
from tests.storage.harm import alter


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a campaign of forty turns, a branch from turn 20 on, and another campaign."""
    store = Store(tmp_path)
    journal = store.create("ride")
    play(journal, 40)
    journal.fork("north", 20)
    journal.switch("north")
    for number in range(21, 31):
        journal.append(turn(number, said="I ride north."))
    journal.switch("main")
    journal.close()
    other = store.create("other")
    play(other, 3)
    other.close()
    store.close()
    return tmp_path


def change(home: Path | str, statement: str, **values: object) -> None:
    shelf = Database(home)
    with shelf.writing() as connection:
        connection.execute(text(statement), values)
    shelf.close()


def reworded(home: Path | str, number: int) -> None:
    """Another letter in an entry of the first campaign."""
    alter(home, number, texts=("road", "toad"))


REPLY_17, REPLY_31, HEAD_40 = 1 + 3 * 16 + 2, 1 + 3 * 30 + 2, 1 + 3 * 40


def test_what_is_read_is_checked_while_it_is_read(home: Path) -> None:
    reworded(home, REPLY_17)
    store = Store(home)
    journal = store.open("ride")
    with pytest.raises(ChainBroken, match="turn 17"):
        list(journal.entries())
    with pytest.raises(ChainBroken, match="turn 17"):
        journal.turn(17)
    assert len(journal.turn(16)) == 3
    for form in ("jsonl", "markdown"):
        with pytest.raises(ChainBroken, match=r"gm doctor --repair"):
            list(export_text(journal, form))
    journal.close()
    store.close()


def test_a_hole_in_the_story_is_seen(home: Path) -> None:
    change(home, "DELETE FROM gm_entry WHERE campaign = 1 AND number BETWEEN 50 AND 55")
    store = Store(home)
    journal = store.open("ride")
    with pytest.raises(ChainBroken, match="missing"):
        list(journal.entries())
    journal.close()
    store.close()


def test_a_damaged_head_is_seen_at_the_opening(home: Path) -> None:
    alter(home, HEAD_40, form=("state after 40", "state after 41"))
    store = Store(home)
    with pytest.raises(ChainBroken, match="turn 40"):
        store.open("ride")
    store.open("other").close()
    store.close()


def test_lost_words_leave_the_story_whole(home: Path) -> None:
    reworded(home, REPLY_17)
    store = Store(home)
    ((name, damage, _),) = damage_of(store)
    store.close()
    assert (name, damage.worded, damage.hurt, dict(damage.ends)) == ("ride", (17,), (), {})
    done = repair_saved(home)
    assert done["ride"] == "saved; words of turn 17 are damaged, and can only be left out"
    assert Path(done["as it was"]).exists()
    store = Store(home)
    assert damage_of(store) == ()
    journal = store.open("ride")
    journal.verify()
    assert len(said(journal)) == 40
    assert journal.turn(17)[1].redacted
    assert [point.name for point in journal.branches()] == ["main", "north"]
    journal.append(turn(41))
    journal.close()
    assert len(said(store.open("other", readonly=True))) == 3
    store.close()
    assert repair_saved(home) == {}


@pytest.mark.parametrize("texts", ["{", '{"b2:1": 7}', "[]", '{"b2:00000000000000000000000000000000":["salt","text"]}', ""])
def test_words_that_cannot_be_read_are_left_out(home: Path, texts: str) -> None:
    change(home, f"UPDATE gm_entry SET texts = :texts WHERE campaign = 1 AND number = {REPLY_17}", texts=texts)
    repair_saved(home)
    store = Store(home)
    journal = store.open("ride")
    journal.verify()
    assert len(said(journal)) == 40
    assert journal.turn(17)[1].redacted
    journal.close()
    store.close()


def test_a_damaged_entry_ends_its_branch_at_the_last_whole_turn(home: Path) -> None:
    alter(home, REPLY_31, form=("embedded", "embodied"))
    store = Store(home)
    ((_, damage, _),) = damage_of(store)
    store.close()
    assert damage.hurt == (31,)
    assert damage.ends == {"main": (30, 40)}
    assert str(damage) == 'turn 31 is damaged; the branch "main" can be saved up to turn 30 of 40'
    repair_saved(home)
    store = Store(home)
    journal = store.open("ride")
    journal.verify()
    assert len(said(journal)) == 30
    journal.append(turn(31, said="I try again."))
    journal.switch("north")
    assert said(journal)[-1] == "I ride north."
    assert len(said(journal)) == 30
    journal.close()
    store.close()


def test_missing_entries_of_two_branches(home: Path) -> None:
    change(home, "DELETE FROM gm_entry WHERE campaign = 1 AND number BETWEEN 47 AND 53")
    repair_saved(home)
    store = Store(home)
    journal = store.open("ride")
    journal.verify()
    assert {point.name: point.head for point in journal.branches()} == {"main": 46, "north": 46}
    assert len(said(journal)) == 15
    journal.close()
    store.close()


@pytest.mark.parametrize("table", ["gm_branch", "gm_lane", "gm_campaign"])
def test_lost_tables_are_made_anew_from_the_entries(home: Path, table: str) -> None:
    shelf = Database(home)
    with shelf.writing() as connection:
        connection.execute(text("DELETE FROM gm_entry WHERE campaign = 1 AND branch = 'north'"))
        connection.execute(text(f"ALTER TABLE {table} RENAME TO lost"))
        connection.execute(text(f"CREATE TABLE {table} AS SELECT * FROM lost WHERE 0"))
    shelf.close()
    done = repair_saved(home)
    store = Store(home)
    name = "ride" if table != "gm_campaign" else "saved-1"
    assert name in done
    journal = store.open(name)
    journal.verify()
    assert len(said(journal)) == 40
    journal.close()
    store.close()


def test_entries_of_no_campaign_hinder_no_repair(home: Path) -> None:
    shelf = Database(home)
    with shelf.writing() as connection:
        connection.execute(text("ALTER TABLE gm_entry RENAME TO lost"))
        connection.execute(text("CREATE TABLE gm_entry AS SELECT * FROM lost"))
        connection.execute(text("UPDATE gm_entry SET campaign = NULL WHERE campaign = 2 AND number > 4"))
        connection.execute(text("UPDATE gm_entry SET campaign = 'words' WHERE campaign = 2 AND number > 3"))
    shelf.close()
    done = repair_saved(home)
    assert {"ride", "other"} <= set(done)
    store = Store(home)
    assert len(said(store.open("ride", readonly=True))) == 40
    store.close()


def test_nobody_may_play_while_it_is_repaired(home: Path) -> None:
    reworded(home, REPLY_17)
    store = Store(home)
    journal = store.open("ride")
    with pytest.raises(JournalError) as caught:
        repair_saved(home)
    assert caught.value.slug == "campaign-busy"
    journal.close()
    store.close()
    assert "ride" in repair_saved(home)


def test_the_doctor_says_what_is_hurt(home: Path, gm: Gm) -> None:  # noqa: F811
    assert gm("doctor", "--home", home).code == 0
    assert "Compacted" in gm("doctor", "--compact", "--home", home).out
    reworded(home, REPLY_17)
    assert "words of turn 17 are damaged" in diagnose(home)["Saved"]["ride"]
    shown = gm("doctor", "--home", home, "--format", "json")
    assert shown.code == 1
    assert list(json.loads(shown.out)["Saved"]) == ["campaigns", "ride"]
    failed = gm("export", "ride", "--to", "jsonl", "-o", home / "ride.jsonl", "--home", home)
    assert failed.code == 2
    assert "chain-broken" in failed.err
    assert not (home / "ride.jsonl").exists()
    assert "saved; words of turn 17" in " ".join(gm("doctor", "--repair", "--home", home).out.split())
    assert gm("doctor", "--repair", "--home", home).out == "Nothing is damaged\n"
    assert gm("doctor", "--home", home).code == 0


def test_a_servers_campaigns_are_saved_into_a_file(
    shared: str, tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(shared)
    journal = store.create("ride")
    play(journal, 20)
    journal.close()
    store.close()
    reworded(shared, REPLY_17)
    monkeypatch.setenv("GM_DATABASE_URL", shared)
    done = repair_saved(tmp_path)
    assert done == {
        "ride": "saved; words of turn 17 are damaged, and can only be left out",
        "the campaigns": str(tmp_path / "campaigns.db.repaired"),
    }
    saved = Store(tmp_path / "campaigns.db.repaired")
    assert len(said(saved.open("ride", readonly=True))) == 20
    saved.close()


def test_flipped_bytes_never_go_unseen(home: Path) -> None:
    """Whatever is flipped: what is read is what was written, or an error says so; and what is repaired is whole."""
    path = home / "campaigns.db"
    whole = path.read_bytes()
    store = Store(home)
    journal = store.open("ride")
    told = list(journal.entries())
    lines = list(map(without_time, list(export_text(journal, "jsonl"))[1:]))
    journal.close()
    store.close()
    chance = random.Random(1881)
    seen = 0
    for _ in range(40):
        damaged = bytearray(whole)
        for _ in range(chance.choice((1, 3, 30))):
            damaged[chance.randrange(100, len(damaged))] ^= chance.randrange(1, 256)
        path.write_bytes(bytes(damaged))
        try:
            store = Store(home)
        except JournalError:
            seen += 1
            continue
        try:
            reader = store.open("ride", readonly=True)
            assert list(reader.entries()) == told
            assert list(map(without_time, list(export_text(reader, "jsonl"))[1:])) == lines
        except JournalError:
            seen += 1
        finally:
            store.close()
        try:
            repair_saved(home)
            again = Store(home)
            assert damage_of(again) == ()
            again.close()
        except JournalError:
            assert path.read_bytes() == bytes(damaged)
    assert seen > 10


def without_time(line: str) -> object:
    """A line of an export; when it was written is beside the chain."""
    return {key: value for key, value in json.loads(line).items() if key != "written"}
