"""The only one of its kind: nothing stands beside what there is one of, nor where there is none."""

from collections.abc import Iterator

from gm_engine.continuity.change import turns
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, is_over
from gm_engine.story.claim import Claim
from gm_engine.story.rule import Rule

SAID = {"none": "none", "one": "only one", "more": "more than one", "some": "at least one"}
APART = frozenset({("more", "one"), ("none", "one"), ("more", "none"), ("none", "some")})
"""How many one telling may not say beside what another says, each pair in the order of the alphabet."""


def compare_sole(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for "the only well" beside "the other well" of one place. ``turns``: words that tell that one came or went."""
    if not claim.polarity:
        return
    for fact in known.topic(claim.subject, claim.relation):
        if not fact.polarity or fact.value.text != claim.value.text:
            continue
        mine, theirs = claim.value.unit or "some", fact.value.unit or "some"
        if mine == theirs:
            yield Finding("same", fact, "told again", rule)
        elif (min(mine, theirs), max(mine, theirs)) not in APART:
            continue
        elif is_over(claim) or fact.validity.until is not None:
            yield Finding("near", fact, "they speak of other times", rule)
        elif turned := turns(claim, rule):
            yield Finding("change", fact, f'the sentence tells of a change: "{turned}"', rule)
        else:
            yield Finding("conflict", fact, f"{SAID[theirs]} and {SAID[mine]} cannot both be so", rule, 88)
