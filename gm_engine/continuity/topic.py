"""The comparer of one topic: what was told of the same subject by the same relation."""

from collections.abc import Iterator

from gm_engine.continuity.change import judge
from gm_engine.continuity.compare import plain, unit
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, span
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule


def compare_topic(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for every fact of the claim's topic that holds at the claim's time.

    ``key`` names the part of a value that tells one count, way or event from another: ``unit``, ``entity``, ``text``, or ``matter``
    (the words of its unit, of which one telling may give more than the other).
    """
    for fact in alternatives(claim, rule, known):
        if finding := judge(claim, fact, rule, known):
            yield finding


def alternatives(claim: Claim, rule: Rule, known: Known) -> Iterator[Fact]:
    """The facts of the topic that could be told of the claim's own time, the oldest first."""
    keys = rule.when.get("key", ())
    past = claim.validity.until is not None
    mutability = known.relation(claim.relation).mutability
    for fact in known.topic(claim.subject, claim.relation, None if past else "open"):
        if fact.status not in ("open", "superseded") or any(_parted(claim, fact, key, rule) for key in keys):
            continue
        if fact.status == "open" or span(fact, mutability).overlaps(span(claim, mutability)):
            yield fact


def _parted(claim: Claim, fact: Fact, key: str, rule: Rule) -> bool:
    """True where the part of the two values that a key names tells two matters from each other."""
    one, two = claim.value, fact.value
    if key == "matter":
        ones, twos = set(plain(one.unit or "").split()), set(plain(two.unit or "").split())
        return not (ones <= twos or twos <= ones)
    if key == "unit":
        return unit(one, rule.when) != unit(two, rule.when)
    return one.text.casefold() != two.text.casefold() if key == "text" else (one.entity or "") != (two.entity or "")
