"""Hearing: what the parse of a line makes of it. Each line is heard in the livery, by somebody who has just come in."""

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tables import opened

from gm_engine.direction import read
from gm_engine.direction.naming import proper_names
from gm_engine.extraction.ear import Ear
from gm_engine.state import StoryState, fold
from gm_engine.story.event import PlayerSpoke
from gm_engine.story.intent import Intent

EAR = Ear()
LINES: list[dict[str, Any]] = YAML(typ="safe").load((Path(__file__).parent / "lines_heard.yaml").read_text(encoding="utf-8"))


def heard(said: str, state: StoryState) -> tuple[Intent, ...]:
    return read(said, state, EAR.parse(said, proper_names(state)))


def _has(intent: Intent, wanted: dict[str, str]) -> bool:
    return all(value in intent.told if name == "told" else getattr(intent, name) == value for name, value in wanted.items())


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["said"])
def test_a_line_is_heard_as(line: dict[str, Any]) -> None:
    intents = heard(line["said"], opened())
    for wanted in line["acts"]:
        fitting = [intent for intent in intents if _has(intent, wanted)]
        assert fitting, intents


def test_what_goes_on_is_asked_of_whom_one_spoke_with_about_what_was_spoken_of() -> None:
    state = opened()
    first = heard('"Who is Thorne?"', state)
    assert [(one.verb, one.target, one.topic) for one in first] == [("ask", "ortega", "thorne")]
    fold(state, PlayerSpoke(turn=1, said='"Who is Thorne?"', intents=first))
    for said, manner in (("why?", "why"), ("tell me more", "more"), ("and him?", "same")):
        (intent,) = heard(said, state)
        assert (intent.verb, intent.target, intent.topic, intent.manner) == ("ask", "ortega", "thorne", manner)
