"""What is left in hand: a number goes down as things are used, and up only where it is told how."""

from collections.abc import Iterator

from gm_engine.continuity.between import own_text, own_words
from gm_engine.continuity.compare import liken_numbers, unit
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.continuity.told_since import stirred, undone
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule

BULK = 40
"""Of so many nobody uses a few in passing."""
DENIALS = frozenset({"none", "nobody", "no", "not", "never", "nothing", "without", "unused", "untouched"})
SOON = 6
"""Within so many turns somebody who loads a gun is seen to."""
LOADED_SINCE = 12
"""After so many turns a gun may have been loaded without a word of it."""
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
    own, load = own_words(claim), _is_load(fact, rule)
    gap = claim.provenance.turn - fact.told_by[-1].turn
    if load and gap > SOON:
        return Finding("change", fact, "there was time to load", rule)
    untouched = bool(own & set(rule.when.get("untouched", ()))) and bool(own & DENIALS)
    about = (claim.value.unit or "").split()
    if (claim.value.low or 0) > (fact.value.low or 0):
        if untouched:
            return Finding("conflict", fact, "there are more than there were, and none was added", rule, 86)
        if told := _gained(claim, fact, rule, known, about):
            return Finding("change", fact, f'more is told to have come: "{told}"', rule)
        if gap > LONG_AGO:
            return Finding("change", fact, "it was told long ago", rule)
        return Finding("conflict", fact, "there are more than there were, and nothing tells of getting any", rule, 86)
    if untouched:
        return Finding("conflict", fact, "there are fewer than there were, and none was used", rule, 84)
    exact = not fact.value.approximate and not claim.value.approximate and (claim.value.low or 0) * 2 > (fact.value.low or 0) >= BULK
    if exact and claim.value.entity and not undone(fact, claim, known, rule.when.get("uses", ()), about):
        return Finding("conflict", fact, "there are fewer than there were, and nothing tells what became of them", rule, 76)
    return Finding("change", fact, "some were used", rule)


def _gained(claim: Claim, fact: Fact, rule: Rule, known: Known, about: list[str]) -> str:
    """The word by which more is told to have come: anywhere for a word of stocking up, else in a sentence that names the thing,
    or in the claim's own text; empty where there is none.
    """
    gains, stocking = rule.when.get("gains", ()), rule.when.get("stocking", ())
    if told := undone(fact, claim, known, stocking, ()):
        return told
    if told := undone(fact, claim, known, gains, [*about, *rule.when.get("loads", ())] if _is_load(fact, rule) else about):
        return told
    before = own_text(claim, fact, known, itself=False)
    return stirred(before, rule.when.get("plainly", ())) or stirred(claim.provenance.quote.casefold().split(), rule.when.get("plainly", ()))


def compare_spent(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """What is used in one go beside all that was last told to be left: a clash where there was less and nothing tells of getting more.

    Shots are told beside every load; ``loads`` names what holds loads.
    """
    if claim.value.low is None or not claim.polarity:
        return
    shots = claim.value.unit == "shot"
    loads = [
        fact
        for fact in known.topic(claim.subject, "stock")
        if fact.polarity and (_is_load(fact, rule) if shots else unit(fact.value, rule.when) == unit(claim.value, rule.when))
    ]
    if not loads:
        return
    last = max(fact.told_by[-1].turn for fact in loads)
    latest = [fact for fact in loads if fact.told_by[-1].turn == last]
    total = sum(fact.value.high or fact.value.low or 0 for fact in latest)
    if (
        total < claim.value.low
        and claim.provenance.turn - last <= LOADED_SINCE
        and not _gained(claim, latest[0], rule, known, (claim.value.unit or "").split())
    ):
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
            if told := undone(fact, claim, known, rule.when.get("gains", ()), [claim.subject.removeprefix("the_"), "water", "rain"]):
                yield Finding("change", fact, f'it is told to have filled: "{told}"', rule)
            else:
                yield Finding("conflict", fact, "it was empty, and nothing tells of filling it", rule, 84)
        else:
            yield Finding("change", fact, "it has been emptied since", rule)
