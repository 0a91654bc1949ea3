"""Handling: what is done openly with a thing or to a person goes by the rulebook's own acts."""

import pytest
from tables import opened

from gm_engine.direction import read
from gm_engine.direction.naming import proper_names
from gm_engine.extraction.ear import Ear

EAR = Ear()


@pytest.mark.parametrize(
    ("said", "verb", "mode"),
    [
        ("I knock Ortega down", "strike", ""),
        ("I throw a punch at Ortega", "strike", ""),
        ("I hit the loudest woman", "strike", ""),
        ("I put up my hands", "use", "yield"),
        ("I sit down to a hand of poker with Ortega, two dollars in the pot", "gamble", ""),
    ],
)
def test_an_act_that_the_rules_know_is_theirs(said: str, verb: str, mode: str) -> None:
    state = opened()
    (intent,) = read(said, state, EAR.parse(said, proper_names(state)))
    assert (intent.verb, intent.mode) == (verb, mode)


def test_an_act_lasts_as_long_as_is_said() -> None:
    state = opened()
    (intent,) = read("I sweep the yard for three hours", state, EAR.parse("I sweep the yard for three hours", proper_names(state)))
    assert (intent.verb, intent.amount) == ("free", 180)
