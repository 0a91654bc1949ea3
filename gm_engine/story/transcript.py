"""A line of a transcript that somebody else's program, or a person, wrote."""

from typing import Literal

from gm_engine.story.noun import Noun, Words


class TranscriptLine(Noun):
    """``turn`` is the line's own number; ``time`` is ISO 8601 as written, or empty."""

    turn: int
    text: Words
    role: Literal["gm", "player", "npc"] = "gm"
    speaker: str = ""
    session: int = 1
    time: str = ""
