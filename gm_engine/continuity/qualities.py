"""What a thing is like: what never changes, what only gets worse, what changes with the hour."""

from collections.abc import Iterator

from gm_engine.continuity.change import turns
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, is_over
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule


def compare_quality(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for two poles of one quality.

    ``worsens``: qualities whose second pole comes of itself, and whose first must be told ("whole" after "shattered").
    ``shifts``: qualities that change with the hour; they clash only where one is told for good ("always", "still", "since").
    """
    if not claim.polarity:
        return
    axis, pole, *always = _place(claim)
    for fact in known.topic(claim.subject, claim.relation):
        theirs, other, *before = _place(fact)
        if not fact.polarity or theirs != axis:
            continue
        if other == pole:
            yield Finding("same", fact, "told again", rule)
        elif is_over(claim) or fact.validity.until is not None:
            yield Finding("near", fact, "they speak of other times", rule)
        elif turned := turns(claim, rule):
            yield Finding("change", fact, f'the sentence tells of a change: "{turned}"', rule)
        elif axis in rule.when.get("worsens", ()) and pole > other and not always:
            yield Finding("change", fact, "it has come to that since", rule)
        elif axis in rule.when.get("shifts", ()) and not (always or before):
            yield Finding("change", fact, "it may change with the hour", rule)
        else:
            yield Finding("conflict", fact, f"it is {fact.value.text} or it is {claim.value.text}", rule, 85)


def _place(telling: Claim | Fact) -> list[str]:
    """On which quality's scale a word stands and at which pole; a word without a scale is like itself alone."""
    parts = (telling.value.unit or "").split()
    return parts if len(parts) >= 2 else [telling.value.text.casefold(), "1"]
