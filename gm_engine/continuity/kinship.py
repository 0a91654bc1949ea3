"""Kin and office: bonds that exclude each other, kin that somebody is told not to have, and places that one person fills."""

from collections.abc import Iterator

from gm_engine.continuity.change import turns
from gm_engine.continuity.compare import named_lines, plain
from gm_engine.continuity.overlay import Finding, Known, is_momentary, is_over, span, tells_change
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule

HAS = "has_kin"
"""The relation of kin that is told by its sort alone: that there is some, or none."""


def compare_kin(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for two people who are told to be joined in two ways that exclude each other (``exclude``: lines of relations)."""
    other = claim.value.entity
    if other is None or not claim.polarity:
        return
    lines = [[bond.strip() for bond in line.split(",")] for line in rule.when.get("exclude", ())]
    for bond in [bond for line in lines if claim.relation in line for bond in line if bond != claim.relation]:
        for fact in known.topic(claim.subject, bond):
            if fact.polarity and known.same(fact.value.entity, other):
                names = f"{known.name(claim.subject)} and {known.name(other)}"
                yield Finding("conflict", fact, f"{names} cannot be joined both ways", rule, 85)


def compare_lacked_kin(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for kin that is told of somebody who has none of the sort, by its sort or by name.

    ``lacks``: lines "what is lacked: what that rules out", words of has_kin and bonds. ``final`` are lacks that never begin: an only
    child had no brother before, either; who has no wife may have had one.
    """
    table = named_lines(rule.when.get("lacks", ()))
    for fact in _beside(claim, table, known):
        lack, had = (claim, fact) if fact.polarity else (fact, claim)
        kin = _sort(had)
        if not any(set(sort.split()) <= set(kin.split()) for sort in table.get(lack.value.text, ())):
            continue
        if is_over(claim) or (fact.validity.until is not None and not is_momentary(claim)):
            yield Finding("near", fact, "it is told as over", rule)
        elif tells_change(claim) and not is_momentary(claim):
            yield Finding("change", fact, "a change is told", rule)
        elif turned := turns(claim, rule):
            yield Finding("change", fact, f'the sentence tells of a change: "{turned}"', rule)
        elif had is fact and lack.value.unit != "ever" and lack.value.text not in rule.when.get("final", ()):
            yield Finding("change", fact, "it may have ended", rule)
        else:
            yield Finding("conflict", fact, f"who has no {lack.value.text} has no {kin.rpartition(' ')[2]}", rule, 85)


def _beside(claim: Claim, table: dict[str, tuple[str, ...]], known: Known) -> Iterator[Fact]:
    """What is told of the person's kin with the other polarity: of a lack, the kin; of kin, the lacks."""
    lacking = claim.relation == HAS and not claim.polarity
    bonds = table.get(claim.value.text, ()) if lacking else ()
    if claim.relation == HAS or claim.polarity:
        for relation in dict.fromkeys((HAS, *bonds)):
            yield from (fact for fact in known.topic(claim.subject, relation) if fact.polarity == lacking)


def _sort(telling: Claim | Fact) -> str:
    return telling.value.text if telling.relation == HAS else telling.relation


def compare_office(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for a second holder of an office that one person fills (``single``) in the same place, at the same time."""
    if not claim.polarity or is_over(claim):
        return
    for office in [office for office in rule.when.get("single", ()) if _holds(office, claim.value.text, rule)]:
        for fact in known.of_relation(claim.relation):
            if not fact.polarity or fact.subject == claim.subject or not _holds(office, fact.value.text, rule):
                continue
            if known.same(fact.subject, claim.subject):
                yield Finding("near", fact, "one person under two names", rule)
            elif _seat(fact) != _seat(claim):
                yield Finding("near", fact, "the same office in another place", rule)
            elif not span(claim, "stateful").overlaps(span(fact, "stateful")):
                yield Finding("near", fact, "one held it after the other", rule)
            elif tells_change(claim) or turns(claim, rule) or not known.state.alive(fact.subject) or _dead(fact.subject, known):
                yield Finding("change", fact, "the office has passed on", rule)
            else:
                why = f"{known.name(fact.subject)} is the {office}, and no telling of how the office passed on"
                yield Finding("conflict", fact, why, rule, 80 if claim.value.entity else 65)


def _seat(telling: Claim | Fact) -> str:
    """Where an office is held; empty where nobody says."""
    return telling.value.entity or telling.value.unit or ""


def _holds(office: str, words: str, rule: Rule) -> bool:
    said = plain(words).split()
    return office in said and not set(said) & set(rule.when.get("besides", ()))


def _dead(person: str, known: Known) -> bool:
    return any(fact.polarity and plain(fact.value.text) == "dead" for fact in known.topic(person, "condition"))
