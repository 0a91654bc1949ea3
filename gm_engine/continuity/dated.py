"""When something was done, told twice: the parts of the two dates that both tell must agree."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.continuity.between import own_words
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule

CLOCK = re.compile(r"(\d{1,2}):(\d\d)$")
DAY = re.compile(r"(\d{1,2})(?:th)?$")
YEAR = re.compile(r"\d{3,4}$")
MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
SEASONS = {"winter": (11, 12, 1, 2, 3), "spring": (2, 3, 4, 5, 6), "summer": (5, 6, 7, 8, 9), "autumn": (8, 9, 10, 11, 12)}
OPPOSITE = frozenset({frozenset({"winter", "summer"}), frozenset({"spring", "autumn"})})
ROUGH_YEARS = 5
HALF_DAY = 720
AN_HOUR = 60
SECOND, THIRD = 2, 3
LOG = "log"
"""The mark of what a log notes of the travellers: it may leave out from where."""


@dataclass(frozen=True)
class Parts:
    """A date by its parts; None or empty for what it does not tell."""

    year: int | None = None
    month: str = ""
    day: int | None = None
    season: str = ""
    clock: int | None = None

    @property
    def number(self) -> int | None:
        """The month's number; None for a month of another world."""
        return MONTHS.index(self.month) + 1 if self.month in MONTHS else None


def parts_of(text: str) -> Parts:
    """The parts of a date as the reader writes it.

    >>> parts_of("4 July 1868")
    Parts(year=1868, month='july', day=4, season='', clock=None)
    """
    year, month, day, season, clock = None, "", None, "", None
    for word in text.lower().split():
        if found := CLOCK.match(word):
            clock = int(found[1]) * 60 + int(found[2])
        elif found := DAY.match(word):
            day = int(found[1])
        elif YEAR.match(word):
            year = int(word)
        elif word in SEASONS:
            season = word
        else:
            month = word
    return Parts(year, month, day, season, clock)


def compare_dated(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A finding for every other date told of the same event: the same subject, class of deed, marks and place.

    ``often`` are the deeds that may be done twice; ``turns`` words that tell of a second time.
    """
    turns = frozenset(rule.when.get("turns", ()))
    if not claim.polarity or _again(claim, turns):
        return
    for fact in known.topic(claim.subject, "dated"):
        if not fact.polarity or _again(fact, turns) or not _one_event(claim, fact):
            continue
        deed = _deed(claim)[0]
        mine, theirs = parts_of(claim.value.text), parts_of(fact.value.text)
        slack = ROUGH_YEARS if claim.value.approximate or fact.value.approximate else 0
        why = _apart(mine, theirs, slack, often=deed in rule.when.get("often", ()))
        if why:
            yield Finding("conflict", fact, f"it was done once, and the {why} differs", rule, 90)
        elif mine == theirs:
            yield Finding("same", fact, "told again", rule)


def _again(telling: Claim | Fact, turns: frozenset[str]) -> bool:
    """True where the sentence tells of another time; "the second of May" is no second time."""
    told = own_words(telling) & turns
    return bool(
        told
        - ({"second"} if parts_of(telling.value.text).day == SECOND else {"third"} if parts_of(telling.value.text).day == THIRD else set())
    )


def _deed(telling: Claim | Fact) -> tuple[str, frozenset[str], str]:
    """The class of deed, the marks of what it is told of and the place."""
    deed, marks, place = [*(telling.value.unit or "").split("|"), "", ""][:3]
    return deed, frozenset(marks.split()), place


def _one_event(claim: Claim, fact: Fact) -> bool:
    deed, marks, place = _deed(claim)
    other, theirs, where = _deed(fact)
    noted = LOG in marks and LOG in theirs
    there = place == where or (noted and not (place and where))
    return deed == other and there and (marks - {LOG} <= theirs or theirs - {LOG} <= marks)


def _apart(mine: Parts, theirs: Parts, slack: int, *, often: bool) -> str:
    """The part in which two dates of one event differ; empty where they may be one."""
    if mine.year and theirs.year and abs(mine.year - theirs.year) > slack:
        whole = mine.day and theirs.day
        return "" if often and whole else "year"
    if slack:
        return ""
    if mine.month and theirs.month and mine.month != theirs.month:
        return "month" if (mine.number is None) == (theirs.number is None) else ""
    if mine.day and theirs.day and mine.day != theirs.day:
        return "day"
    if mine.season and theirs.season and frozenset({mine.season, theirs.season}) in OPPOSITE:
        return "season"
    for one, other in ((mine, theirs), (theirs, mine)):
        if one.season and other.number and not other.season and other.number not in SEASONS[one.season]:
            return "season"
    if mine.clock is not None and theirs.clock is not None:
        gap = abs(mine.clock - theirs.clock) % HALF_DAY
        return "hour" if AN_HOUR < gap < HALF_DAY - AN_HOUR else ""
    return ""
