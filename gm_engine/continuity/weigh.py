"""How much a conflict matters."""

from gm_engine.story.claim import Claim, Fact
from gm_engine.story.conflict import Severity
from gm_engine.story.relation import Relation
from gm_engine.story.rule import Rule

MUTABILITY = {"immutable": 100, "monotone": 100, "growing": 70, "stateful": 60}
"""Weights in per cent: what never changes weighs most."""


def severity(claim: Claim, fact: Fact, rule: Rule, relation: Relation, confidence: int) -> Severity:
    """Importance × mutability × confidence; critical where the rule says so, or where a player's own ruling is overridden."""
    overridden = any(telling.voice == "player" or telling.source in ("chip", "ruling") for telling in fact.told_by)
    if overridden or (rule.severity == "critical" and confidence >= 60):
        return "critical"
    weight = max(claim.importance, fact.importance, relation.importance) * MUTABILITY[relation.mutability] * confidence
    return "minor" if rule.severity == "minor" or weight < 12_000 else "major"
