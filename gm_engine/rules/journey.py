"""Journeys: the way over the map, its legs, its minutes, and whom one meets."""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from gm_engine.rules.changes import move_to
from gm_engine.rules.clock import clock_event, pass_time
from gm_engine.rules.rulebook import Rulebook
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.tables import draw_row
from gm_engine.rules.weapons import stand_down
from gm_engine.state.story_state import StoryState
from gm_engine.state.view import holds
from gm_engine.story.event import DiceRolled, Event
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


def leg_minutes(state: StoryState, way: Exit, mode: str, who: str = "") -> int:
    """The minutes of a leg: a bad leg wound doubles them on foot."""
    lame = any(
        wound.place.endswith("leg") and wound.boxes > 1 and wound.heals > state.minute for wound in state.wounds.get(who or state.pc, ())
    )
    return minutes_for(way, mode) * (2 if lame and mode == "foot" else 1)


def travel(ruling: Ruling) -> Iterator[Event]:
    """Goes to ``intent.place``: time, then the place; where something is met on the way, as far as there first."""
    state, intent = ruling.state, ruling.intent
    if not intent.place or intent.place not in state.pack.locations:
        yield ruling.refuse(f"no-way:{intent.place or 'nowhere'}")
        return
    if intent.place == state.here:
        yield from pass_time(state, 1, "stay")
        return
    mode = mode_of(state, intent.mode, ruling.book)
    legs = route(state, state.here, intent.place, mode)
    if not legs:
        yield ruling.refuse(f"no-way:{intent.place}")
        return
    yield from stand_down(state, state.pc)
    spent = walked = 0
    for way in legs:
        minutes = leg_minutes(state, way, mode)
        spent, walked = spent + minutes, walked + minutes
        met = list(encounter(ruling, way.to, minutes))
        if way is not legs[-1] and len(met) < 2:
            yield from met
            continue
        yield from pass_time(state, walked, "travel")
        if state.condition(state.pc) in ("dead", "dying"):
            return
        yield from move_to(state, state.pc, way.to, "travel")
        yield from met
        walked = 0
    if spent >= ruling.book.clock_events.travel:
        yield from clock_event(state, "travel")


def mode_of(state: StoryState, mode: str, book: Rulebook) -> str:
    """How one travels: on foot where the campaign has mounts and the player's character has none."""
    if mode == "horse" and mounts(state.pack.items, state, book) and not mounted(state, book):
        return "foot"
    return mode or "foot"


def mounted(state: StoryState, book: Rulebook) -> bool:
    """True where the player's character has something to ride."""
    return bool(mounts(state.carried(state.pc), state, book))


def mounts(items: Iterable[str], state: StoryState, book: Rulebook) -> tuple[str, ...]:
    """Those of the things that can be ridden: whose id, or whose name at its end, is what the rulebook calls a mount."""

    def ends(words: list[str]) -> bool:
        return words[-1:] == [book.journey.mount]

    return tuple(id for id in items if ends(id.split("_")) or (id in state.pack.items and ends(state.pack.items[id].name.lower().split())))


def encounter(ruling: Ruling, place: str, minutes: int) -> Iterator[Event]:
    """Rolls for an encounter on a long leg, and on the campaign's table where there is one.

    What was met is ``used`` with the table as key, the row's number (from 0) as detail and ``encounter`` as cause.
    """
    state, rules = ruling.state, ruling.book.journey
    location = state.pack.locations.get(place)
    danger = location.danger if location else 0
    likely = rules.encounter.get(danger, 0)
    table = next((name for name in (place, *rules.tables) if name in state.pack.tables), None)
    if minutes < rules.short or not likely or table is None:
        return
    met = ruling.roll("d100", "encounter", state.pc)
    yield DiceRolled(turn=state.turn, roll=met)
    if met.total <= likely:
        yield from draw_row(ruling, table, "encounter")
