"""Views: what a player may look up at any time without taking a turn."""

from collections.abc import Callable
from textwrap import wrap

from gm_engine.memory.recap import pledged, recap
from gm_engine.state import StoryState

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
    carried = ", ".join(f"{item.replace('_', ' ')}{f' x{count}' if count > 1 else ''}" for item, count in state.carried(state.pc).items())
    lines.append(f"  Carries: {carried or 'nothing'}")
    lines.append(f"  Money: {state.pack.currency.figure(state.purse(state.pc))}   Chips: {state.chips.get(state.pc, 0)}")
    return "\n".join(wrapped for line in lines if line for wrapped in wrap(line, WIDTH, subsequent_indent="    "))


def time(state: StoryState, _: str = "") -> str:
    """The present moment and place."""
    return f"{state.say_time()}. {state.name(state.here)}."


def ways(state: StoryState, _: str = "") -> str:
    """The places that have been seen, and the ways from here."""
    here = state.pack.locations.get(state.here)
    lines = [f"You are at {state.name(state.here)}."]
    for way in here.exits if here else ():
        length = f"{way.tenths / 10:g} miles" if way.tenths is not None else f"{way.minutes} minutes"
        lines.append(f"  {state.name(way.to):<28}{length:>12}  {way.dir or ''}".rstrip())
    seen = sorted(state.name(place) for place in state.visits)
    return "\n".join([*lines, *wrap("Seen: " + ", ".join(seen) + ".", WIDTH, subsequent_indent="  ")])


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
    lines = [f"  {state.pack.calendar.say(point.minute)}: {point.title} (turn {point.turn})" for point in state.story_points.values()]
    return "\n".join(lines) or "Nothing has happened yet."


VIEWS: dict[str, Callable[[StoryState, str], str]] = {
    "/sheet": sheet,
    "/time": time,
    "/map": ways,
    "/recap": recalled,
    "/threads": threads,
    "/timeline": timeline,
}
