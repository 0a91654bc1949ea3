"""Places: who is where, which place contains which, the time that a way takes."""

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush

from gm_engine.continuity.change import clashes, judge
from gm_engine.continuity.compare import first_int, liken
from gm_engine.continuity.overlay import Finding, Known, engine_fact, is_over, tells_change
from gm_engine.continuity.topic import alternatives
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.rule import Rule
from gm_engine.story.travel import minutes_for

Way = tuple[int, str]
"""How long a way is, and where it leads."""


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


def _shortest(start: str, end: str, ways: Callable[[str], Iterable[Way]]) -> int | None:
    """How long the shortest way is; None where there is none."""
    queue: list[Way] = [(0, start)]
    done: set[str] = set()
    while queue:
        length, at = heappop(queue)
        if at == end:
            return length
        if at not in done:
            done.add(at)
            for more, other in ways(at):
                heappush(queue, (length + more, other))
    return None


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
    return _shortest(start, end, lambda at: ((minutes_for(way, mode), way.to) for way in places[at].exits if at in places))
