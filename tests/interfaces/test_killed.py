"""What a command that was killed leaves behind: nothing half done, and nothing that stays in the way."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gm_engine.authoring import fresh
from gm_engine.interfaces.cli import play as table
from gm_engine.interfaces.cli.past_lines import PastLines
from gm_engine.interfaces.cli.transcript import Transcript
from gm_engine.storage import Store
from gm_engine.storage.database import repaired
from tests.interfaces.conftest import Gm
from tests.killing.commands import COMMANDS_THAT_WRITE, unknown
from tests.killing.killing import Killer, drawn, lost_turns
from tests.killing.shelf import Found, Place, damaged, prepared

posix = pytest.mark.skipif(os.name != "posix", reason="kill -9 is a posix word")


class Killed(BaseException):
    """Ends a command where it stands, as a kill does: nothing in it catches this."""


@pytest.fixture
def dead() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_of_every_command_it_is_said_whether_it_writes() -> None:
    assert unknown() == []


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The home that is killed in. It is only copied."""
    return prepared(tmp_path_factory.mktemp("killed") / "base")


@posix
def test_commands_that_are_killed_lose_nothing(base: Place, tmp_path: Path) -> None:
    killer = Killer(base, tmp_path)
    some = {name: COMMANDS_THAT_WRITE[name][:1] for name in ("play", "branch", "redact", "delete", "doctor", "new")}
    deaths = [(fatal, *killer.kill(case, fatal)) for case, fatal in drawn(killer, 7, 12, some)]
    assert [lost for _, _, wrong in deaths for lost in wrong] == []
    # Whether one that is killed a moment after its step is still at work then is for the machine to say.
    at_once = [alive for fatal, alive, _ in deaths if not fatal.pause]
    assert len(at_once) >= 6
    assert all(at_once)


@posix
def test_a_turn_that_was_shown_and_is_gone_would_be_seen(base: Place, tmp_path: Path) -> None:
    case = COMMANDS_THAT_WRITE["play"][1]
    with base.copy(tmp_path / "copy") as place:
        ended = place.gm(*case.words, typed=case.typed)
        found = place.look()
    assert list(lost_turns(case, ended, found)) == []
    before = Found({name: one for name, one in found.campaigns.items() if name != "new"}, found.files)
    assert list(lost_turns(case, ended, before)) == ["turn 3 of new was shown as done, and the record ends at 0"]


def test_a_repair_that_was_stopped_is_no_hindrance(gm: Gm, home: Path) -> None:
    damaged(Place(home.parent))
    repaired(home / "campaigns.db").write_bytes(b"what an earlier repair had saved")
    assert gm("doctor", "--repair", "--home", home).code == 0
    assert gm("conflicts", "evening", "--home", home).code == 0


def test_a_repair_that_was_stopped_between_its_two_steps_is_ended_by_the_next_opening(gm: Gm, home: Path) -> None:
    (home / "campaigns.db").rename(repaired(home / "campaigns.db"))
    assert "evening" in gm("list", "--home", home).out
    assert not repaired(home / "campaigns.db").exists()


