"""Life and secrets by the engine's own record: who has not died, and what may not be told yet."""

from collections.abc import Iterator

from gm_engine.continuity.change import is_final
from gm_engine.continuity.compare import liken
from gm_engine.continuity.overlay import Finding, Known, engine_fact, is_over
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.rule import Rule


def compare_life(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A finding for somebody of the campaign who is told to be dead and has not died by the record."""
    state, telling, who = known.state, claim.provenance, claim.subject
    if who not in state.pack.npcs or telling.voice != "narrator" or telling.minute != state.minute or is_over(claim):
        return
    if is_final(claim, rule) and state.alive(who) and not known.topic(who, claim.relation, None):
        condition = Value(kind="enum", text=state.condition(who))
        fact = engine_fact(known, who, claim.relation, condition, f"{known.name(who)} is {condition.text}.")
        yield Finding("conflict", fact, "the story's own record knows of no death", rule, 85)


def compare_secret(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A finding where the words give away a secret that is still hidden, or put it in the mouth of one who cannot know it.

    A fact belongs to a secret where its author's telling is marked ``secrets.ID``.
    """
    state, speaker = known.state, claim.holder or claim.provenance.speaker
    if not claim.polarity or claim.provenance.voice not in ("narrator", "character", "document"):
        return
    person = state.person(speaker) if speaker else None
    for fact in known.topic(claim.subject, claim.relation):
        secret = _secret_of(fact)
        if not secret or liken(claim.value, fact.value, rule.when) not in ("same", "finer"):
            continue
        if person is not None and secret in person.does_not_know and state.secret(secret) != "revealed":
            yield Finding("conflict", fact, f"{known.name(speaker)} cannot know this yet", rule, 90)
        elif claim.provenance.voice == "narrator" and state.secret(secret) == "hidden" and person is None:
            yield Finding("conflict", fact, "this is still a secret, and no clue to it has been found", rule, 90)


def _secret_of(fact: Fact) -> str:
    """The secret that a fact belongs to; empty where it belongs to none."""
    places = (telling.where or "" for telling in fact.told_by)
    return next((where.removeprefix("secrets.").split(":")[0] for where in places if where.startswith("secrets.")), "")
