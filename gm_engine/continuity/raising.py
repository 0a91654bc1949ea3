"""Where conflicts are raised: each is made, weighed and numbered here, and nowhere else."""

from collections.abc import Iterable

from gm_engine.continuity.overlay import Known
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.conflict import Conflict, Severity
from gm_engine.story.provenance import Provenance
from gm_engine.story.relation import Relation
from gm_engine.story.rule import Rule

MUTABILITY = {"immutable": 100, "monotone": 100, "growing": 70, "stateful": 60}
"""Weights in per cent: what never changes weighs most."""
MAJOR = 12_000
"""The least weight of a major conflict."""


class Docket:
    """The conflicts of one text. ``before``: those that it has raised already. The state is only read."""

    def __init__(self, state: StoryState, turn: int, before: Iterable[Conflict] = ()) -> None:
        self.known = Known(state, turn)
        self.turn = turn
        self.before = tuple(before)
        self.conflicts: list[Conflict] = []

    @property
    def of_this_text(self) -> tuple[Conflict, ...]:
        """Those of the text, the new ones last."""
        return (*self.before, *self.conflicts)

    @property
    def all(self) -> tuple[Conflict, ...]:
        """The story's and the text's, each once."""
        return tuple({one.id: one for one in (*self.known.state.conflicts.values(), *self.of_this_text)}.values())

    def enter(self, claim: Claim, fact: Fact, rule: Rule, why: str, confidence: int, severity: Severity | None = None) -> Conflict:
        """A conflict of a claim with a fact, under the first free number of its turn; ``severity`` is weighed where none is given."""
        taken = {one.id for one in self.of_this_text}
        number = 1
        while (id := f"{self.turn}.{number}") in taken or id in self.known.state.conflicts:
            number += 1
        conflict = Conflict(
            id=id,
            kind=rule.kind,
            subject=claim.subject,
            relation=claim.relation,
            fact=fact.id,
            claim=claim.id,
            established=heard_at_the_table(fact.told_by),
            established_value=fact.value,
            incoming=claim.provenance,
            incoming_value=claim.value,
            rule=rule.id,
            why=why,
            severity=severity or severity_of(claim, fact, rule, self.known.relation(claim.relation), confidence),
            confidence=confidence,
            sim=claim.sim,
        )
        self.conflicts.append(conflict)
        return conflict


def severity_of(claim: Claim, fact: Fact, rule: Rule, relation: Relation, confidence: int) -> Severity:
    """Importance × mutability × confidence; critical where the rule says so, or where a player's own ruling is overridden."""
    overridden = any(telling.voice == "player" or telling.source in ("chip", "ruling") for telling in fact.told_by)
    if overridden or (rule.severity == "critical" and confidence >= 60):
        return "critical"
    weight = max(claim.importance, fact.importance, relation.importance) * MUTABILITY[relation.mutability] * confidence
    return "minor" if rule.severity == "minor" or weight < MAJOR else "major"


def heard_at_the_table(told_by: tuple[Provenance, ...]) -> Provenance:
    """The telling to show: the first that was heard in play, else the first there is."""
    return next((telling for telling in told_by if telling.turn), told_by[0])
