"""Life and death by the engine's own record."""

from collections.abc import Iterator

from gm_engine.continuity.change import is_final
from gm_engine.continuity.compare import plain
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, engine_fact, is_over
from gm_engine.story.claim import Claim, Value
from gm_engine.story.rule import Rule


def compare_life(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A finding for somebody of the campaign who is told to be dead and has not died by the record."""
    state, telling = known.state, claim.provenance
    dead = is_final(claim, {plain(word) for word in rule.when.get("final", ())})
    if claim.subject not in state.pack.npcs or telling.voice != "narrator" or telling.minute != state.minute or is_over(claim):
        return
    if dead and state.alive(claim.subject) and not known.topic(claim.subject, claim.relation, None):
        condition = state.condition(claim.subject)
        fact = engine_fact(
            known, claim.subject, claim.relation, Value(kind="enum", text=condition), f"{known.name(claim.subject)} is {condition}."
        )
        yield Finding("conflict", fact, "the story's own record knows of no death", rule, 85)
