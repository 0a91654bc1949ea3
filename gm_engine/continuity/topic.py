"""The comparer of one topic: what was told of the same subject by the same relation."""

from collections.abc import Iterator

from gm_engine.continuity.change import judge
from gm_engine.continuity.compare import unit
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, span
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule


def compare_topic(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for every fact of the claim's topic that holds at the claim's time.

    ``key`` (``unit``, ``entity`` or ``text``) names the part of a value that tells one count, distance or debt from another.
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
        if fact.status not in ("open", "superseded") or any(_part(claim, key, rule) != _part(fact, key, rule) for key in keys):
            continue
        if fact.status == "open" or span(fact, mutability).overlaps(span(claim, mutability)):
            yield fact


def _part(telling: Claim | Fact, key: str, rule: Rule) -> str:
    """The part of a telling's value that a key names."""
    value = telling.value
    return unit(value, rule.when) if key == "unit" else value.text.casefold() if key == "text" else value.entity or ""
