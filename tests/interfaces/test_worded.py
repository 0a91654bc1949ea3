"""``--worded``: a recap and a card in a model's words, where the record bears them out; else plainly, with the reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from gm_engine.providers import abilities
from tests.endpoint import Answers, Endpoint
from tests.interfaces.conftest import Gm
from tests.packs import LIVERY_PATH

SETTINGS = '[table]\nguard = "off"\ntools = []\npremises = false\nreads = ["summaries"]\n'
RECAP = "Calloway Reed is at Ortega's Livery."


@pytest.fixture
def told(server: Endpoint, gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Endpoint:
    """A saved evening, told by the scripted model."""
    abilities._known.clear()
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", "tok-a-very-secret-key")
    (tmp_path / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    play = tmp_path / "evening.play"
    play.write_text(f"---\ncampaign: {LIVERY_PATH}\nseed: 5\n---\n> I look around.\n", encoding="utf-8")
    there = server.again()
    ran = gm("run", play, "--gm", "openai", "--model", "m", "--home", tmp_path)
    assert ran.code == 0, ran.err
    return there


def wording(there: Endpoint, words: str) -> None:
    def answer(body: dict[str, Any]) -> Answers:
        return Answers((words,))

    there.answer = answer


def test_a_recap_in_a_models_words_costs_one_question(gm: Gm, told: Endpoint, tmp_path: Path) -> None:
    plain = gm("recap", "evening", "--home", tmp_path)
    asked = len(told.bodies)
    name = next(word for word in ("Jesse Coyle", "Calloway Reed", "Cal") if word in plain.out)
    wording(told, f"{name} is here.")
    first = gm("recap", "evening", "--worded", "--home", tmp_path)
    assert (first.code, " ".join(first.out.split())) == (0, f"{name} is here."), first.err
    again = gm("recap", "evening", "--worded", "--format", "json", "--home", tmp_path)
    assert json.loads(again.out)["worded"] == f"{name} is here."
    assert len(told.bodies) == asked + 1
    assert gm("replay", "evening", "--verify", "--home", tmp_path).code == 0


def test_a_recap_that_the_record_does_not_bear_out_is_told_plainly(gm: Gm, told: Endpoint, tmp_path: Path) -> None:
    plain = gm("recap", "evening", "--home", tmp_path)
    wording(told, "Wyatt Earp is dead, and 40 men with him.")
    said = gm("recap", "evening", "--worded", "--home", tmp_path)
    assert said.out == plain.out
    assert "Told plainly" in said.err
    assert "Wyatt Earp" in said.err


def test_a_card_stands_before_what_is_known(gm: Gm, told: Endpoint, tmp_path: Path) -> None:
    plain = gm("lore", "evening", "ortega", "--home", tmp_path)
    wording(told, "Luis Ortega is a character.")
    said = gm("lore", "evening", "ortega", "--worded", "--home", tmp_path)
    assert said.out == f"Luis Ortega is a character.\n\n{plain.out}"


def test_nobody_is_asked_unless_the_settings_say_so(gm: Gm, told: Endpoint, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(SETTINGS.replace('["summaries"]', "[]"), encoding="utf-8")
    asked = len(told.bodies)
    said = gm("recap", "evening", "--worded", "--home", tmp_path)
    assert said.code == 2
    assert "[no-second-reader]" in said.err + said.out
    assert len(told.bodies) == asked


def test_the_rule_of_the_second_reader_is_explained(gm: Gm) -> None:
    said = gm("explain", "second-reader")
    assert said.code == 0
    assert "second reader" in said.out


@pytest.mark.parametrize("line", ["asks = -1", "sure = 0", "sure = 101", 'reads = ["minds"]'])
def test_settings_that_cannot_be_are_said(gm: Gm, tmp_path: Path, line: str) -> None:
    (tmp_path / "settings.toml").write_text(f"[table]\n{line}\n", encoding="utf-8")
    said = gm("list", "--home", tmp_path)
    assert said.code == 2
    assert "[bad-settings]" in said.err + said.out
