"""What somebody's life excludes: an only child has no brother, a lifelong bachelor no wife, a childless man no grandson."""

from collections.abc import Iterator

from gm_engine.continuity.change import turns
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, is_momentary, is_over, tells_change
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule


def compare_lacks(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for kin that is told of somebody who has none of the sort. ``exclude``: lines "what is lacked: what that rules out".

    ``lasting`` are lacks that end only when an end is told; ``final`` those that never end. What ``in_law`` names may come by
    marriage, and is let be where the person is or was married.
    """
    table = _table(rule)
    for fact in _of_the_family(claim, known):
        if fact.polarity == claim.polarity:
            continue
        lack, had = (claim, fact) if fact.polarity else (fact, claim)
        if had.value.text not in table.get(lack.value.text, ()):
            continue
        if had.value.text in rule.when.get("in_law", ()) and lack.value.text != had.value.text and _married(claim.subject, known):
            yield Finding("near", fact, "it may be kin by marriage", rule)
        elif is_over(claim) or (fact.validity.until is not None and not is_momentary(claim)):
            yield Finding("near", fact, "it is told as over", rule)
        elif tells_change(claim) and not is_momentary(claim):
            yield Finding("change", fact, "a change is told", rule)
        elif turned := turns(claim, rule):
            yield Finding("change", fact, f'the sentence tells of a change: "{turned}"', rule)
        elif had is fact and lack.value.unit != "ever" and lack.value.text not in rule.when.get("final", ()):
            yield Finding("change", fact, "it may have ended", rule)
        else:
            yield Finding("conflict", fact, f"who has no {lack.value.text} has no {had.value.text.rpartition(' ')[2]}", rule, 85)


def _of_the_family(claim: Claim, known: Known) -> Iterator[Fact]:
    """What is told of the person, and of the parents of brothers and sisters, who are theirs too."""
    yield from known.topic(claim.subject, claim.relation)
    if claim.value.text == "living parent":
        for bond in known.topic(claim.subject, "sibling"):
            if bond.polarity and bond.value.entity:
                yield from (fact for fact in known.topic(bond.value.entity, claim.relation) if fact.value.text == "living parent")


def _married(person: str, known: Known) -> bool:
    told = any(fact.polarity and fact.value.text == "spouse" for fact in known.topic(person, "has_kin", None))
    return told or bool(known.topic(person, "spouse", None)) or any(
        fact.polarity and fact.value.text in ("married", "widowed", "divorced") for fact in known.topic(person, "married", None)
    )  # fmt: skip


def _table(rule: Rule) -> dict[str, tuple[str, ...]]:
    lines = (line.partition(":") for line in rule.when.get("exclude", ()))
    return {lack.strip(): tuple(part.strip() for part in had.split(",")) for lack, _, had in lines}
