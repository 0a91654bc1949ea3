"""Charting: where the places that are known stand on a map. A way's bearing is kept as well as the room allows; no two share a cell."""

from collections.abc import Iterator, Mapping
from math import hypot
from string import ascii_lowercase

from gm_engine.rules import map as country
from gm_engine.state import StoryState
from gm_engine.story.chart import Chart, Leg, Spot
from gm_engine.story.travel import Exit

Cell = tuple[int, int]
BEARINGS: Mapping[str, Cell] = {
    "north": (0, -1), "northeast": (1, -1), "east": (1, 0), "southeast": (1, 1), "south": (0, 1), "southwest": (-1, 1), "west": (-1, 0),
    "northwest": (-1, -1),
}  # fmt: skip
REACH = 4
"""So many cells from where a way begins its end is looked for."""
FAR = 20
"""From so many tenths of a mile on, a place stands outside of what lies together."""
ASKEW, THROUGH, ON = 16.0, 9.0, 4.0
"""What it costs to stand off the bearing, behind another place, and on a way between two others."""
WIDE, HIGH, MARGIN = 72, 2, 4
"""How wide the drawing is at most, how high a cell of it, and how far in it stands."""
HERE, WAY = "@", "·"
KEYS = ascii_lowercase + ascii_lowercase.upper() + "0123456789"


def known_ways(state: StoryState, place: str) -> tuple[Exit, ...]:
    """The ways from a place that the table may see: to open places, and to hidden ones where somebody has been."""
    places = state.pack.locations
    return tuple(
        way for way in country.ways(state, place) if way.to in places and (places[way.to].visibility == "table" or way.to in state.visits)
    )


def known_places(state: StoryState) -> tuple[str, ...]:
    """Where one is, where one has been, and where the ways from there lead; in the order of the campaign."""
    been = {state.here, *(id for id in state.visits if id in state.pack.locations)}
    known = been | {way.to for id in been for way in known_ways(state, id)}
    return tuple(id for id in state.pack.locations if id in known)


def chart_of(state: StoryState) -> Chart:
    """The chart of what is known."""
    known = known_places(state)
    been = {state.here, *state.visits}
    ways = {id: tuple(way for way in known_ways(state, id) if way.to in known) if id in been else () for id in known}
    start = state.pack.start.at if state.pack.start.at in known else state.here
    at: dict[str, Cell] = {}
    legs: list[tuple[str, str]] = []
    for first in (start, *known):
        if first in known and first not in at:
            at[first] = _nearest_free((0, 0), at)
            _spread(first, ways, at, legs)
    columns = sorted({x for x, _ in at.values()})
    rows = sorted({y for _, y in at.values()})
    spots = tuple(
        Spot(id=id, name=state.name(id), x=columns.index(at[id][0]), y=rows.index(at[id][1]), here=id == state.here, been=id in been)
        for id in known
    )
    return Chart(title=state.title, spots=spots, legs=tuple(Leg(one=one, other=other) for one, other in legs))


def _spread(first: str, ways: Mapping[str, tuple[Exit, ...]], at: dict[str, Cell], legs: list[tuple[str, str]]) -> None:
    """Places everything that can be reached: near places before far ones, those with a bearing before those without."""
    waiting = [first]
    while waiting:
        here = waiting.pop(0)
        for way in sorted(ways[here], key=lambda way: ((way.tenths or 0) >= FAR, way.dir not in BEARINGS)):
            if way.to not in at:
                at[way.to] = _cell(at[here], way, at, legs)
                waiting.append(way.to)
            if (here, way.to) not in legs and (way.to, here) not in legs:
                legs.append((here, way.to))


def _cell(here: Cell, way: Exit, at: Mapping[str, Cell], legs: list[tuple[str, str]]) -> Cell:
    """The free cell that suits a way's end best."""
    taken = set(at.values())
    lines = [(at[one], at[other]) for one, other in legs]
    bearing = BEARINGS.get(way.dir or "")
    reach = 2 if (way.tenths or 0) >= FAR else 1
    best: tuple[float, int, int, Cell] | None = None
    for dy in range(-REACH, REACH + 1):
        for dx in range(-REACH, REACH + 1):
            cell = here[0] + dx, here[1] + dy
            if (dx, dy) == (0, 0) or cell in taken:
                continue
            cost = abs(max(abs(dx), abs(dy)) - reach) + 0.1 * hypot(dx, dy)
            if bearing:
                cost += ASKEW * (1 - (dx * bearing[0] + dy * bearing[1]) / (hypot(dx, dy) * hypot(*bearing)))
            cost += THROUGH * sum(_between(here, cell, other) for other in taken)
            cost += ON * sum(_between(one, other, cell) for one, other in lines)
            if best is None or (cost, abs(dy), abs(dx)) < best[:3]:
                best = cost, abs(dy), abs(dx), cell
    return best[3] if best else _nearest_free(here, at)


def _between(one: Cell, other: Cell, cell: Cell) -> bool:
    """True where a cell lies on the line between two others, or hardly beside it."""
    (x1, y1), (x2, y2), (x, y) = one, other, cell
    if cell in (one, other) or not (min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)):
        return False
    return abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) < 0.4 * hypot(x2 - x1, y2 - y1)


def _nearest_free(cell: Cell, at: Mapping[str, Cell]) -> Cell:
    taken, far = set(at.values()), len(at) + 1
    free = ((x, y) for y in range(-far, far + 1) for x in range(-far, far + 1) if (cell[0] + x, cell[1] + y) not in taken)
    x, y = min(free, key=lambda step: (hypot(*step), step))
    return cell[0] + x, cell[1] + y


def keys_of(chart: Chart) -> dict[str, str]:
    """The letter of each place on the drawing; ``@`` is where one is."""
    letters = iter(KEYS)
    return {spot.id: HERE if spot.here else next(letters, "o") for spot in sorted(chart.spots, key=lambda spot: (spot.y, spot.x))}


def drawing(chart: Chart) -> list[str]:
    """The chart in letters, at most 80 columns wide; nothing where there is no more to see than a way or two."""
    if len(chart.spots) < 3:
        return []
    keys, (across, down) = keys_of(chart), chart.size
    step = min(8, WIDE // max(across - 1, 1))
    page = [[" "] * ((across - 1) * step + 1) for _ in range((down - 1) * HIGH + 1)]
    at = {spot.id: (spot.x * step, spot.y * HIGH) for spot in chart.spots}
    for leg in chart.legs:
        for x, y in _dots(at[leg.one], at[leg.other]):
            page[y][x] = WAY
    for id, (x, y) in at.items():
        page[y][x] = keys[id]
    return [(" " * MARGIN + "".join(row)).rstrip() for row in page]


def _dots(one: Cell, other: Cell) -> Iterator[Cell]:
    """Dots along a line, every second column where it lies flat."""
    (x1, y1), (x2, y2) = one, other
    steps = max(abs(x2 - x1) // 2, abs(y2 - y1))
    for n in range(1, steps):
        yield round(x1 + (x2 - x1) * n / steps), round(y1 + (y2 - y1) * n / steps)
