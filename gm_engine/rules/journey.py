"""Journeys: the way over the map, its legs, its minutes, and whom one meets."""

from collections.abc import Iterable, Iterator

from gm_engine.rules.changes import move_to
from gm_engine.rules.clock import clock_event, pass_time
from gm_engine.rules.map import route
from gm_engine.rules.rulebook import Rulebook
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.tables import draw_row
from gm_engine.rules.weapons import stand_down
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import DiceRolled, Event
from gm_engine.story.travel import Exit, minutes_for


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
