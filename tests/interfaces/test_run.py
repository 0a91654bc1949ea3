"""``gm run`` and ``gm check``: who is the GM, pipes that are closed, sweeps, JUnit reports."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.interfaces.conftest import Gm
from tests.packs import LIVERY_PATH

PROGRAM = [sys.executable, "-c", "import sys; from gm_engine.interfaces.cli import main; sys.exit(main())"]


def without_gm(play: Path, to: Path) -> Path:
    """The same play, and it names no GM."""
    other = to / "anyone.play"
    other.write_text(play.read_text(encoding="utf-8").replace("gm: embedded\n", ""), encoding="utf-8")
    return other


def settle_on(home: Path, gm: str, model: str = "") -> None:
    home.mkdir(exist_ok=True)
    (home / "settings.toml").write_text(f'gm = "{gm}"\nmodel = "{model}"\n', encoding="utf-8")


def test_run_takes_the_gm_and_the_model_of_the_settings(gm: Gm, play: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    settle_on(home, "openai")
    assert "[no-model]" in gm("run", without_gm(play, tmp_path), "--home", home).err
    settle_on(home, "openai", "frontier")
    assert "[no-key]" in gm("run", without_gm(play, tmp_path), "--home", home).err
    assert "[no-key]" in gm("run", without_gm(play, tmp_path), "--home", home, "--seeds", "2").err


def test_a_gm_that_is_named_or_that_the_play_names_comes_before_the_settings(gm: Gm, play: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    settle_on(home, "openai")
    assert gm("run", play, "--home", home).code == 0
    assert gm("run", without_gm(play, tmp_path), "--gm", "embedded", "--home", home).code == 0


def test_a_pipe_that_is_closed_while_a_story_is_told_says_what_is_saved_and_the_campaign_is_whole(
    gm: Gm, play: Path, tmp_path: Path
) -> None:
    long = tmp_path / "long.play"
    long.write_text(play.read_text(encoding="utf-8") + "> I look around.\n" * 300, encoding="utf-8")
    with subprocess.Popen([*PROGRAM, "run", long, "--home", tmp_path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stderr is not None
        for line in other.stdout:
            if "  3 > " in line:
                break
        other.stdout.close()
        err = other.stderr.read()
        assert other.wait(timeout=60) == 2
    assert err.splitlines()[0] == "gm: standard output: whoever read it went away. [closed-pipe]"
    assert "Go on with: " in err
    assert len(err.splitlines()) == 2
    assert gm("replay", "long", "--verify", "--home", tmp_path).code == 0
    saved = json.loads(gm("list", "--format", "json", "--home", tmp_path).out)["campaigns"]
    assert 2 <= saved[0]["turn"] < 300


@pytest.mark.parametrize("words", [["replay", "evening"], ["conflicts", "evening"], ["export", "evening"], ["run", "--help"], ["--help"]])
def test_a_report_ends_quietly_where_nobody_reads_it(played: Path, words: list[str]) -> None:
    home = ["--home", str(played)] if words[-1] != "--help" else []
    with subprocess.Popen([*PROGRAM, *words, *home], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stderr is not None
        other.stdout.close()
        assert other.stderr.read() == ""
        assert other.wait(timeout=60) == 0


@pytest.mark.parametrize("count", ["0", "-3"])
@pytest.mark.parametrize("command", ["run", "check"])
def test_seeds_below_one_are_refused(gm: Gm, play: Path, command: str, count: str) -> None:
    said = gm(command, play, "--seeds", count)
    assert (said.code, "[bad-usage]" in said.err, "seeds" in said.err) == (2, True, True)


def test_a_sweep_is_not_saved_and_says_so_where_a_name_is_given(gm: Gm, play: Path) -> None:
    assert "[bad-usage]" in gm("run", play, "--seeds", "2", "--as", "x").err


def suite(file: Path) -> ElementTree.Element:
    return ElementTree.fromstring(file.read_text(encoding="utf-8"))


def test_junit_of_a_broken_play_is_an_error(gm: Gm, tmp_path: Path) -> None:
    bad = tmp_path / "bad.play"
    bad.write_text("---\ncampaign: livery\n---\nhello\n", encoding="utf-8")
    for command in ("run", "check"):
        assert gm(command, bad, "--junit", tmp_path / "junit.xml").code == 2
        found = suite(tmp_path / "junit.xml")
        assert (found.get("tests"), found.get("failures"), found.get("errors")) == ("1", "0", "1")
        error = found.find("testcase/error")
        assert error is not None
        assert "bad.play:4" in (error.get("message") or "")


def test_junit_of_a_broken_pack_is_an_error_and_the_others_are_checked(gm: Gm, play: Path, tmp_path: Path) -> None:
    pack = tmp_path / "bad"
    pack.mkdir()
    (pack / "campaign.yaml").write_text("format: 1\nid: bad\n", encoding="utf-8")
    said = gm("check", pack, play, "--junit", tmp_path / "junit.xml")
    assert said.code == 2
    assert "1 passed, 0 failed, 1 could not be run" in said.out
    found = suite(tmp_path / "junit.xml")
    assert found.get("errors") == "1"
    assert [case.get("classname") for case in found.findall("testcase")] == [f"{play} (seed 5)"] * 3 + [str(pack)]


def test_a_junit_file_that_cannot_be_written_is_found_before_playing(gm: Gm, play: Path, tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "no" / "such" / "junit.xml"):
        for command in ("run", "check"):
            said = gm(command, play, "--junit", place)
            assert (said.code, "[cannot-write]" in said.err, said.out) == (2, True, "")


def test_check_finds_a_shipped_campaign_by_name(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert gm("check", "campaigns/red_mesa/plays/before_saturday.play").code == 0
    assert "E000" not in gm("check", "red_mesa").out


def test_doctor_reports_settings_that_cannot_be_read(gm: Gm, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("gm = [", encoding="utf-8")
    said = gm("doctor", "--home", tmp_path)
    assert said.code == 0
    row = " ".join(said.out.partition("  settings.toml")[2].partition("\nFiles")[0].split())
    assert "[bad-settings]" in row
    assert "embedded (default)" in said.out
    (tmp_path / "settings.toml").write_text('[prices]\nm = "cheap"\n', encoding="utf-8")
    assert "[bad-settings]" in gm("doctor", "--home", tmp_path).out


def test_check_of_a_play_that_breaks_on_the_way_goes_on_with_the_next(gm: Gm, play: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.play"
    broken.write_text(f"---\ncampaign: {LIVERY_PATH}\n---\n> I look around.\n! settle last keep\n", encoding="utf-8")
    said = gm("check", broken, play)
    assert said.code == 2
    assert "broken.play:5" in said.err
    assert "1 passed, 0 failed, 1 could not be run" in said.out


def test_run_suggests_two_commands_to_compare_and_to_go_on(gm: Gm, tmp_path: Path, play: Path) -> None:
    said = gm("run", play, "--home", tmp_path)
    assert said.err == ""
    heading, compare, go_on = said.out.rstrip("\n").splitlines()[-3:]
    assert heading == "Try next:"
    assert compare.endswith(f"gm replay --home {tmp_path} evening --verify")
    assert go_on.endswith(f"gm play --home {tmp_path} evening")


def test_run_suggests_a_shipped_campaign_by_its_name(gm: Gm, tmp_path: Path) -> None:
    out = gm("run", "before_saturday", "--home", tmp_path).out
    assert out.endswith(f"gm play --home {tmp_path} red_mesa\n")


def test_no_line_after_a_run_ends_in_blanks(gm: Gm, tmp_path: Path, play: Path) -> None:
    lines = gm("run", play, "--home", tmp_path).out.splitlines()
    assert [line for line in lines if line != line.rstrip()] == []


FAULTY = f"""---
title: Faults
campaign: {LIVERY_PATH}
seed: 5
gm: embedded
allow_faults: true
---
> I look around.
! reply "Luis Ortega has brown eyes. He waits."
> I wait for ten minutes.
! fault physical_trait ortega eyes blue
> I wait for ten minutes.
? conflict physical_trait about ortega
"""


def test_faults_that_were_put_in_on_purpose_are_told_apart_from_the_storys_own(gm: Gm, tmp_path: Path) -> None:
    play = tmp_path / "faults.play"
    play.write_text(FAULTY, encoding="utf-8")
    said = gm("run", play, "--simulate-faults", "--home", tmp_path)
    assert said.code == 0, said.out
    assert "conflicts         0 open, 0 in all; 1 simulated and noticed" in said.out
    report = said.out.partition(" Lore conflicts ")[2]
    assert report.splitlines()[1].startswith("3 turns: 1 fault was put in on purpose and noticed.")
    assert "Nothing that was told" not in report
    for format in ("md", "html"):
        assert "put in on purpose and noticed" in gm("conflicts", "faults", "--format", format, "--home", tmp_path).out


def test_a_reply_in_another_language_is_said_once_to_be_unread(gm: Gm, tmp_path: Path) -> None:
    german = "Ortega sitzt am Tisch und hat blaue Augen. Sein Bruder ist nicht mehr da, und niemand spricht von ihm."
    again = "Ortega hat braune Augen, und der Bruder kommt zu der Tür und ist nicht tot. Ortega lacht mit ihm."
    play = tmp_path / "german.play"
    lines = ["---", "title: German", f"campaign: {LIVERY_PATH}", "seed: 5", "gm: embedded", "---"]
    lines += ["> I look around.", f'! reply "{german}"', "> I wait for ten minutes.", f'! reply "{again}"', "> I wait for ten minutes."]
    play.write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = gm("run", play, "--home", tmp_path)
    assert said.code == 0
    assert " ".join(said.out.split()).count("not in English") == 1
    assert "cannot stand beside" not in said.out
