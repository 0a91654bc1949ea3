"""Ages, births and dates: years pass, and what is done once is done at one time."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from gm_engine.continuity.between import WORD
from gm_engine.continuity.compare import first_int
from gm_engine.continuity.overlay import Finding, Known, quote_of
from gm_engine.continuity.topic import alternatives
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.rule import Rule

MINUTES_IN_A_YEAR = 525_949
MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
SEASONS = {"winter": (11, 12, 1, 2, 3), "spring": (2, 3, 4, 5, 6), "summer": (5, 6, 7, 8, 9), "autumn": (8, 9, 10, 11, 12)}
ROUGH_YEARS = 5
HALF_DAY, AN_HOUR = 720, 60
ORDINALS = {2: "second", 3: "third"}


def compare_age(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """An age beside an earlier age (with the years between), or beside a birth; a birth beside an age. ``slack`` is in years."""
    if claim.value.low is None or not claim.polarity:
        return
    slack = first_int(rule.when.get("slack", ()), 1)
    now = claim.validity.since if claim.validity.since is not None else claim.provenance.minute
    if claim.relation == "age":
        for fact in alternatives(claim, rule, known):
            passed = now - fact.told_by[0].minute
            spare = slack - 1 + _rough(claim.value) + _rough(fact.value)
            least = (fact.value.low or 0) - spare + passed // MINUTES_IN_A_YEAR
            most = (fact.value.high or fact.value.low or 0) + spare - (-passed // MINUTES_IN_A_YEAR)
            if (claim.value.high or claim.value.low) < least or claim.value.low > most:
                yield Finding("conflict", fact, "ages grow by the years between, and these do not", rule, 90)
            else:
                yield Finding("same", fact, "the ages agree", rule)
    calendar = known.state.pack.calendar
    for fact in known.topic(claim.subject, "born" if claim.relation == "age" else "age") if calendar.dated else ():
        told = (fact.value, claim.value, now) if claim.relation == "age" else (claim.value, fact.value, fact.told_by[0].minute)
        birth, age, minute = told
        if birth.low is None or age.low is None or not fact.polarity or birth.low < 1:
            continue
        year = calendar.moment(minute).year
        young, old = (year - date.fromordinal(day).year for day in (birth.high or birth.low, birth.low))
        spare = slack + _rough(age) + _rough(birth)
        if (age.high or age.low) < young - 1 - spare or age.low > old + spare:
            yield Finding("conflict", fact, f"that makes an age of {old}, not {age.text}", rule, 90)


def _rough(value: Value) -> int:
    """The years by which a rough number may be off."""
    return 3 if value.approximate else 0


@dataclass(frozen=True)
class Parts:
    """A date by its parts; None or empty for what it does not tell. ``clock`` is in minutes."""

    year: int | None = None
    month: str = ""
    day: int | None = None
    season: str = ""
    clock: int | None = None

    @property
    def months(self) -> frozenset[int]:
        """The months that it may lie in, by number; none where it tells of none, or of one of another world."""
        if self.month in MONTHS:
            return frozenset({MONTHS.index(self.month) + 1})
        return frozenset() if self.month else frozenset(SEASONS.get(self.season, ()))


def parts_of(text: str) -> Parts:
    """The parts of a date as the reader writes it.

    >>> parts_of("4 July 1868")
    Parts(year=1868, month='july', day=4, season='', clock=None)
    """
    found = Parts()
    for word in text.lower().split():
        hours, colon, minutes = word.partition(":")
        number = word.removesuffix("th")
        if colon and hours.isdigit() and minutes.isdigit():
            found = replace(found, clock=int(hours) * 60 + int(minutes))
        elif number.isdigit():
            found = replace(found, day=int(number)) if len(number) <= 2 else replace(found, year=int(number))
        else:
            found = replace(found, season=word) if word in SEASONS else replace(found, month=word)
    return found


def compare_dated(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A finding for every other date told of the same event: the same subject, class of deed, marks and place.

    ``often`` are the deeds that may be done twice; ``turns`` words that tell of a second time.
    """
    if not claim.polarity or _again(claim, rule):
        return
    for fact in known.topic(claim.subject, claim.relation):
        if not fact.polarity or _again(fact, rule) or not _one_event(claim, fact):
            continue
        mine, theirs = parts_of(claim.value.text), parts_of(fact.value.text)
        slack = ROUGH_YEARS if claim.value.approximate or fact.value.approximate else 0
        if why := _apart(mine, theirs, slack, often=_deed(claim)[0] in rule.when.get("often", ())):
            yield Finding("conflict", fact, f"it was done once, and the {why} differs", rule, 90)
        elif mine == theirs:
            yield Finding("same", fact, "told again", rule)


def _again(telling: Claim | Fact, rule: Rule) -> bool:
    """True where the sentence tells of another time; "the second of May" is no second time."""
    ordinal = ORDINALS.get(parts_of(telling.value.text).day or 0, "")
    return bool(set(WORD.findall(quote_of(telling).casefold())) & set(rule.when.get("turns", ())) - {ordinal})


def _deed(telling: Claim | Fact) -> tuple[str, str, frozenset[str]]:
    """The class of deed, the place, and the marks of what it is told of."""
    deed, marks, place = [*(telling.value.unit or "").split("|"), "", ""][:3]
    return deed, place, frozenset(marks.split())


def _one_event(claim: Claim, fact: Fact) -> bool:
    deed, place, marks = _deed(claim)
    other, elsewhere, others = _deed(fact)
    one_place = not (place and elsewhere) or bool(set(place.split()) & set(elsewhere.split()))
    return deed == other and one_place and (marks <= others or others <= marks)


def _apart(mine: Parts, theirs: Parts, slack: int, *, often: bool) -> str:
    """The part in which two dates of one event differ; empty where they may be one."""
    if mine.year and theirs.year and abs(mine.year - theirs.year) > slack:
        return "" if often and mine.day and theirs.day else "year"
    if slack:
        return ""
    if mine.month and theirs.month and mine.month != theirs.month:
        return "month" if (mine.month in MONTHS) == (theirs.month in MONTHS) else ""
    if mine.day and theirs.day and mine.day != theirs.day:
        return "day"
    ones, twos = mine.months, theirs.months
    if ones and twos and not ones & twos:
        return "season"
    if mine.clock is not None and theirs.clock is not None:
        gap = abs(mine.clock - theirs.clock) % HALF_DAY
        return "hour" if AN_HOUR < gap < HALF_DAY - AN_HOUR else ""
    return ""
