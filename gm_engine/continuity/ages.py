"""Ages and births: years pass, and both must come out alike."""

from collections.abc import Iterator
from datetime import date

from gm_engine.continuity.compare import first_int
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.continuity.topic import alternatives
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.rule import Rule

YEAR = 525_949
"""Minutes in a year."""


def compare_age(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """An age beside an earlier age (with the years between), or beside a birth; a birth beside an age. ``slack`` is in years."""
    if claim.value.low is None or not claim.polarity:
        return
    slack = first_int(rule.when.get("slack", ()), 1) + (3 if claim.value.approximate else 0)
    now = _minute(claim)
    if claim.relation == "age":
        for fact in alternatives(claim, rule, known):
            passed = now - fact.told_by[0].minute
            low, high = _years(fact, slack)
            yield _beside(claim, fact, (low + passed // YEAR, high - (-passed // YEAR)), rule)
    other = "born" if claim.relation == "age" else "age"
    for fact in known.topic(claim.subject, other):
        birth, age, minute = (fact.value, claim.value, now) if other == "born" else (claim.value, fact.value, fact.told_by[0].minute)
        if birth.low is None or age.low is None or not fact.polarity or birth.low < 1:
            continue
        if not known.state.pack.calendar.dated:
            continue
        year = known.state.pack.calendar.moment(minute).year
        old = year - date.fromordinal(birth.high or birth.low).year - 1, year - date.fromordinal(birth.low).year
        spare = slack + (3 if fact.value.approximate else 0)
        if (age.high or age.low) < old[0] - spare or age.low > old[1] + spare:
            yield Finding("conflict", fact, f"that makes an age of {old[1]}, not {age.text}", rule, 90)


def _beside(claim: Claim, fact: Fact, span: tuple[int, int], rule: Rule) -> Finding:
    low, high = claim.value.low or 0, claim.value.high or claim.value.low or 0
    if high < span[0] or low > span[1]:
        return Finding("conflict", fact, "ages grow by the years between, and these do not", rule, 90)
    return Finding("same", fact, "the ages agree", rule)


def _years(fact: Fact, slack: int) -> tuple[int, int]:
    value: Value = fact.value
    spare = slack - 1 + (3 if value.approximate else 0)
    return (value.low or 0) - spare, (value.high or value.low or 0) + spare


def _minute(claim: Claim) -> int:
    return claim.validity.since if claim.validity.since is not None else claim.provenance.minute
