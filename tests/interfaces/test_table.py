"""An evening at the terminal, typed line by line."""

import io
from pathlib import Path

import pytest

from gm_engine.errors import ProviderError
from gm_engine.narrator import EmbeddedGM
from tests.interfaces.conftest import Gm
from tests.packs import LIVERY_PATH


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_an_evening_is_played_left_and_gone_on_with(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "/help", "I look around.", "/sheet", "/flirt", "/quit")
    said = gm("play", LIVERY_PATH, "--home", tmp_path, "--as", "friday")
    assert said.code == 0
    assert 'Saved as "friday"' in said.out
    assert "Calloway Reed" in said.out
    assert "[unknown-command]" in said.out
    assert f"Go on with: gm play --home {tmp_path} friday" in said.out
    typed(monkeypatch, "I walk to the street.")
    again = gm("play", "friday", "--home", tmp_path)
    assert again.code == 0
    assert "Session 1 goes on." in again.out
    assert "Previously:" not in again.out
    monkeypatch.setattr("gm_engine.bootstrap.minutes_since", lambda _: 5)
    typed(monkeypatch, "I look around.")
    assert "Previously:" in gm("play", "friday", "--home", tmp_path).out
    assert '"id":"friday/2"' in gm("why", "friday", "--session", "--format", "json", "--home", tmp_path).out
    assert gm("replay", "friday", "--verify", "--home", tmp_path).code == 0


def test_what_a_script_has_played_is_told_to_whoever_sits_down(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch)
    assert "Previously:" in gm("play", "evening", "--home", home).out
    typed(monkeypatch)
    assert "Previously:" not in gm("play", "evening", "--home", home).out


def test_a_change_of_everything_waits_for_a_yes_unless_the_settings_say_no(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "I leave for Mexico.", "no", "I leave for Mexico.", "yes")
    said = gm("play", LIVERY_PATH, "--home", tmp_path, "--as", "friday").out
    assert said.count("Is it meant?") == 2
    assert "it stays as it is" in said
    (tmp_path / "settings.toml").write_text("ask_first = false\n", encoding="utf-8")
    typed(monkeypatch, "I leave for Mexico.")
    assert "Is it meant?" not in gm("play", "friday", "--home", tmp_path).out
    assert gm("replay", "friday", "--verify", "--home", tmp_path).code == 0
    (tmp_path / "settings.toml").write_text('ask_first = "maybe"\n', encoding="utf-8")
    assert "[bad-settings]" in gm("play", "friday", "--home", tmp_path).err


def test_no_colour_goes_into_a_pipe(gm: Gm, played: Path) -> None:
    assert "\x1b" not in gm("replay", "evening", "--home", played).out
    assert "\x1b" not in gm("--help").out


def test_words_that_came_to_nothing_are_kept_and_said_again(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(*_: object, **__: object) -> None:
        raise ProviderError("turn 1", "nobody answers.", "Try again: gm play --again")

    with monkeypatch.context() as down:
        down.setattr(EmbeddedGM, "complete", silent)
        typed(down, "I look around.")
        assert "[provider-silent]" in gm("play", LIVERY_PATH, "--home", tmp_path, "--as", "friday").out
    typed(monkeypatch)
    assert gm("play", "friday", "--again", "--home", tmp_path).code == 0
    assert "I look around." in gm("replay", "friday", "--home", tmp_path).out
    assert not list(tmp_path.glob("*.unsaid"))


def turns(gm: Gm, home: Path, name: str) -> int:
    return next(int(line.split()[2]) for line in gm("list", "--home", home).out.splitlines() if line.startswith(name))


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("help", "Say what you do, in your own words"),
        ("?", "Say what you do"),
        ("Sheet", "Calloway Reed"),
        ("undo", "type /undo"),
        ("edit", "type /edit N words"),
    ],
)
def test_a_command_without_its_slash_is_no_speech(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, shown: str) -> None:
    typed(monkeypatch, "I look around.", word)
    said = gm("play", LIVERY_PATH, "--home", tmp_path, "--as", "friday")
    assert shown in said.out
    assert turns(gm, tmp_path, "friday") == 1


