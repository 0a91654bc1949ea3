"""What a proofreader writes in the margin: where, how bad, what, and how to mend it."""

from collections.abc import Iterable
from typing import Literal

from gm_engine.story.noun import Noun

CODES: dict[str, str] = {
    "E000": "there is no campaign here",
    "E001": "a file that is not readable YAML",
    "E002": "a key or an entry that is written twice",
    "E003": "a key that the format does not know",
    "E004": "something that must be there is missing",
    "E005": "a value of the wrong kind, or out of its range",
    "E006": "a text that a comma cuts, for it is not in quotes",
    "E010": "a name that nobody and nothing in the pack answers to",
    "E011": "an id that is defined in two places",
    "E012": "a name of the wrong kind: a person where a place is wanted",
    "E013": "an id that is not its file's name, or is not snake_case",
    "E020": "a way that leads back to where it starts",
    "E021": "two ends of one way whose bearings disagree",
    "E022": "two ends of one way whose lengths disagree",
    "E030": "a date that falls on another weekday",
    "E031": "a date that no calendar has, or a weekday without a date",
    "E032": "lore that ends before it begins",
    "E033": "an opening before the calendar's start, or whose scene is somewhere else",
    "E040": "a condition that cannot be read",
    "E041": "an effect that cannot be read",
    "E042": "a condition or an effect about something unknown",
    "E050": "dice that cannot be rolled",
    "E051": "tables that lead back to themselves",
    "E060": "a word template with an unknown slot",
    "E070": "a play that cannot be read",
    "W101": "a file or a section so large that it slows every reading",
    "W102": "a place that no way leads to",
    "W110": "a secret with fewer than three clues, or with all of them in one place",
    "W111": "a secret that nobody holds and nothing gives away",
    "W112": "a hidden truth that stands in a text the players see",
    "W120": "a campaign without an ending",
    "W130": "an alias that two entities share",
    "W131": "an alias that is a common word",
    "W140": "a pack that contradicts itself",
    "W150": "a text that crosses the pack's own safety line",
    "W160": "a condition on a flag that nothing sets",
    "W161": "dice that do not fit their table or their row",
    "W170": "more pinned lore than a prompt can carry",
    "W180": "a genre that is nearly one with words of its own",
}


class Finding(Noun):
    """One thing to mend. ``file`` is as a person would open it; ``line`` counts from 1 (0: the file as a whole).

    >>> print(Finding(file="campaign.yaml", line=9, code="E010", message="an unknown place 'liverey'", fix="did you mean 'livery'?"))
    campaign.yaml:9: error E010: an unknown place 'liverey'
        fix: did you mean 'livery'?
    """

    file: str
    line: int = 0
    code: str
    message: str
    fix: str = ""

    @property
    def level(self) -> Literal["error", "warning"]:
        """An error stops the campaign from opening; a warning does not."""
        return "error" if self.code.startswith("E") else "warning"

    @property
    def where(self) -> str:
        """``file:line``, or the file alone."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def __str__(self) -> str:
        line = f"{self.where}: {self.level} {self.code}: {self.message}"
        return f"{line}\n    fix: {self.fix}" if self.fix else line


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings by file and line, each once."""
    unique = dict.fromkeys(findings)
    return tuple(sorted(unique, key=lambda finding: (finding.file, finding.line, finding.code, finding.message)))


def nearest(word: str, known: Iterable[str], at_least: int = 60) -> str | None:
    """The known word that looks most like ``word``, if any does.

    >>> nearest("liverey", ["saloon", "livery"])
    'livery'
    """
    from rapidfuzz import fuzz

    ranked = sorted((-fuzz.ratio(word.lower(), name.lower()), name) for name in known)
    return ranked[0][1] if ranked and -ranked[0][0] >= at_least else None


def did_you_mean(word: str, known: Iterable[str], otherwise: str) -> str:
    """A fix that names the nearest known word, or says what to do without one."""
    name = nearest(word, known)
    return f"did you mean '{name}'?" if name else otherwise
