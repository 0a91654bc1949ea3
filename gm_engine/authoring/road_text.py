"""Ways as an author writes them, and the map made of them: every way has both its ends, unless it leads one way."""

from dataclasses import dataclass, field
from typing import Any, get_args

from gm_engine.authoring.campaign_values import When
from gm_engine.authoring.desk import Desk
from gm_engine.authoring.measures import minutes, tenths
from gm_engine.authoring.value_shapes import Flag, OneOf, Record, Schema, Text, Unread, wrong
from gm_engine.authoring.written import Written
from gm_engine.story.pack import Location
from gm_engine.story.travel import OPPOSITE, Bearing, Exit


@dataclass(frozen=True)
class Length:
    """Minutes or miles, in the unit that the field wants where none is written."""

    miles: bool

    def read(self, written: Written, path: str, desk: Desk) -> int | Unread:
        length = (tenths if self.miles else minutes)(written.text) if written.kind == "text" else None
        wanted = "miles, such as 9 or 2.5" if self.miles else "a span of time, such as 3 min or 2 h"
        return length if length else wrong(written, path, desk, wanted)

    def schema(self) -> Schema:
        return {"type": ["number", "string"]}


WAY = Record(
    dict,
    {
        "miles": Length(miles=True),
        "minutes": Length(miles=False),
        "dir": OneOf(get_args(Bearing)),
        "terrain": Text(),
        "oneway": Flag(),
        "when": When(),
        "label": Text(),
    },
    what="a way: '3 min', '9 miles', or {miles, minutes, dir, terrain, oneway, when, label}",
)


@dataclass(frozen=True)
class Exits:
    """``{street: 1 min, gorge: {miles: 9, dir: north}}``: a place, and how it is reached."""

    def read(self, written: Written, path: str, desk: Desk) -> tuple[Exit, ...] | Unread:
        if written.kind == "none":
            return ()
        if written.kind != "map":
            return wrong(written, path, desk, "a mapping of places", "write {street: 1 min, gorge: 9 miles}")
        found: list[Exit] = []
        for place, way in written.entries.items():
            here = f"{path}.{place}"
            page = Written("text", written.file, written.line_of(place), place)
            desk.mark(here, page.file, page.line)
            desk.refer(("locations",), place, path, page)
            values = self.way(way, here, desk)
            if place == path.split(".")[1]:
                desk.find("E020", page, f"{place} has a way to itself", "remove it, or name another place")
            else:
                found.append(Exit(to=place, **({} if isinstance(values, Unread) else values)))
        return tuple(sorted(found, key=lambda exit: exit.to))

    def way(self, written: Written, path: str, desk: Desk) -> dict[str, Any] | Unread:
        """The fields of one way."""
        if written.kind == "text":
            if miles := tenths(written.text) if not written.text.strip().isdigit() else None:
                return {"tenths": miles}
            if span := minutes(written.text):
                return {"minutes": span}
        if written.kind == "none":
            return {}
        values: dict[str, Any] | Unread = WAY.read(written, path, desk)
        if not isinstance(values, Unread) and "miles" in values:
            values["tenths"] = values.pop("miles")
        return values

    def schema(self) -> Schema:
        return {"type": "object", "additionalProperties": {"anyOf": [{"type": ["string", "integer"]}, WAY.schema()]}}


EXITS = Exits()


@dataclass
class Map:
    """The ways of a pack, by place, while they are completed."""

    locations: dict[str, Location]
    desk: Desk
    ways: dict[str, dict[str, Exit]] = field(default_factory=dict)

    def completed(self) -> dict[str, Location]:
        """The places, each with every way that leads from it; what disagrees becomes a finding."""
        self.ways = {id: {exit.to: exit for exit in place.exits} for id, place in self.locations.items()}
        written = [(id, exit) for id in sorted(self.ways) for exit in self.ways[id].values()]
        for here, exit in written:
            if exit.to in self.ways and not exit.oneway:
                self.join(here, exit)
        return {
            id: place.model_copy(update={"exits": tuple(sorted(self.ways[id].values(), key=lambda exit: exit.to))})
            for id, place in self.locations.items()
        }

    def join(self, here: str, exit: Exit) -> None:
        """Gives a way its other end, or compares the two that were written."""
        back = self.ways[exit.to].get(here)
        opposite = OPPOSITE[exit.dir] if exit.dir else None
        if back is None:
            self.ways[exit.to][here] = exit.model_copy(update={"to": here, "dir": opposite})
            return
        if back.oneway:
            return
        self.compare(here, exit, back)
        lengths = {} if back.tenths or back.minutes else {"tenths": exit.tenths, "minutes": exit.minutes}
        texts = {"terrain": back.terrain or exit.terrain, "label": back.label or exit.label, "dir": back.dir or opposite}
        self.ways[exit.to][here] = back.model_copy(update={**lengths, **texts})

    def compare(self, here: str, exit: Exit, back: Exit) -> None:
        """Both ends of one way must agree; each pair is compared once, from the later id."""
        there = exit.to
        if here < there:
            return
        file, line = self.desk.place(f"locations.{there}.exits.{here}")
        page = Written("text", file, line)
        if exit.dir and back.dir and OPPOSITE[exit.dir] != back.dir:
            message = f"{there} -> {here} is {back.dir}, but {here} -> {there} is {exit.dir}"
            self.desk.find("E021", page, message, f"make the way back {OPPOSITE[back.dir]}")
        for unit, one, other in (("tenths of a mile", exit.tenths, back.tenths), ("minutes", exit.minutes, back.minutes)):
            if one and other and one != other:
                message = f"{there} -> {here} takes {other} {unit}, but {here} -> {there} takes {one}"
                self.desk.find("E022", page, message, "write the length at one end only, or make one of them oneway")
