"""Knowledge: what is told before it may be known."""

from collections.abc import Iterator

from gm_engine.continuity.compare import liken
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule


def compare_secret(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A finding where the words give away a secret that is still hidden, or put it in the mouth of one who cannot know it.

    A fact belongs to a secret where its author's telling is marked ``secrets.ID``.
    """
    if not claim.polarity or claim.provenance.voice not in ("narrator", "character", "document"):
        return
    for fact in known.topic(claim.subject, claim.relation):
        secret = secret_of(fact)
        if not secret or liken(claim.value, fact.value, rule.when) not in ("same", "finer"):
            continue
        speaker = claim.holder or claim.provenance.speaker
        person = known.state.person(speaker) if speaker else None
        if person is not None and secret in person.does_not_know and known.state.secret(secret) != "revealed":
            yield Finding("conflict", fact, f"{known.name(speaker)} cannot know this yet", rule, 90)
        elif claim.provenance.voice == "narrator" and known.state.secret(secret) == "hidden" and person is None:
            yield Finding("conflict", fact, "this is still a secret, and no clue to it has been found", rule, 90)


def secret_of(fact: Fact) -> str:
    """The secret that a fact belongs to; empty where it belongs to none."""
    places = (telling.where or "" for telling in fact.told_by)
    return next((where.removeprefix("secrets.").split(":")[0] for where in places if where.startswith("secrets.")), "")
