"""Views: what a player may look up at any time without taking a turn."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from gm_engine.direction.belongings import in_hand
from gm_engine.memory.recap import pledged, recap
from gm_engine.play.charting import chart_of, drawing, keys_of, known_ways
from gm_engine.play.ending import ending_text
from gm_engine.play.ticking import how_far, seen_clocks
from gm_engine.play.ways import numbered, ways_open
from gm_engine.rules import leg_minutes, route, rulebook_of
from gm_engine.state import StoryState
from gm_engine.story.numbers import hours_in_words
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
    money = f"Money: {state.pack.currency.figure(state.purse(state.pc))}" if state.counts_money() else ""
    chips = state.chips.get(state.pc, 0)
    dealt = f"Chips: {chips}" if chips or rulebook_of(state.pack).chips.start else ""
    counted = "   ".join(part for part in (money, dealt) if part)
    lines.append(f"  {counted}" if counted else "")
    lines += _clocks(state)
    return "\n".join(wrapped for line in lines if line for wrapped in wrap(line, WIDTH, subsequent_indent="    "))


def _clocks(state: StoryState) -> list[str]:
    return [f"  {how_far(state, id)}" for id in seen_clocks(state)]


def ending(state: StoryState, _: str = "") -> str:
    """How the story ended, where it has."""
    return "\n".join(wrapped for line in ending_text(state).split("\n") for wrapped in wrap(line, WIDTH, subsequent_indent="    ") or [""])


def time(state: StoryState, _: str = "") -> str:
    """The present moment and place."""
    return f"{state.say_time()}.{f' {state.name(state.here)}.' if state.here else ''}"


def ways(state: StoryState, _: str = "") -> str:
    """A map of the places that are known, drawn in letters; the ways from here, and what is known of farther on."""
    here = state.here
    if not here:
        return "Where you are was not told, and no map can be drawn of it."
    chart = chart_of(state)
    drawn, keys = drawing(chart), keys_of(chart)
    near = known_ways(state, here)
    lines = [f"You are at {state.name(here)}{', @ on the map' if drawn else ''}.", *(["", *drawn, ""] if drawn else [])]

    def row(place: str, how: str) -> list[str]:
        key = f"  {keys[place]} " if drawn and place in keys else ""
        lead = f"{key}  {state.name(place):<{25 if key else 27}} "
        return wrap(how, WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead)) or [lead.rstrip()]

    for way in near:
        lines += row(way.to, ", ".join(part for part in (length(state, (way,)), way.dir) if part))
    others = (spot for spot in chart.spots if spot.id not in (here, *(way.to for way in near)))
    beyond = {spot.id: (spot.been, legs) for spot in others if (legs := route(state, here, spot.id))}
    by = {legs[0].to for _, legs in beyond.values()}
    all_by = f", all of it by {state.name(*by)}" if len(by) == 1 else ""
    for seen, title in ((True, "Seen before, farther on"), (False, "Heard of, farther on")):
        farther = {place: legs for place, (been, legs) in beyond.items() if been == seen}
        lines += [f"{title}{all_by}:"] if farther else []
        for place, legs in sorted(farther.items(), key=lambda found: (minutes(state, found[1]), found[0])):
            lines += row(place, ", ".join(part for part in (length(state, legs), "" if all_by else f"by {state.name(legs[0].to)}") if part))
    return "\n".join(lines)


def minutes(state: StoryState, legs: Sequence[Exit]) -> int:
    """How long a way is on foot."""
    return sum(leg_minutes(state, way, "foot") for way in legs)


def length(state: StoryState, legs: Sequence[Exit]) -> str:
    """How long a way is: its miles where it has any, and its time on foot; empty where that was not told of all of it."""
    if not all(way.told for way in legs):
        return ""
    tenths = sum(way.tenths or 0 for way in legs)
    on_foot = f"{hours_in_words(minutes(state, legs))} on foot"
    return f"{tenths / 10:g} miles, {on_foot}" if tenths else on_foot


def choices(state: StoryState, _: str = "") -> str:
    """The ways that lie open, with the numbers that take them."""
    return "\n".join(numbered(ways_open(state), WIDTH, margin=2)) or "No ways are laid out here. Say what you do."


def recalled(state: StoryState, _: str = "") -> str:
    """Previously on this story."""
    lines = [f"  {line.text}" for line in recap(state)]
    if lines:
        lines += _clocks(state)
    return "\n".join(["Previously:", *lines]) if lines else "Nothing has happened yet."


def threads(state: StoryState, _: str = "") -> str:
    """What is promised, owed and threatened, as far as the table knows."""
    owed = [one for one in state.owed() if one.audience == "table"]
    lines = [f"  {pledged(state, one)} (turn {one.turn})" for one in owed]
    return "\n".join([*(lines or ["Nothing is owed."]), *_clocks(state)])


def timeline(state: StoryState, _: str = "") -> str:
    """The story points, by the story's own dates."""
    lines = [
        f"  {f'{state.pack.calendar.say(point.minute)}: ' if state.pack.calendar.kept else ''}{point.title} (turn {point.turn})"
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
    "/ending": ending,
}
