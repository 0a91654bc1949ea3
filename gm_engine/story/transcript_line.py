"""A line of a transcript that somebody else's program, or a person, wrote."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from pydantic import Field, field_validator

from gm_engine.story.letters import plain
from gm_engine.story.noun import Noun, Words

NOT_CHOSEN = "not chosen: "
GM_NAMES = frozenset({"gm", "dm", "game master", "dungeon master", "narrator", "keeper", "referee", "storyteller", "marshal (gm)"})
"""Speakers' names that mean whoever runs the game."""
PLAYER_NAMES = frozenset({"player", "pc", "you", "user", "me"})
"""Speakers' names that mean the player's own character."""
HIGHEST = 10**9
"""No turn or session has a higher number: what is kept as a whole number has an end."""


class TranscriptLine(Noun):
    """``turn`` is the line's own number; ``time`` is ISO 8601 as written, or empty. ``clock`` says which: the story's, or the one on the
    wall, by which the line was written. ``brought`` is how another program's file had it, where that says more."""

    turn: int = Field(ge=0, le=HIGHEST)
    text: Words
    role: Literal["gm", "player", "npc"] = "gm"
    speaker: str = ""
    session: int = Field(1, ge=0, le=HIGHEST)
    time: str = ""
    clock: Literal["story", "wall"] = "story"
    brought: str = ""

    @field_validator("text", "speaker", "time")
    @classmethod
    def _letters(cls, text: str) -> str:
        return plain(text)


def place_note(place: int) -> str:
    """What is noted of a telling that came with others and was not chosen: its place among all of them, from 0."""
    return f"{NOT_CHOSEN}{place}"


def place_noted(notes: Iterable[str]) -> int | None:
    """The place that was noted; None where none was.

    >>> place_noted(["cut short", place_note(2)]), place_noted([])
    (2, None)
    """
    found = (note.removeprefix(NOT_CHOSEN) for note in notes if note.startswith(NOT_CHOSEN))
    return next((int(place) for place in found if place.isdecimal()), None)


def moment_of(time: str) -> datetime | None:
    """The moment of a line's ``time``, the zone left out; None where it has none that can be read.

    >>> moment_of("2023-05-08T13:56").year
    2023
    """
    try:
        return datetime.fromisoformat(time).replace(tzinfo=None) if time else None
    except ValueError:
        return None
