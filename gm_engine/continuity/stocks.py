"""What is left in hand: a number goes down as things are used, and up only where it is told how."""

from collections.abc import Iterator

from gm_engine.continuity.between import own_words, words_between
from gm_engine.continuity.compare import liken_numbers, unit
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule

BULK = 40
"""Of so many nobody uses a few in passing."""
LONG_AGO = 30
"""After so many turns, more may have been got without a word of it."""


def compare_stock(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A number left beside the number left before: more is a clash where nothing told of getting it, less where the words
    deny any use (``untouched``) or the lot is large. ``gains`` and ``uses`` are the words that tell of a change.
    """
    if claim.value.low is None or not claim.polarity:
        return
    for fact in known.topic(claim.subject, "stock"):
        if not fact.polarity or not _one_lot(claim, fact, rule):
            continue
        likeness = liken_numbers(claim.value, fact.value, rule.when)
        if likeness == "apart":
            yield _changed(claim, fact, rule, known)
        elif likeness != "unlike":
            yield Finding("finer" if likeness == "finer" else "same", fact, "told again", rule)


def _one_lot(claim: Claim, fact: Fact, rule: Rule) -> bool:
    """True where both count the same thing in the same place, or one of them does not say where."""
    mine, theirs = unit(claim.value, rule.when), unit(fact.value, rule.when)
    alike = mine == theirs or mine.endswith(f" {theirs}") or theirs.endswith(f" {mine}")
    here, there = claim.value.entity, fact.value.entity
    return alike and (here == there or not (here and there))


def _changed(claim: Claim, fact: Fact, rule: Rule, known: Known) -> Finding:
    between, own = words_between(claim, fact, known), own_words(claim)
    more = (claim.value.low or 0) > (fact.value.low or 0)
    untouched = bool(own & set(rule.when.get("untouched", ()))) and bool(
        own & {"none", "nobody", "no", "not", "never", "nothing", "without", "unused", "untouched"}
    )
    if more:
        told = next((word for word in between if word in rule.when.get("gains", ())), "")
        far = claim.provenance.turn - fact.told_by[-1].turn > LONG_AGO
        if told and not untouched:
            return Finding("change", fact, f'more is told to have come: "{told}"', rule)
        if far and not untouched:
            return Finding("change", fact, "it was told long ago", rule)
        return Finding("conflict", fact, "there are more than there were, and nothing tells of getting any", rule, 86)
    told = next((word for word in between if word in rule.when.get("uses", ())), "")
    bulk = (fact.value.low or 0) >= BULK and not fact.value.approximate and not claim.value.approximate
    if untouched or (bulk and not told and claim.value.entity and (claim.value.low or 0) * 2 > (fact.value.low or 0)):
        return Finding("conflict", fact, "there are fewer than there were, and none was used", rule, 84)
    return Finding("change", fact, "some were used", rule)


def compare_spent(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Shots fired in one go beside all the loads that were last told: a clash where there were fewer and nothing tells of loading."""
    if claim.value.low is None or not claim.polarity:
        return
    loads = [fact for fact in known.topic(claim.subject, "stock") if fact.polarity and _is_load(fact, rule)]
    if not loads:
        return
    last = max(fact.told_by[-1].turn for fact in loads)
    latest = [fact for fact in loads if fact.told_by[-1].turn == last]
    total = sum(fact.value.high or fact.value.low or 0 for fact in latest)
    told = words_between(claim, latest[0], known)
    if total < claim.value.low and not any(word in rule.when.get("gains", ()) for word in told):
        yield Finding("conflict", latest[0], f"only {total} were left to fire", rule, 84)


def _is_load(fact: Fact, rule: Rule) -> bool:
    return any(word in rule.when.get("loads", ()) for word in (fact.value.unit or "").split())


def compare_fill(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """What is empty gives nothing until it is told to be filled."""
    for fact in known.topic(claim.subject, "fill"):
        mine, theirs = set((claim.value.unit or "").split()), set((fact.value.unit or "").split())
        if not fact.polarity or not claim.polarity or not (mine <= theirs or theirs <= mine):
            continue
        if claim.value.text == fact.value.text:
            yield Finding("same", fact, "told again", rule)
        elif fact.value.text == "empty":
            told = next((word for word in words_between(claim, fact, known) if word in rule.when.get("gains", ())), "")
            if told:
                yield Finding("change", fact, f'it is told to have filled: "{told}"', rule)
            else:
                yield Finding("conflict", fact, "it was empty, and nothing tells of filling it", rule, 84)
        else:
            yield Finding("change", fact, "it has been emptied since", rule)
