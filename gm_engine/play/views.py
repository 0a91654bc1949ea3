"""Views: what a player may look up at any time without taking a turn."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from gm_engine.direction.asides import in_hand
from gm_engine.direction.numbers import hours_in_words
from gm_engine.memory.recap import pledged, recap
from gm_engine.play.ways import numbered, ways_open
from gm_engine.rules import leg_minutes, route
from gm_engine.rules import map as country
from gm_engine.state import StoryState
from gm_engine.story.travel import Exit

WIDTH = 78


def view(said: str, state: StoryState) -> str | None:
    """What ``said`` shows, if it is a looking command; None if it is not."""
    command, _, words = said.strip().partition(" ")
    show = VIEWS.get(command.casefold())
    return show(state, words.strip()) if show else None


def sheet(state: StoryState, _: str = "") -> str:
    """The player's character: attributes, skills, wounds, what is carried."""
    person = state.person(state.pc)
    if person is None:
        return "Nobody is being played."
    lines = [person.name, f"  {person.summary}" if person.summary else ""]
    if person.attributes:
        lines.append("  " + "  ".join(f"{name} {value}" for name, value in person.attributes.items()))
    if person.skills:
        lines.append("  " + "  ".join(f"{name} +{value}" for name, value in person.skills.items()))
    wounds = [wound for wound in state.wounds.get(state.pc, ()) if wound.heals > state.minute]
    hurt = "; ".join(f"{wound.place} ({wound.cause}), until {state.pack.calendar.say(wound.heals)}" for wound in wounds)
    lines.append(f"  Condition: {state.condition(state.pc)}{f', hurt: {hurt}' if hurt else ''}")
    carried = ", ".join(in_hand(state, item, count) for item, count in state.carried(state.pc).items())
    lines.append(f"  Carries: {carried or 'nothing'}")
    lines.append(f"  Money: {state.pack.currency.figure(state.purse(state.pc))}   Chips: {state.chips.get(state.pc, 0)}")
    return "\n".join(wrapped for line in lines if line for wrapped in wrap(line, WIDTH, subsequent_indent="    "))


def time(state: StoryState, _: str = "") -> str:
    """The present moment and place."""
    return f"{state.say_time()}. {state.name(state.here)}."


def ways(state: StoryState, _: str = "") -> str:
    """The places that have been seen, and the ways from here."""
    here, places = state.here, state.pack.locations
    lines = [f"You are at {state.name(here)}."]
    open_ways = [
        way for way in country.ways(state, here) if way.to in places and (places[way.to].visibility == "table" or way.to in state.visits)
    ]
    lines += [f"  {state.name(way.to):<28}{length(state, (way,)):<28}{way.dir or ''}".rstrip() for way in open_ways]
    beyond = {place: route(state, here, place) for place in state.visits if place != here and place in places}
    near = {way.to for way in open_ways}
    farther = sorted((minutes(state, legs), place, legs) for place, legs in beyond.items() if legs and place not in near)
    if farther:
        lines.append("Seen before, farther on:")
    for _took, place, legs in farther:
        lines.append(f"  {state.name(place):<28}{length(state, legs):<28}by {state.name(legs[0].to)}")
    return "\n".join(line.rstrip() for row in lines for line in wrap(row, WIDTH, subsequent_indent="    ", drop_whitespace=False) or [""])


def minutes(state: StoryState, legs: Sequence[Exit]) -> int:
    """How long a way is on foot."""
    return sum(leg_minutes(state, way, "foot") for way in legs)


def length(state: StoryState, legs: Sequence[Exit]) -> str:
    """How long a way is: its miles where it has any, and its time on foot."""
    tenths = sum(way.tenths or 0 for way in legs)
    on_foot = f"{hours_in_words(minutes(state, legs))} on foot"
    return f"{tenths / 10:g} miles, {on_foot}" if tenths else on_foot


def choices(state: StoryState, _: str = "") -> str:
    """The ways that lie open, with the numbers that take them."""
    return "\n".join(numbered(ways_open(state), WIDTH, margin=2)) or "No ways are laid out here. Say what you do."


def recalled(state: StoryState, _: str = "") -> str:
    """Previously on this story."""
    lines = [f"  {line.text}" for line in recap(state)]
    return "\n".join(["Previously:", *lines]) if lines else "Nothing has happened yet."


def threads(state: StoryState, _: str = "") -> str:
    """What is promised, owed and threatened, as far as the table knows."""
    owed = [one for one in state.owed() if one.audience == "table"]
    return "\n".join(f"  {pledged(state, one)} (turn {one.turn})" for one in owed) or "Nothing is owed."


def timeline(state: StoryState, _: str = "") -> str:
    """The story points, by the story's own dates."""
    lines = [
        f"  {state.pack.calendar.say(point.minute)}: {point.title} (turn {point.turn})"
        for point in state.story_points.values()
        if not state.marks.forgets(f"story_point:{point.id}")
    ]
    return "\n".join(lines) or "Nothing has happened yet."


VIEWS: dict[str, Callable[[StoryState, str], str]] = {
    "/sheet": sheet,
    "/time": time,
    "/map": ways,
    "/ways": choices,
    "/recap": recalled,
    "/threads": threads,
    "/timeline": timeline,
}
