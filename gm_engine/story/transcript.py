"""A line of a transcript that somebody else's program, or a person, wrote."""

from typing import Literal

from pydantic import field_validator

from gm_engine.story.letters import plain
from gm_engine.story.noun import Noun, Words


class TranscriptLine(Noun):
    """``turn`` is the line's own number; ``time`` is ISO 8601 as written, or empty."""

    turn: int
    text: Words
    role: Literal["gm", "player", "npc"] = "gm"
    speaker: str = ""
    session: int = 1
    time: str = ""

    @field_validator("text", "speaker", "time")
    @classmethod
    def _letters(cls, text: str) -> str:
        return plain(text)
