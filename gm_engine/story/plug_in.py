"""What an installed package has brought to a story's turns, and what its rules of continuity give."""

from typing import Literal

from gm_engine.story.conflict import ConflictClass, Severity
from gm_engine.story.noun import Noun, Words


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
    confidence: int = 80
