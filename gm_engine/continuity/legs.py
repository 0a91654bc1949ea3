"""Distances over a third place: no way is longer than the way round, or shorter than what one leg leaves of the other."""

from collections.abc import Iterator
from heapq import heappop, heappush

from gm_engine.continuity.compare import first_int, unit
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule

Legs = dict[str, list[tuple[int, str, Fact]]]


def compare_legs(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A finding where the distances told of other pairs of places leave no room for this one.

    ``tolerance`` is the slack in per cent by which a way may be longer than the way round; ``winding`` the one by which
    it may be shorter than the difference of two legs, for a road is longer than a crow's way.
    """
    start, end, low = claim.subject, claim.value.entity, claim.value.low
    if not claim.polarity or end is None or low is None or unit(claim.value, rule.when) != "yard":
        return
    high = claim.value.high if claim.value.high is not None else low
    slack = first_int(rule.when.get("tolerance", ()), 15) + (25 if claim.value.approximate else 0)
    legs = _legs(claim, known)
    if (round_way := _shortest(start, end, legs)) and low * 100 > round_way[0] * (100 + slack):
        yield Finding("conflict", round_way[1], f"by what was told of the ways between, it is at most {_miles(round_way[0])}", rule, 80)
        return
    winding = first_int(rule.when.get("winding", ()), 50) + (25 if claim.value.approximate else 0)
    to_end = {other: (length, fact) for length, other, fact in legs.get(end, ())}
    for first, other, fact in legs.get(start, ()):
        if other in to_end:
            second, longer = to_end[other][0], fact if first > to_end[other][0] else to_end[other][1]
            if high * 100 < abs(first - second) * (100 - winding):
                yield Finding(
                    "conflict", longer, f"by what was told of the ways between, it is at least {_miles(abs(first - second))}", rule, 70
                )
                return


def _legs(claim: Claim, known: Known) -> Legs:
    """The distances told of places, each from both ends; those of the claim's own topic are another rule's matter."""
    legs: Legs = {}
    own = {claim.subject, claim.value.entity}
    for fact in known.of_relation("distance"):
        value = fact.value
        if fact.polarity and value.entity and value.low is not None and unit(value, {}) == "yard" and {fact.subject, value.entity} != own:
            length = value.high if value.high is not None else value.low
            length += length // 4 if value.approximate else 0
            legs.setdefault(fact.subject, []).append((length, value.entity, fact))
            legs.setdefault(value.entity, []).append((length, fact.subject, fact))
    return legs


def _shortest(start: str, end: str, legs: Legs) -> tuple[int, Fact] | None:
    """The yards of the shortest way that was told, and its last leg; None where none was."""
    queue: list[tuple[int, str, str]] = [(0, start, "")]
    by: dict[str, Fact] = {}
    done: set[str] = set()
    while queue:
        yards, at, leg = heappop(queue)
        if at == end:
            return yards, by[leg]
        if at not in done:
            done.add(at)
            for length, other, fact in legs.get(at, ()):
                by[fact.id] = fact
                heappush(queue, (yards + length, other, fact.id))
    return None


def _miles(yards: int) -> str:
    return f"{yards} yards" if yards < 1760 else f"{yards / 1760:.3g} miles"
