"""One deed, and two who did it: the masked man at the ball, the man who shot the sheriff, the sitter of a portrait."""

from collections.abc import Iterator

from gm_engine.continuity.change import turns
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim
from gm_engine.story.rule import Rule


def compare_deeds(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for two people of whom one definite description is told."""
    if not claim.polarity:
        return
    for fact in known.of_relation(claim.relation):
        if not fact.polarity or fact.subject == claim.subject or not _one_description(claim.value.text, fact.value.text):
            continue
        names = f"{known.name(fact.subject)} and {known.name(claim.subject)}"
        if known.same(fact.subject, claim.subject):
            yield Finding("near", fact, "one person under two names", rule)
        elif turns(claim, rule):
            yield Finding("near", fact, "the sentence tells of a change or a mistake", rule)
        else:
            yield Finding("conflict", fact, f"it was one person, and {names} are two", rule, 85)


def _one_description(one: str, two: str) -> bool:
    """True where both have one head, and the words of the one are among those of the other."""
    ones, twos = one.split(), two.split()
    if ones[0] != twos[0]:
        return False
    less, more = sorted((set(ones[1:]), set(twos[1:])), key=len)
    return less <= more and len(less) >= 1 and len(more) - len(less) <= 2 and not {"not"} & (less ^ more)
