"""Words that were taken out are in no file of a home: in no entry, snapshot, kept answer, log or free page."""

from pathlib import Path

import pytest

from gm_engine.bootstrap import ARCHIVES, EXPORTS, export_files, export_text, new_game
from gm_engine.errors import CampaignBusy
from gm_engine.storage import Store
from gm_engine.story.completion import Completion
from tests.journal.evenings import play
from tests.packs import LIVERY
from tests.storage.test_store import files_with

SAID = "My sister Philomena drowned at Tolliver ferry."
REPLY = "Philomena lied."


def test_a_redacted_line_is_in_no_file(tmp_path: Path) -> None:
    store = Store(tmp_path)
    game = new_game(store.create("ride"), LIVERY, seed=5)
    game.play("I look around.")
    game.reply_next(REPLY)
    game.play(f'I say "{SAID}" to Ortega.')
    game._snapshot()
    asked = game.prompt_of(2).prompt.hash
    game.journal.keep_completion(asked, 0, Completion(text="A kept answer to Philomena.", model="m"))
    for line in ("I wait.", "I look around.", "I walk to the street."):
        game.play(line)
    game._snapshot()
    assert files_with(b"Philomena", tmp_path)
    game.redact(2)
    assert files_with(b"Philomena", tmp_path) == []
    game.play("I wait.")
    game._snapshot()
    assert files_with(b"Philomena", tmp_path) == []
    for to in set(EXPORTS) - set(ARCHIVES):
        assert "Philomena" not in "".join(export_text(game.journal, to, gm_notes=True))
    for to in ARCHIVES:
        files = export_files(game.journal, to, gm_notes=True)
        assert [name for name, content in files.items() if "Philomena" in name or b"Philomena" in content] == []
    game.close()
    store.close()


def test_a_log_that_is_still_being_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.storage.database.WAIT", 0)
    store = Store(tmp_path)
    journal = store.create("ride")
    play(journal, 2, said="I live at nine Juniper Lane, remember?")
    other = Store(tmp_path)
    with other.database.reading() as reader:
        reader.exec_driver_sql("SELECT count(*) FROM gm_entry").all()
        with pytest.raises(CampaignBusy, match="still reading"):
            journal.redact(1, "")
    assert journal.turn(1)[0].redacted
    journal.redact(1, "")
    assert files_with(b"Juniper", tmp_path) == []
    other.close()
    journal.close()
