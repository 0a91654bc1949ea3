"""The ways of a brought world: as far and as they lie where its texts say so, and of no told length where they do not."""

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from gm_engine.bootstrap.games import reader
from gm_engine.extraction.reading import Telling
from gm_engine.story.claim import Claim
from gm_engine.story.entity import Entity
from gm_engine.story.pack import Location
from gm_engine.story.travel import OPPOSITE, Bearing, Exit

TENTH = 176
"""Yards of a tenth of a mile."""
SAYS_A_WAY = ("directions", "length_units")
"""Words of which one stands in every text that tells how far one place is from another, or on which side: no other is read for it."""
BEARINGS: Mapping[str, Bearing] = {one: one for one in get_args(Bearing)}


def with_ways(places: Mapping[str, Location], start: str, texts: Sequence[str]) -> dict[str, Location]:
    """The places, joined by the ways of which the texts tell ("a mound two miles north of Oakford").

    Each open place that cannot be come to by these from ``start`` has a way from there, of which nothing is told but that it is there.
    """
    ways: dict[str, dict[str, Exit]] = {id: {way.to: way for way in place.exits} for id, place in places.items()}
    for claim in _of_places(texts, places):
        _add(ways, str(claim.value.entity), claim.subject, claim)
    near = _neighbours(ways)
    reached = _reached(start, near)
    for id, place in places.items():
        if place.visibility == "table" and id not in reached:
            ways[start][id] = Exit(to=id)
            reached |= _reached(id, near)
    return {id: place.changed(exits=tuple(ways[id].values())) for id, place in places.items()}


def _of_places(texts: Sequence[str], places: Mapping[str, Location]) -> Iterable[Claim]:
    """What the texts say of how far one open place is from another, and on which side."""
    shown = {id for id, place in places.items() if place.visibility == "table"}
    if len(shown) < 2:
        return
    hearing = reader()
    hearing.know([Entity(id=id, kind="place", name=places[id].name, aliases=places[id].aliases) for id in places])
    telling = [Telling(text, 0, "author") for text in texts if hearing.holds(text, SAYS_A_WAY)]
    for reading in hearing.read_many(telling):
        for claim in reading.claims:
            between = {claim.subject, claim.value.entity or ""}
            if claim.relation in ("bearing", "distance") and claim.polarity and len(between) == 2 and between <= shown:
                yield claim


def _add(ways: dict[str, dict[str, Exit]], start: str, goal: str, claim: Claim) -> None:
    """Puts what a claim says of ``goal`` into the way from ``start``, or into the one back, where that stands. The first telling counts."""
    back = start in ways[goal]
    way = ways[goal][start] if back else ways[start].get(goal, Exit(to=goal))
    if claim.relation == "bearing" and way.dir is None and claim.value.text in BEARINGS:
        bearing = BEARINGS[claim.value.text]
        way = way.changed(dir=OPPOSITE[bearing] if back else bearing)
    if claim.relation == "distance" and way.tenths is None and claim.value.low:
        way = way.changed(tenths=max(1, round(claim.value.low / TENTH)))
    ways[goal if back else start][way.to] = way


def _neighbours(ways: Mapping[str, Iterable[str]]) -> Mapping[str, set[str]]:
    """By place those that a way leads to from it, or from which one leads to it."""
    near: dict[str, set[str]] = {id: set(there) for id, there in ways.items()}
    for id, there in ways.items():
        for other in there:
            near.setdefault(other, set()).add(id)
    return near


def _reached(start: str, near: Mapping[str, set[str]]) -> set[str]:
    """The places that one can come to from here, there and back."""
    found, waiting = {start}, [start]
    while waiting:
        fresh = near.get(waiting.pop(), set()) - found
        waiting += fresh
        found |= fresh
    return found
