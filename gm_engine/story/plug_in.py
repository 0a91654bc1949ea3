"""What an installed package has brought to a story's turns, and what its rules of continuity give."""

from typing import Annotated, Literal

from pydantic import Field

from gm_engine.story.conflict import ConflictClass, Severity
from gm_engine.story.noun import Noun, Words

LONGEST_NAME = 80
"""Letters of what a plug-in is called, and of its version: they stand in the record, in prompts and on the screen."""


def miscalled(made: object) -> str:
    """What is wrong with how a plug-in is called, in a few words; empty where nothing is.

    >>> class Weather:
    ...     name, version = "weather", ""
    >>> miscalled(Weather())
    'it has no version'
    """
    for part in ("name", "version"):
        word = getattr(made, part, None)
        if word is None or word == "":
            return f"it has no {part}"
        if not isinstance(word, str):
            return f"its {part} is of the type {type(word).__name__}, and no text"
        if not word.isprintable() or word != word.strip() or len(word) > LONGEST_NAME:
            return f"its {part} is not one line of at most {LONGEST_NAME} letters: {word[:40]!r}"
    return ""


class PlugIn(Noun):
    """Something that an installed package brings, by its name and version: they stand in the record."""

    kind: Literal["rule", "context_source"]
    name: str
    version: str

    @property
    def id(self) -> str:
        """What its conflicts and its elements are marked with.

        >>> PlugIn(kind="rule", name="anachronism", version="2").id
        'anachronism/2'
        """
        return f"{self.name}/{self.version}"


class Cited(Noun):
    """An exact piece of a turn's words; of turn 0 are what the campaign's author wrote."""

    turn: int
    quote: Words


class Clash(Noun):
    """What a rule of continuity finds: two quotes that cannot both be true, and in one sentence why not.

    ``later`` stands in the reply of the turn that is being read, ``earlier`` in what was told before (or elsewhere in it);
    ``subject`` is the id of whom or what they are about. ``fact`` and ``claim`` are the ids of what they say, where the lore holds it.
    ``confidence`` is in per cent.
    """

    subject: str
    kind: ConflictClass
    earlier: Cited
    later: Cited
    why: Words
    fact: str = ""
    claim: str = ""
    severity: Severity = "major"
    confidence: Annotated[int, Field(ge=0, le=100)] = 80
