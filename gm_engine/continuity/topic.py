"""The comparers of one topic: what was told of the same subject by the same relation, or of its other side."""

from collections.abc import Iterator

from gm_engine.continuity.change import judge
from gm_engine.continuity.compare import plain, shares_line, unit
from gm_engine.continuity.overlay import Finding, Known, span
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule

SWAP = {"left": "right", "right": "left"}


def compare_topic(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for every fact of the claim's topic that holds at the claim's time.

    ``key`` names the part of a value that tells one count, way or event from another: ``unit``, ``entity``, ``text``, or ``matter``
    (the words of its unit, of which one telling may give more than the other).
    """
    for fact in alternatives(claim, rule, known):
        if finding := judge(claim, fact, rule, known):
            yield finding


def alternatives(claim: Claim, rule: Rule, known: Known) -> Iterator[Fact]:
    """The facts of the topic that could be told of the claim's own time, the oldest first."""
    past = claim.validity.until is not None
    mutability = known.relation(claim.relation).mutability
    for fact in known.topic(claim.subject, claim.relation, None if past else "open"):
        held = fact.status == "open" or (fact.status == "superseded" and span(fact, mutability).overlaps(span(claim, mutability)))
        if held and not any(_parted(claim, fact, key, rule) for key in rule.when.get("key", ())):
            yield fact


def _parted(claim: Claim, fact: Fact, key: str, rule: Rule) -> bool:
    """True where the part of the two values that a key names tells two matters from each other."""
    one, two = claim.value, fact.value
    if key == "matter":
        ones, twos = set(plain(one.unit or "").split()), set(plain(two.unit or "").split())
        return not (ones <= twos or twos <= ones)
    if key == "unit":
        return unit(one, rule.when) != unit(two, rule.when)
    return one.text.casefold() != two.text.casefold() if key == "text" else (one.entity or "") != (two.entity or "")


def compare_side(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for a hurt or mark that changes sides, where nothing was told of this side before.

    ``states``: the values that are a mark of the body ("missing", "bandaged"); others ("used") say nothing of a side.
    """
    said, marks = plain(claim.value.text), rule.when.get("states", ())
    head, _, part = claim.relation.partition("_")
    if not claim.polarity:
        return
    if head in SWAP and part:
        marked = [fact for fact in known.topic(claim.subject, f"{SWAP[head]}_{part}") if fact.polarity and plain(fact.value.text) in marks]
        alike = [fact for fact in marked if _alike(said, plain(fact.value.text), rule)]
        own = any(fact.polarity and plain(fact.value.text) in marks for fact in known.topic(claim.subject, claim.relation))
        told = alike if said in marks and not own else []
    else:
        other = " ".join(SWAP.get(word, word) for word in said.split())
        facts = [fact for fact in known.topic(claim.subject, claim.relation) if fact.polarity]
        own = any(plain(fact.value.text) == said for fact in facts)
        told = [fact for fact in facts if plain(fact.value.text) == other] if other != said and not own else []
    for fact in told:
        yield Finding("conflict", fact, "the side has changed, and nothing says that both were meant", rule, 70)


def _alike(one: str, two: str, rule: Rule) -> bool:
    return one == two or shares_line(one, two, rule.when.get("same", ()))
