"""Suggested commands can be typed as they stand."""

import os
import shlex
import shutil
from pathlib import Path

import pytest

from gm_engine.errors import GameError
from gm_engine.interfaces.cli.suggestion import about, again, called_with, say_error, suggest, typed
from tests.interfaces.conftest import Gm
from tests.packs import LIVERY_PATH


def test_a_suggestion_names_the_home_that_was_named(tmp_path: Path) -> None:
    called_with(["run", "a.play", "--home", str(tmp_path)])
    assert suggest("replay", "first ride", "--verify").endswith(f"replay --home {tmp_path} 'first ride' --verify")
    assert "--home" not in suggest("check", "campaigns/redemption")
    called_with(["run", "a.play", f"--home={tmp_path}"])
    assert suggest("list").endswith(f"list --home {tmp_path}")
    called_with(["play"])
    assert "--home" not in suggest("play", "first_ride")


def test_a_command_in_a_message_of_the_rooms_is_written_as_it_can_be_typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "bin" / "gm"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(program)])
    called_with(["retry", "evening", "--home", "my saves"])
    about("evening")
    told = say_error(GameError("turn 3", "nobody answers.", "Try again: gm play NAME --again. gm --help lists them; gm run --help too."))
    assert told.endswith("Try again: bin/gm play --home 'my saves' evening --again. bin/gm --help lists them; bin/gm run --help too.")
    assert typed(typed("gm undo NAME")) == "bin/gm undo --home 'my saves' evening"
    assert typed("my gm plays on; campaigns/gm list; gmlist") == "my gm plays on; campaigns/gm list; gmlist"


def test_the_same_command_again_keeps_what_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["gm"])
    called_with(["run", "a b.play", "--seed", "4", "--as", "x"])
    assert again("--simulate-faults") == "gm run 'a b.play' --seed 4 --as x --simulate-faults"
    assert again("--as", "x-2") == "gm run 'a b.play' --seed 4 --as x-2"


def suggested(text: str) -> list[str]:
    """The words of the command at the end of a message."""
    line = next(line for line in reversed(text.splitlines()) if "gm " in line)
    return shlex.split(line[line.index("gm ") :])[1:]


def test_settle_lie_without_by_suggests_a_command_that_works(gm: Gm, home: Path) -> None:
    said = gm("settle", "evening", "4.1", "lie", "--home", home)
    words = suggested(said.err)
    assert words == ["settle", "--home", str(home), "evening", "4.1", "lie", "--by", "WHO"]
    assert gm(*words[:-1], "ortega").code == 0


def test_a_way_back_is_suggested_with_the_name_where_a_conflict_is_settled_already(gm: Gm, home: Path) -> None:
    assert gm("settle", "evening", "4.1", "keep", "--home", home).code == 0
    said = gm("settle", "evening", "4.1", "accept", "--home", home)
    words = suggested(said.err)
    assert words == ["settle", "--home", str(home), "evening", "4.1", "reopen"]
    assert gm(*words).code == 0


def test_the_conflicts_report_suggests_a_command_that_works_whole_on_its_line(gm: Gm, home: Path) -> None:
    deep = Path(shutil.copytree(home, home / "a home of campaigns" / "that lies deep" / "in folders with long names"))
    said = gm("conflicts", "evening", "--home", deep)
    line = next(line for line in said.out.splitlines() if "gm settle" in line)
    words = shlex.split(line[line.index("gm settle") :])[1:]
    assert words == ["settle", "--home", str(deep), "evening", "4.1", "keep"]
    assert gm(*words).code == 0


def test_faults_not_allowed_suggests_the_whole_command(gm: Gm, play: Path, tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.play"
    faulty.write_text(play.read_text(encoding="utf-8").replace("seed: 5", "seed: 5\nallow_faults: true"), encoding="utf-8")
    said = gm("run", faulty, "--home", tmp_path / "home", "--as", "odd")
    assert said.code == 2
    assert gm(*suggested(said.err)).code == 0
    assert "odd" in gm("list", "--home", tmp_path / "home").out


def test_a_taken_name_suggests_the_whole_command(gm: Gm, play: Path, home: Path) -> None:
    said = gm("run", play, "--as", "evening", "--home", home)
    assert suggested(said.err) == ["run", "--home", str(home), str(play), "--as", "evening-2"]


def test_check_of_a_folder_without_a_campaign_suggests_a_new_one_that_can_be_made(
    gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    said = gm("check", ".")
    words = suggested(said.out)
    assert words[0] == "new"
    assert gm(*words).code == 0
    assert suggested(gm("check", "nowhere").out) == ["new", "nowhere"]
    assert suggested(gm("play", ".").err) == ["new", "./my_campaign"] or gm("play", ".").code == 2


@pytest.mark.parametrize("words", ["campaigns/red_mesa/plays/before_saturday.play", "red_mesa/before_saturday", "before_saturday"])
def test_a_shipped_play_is_found_from_any_folder(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert gm("run", words, "--home", tmp_path).code == 0
    assert "before_saturday" in gm("list", "--home", tmp_path).out
    assert os.listdir(tmp_path) == [name for name in os.listdir(tmp_path) if name.startswith("campaigns.db")]


def test_a_play_of_nearly_that_name_and_a_folder_are_named_in_words(gm: Gm, tmp_path: Path) -> None:
    said = gm("run", "before_sunday")
    assert (said.code, "Nearest: before_saturday." in said.err, "redemption/first_ride" in said.err) == (2, True, True)
    said = gm("run", LIVERY_PATH)
    assert (said.code, "folder" in said.err) == (2, True)


def test_play_names_the_nearest_saved_campaign(gm: Gm, home: Path) -> None:
    said = gm("play", "evenin", "--home", home)
    assert (said.code, "[unknown-campaign]" in said.err, "Nearest: evening." in said.err) == (2, True, True)


@pytest.mark.parametrize(
    "words",
    [
        ["play", "xylophone"],
        ["conflicts", "xylophone"],
        ["xylophone"],
        ["lore", "evening", "xylophone"],
        ["explain", "xylophone"],
        ["run", "xylophone"],
    ],
)
def test_a_wholly_different_word_has_no_nearest_name(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setenv("GM_HOME", str(home))
    said = gm(*words)
    assert said.code == 2
    assert "Nearest" not in said.err
    assert len(said.err.strip().splitlines()) == 2


@pytest.mark.parametrize("command", ["run", "play", "import"])
def test_a_name_that_begins_with_a_dash_is_refused(gm: Gm, play: Path, tmp_path: Path, command: str) -> None:
    talk = tmp_path / "talk.txt"
    talk.write_text("Gm: Rain falls.\n", encoding="utf-8")
    what = {"run": play, "play": LIVERY_PATH, "import": talk}[command]
    said = gm(command, what, "--as", "-x", "--home", tmp_path / "home")
    assert (said.code, "[bad-name]" in said.err) == (2, True)
