"""The only one of its kind: nothing stands beside what there is one of."""

from collections.abc import Iterator

from gm_engine.continuity.change import turns
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, is_over
from gm_engine.story.claim import Claim
from gm_engine.story.rule import Rule


def compare_sole(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for "the only well" beside "the other well" of one place. ``turns``: words that tell that one came or went."""
    if not claim.polarity:
        return
    for fact in known.topic(claim.subject, claim.relation):
        if not fact.polarity or fact.value.text != claim.value.text:
            continue
        if fact.value.unit == claim.value.unit:
            yield Finding("same", fact, "told again", rule)
        elif is_over(claim) or fact.validity.until is not None:
            yield Finding("near", fact, "they speak of other times", rule)
        elif turned := turns(claim, rule):
            yield Finding("change", fact, f'the sentence tells of a change: "{turned}"', rule)
        else:
            yield Finding("conflict", fact, f"there is one {claim.value.text} there, or there are more", rule, 88)
