"""Who is called by name and told to do something is spoken to; what somebody is told of is not."""

import pytest

from gm_engine.direction.called_out import called_out
from gm_engine.direction.naming import proper_names
from gm_engine.extraction.ear import Ear
from gm_engine.story.parsed import Parsed
from tests.direction.test_answers import beside

EAR = Ear()
STATE = beside("redemption", "oakes").state


def heard(line: str) -> str:
    def parse(said: str) -> Parsed:
        return EAR.parse(said, proper_names(STATE))

    return called_out(line, STATE, parse)


@pytest.mark.parametrize(
    "line",
    [
        "Ben, come with me.", "Ben, lead us on", "Ben, please sit down", "Ben, don't shoot!", "Ben, let's go",
        "Ben, give me the key and run", "Ben, stay", "Ben, just tell me the truth",
    ],
)  # fmt: skip
def test_an_order_to_somebody_here_is_said_aloud(line: str) -> None:
    assert heard(line) == f'"{line}"'


@pytest.mark.parametrize(
    "line",
    [
        "Ben, water drips from the roof.", "Ben, stone in hand, waits.", "Ben, face pale, says nothing.",
        "Ben, love of my life, I kiss him.", "Ben, can you help me?", "Ben, I draw my knife", "Nobody, come with me.",
        "Carefully, open the door",
    ],
)  # fmt: skip
def test_what_can_be_a_verb_is_no_order_for_that(line: str) -> None:
    assert heard(line) == line
