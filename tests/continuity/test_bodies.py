"""What a body does is no sign of life, in any of the readings; what only the living do is."""

import pytest

from gm_engine.bootstrap import import_lines
from gm_engine.journal import MemoryJournal
from gm_engine.story.transcript_line import TranscriptLine

BEFORE = (
    "A freighter named Elias Thorne keeps the corner table. Thorne has a red beard and no patience.",
    "Thorne is dead before anybody can fetch the doctor.",
)
BODIES = (
    "Thorne lies where he fell, with Ben's blanket over him.",
    "Thorne lies under a blanket.",
    "Thorne lies in the street with his hat over his face.",
    "Thorne stares at the ceiling and sees nothing.",
    "Thorne hangs across the saddle of his own mule.",
    "Thorne wears his good boots in the box.",
    "Thorne looks younger dead.",
    "Thorne is where he fell.",
    "Thorne has a hole in his coat.",
    "Thorne keeps his grip on the knife.",
    "They carry Thorne out on a door.",
    "You go through Thorne's pockets.",
)
LIVING = (
    "Thorne sits down at the bar and orders a whiskey.",
    "Thorne stands in the doorway and laughs.",
    "Thorne rides in on a gray mare.",
    "Thorne looks up from his cards.",
    "Thorne climbs down from the box and pays you.",
    "Thorne goes into the store and comes out with a sack.",
)


def clashes(text: str) -> int:
    lines = [TranscriptLine(turn=n, role="gm", text=told) for n, told in enumerate((*BEFORE, text), 1)]
    return len(import_lines(MemoryJournal("told"), lines).state.conflicts)


@pytest.mark.parametrize("text", BODIES)
def test_a_body_is_no_sign_of_life(text: str) -> None:
    assert clashes(text) == 0


@pytest.mark.parametrize("text", LIVING)
def test_the_dead_do_not_act(text: str) -> None:
    assert clashes(text) == 1
