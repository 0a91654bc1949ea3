"""Left and right: what was told of one side, and is now told of the other."""

from collections.abc import Iterator

from gm_engine.continuity.compare import plain, shares_line
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule

SWAP = {"left": "right", "right": "left"}


def compare_side(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for a hurt or mark that changes sides, where nothing was told of this side before.

    ``states``: the values that are a mark of the body ("missing", "bandaged"); others ("used") say nothing of a side.
    """
    if not claim.polarity:
        return
    words = claim.value.text.casefold().split()
    side = next((word for word in words if word in SWAP), "")
    head, _, part = claim.relation.partition("_")
    if head in SWAP and part:
        marks = set(rule.when.get("states", ()))
        mine = [fact for fact in known.topic(claim.subject, claim.relation) if _marked(fact, marks)]
        theirs = known.topic(claim.subject, f"{SWAP[head]}_{part}")
        likely = [fact for fact in theirs if _marked(fact, marks) and _alike(fact, claim, rule)]
        if plain(claim.value.text) in marks and not mine:
            yield from _told(likely, rule)
    elif side:
        other = " ".join(SWAP.get(word, word) for word in words)
        facts = known.topic(claim.subject, claim.relation)
        if not any(plain(fact.value.text) == plain(" ".join(words)) for fact in facts):
            yield from _told([fact for fact in facts if fact.polarity and plain(fact.value.text) == plain(other)], rule)


def _told(facts: list[Fact], rule: Rule) -> Iterator[Finding]:
    for fact in facts:
        yield Finding("conflict", fact, "the side has changed, and nothing says that both were meant", rule, 70)


def _marked(fact: Fact, marks: set[str]) -> bool:
    return fact.polarity and plain(fact.value.text) in marks


def _alike(fact: Fact, claim: Claim, rule: Rule) -> bool:
    one, two = plain(fact.value.text), plain(claim.value.text)
    return one == two or shares_line(one, two, rule.when.get("same", ()))
