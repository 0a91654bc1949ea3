"""Knowing and not knowing the same matter: one may learn, and does not unlearn; and what was long known was known then."""

from collections.abc import Iterator

from gm_engine.continuity.change import turns
from gm_engine.continuity.compare import plain
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule

ASKS = frozenset({"who", "what", "where", "when", "why", "how", "which", "whether", "that"})

BEYOND = frozenset({"beyond", "behind", "under", "against", "without", "past", "across"})


def compare_knowing(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for somebody who is told to know and not to know one matter, or one person, at one time."""
    for fact in known.topic(claim.subject, claim.relation):
        if fact.polarity == claim.polarity or not _one_matter(claim, fact):
            continue
        if not claim.polarity and _forgets(claim, rule):
            yield Finding("change", fact, "it is told as forgotten", rule)
        elif claim.polarity and (turned := turns(claim, rule)):
            yield Finding("change", fact, f'the sentence tells of a change: "{turned}"', rule)
        elif claim.polarity and claim.change and claim.value.unit != "long":
            yield Finding("change", fact, "it was learned since", rule)
        elif claim.polarity and claim.value.unit != "long":
            yield Finding("change", fact, "it may have been learned since", rule)
        elif not claim.polarity and claim.value.unit == "until":
            yield Finding("near", fact, "it was so before", rule)
        else:
            why = "they are told to have known it then" if claim.polarity else "they were told to know it, and nobody unlearns it"
            yield Finding("conflict", fact, why, rule, 85)
    if claim.polarity and claim.value.unit == "long":
        for fact in known.of_relation(claim.relation):
            other = fact.subject != claim.subject and not known.same(fact.subject, claim.subject)
            if other and fact.polarity and fact.value.unit == "only" and _one_matter(claim, fact):
                yield Finding("conflict", fact, f"only {known.name(fact.subject)} is told to have known it", rule, 75)
    if claim.relation == "met" and claim.value.entity:
        for fact in known.topic(claim.value.entity, claim.relation):
            if (
                fact.polarity != claim.polarity
                and fact.value.entity == claim.subject
                and (not claim.polarity or claim.value.unit == "long")
            ):
                yield Finding("conflict", fact, "two who know each other are no strangers", rule, 80)


def _forgets(claim: Claim, rule: Rule) -> bool:
    return bool(set(plain(claim.provenance.quote).split()) & set(rule.when.get("forgets", ())))


def _one_matter(claim: Claim, fact: Fact) -> bool:
    """True where both speak of the same thing known: the same question, and the words of the shorter among those of the longer."""
    if claim.value.entity and fact.value.entity:
        return claim.value.entity == fact.value.entity
    one, two = claim.value.text.split(), fact.value.text.split()
    asks = [[word for word in words if word in ASKS] for words in (one, two)]
    ones, twos = set(one) - ASKS, set(two) - ASKS
    if not ones or not twos:
        return False
    shared = ones & twos
    if (ones ^ twos) & BEYOND:
        return False
    if asks[0] != asks[1]:
        # "knows of the second key", "has no idea that there is a second key"; but who did it is not why
        kinds = {tuple(asks[0]), tuple(asks[1])}
        if kinds != {(), ("that",)} or ones != twos:
            return False
    return ones == twos or (len(shared) >= 2 and len(shared) >= 2 * len(ones | twos) / 3)
