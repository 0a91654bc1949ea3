"""Vectors beside the journal: kept once, read by those who only look, gone with their words."""

from pathlib import Path

from sqlalchemy import inspect

from gm_engine.storage import Store
from gm_engine.story import event as happened


def test_vectors_are_kept_and_gone_after_a_redaction(tmp_path: Path) -> None:
    store = Store(tmp_path)
    journal = store.create("tale")
    journal.append([happened.PlayerSpoke(turn=1, said="I sold the mare."), happened.TurnClosed(turn=1, digest="")])
    journal.keep_vectors("model 1", {"a": b"\x01", "b": b"\x02"})
    journal.keep_vectors("model 1", {"a": b"\x03"})
    assert journal.vectors("model 1") == {"a": b"\x03", "b": b"\x02"}
    assert journal.vectors("model 2") == {}
    journal.redact(1, "asked for")
    assert journal.vectors("model 1") == {}
    journal.close()
    store.close()


def test_whoever_only_reads_may_keep_vectors_unless_the_story_went_on(tmp_path: Path) -> None:
    store = Store(tmp_path)
    journal = store.create("tale")
    journal.append([happened.PlayerSpoke(turn=1, said="I sold the mare."), happened.TurnClosed(turn=1, digest="")])
    reader = store.open("tale", readonly=True)
    reader.keep_vectors("model 1", {"a": b"\x01"})
    assert journal.vectors("model 1") == {"a": b"\x01"}
    journal.append([happened.TurnClosed(turn=1, digest="")])
    reader.keep_vectors("model 1", {"b": b"\x01"})
    assert journal.vectors("model 1") == {"a": b"\x01"}
    for opened in (reader, journal):
        opened.close()
    store.close()


def test_a_database_of_before_has_no_vectors_and_is_read_as_ever(tmp_path: Path) -> None:
    store = Store(tmp_path)
    journal = store.create("tale")
    journal.append([happened.TurnClosed(digest="")])
    with store.database.writing() as connection:
        if inspect(connection).has_table("gm_vector"):
            connection.exec_driver_sql("DROP TABLE gm_vector")
    assert journal.vectors("model 1") == {}
    journal.keep_vectors("model 1", {"a": b"\x01"})
    assert journal.vectors("model 1") == {"a": b"\x01"}
    journal.close()
    store.close()
