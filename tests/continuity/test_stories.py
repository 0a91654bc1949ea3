"""Stories of several turns: what was told between two tellings, of another time or of days to come, and what it leaves standing."""

from functools import cache
from pathlib import Path

import pytest

from gm_engine.story.transcript_line import TranscriptLine
from tests.continuity.told import WAITING, found_in

LINES = [line for line in (Path(__file__).parent / "stories.txt").read_text().splitlines() if line.startswith(("clash", "clean"))]


def turns(tellings: list[str]) -> list[TranscriptLine]:
    """The GM tells in every other turn, and the player waits between."""
    told = [TranscriptLine(turn=2 * number + 1, role="gm", text=text) for number, text in enumerate(tellings)]
    waited = [TranscriptLine(turn=line.turn + 1, role="player", text=WAITING) for line in told[:-1]]
    return sorted([*told, *waited], key=lambda line: line.turn)


@cache
def alarms() -> list[list[str]]:
    """What is reported of each story."""
    stories = [turns([part.strip() for part in line.split("|")[1:]]) for line in LINES]
    return [[f"{one.a.quote} // {one.b.quote}" for one in found] for found in found_in(stories)]


@pytest.mark.parametrize("number", range(len(LINES)), ids=LINES)
def test_what_was_told_between(number: int) -> None:
    found = alarms()[number]
    assert bool(found) == LINES[number].startswith("clash"), found
