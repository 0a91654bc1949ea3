"""Places: who is where, which place contains which, the time that a way takes, and distances over a third place."""

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush

from gm_engine.continuity.change import clashes, judge
from gm_engine.continuity.compare import first_int, liken, unit
from gm_engine.continuity.overlay import Finding, Known, engine_fact, is_over, tells_change
from gm_engine.continuity.topic import alternatives
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.rule import Rule
from gm_engine.story.travel import minutes_for

Way = tuple[int, str, Fact | None]
"""How long a way is, where it leads, and who tells of it."""


def compare_whereabouts(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Where somebody is told to be, beside where they were told to be and where the engine has them.

    At the saloon and in the town agree; two places clash where the time between is too short for the way.
    ``mode`` is how fast people may have gone, ``near`` the minutes that need no telling.
    """
    for fact in alternatives(claim, rule, known):
        likeness = liken(claim.value, fact.value, rule.when)
        if likeness == "apart" and (finer := contains(fact.value.entity, claim.value.entity, known)) is not None:
            likeness = "finer" if finer else "coarser"
        clash = clashes(claim, fact, likeness, exclusive=True)
        if clash:
            yield _moved(claim, fact, rule, known)
        elif clash is not None:
            yield Finding("finer" if likeness == "finer" else "same", fact, "told again", rule)
    if engine := _by_the_record(claim, rule, known):
        yield engine


def compare_within(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Which place contains a place, beside what was told before: the saloon may lie in the town and in the county."""
    for fact in alternatives(claim, rule, known):
        likeness = liken(claim.value, fact.value, rule.when)
        inside = contains(fact.value.entity, claim.value.entity, known)
        if likeness == "apart" and inside is not None:
            likeness = "finer" if inside else "coarser"
        if likeness == "finer" and not _may_lie_in(claim.subject, claim.value.entity, known):
            likeness = "apart"
        if finding := judge(claim, fact, rule, known, likeness):
            yield finding


def compare_way_round(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A finding where the distances told of other pairs of places leave no room for this one.

    ``tolerance`` is the slack in per cent by which a way may be longer than the way round; ``winding`` the one by which
    it may be shorter than the difference of two others, for a road is longer than a crow's way.
    """
    start, end, low = claim.subject, claim.value.entity, claim.value.low
    if not claim.polarity or end is None or low is None or unit(claim.value, rule.when) != "yard":
        return
    high = claim.value.high if claim.value.high is not None else low
    about = 25 if claim.value.approximate else 0
    slack, winding = (first_int(rule.when.get(name, ()), usual) + about for name, usual in (("tolerance", 15), ("winding", 50)))
    ways = _told_ways(claim, known)
    if (round_way := _shortest(start, end, lambda at: ways.get(at, ()))) and round_way[1] and low * 100 > round_way[0] * (100 + slack):
        yield Finding("conflict", round_way[1], f"by what was told of the ways between, it is at most {_miles(round_way[0])}", rule, 80)
        return
    to_end = {other: (length, fact) for length, other, fact in ways.get(end, ())}
    for first, other, fact in ways.get(start, ()):
        second, last = to_end.get(other, (first, None))
        longer = fact if first > second else last
        if longer and high * 100 < abs(first - second) * (100 - winding):
            yield Finding(
                "conflict", longer, f"by what was told of the ways between, it is at least {_miles(abs(first - second))}", rule, 70
            )
            return


def _told_ways(claim: Claim, known: Known) -> dict[str, list[Way]]:
    """The distances told of places, each from both ends; those of the claim's own topic are another rule's matter."""
    ways: dict[str, list[Way]] = {}
    own = {claim.subject, claim.value.entity}
    for fact in known.of_relation("distance"):
        value = fact.value
        if fact.polarity and value.entity and value.low is not None and unit(value, {}) == "yard" and {fact.subject, value.entity} != own:
            length = value.high if value.high is not None else value.low
            length += length // 4 if value.approximate else 0
            ways.setdefault(fact.subject, []).append((length, value.entity, fact))
            ways.setdefault(value.entity, []).append((length, fact.subject, fact))
    return ways


def _shortest(start: str, end: str, ways: Callable[[str], Iterable[Way]]) -> tuple[int, Fact | None] | None:
    """How long the shortest way is, and who tells of its last part; None where there is none."""
    queue: list[tuple[int, str, str]] = [(0, start, "")]
    told: dict[str, Fact] = {}
    done: set[str] = set()
    while queue:
        length, at, by = heappop(queue)
        if at == end:
            return length, told.get(by)
        if at not in done:
            done.add(at)
            for more, other, fact in ways(at):
                if fact is not None:
                    told[fact.id] = fact
                heappush(queue, (length + more, other, fact.id if fact else ""))
    return None


def _miles(yards: int) -> str:
    return f"{yards} yards" if yards < 1760 else f"{yards / 1760:.3g} miles"


def _moved(claim: Claim, fact: Fact, rule: Rule, known: Known) -> Finding:
    if is_over(claim):
        return Finding("near", fact, "it is told as over", rule)
    told = fact.told_by[-1]
    gap = (claim.validity.since if claim.validity.since is not None else claim.provenance.minute) - told.minute
    if gap < 0:
        return Finding("earlier", fact, "it was there earlier in the story", rule)
    if not claim.polarity or not fact.polarity:
        return Finding("change", fact, "it has gone or come since", rule)
    way = travel_minutes(fact.value.entity, claim.value.entity, known, rule)
    if way is not None and way > first_int(rule.when.get("near", ()), 5) and gap < way:
        why = f"from {known.name(fact.value.entity)} to {known.name(claim.value.entity)} takes {way} minutes and only {gap} have passed"
        return Finding("conflict", fact, why, rule, 90)
    if way is None and gap == 0 and told.turn == claim.provenance.turn and not tells_change(claim):
        return Finding("conflict", fact, "one turn tells two places, and no way between them", rule, 60)
    return Finding("change", fact, f"{gap} minutes have passed, time enough to go there", rule)


def _by_the_record(claim: Claim, rule: Rule, known: Known) -> Finding | None:
    """A clash with where the record has a person of the campaign now; not where they may have gone there since they were last seen."""
    state, place, telling = known.state, claim.value.entity, claim.provenance
    now = claim.validity.until is None and telling.minute == state.minute and telling.voice in ("narrator", "player", "oracle")
    where = state.where(claim.subject) if state.person(claim.subject) else None
    if not now or not where or tells_change(claim) or place not in state.pack.locations:
        return None
    if (where == place or contains(where, place, known) is not None) == claim.polarity:
        return None
    value = Value(kind="entity", text=known.name(where), entity=where)
    fact = engine_fact(known, claim.subject, "at", value, f"{known.name(claim.subject)} is at {known.name(where)}.")
    gap = state.minute - _last_seen(claim.subject, where, known)
    way = travel_minutes(where, place, known, rule)
    if claim.polarity and gap > 0 and (way is None or gap >= way):
        return Finding("near", fact, f"they were last seen there {gap} minutes ago, time enough to go", rule)
    return Finding("conflict", fact, "the story's own record has them elsewhere at that moment", rule, 85)


def _last_seen(who: str, where: str, known: Known) -> int:
    """The minute at which somebody was last seen or told to be there: now, where they are in the scene; else the story's first."""
    state = known.state
    if who == state.pc or where == state.here:
        return state.minute
    told = [fact.told_by[-1].minute for fact in known.topic(who, "at", None) if fact.polarity and fact.value.entity == where]
    return max([minute for minute in told if minute <= state.minute], default=0)


def contains(outer: str | None, inner: str | None, known: Known) -> bool | None:
    """True where ``outer`` contains ``inner``, False the other way round, None where neither holds."""
    if not outer or not inner:
        return None
    if outer in _around(inner, known):
        return True
    return False if inner in _around(outer, known) else None


def _may_lie_in(place: str, outer: str | None, known: Known) -> bool:
    """False where the campaign's map has both places, and the one does not lie in the other."""
    places = known.state.pack.locations
    return place not in places or outer not in places or not places[place].within or outer in _around(place, known)


def _around(place: str, known: Known) -> tuple[str, ...]:
    found: dict[str, None] = {}
    at: str | None = place
    while at and at not in found:
        found[at] = None
        location = known.state.pack.locations.get(at)
        told = known.topic(at, "within")
        at = location.within if location and location.within else next((fact.value.entity for fact in told if fact.polarity), None)
    return tuple(found)[1:]


def travel_minutes(start: str | None, end: str | None, known: Known, rule: Rule) -> int | None:
    """The fewest minutes between two places by the campaign's ways, as fast as the rule's ``mode`` goes; None where no way is known."""
    places, mode = known.state.pack.locations, (rule.when.get("mode") or ("horse",))[0]
    if start not in places or end not in places or start is None or end is None:
        return None
    found = _shortest(start, end, lambda at: ((minutes_for(way, mode), way.to, None) for way in places[at].exits if at in places))
    return found[0] if found else None
