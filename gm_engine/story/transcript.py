"""A line of a transcript that somebody else's program, or a person, wrote."""

from typing import Literal

from pydantic import Field, field_validator

from gm_engine.story.letters import plain
from gm_engine.story.noun import Noun, Words

HIGHEST = 10**9
"""No turn or session has a higher number: what is kept as a whole number has an end."""


class TranscriptLine(Noun):
    """``turn`` is the line's own number; ``time`` is ISO 8601 as written, or empty."""

    turn: int = Field(ge=0, le=HIGHEST)
    text: Words
    role: Literal["gm", "player", "npc"] = "gm"
    speaker: str = ""
    session: int = Field(1, ge=0, le=HIGHEST)
    time: str = ""

    @field_validator("text", "speaker", "time")
    @classmethod
    def _letters(cls, text: str) -> str:
        return plain(text)