def test_the_lines_of_a_deleted_campaign_go_before_it(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for end in ("history", "unsaid"):
        (home / f"evening.{end}").write_text("I whistle.\n", encoding="utf-8")

    def killed(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Store, "delete", killed)
        with pytest.raises(Killed):
            gm("delete", "evening", "--yes", "--home", home)
    assert not list(home.glob("evening.*"))


def test_the_lock_of_a_campaign_that_is_gone_goes_with_the_next_try(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(home)
    lock = store.held("evening")
    store.close()
    file = lock.path  # type: ignore[union-attr]
    lock.release()
    assert gm("delete", "evening", "--yes", "--home", home).code == 0
    file.touch()
    assert gm("delete", "evening", "--yes", "--home", home).code == 2
    assert not file.exists()


def test_a_redacted_line_is_forgotten_on_every_branch_and_before_the_record_loses_it(
    gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert gm("edit", "evening", "2", "I whistle a tune.", "--home", home).code == 0
    assert gm("switch", "evening", "main", "--home", home).code == 0
    past = PastLines(home, "evening")
    past.add("I whistle a tune.")
    past.add("I ask Ortega about the wagon.")

    def killed(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("gm_engine.play.game.Game.redact", killed)
        with pytest.raises(Killed):
            gm("redact", "evening", "2", "--yes", "--home", home)
    assert past.read() == []


def test_words_that_were_taken_out_are_forgotten_as_part_of_a_command_too(tmp_path: Path) -> None:
    past = PastLines(tmp_path, "evening")
    for line in ("I look around.", "/edit 2 I whisper  to Ben.", "/why 2", "I whisper to Ben."):
        past.add(line)
    past.forget("I whisper to Ben.")
    assert past.read() == ["I look around.", "/why 2"]


def test_past_lines_survive_a_kill_while_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    past = PastLines(tmp_path, "evening")
    past.add("I look around.")

    def killed(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(Killed):
        past.add("I wait.")
    assert past.read() == ["I look around."]


@pytest.mark.parametrize("words", [("new", "copy"), ("backup", "copy"), ("export", "evening", "--file", "copy")])
def test_what_a_killed_command_left_unfinished_is_taken_away(
    gm: Gm, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dead: int, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    left = tmp_path / f".copy.{dead}.part"
    if words[0] == "new":
        left.mkdir()
        (left / "campaign.yaml").write_text("id: cop", encoding="utf-8")
    else:
        left.write_text("half", encoding="utf-8")
    assert gm(*words, *([] if words[0] == "new" else ["--home", home])).code == 0
    assert (tmp_path / "copy").exists()
    assert not left.exists()


def test_a_campaign_that_is_being_written_is_not_there_until_it_is_whole(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(fresh, "_rename", killed)
        with pytest.raises(Killed):
            gm("new", tmp_path / "silver_creek")
    assert not (tmp_path / "silver_creek").exists()
    assert gm("new", tmp_path / "silver_creek").code == 0


@posix
def test_a_lock_that_a_killed_process_left_goes_with_the_next_opening_of_any_campaign(home: Path, dead: int) -> None:
    store = Store(home)
    left, held = home / "campaigns.db.0badcafe.lock", home / "campaigns.db.0badbeef.lock"
    left.write_text(f"{dead}\n", encoding="ascii")
    held.write_text(f"{os.getpid()}\n", encoding="ascii")
    store.open("evening").close()
    store.close()
    assert not left.exists()
    assert held.exists()


def killed_at(monkeypatch: pytest.MonkeyPatch, where: object, name: str, gm: Gm, *words: str | Path, typed: str) -> None:
    """``gm`` with these words and lines, killed where something is called."""

    def killed(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(typed))
        patch.setattr(where, name, killed)
        with pytest.raises(Killed):
            gm(*words)


def lines_of(home: Path) -> list[str]:
    """What was said in the campaign ``evening``, in order."""
    store = Store(home)
    journal = store.open("evening", readonly=True)
    said = [entry.event.said for entry in journal.entries() if entry.event.kind == "player_spoke"]
    journal.close()
    store.close()
    return said


def test_a_line_is_not_said_twice_where_the_kill_came_after_its_turn_was_written(
    gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = lines_of(home)
    killed_at(monkeypatch, Transcript, "played", gm, "play", "evening", "--home", home, typed="I wait for an hour.\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    told = gm("play", "evening", "--again", "--home", home).out
    assert lines_of(home) == [*before, "I wait for an hour."]
    assert '"I wait for an hour." is on record' in told
    assert not (home / "evening.unsaid").exists()


def test_the_same_words_are_said_again_where_only_an_earlier_turn_has_them(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = lines_of(home)
    monkeypatch.setattr("sys.stdin", io.StringIO("I wait for an hour.\n"))
    gm("play", "evening", "--home", home)
    killed_at(monkeypatch, Transcript, "text", gm, "play", "evening", "--home", home, typed="I wait for an hour.\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    gm("play", "evening", "--again", "--home", home)
    assert lines_of(home) == [*before, "I wait for an hour.", "I wait for an hour."]


def test_a_line_that_waits_survives_a_kill_before_it_is_said_again(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "evening.unsaid").write_text("I wait for an hour.", encoding="utf-8")
    killed_at(monkeypatch, table, "evening", gm, "play", "evening", "--again", "--home", home, typed="")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    gm("play", "evening", "--again", "--home", home)
    assert lines_of(home)[-1] == "I wait for an hour."
    assert not (home / "evening.unsaid").exists()


def test_a_line_that_waits_is_forgotten_with_the_turn_that_has_its_words(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for out in (("redact", "evening", "6", "--yes"), ("play", "evening")):
        killed_at(monkeypatch, Transcript, "played", gm, "play", "evening", "--home", home, typed="I wait for an hour.\n")
        assert (home / "evening.unsaid").exists()
        monkeypatch.setattr("sys.stdin", io.StringIO("/x\n"))
        assert gm(*out, "--home", home).code == 0
        assert not (home / "evening.unsaid").exists()
        gm("undo", "evening", "--home", home)