@pytest.mark.parametrize("word", ["quit", "exit", "/q", "Quit"])
def test_quit_without_its_slash_leaves(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    typed(monkeypatch, word, "I look around.")
    assert gm("play", LIVERY_PATH, "--home", tmp_path, "--as", "friday").code == 0
    assert turns(gm, tmp_path, "friday") == 0


def test_words_that_only_begin_like_a_command_are_played(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "Help!", "look", "Map the street in my head.")
    assert gm("play", LIVERY_PATH, "--home", tmp_path, "--as", "friday").code == 0
    assert turns(gm, tmp_path, "friday") == 3


def test_lines_that_come_from_a_pipe_are_shown(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "I look around.", "/sheet", "I walk to the street.")
    lines = gm("play", LIVERY_PATH, "--home", tmp_path, "--as", "friday").out.splitlines()
    shown = [line.strip() for line in lines if line.lstrip("0123456789 ").startswith("> ")]
    assert shown == ["1 > I look around.", "> /sheet", "2 > I walk to the street."]


def test_what_is_looked_up_keeps_its_own_lines_in_80_columns(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "/help", "/sheet", "/settle x")
    out = gm("play", LIVERY_PATH, "--home", tmp_path, "--as", "friday").out
    assert "\n    /ways /look /sheet /map /recap /threads /time /timeline\n" in out
    assert "not_a_conflict" in out
    assert max(len(line) for line in out.splitlines() if str(tmp_path) not in line) <= 80


def test_a_saved_campaign_is_not_begun_again_under_another_name(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch)
    said = gm("play", "evening", "--as", "other", "--home", home)
    assert (said.code, "[name-taken]" in said.err, said.err.strip().endswith(f"gm play --home {home} evening")) == (2, True, True)
    said = gm("play", LIVERY_PATH, "--as", "evening", "--home", home)
    assert (said.code, "--as evening-2" in said.err) == (2, True)


def test_a_second_beginning_differs_and_an_opening_can_be_asked_for(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch)
    first = gm("play", "redemption", "--home", tmp_path).out
    second = gm("play", "redemption", "--home", tmp_path, "--as", "again").out
    assert ("You came in by the Socorro road" in first, "You came round by the north" in second) == (True, True)
    assert ("Oakes's livery" in first, "The headgate ·" in second) == (True, True)
    asked = gm("play", "redemption", "--home", tmp_path, "--as", "asked", "--opening", "livery").out
    assert "Oakes's livery" in asked
    assert "Oakes's livery" in gm("play", "redemption", "--home", tmp_path, "--as", "seeded", "--seed", "7").out
    refused = gm("play", "redemption", "--home", tmp_path, "--as", "wrong", "--opening", "liverey")
    assert (refused.code, "Nearest: livery" in refused.err, "[unknown-opening]" in refused.err) == (2, True, True)
    begun = gm("play", "redemption", "--home", tmp_path, "--opening", "headgate")
    assert (begun.code, "[opening-of-a-saved-one]" in begun.err, "--as redemption-2" in begun.err) == (2, True, True)


def test_a_story_of_passages_that_has_ended_is_gone_back_in_and_begun_anew(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    story = tmp_path / "quay.twee"
    story.write_text(":: Start\nA quay.\n[[Jump]]\n[[Wait]]\n\n:: Jump\nThe water is cold.\n\n:: Wait\nNobody comes.\n", encoding="utf-8")
    assert gm("import", story, "--home", tmp_path, "--as", "quay").code == 0
    typed(monkeypatch, "1", "1", "2", "2", "I dance.", "1", "/quit")
    said = gm("play", "quay", "--home", tmp_path).out
    parts = [
        "The water is cold.", "1  take the last turn back (/undo)", "2  begin anew (/anew)", "Back to the beginning.", "A quay.",
        "    1  jump", "    2  wait", "Nobody comes.", "on the branch anew", "    1  jump", "That is no way from here.",
        "You could jump, or wait.", "The water is cold.",
    ]  # fmt: skip
    places = [0]
    for part in parts:
        places.append(said.find(part, places[-1]))
        assert places[-1] >= 0, (part, said)
    assert gm("replay", "quay", "--verify", "--home", tmp_path).code == 0
