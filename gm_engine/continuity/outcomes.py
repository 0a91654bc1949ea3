"""Two ways in which one event came out: a dam that held and burst, a race won and lost, guilty and acquitted."""

from collections.abc import Iterator

from gm_engine.continuity.change import turns
from gm_engine.continuity.compare import liken, plain
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule


def compare_outcomes(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for an event that is told to have come out in two ways.

    A value's unit tells one event from another (the race, the crime). ``looks_back`` are relations of which a later telling
    only clashes where it speaks of that same time: a dam that holds tonight may burst next spring.
    """
    for fact in known.topic(claim.subject, claim.relation, None):
        if not _one_event(claim, fact):
            continue
        likeness = liken(claim.value, fact.value, rule.when)
        agree = likeness in ("same", "finer", "coarser")
        if (claim.polarity and fact.polarity and likeness != "apart") or (claim.polarity != fact.polarity and not agree):
            continue
        if not claim.polarity and not fact.polarity:
            continue
        if turned := turns(claim, rule):
            yield Finding("near", fact, f'the sentence speaks of another time: "{turned}"', rule)
        elif claim.relation in rule.when.get("looks_back", ()) and claim.value.unit != "then":
            yield Finding("near", fact, "it may have come to that since", rule)
        else:
            yield Finding("conflict", fact, "it came out one way", rule, 85)


def _one_event(claim: Claim, fact: Fact) -> bool:
    """True where both may speak of one event: the words that tell it from others are not at odds."""
    if "then" in (claim.value.unit, fact.value.unit):
        return True
    ones, twos = set(plain(claim.value.unit or "").split()), set(plain(fact.value.unit or "").split())
    return ones <= twos or twos <= ones
