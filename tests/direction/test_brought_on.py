"""Whom the opening calls by name, and whom it does not."""

from pathlib import Path

import pytest

from gm_engine.authoring import load_pack
from gm_engine.bootstrap import open_campaign
from gm_engine.direction.brought_on import brought_on

CAMPAIGN = """format: 1
id: moor
title: The moor
rules: bare
start: {{at: inn, pc: you}}
openings:
  - {{name: dusk, text: "{text}"}}
characters: {{you: {{name: Ann, pronouns: she}}}}
locations: {{inn: {{name: The Inn}}}}
npcs:
  miller: {{name: The Miller, at: inn}}
  old_tom: {{name: Old Tom, at: inn}}
  vane: {{name: Dr. Vane, at: inn}}
  ida_moss: {{name: Ida Moss, at: inn}}
  sal_moss: {{name: Sal Moss, at: inn}}
"""


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("The rain falls. Old walls stand here. Dr. Moss waits.", set()),
        ("The Miller looks up.", {"miller"}),
        ("Tom nods to Dr. Vane.", {"old_tom", "vane"}),
        ("Ida looks up.", {"ida_moss"}),
        ("Sal Moss and the miller wait.", {"sal_moss"}),
        ("He has called a doctor, and Vane has come.", {"vane"}),
    ],
)
def test_an_opening_brings_on_whom_it_calls_by_a_name_that_is_theirs_alone(text: str, named: set[str], tmp_path: Path) -> None:
    (tmp_path / "moor").mkdir()
    (tmp_path / "moor" / "campaign.yaml").write_text(CAMPAIGN.format(text=text), encoding="utf-8")
    assert load_pack(tmp_path / "moor").title == "The moor"
    with open_campaign(tmp_path / "moor", home=tmp_path / "home") as game:
        assert {id for id in game.state.pack.npcs if brought_on(game.state, id)} == named
