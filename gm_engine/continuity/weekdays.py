"""Days of the week: a date falls on one, and two dates lie as many days apart as their weekdays say."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, engine_fact
from gm_engine.continuity.told_since import sentences_between
from gm_engine.story.calendar import WEEKDAYS
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.rule import Rule

WRITTEN = re.compile(r"(?P<weekday>[0-6])/(?P<day>[12]?\d|3[01])/(?P<month>1[0-2]|[1-9]|[^\W\d]*)/(?P<year>\d{4})?", re.ASCII)
WEEK = 7
LOOKED_AT = 24
"""How many of the latest dates a new one is laid beside."""
SOON = 12
"""Within so many turns two days without a month are taken for days of one month, where no word tells of another."""
GREGORIAN = 1753
"""Before this year dates may be of the old style."""
NEAR = 60
"""A date without its year is taken for the one that lies within so many days of the story's now."""
MONTHS_LONG = (28, 29, 30, 31)
YEARS = (1999, 2000, 2001)
"""Years before, in and after a leap day."""
HALF_YEAR = 183


@dataclass(frozen=True)
class Told:
    """A weekday with its date. ``month`` is 0 where none of our calendar is told, ``other`` is one of another; ``year`` 0: none."""

    weekday: int
    day: int
    month: int
    other: str
    year: int


def told_of(value: Value) -> Told | None:
    """A weekday with its date, as the reader wrote it; None for a value that tells of no such thing.

    >>> told_of(Value(kind="date", text="Tuesday, March 3", unit="1/3/3/"))
    Told(weekday=1, day=3, month=3, other='', year=0)
    """
    found = WRITTEN.fullmatch(value.unit or "")
    if found is None:
        return None
    ours = found["month"].isdigit()
    month, other = (int(found["month"]), "") if ours else (0, found["month"])
    return Told(int(found["weekday"]), int(found["day"]), month, other, int(found["year"] or 0))


def compare_weekday(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for a weekday that the campaign's calendar, or another weekday told with its date, denies."""
    mine = told_of(claim.value)
    if mine is None or not claim.polarity:
        return
    if (fact := _by_the_calendar(claim, mine, known)) is not None:
        yield Finding("conflict", fact, "the campaign's calendar has another day of the week", rule, 90)
    for fact in known.topic(claim.subject, claim.relation)[-LOOKED_AT:]:
        theirs = told_of(fact.value)
        if theirs is None or not fact.polarity or not _comparable(mine, theirs):
            continue
        if mine == theirs:
            yield Finding("same", fact, "told again", rule)
        elif not _agree(mine, theirs):
            passed = _time_passed(claim, fact, mine, theirs, rule, known)
            why = "the days between the two dates do not make that day of the week"
            yield Finding("near", fact, passed, rule) if passed else Finding("conflict", fact, why, rule, 88)


def _by_the_calendar(claim: Claim, mine: Told, known: Known) -> Fact | None:
    """What the campaign's own calendar says of a date, where it says another weekday; an imported story has no calendar of its own."""
    calendar, telling = known.state.pack.calendar, claim.provenance
    if not calendar.dated or telling.source == "import" or telling.voice != "narrator" or mine.other:
        return None
    now = calendar.moment(telling.minute).date()
    days = _days_meant(mine, now)
    if now.year < GREGORIAN or not days or any(day.weekday() == mine.weekday for day in days):
        return None
    real = days[0]
    words = f"{real:%B} {real.day}, {real.year}, is a {WEEKDAYS[real.weekday()]}, by the calendar."
    value = Value(kind="date", text=f"{WEEKDAYS[real.weekday()]}, {real:%B} {real.day}, {real.year}")
    return engine_fact(known, claim.subject, claim.relation, value, words)


def _days_meant(mine: Told, now: date) -> list[date]:
    """The days that a date may mean, the likeliest first; none where nobody can tell."""
    if mine.year:
        return _real(mine.year, mine.month, mine.day) if mine.month and mine.year >= GREGORIAN else []
    if mine.month:
        return [day for year in (now.year, now.year - 1, now.year + 1) for day in _real(year, mine.month, mine.day) if _near(day, now)]
    first = now.replace(day=1)
    months = (first, (first - timedelta(days=1)).replace(day=1), (first + timedelta(days=31)).replace(day=1))
    return [day for month in months for day in _real(month.year, month.month, mine.day)]


def _near(day: date, now: date) -> bool:
    return abs((day - now).days) <= NEAR


def _real(year: int, month: int, day: int) -> list[date]:
    try:
        return [date(year, month, day)]
    except ValueError:
        return []


def _comparable(mine: Told, theirs: Told) -> bool:
    """True where both may be dates of one year; those of another world's months only within one of them."""
    if mine.other or theirs.other:
        return mine.other == theirs.other and mine.year == theirs.year
    if mine.year and theirs.year:
        return bool(mine.month and theirs.month)
    if mine.year or theirs.year:
        return bool(mine.month and theirs.month) and all(abs(days) <= NEAR for days in _days_between(mine, theirs))
    return True


def _agree(mine: Told, theirs: Told) -> bool:
    """True where the two weekdays lie as far apart as some reading of the two dates lets them."""
    return any((mine.weekday - theirs.weekday - days) % WEEK == 0 for days in _days_between(mine, theirs))


def _days_between(mine: Told, theirs: Told) -> list[int]:
    """The days from their date to mine, as they may be reckoned."""
    if mine.month and theirs.month and mine.month != theirs.month and not (mine.year and theirs.year):
        return [days for year in YEARS for days in _across(mine, theirs, year)]
    if mine.year and theirs.year and not mine.other:
        return [(one - two).days for one in _real(mine.year, mine.month, mine.day) for two in _real(theirs.year, theirs.month, theirs.day)]
    days = mine.day - theirs.day
    if days < 0 and not (mine.month and theirs.month) and not mine.other:
        return [days, *(days + long for long in MONTHS_LONG)]
    return [days]


def _across(mine: Told, theirs: Told, year: int) -> list[int]:
    """The days between days of two months, where theirs lies in a year: those of the nearest such day of mine."""
    found = [
        (one - two).days
        for two in _real(year, theirs.month, theirs.day)
        for mine_year in (year - 1, year, year + 1)
        for one in _real(mine_year, mine.month, mine.day)
    ]
    return [days for days in found if abs(days) <= HALF_YEAR]


def _time_passed(claim: Claim, fact: Fact, mine: Told, theirs: Told, rule: Rule, known: Known) -> str:
    """Why the two may be days of two months or years after all; empty where nothing tells of it."""
    if mine.year and theirs.year:
        return ""
    bare = not (mine.month and theirs.month) and not mine.other
    if bare and claim.provenance.turn - fact.told_by[-1].turn > SOON:
        return "they may be days of two months"
    words = {*rule.when.get("passed", ()), *(rule.when.get("month", ()) if bare else ())}
    if bare and (mine.month or theirs.month):
        words.discard(f"{date(YEARS[0], mine.month or theirs.month, 1):%B}".casefold())
    for sentence in sentences_between(fact, claim, known):
        if told := next((word for word in sentence if word in words), ""):
            return f'another month or year may be told: "{told}"'
    return ""
