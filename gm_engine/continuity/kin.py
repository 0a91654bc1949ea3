"""Kin and office: relations that exclude each other, and places that one person fills."""

from collections.abc import Iterator

from gm_engine.continuity.change import turns
from gm_engine.continuity.compare import plain
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, is_over, span, tells_change
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule


def compare_kin(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for two people who are told to be joined in two ways that exclude each other (``exclude``: lines of relations)."""
    other = claim.value.entity
    if other is None or not claim.polarity:
        return
    for line in rule.when.get("exclude", ()):
        bonds = [bond.strip() for bond in line.split(",")]
        if claim.relation not in bonds:
            continue
        for bond in bonds:
            for fact in known.topic(claim.subject, bond) if bond != claim.relation else ():
                if fact.polarity and known.same(fact.value.entity, other):
                    names = f"{known.name(claim.subject)} and {known.name(other)}"
                    yield Finding("conflict", fact, f"{names} cannot be joined both ways", rule, 85)


def compare_office(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for a second holder of an office that one person fills (``single``) in the same place, at the same time."""
    if not claim.polarity or is_over(claim):
        return
    offices = [office for office in rule.when.get("single", ()) if _holds(office, claim.value.text, rule)]
    for office in offices:
        for fact in known.of_relation("role"):
            if not fact.polarity or fact.subject == claim.subject or not _holds(office, fact.value.text, rule):
                continue
            if known.same(fact.subject, claim.subject):
                yield Finding("near", fact, "one person under two names", rule)
            elif _place(fact) != _place(claim):
                yield Finding("near", fact, "the same office in another place", rule)
            elif not span(claim, "stateful").overlaps(span(fact, "stateful")):
                yield Finding("near", fact, "one held it after the other", rule)
            elif tells_change(claim) or turns(claim, rule) or not known.state.alive(fact.subject) or _dead(fact.subject, known):
                yield Finding("change", fact, "the office has passed on", rule)
            else:
                certainty = 80 if claim.value.entity else 65
                yield Finding(
                    "conflict",
                    fact,
                    f"{known.name(fact.subject)} is the {office}, and no telling of how the office passed on",
                    rule,
                    certainty,
                )


def _place(telling: Claim | Fact) -> str:
    """Where an office is held; empty where nobody says."""
    return telling.value.entity or telling.value.unit or ""


def _holds(office: str, words: str, rule: Rule) -> bool:
    said = plain(words).split()
    return office in said and not set(said) & set(rule.when.get("besides", ()))


def _dead(person: str, known: Known) -> bool:
    return any(fact.polarity and plain(fact.value.text) == "dead" for fact in known.topic(person, "condition"))
