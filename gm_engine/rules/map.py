"""The map: the ways out of a place, and the quickest from one to another."""

from heapq import heappop, heappush

from gm_engine.state.story_state import StoryState
from gm_engine.state.view import holds
from gm_engine.story.travel import OPPOSITE, Exit, minutes_for


def ways(state: StoryState, place: str) -> tuple[Exit, ...]:
    """The ways out of a place that are open now: its own exits, and those of other places that can be walked back."""
    found: dict[str, Exit] = {}
    location = state.pack.locations.get(place)
    for way in location.exits if location else ():
        if holds(way.when, state):
            found.setdefault(way.to, way)
    for id in sorted(state.pack.locations):
        for way in state.pack.locations[id].exits:
            if way.to == place and not way.oneway and id not in found and holds(way.when, state):
                found[id] = way.model_copy(update={"to": id, "dir": OPPOSITE[way.dir] if way.dir else None})
    return tuple(found[id] for id in sorted(found))


def route(state: StoryState, start: str, goal: str, mode: str = "foot") -> tuple[Exit, ...]:
    """The quickest open way from one place to another, leg by leg; empty where there is none.

    A goal with no ways of its own (a town that holds places) is reached at the nearest place within it.
    """
    goals = {goal} | {id for id, place in state.pack.locations.items() if place.within == goal and not ways(state, goal)}
    queue: list[tuple[int, int, tuple[str, ...], tuple[Exit, ...]]] = [(0, 0, (start,), ())]
    seen: set[str] = set()
    while queue:
        spent, _, path, legs = heappop(queue)
        place = path[-1]
        if place in goals:
            return legs
        if place in seen:
            continue
        seen.add(place)
        for way in ways(state, place):
            heappush(queue, (spent + minutes_for(way, mode), len(legs) + 1, (*path, way.to), (*legs, way)))
    return ()
