"""The openings of a campaign: the ways in which its story can begin, the first of them unless another is asked for."""

from dataclasses import dataclass

from gm_engine.authoring.campaign_values import Effects
from gm_engine.authoring.desk import SNAKE, Desk
from gm_engine.authoring.measures import hour, moment
from gm_engine.authoring.schedule import PLACE
from gm_engine.authoring.value_shapes import UNREAD, Many, Named, Record, Schema, Text, Unread, wrong
from gm_engine.authoring.written import Written
from gm_engine.story.pack import AuthoredOpening, Pack


@dataclass(frozen=True)
class Moment:
    """A day and a time, ``1882-05-02 12:00``; an hour alone is one of the first day."""

    def read(self, written: Written, path: str, desk: Desk) -> str | Unread:
        if written.kind not in ("text", "none"):
            return wrong(written, path, desk, "a day and a time", 'write "1878-05-07 17:30"')
        text = written.text.strip()
        told = moment(text) or hour(text)
        if text and told is None:
            desk.find("E031", written, f"{path}: no calendar has the date {text!r}", 'write "1878-05-07 17:30"')
            return UNREAD
        return told or ""

    def schema(self) -> Schema:
        return {"type": "string"}


OPENING = Record(
    AuthoredOpening,
    {
        "name": Text(),
        "at": PLACE,
        "time": Moment(),
        "present": Many(Named(("people",)), commas=True),
        "scene": Named(("scenes",)),
        "reads": Named(("scenes",)),
        "effects": Effects(),
        "text": Text(),
    },
    must=("name",),
    what="an opening: {name, at, time, present, scene, reads, effects, text}",
)


@dataclass(frozen=True)
class Openings:
    """A list of openings, each with a name of its own, in the author's order."""

    def read(self, written: Written, path: str, desk: Desk) -> tuple[AuthoredOpening, ...]:
        found: dict[str, AuthoredOpening] = {}
        for item in written.items if written.kind == "list" else (written,):
            if item.kind == "none":
                continue
            opening = OPENING.read(item, path, desk)
            if not isinstance(opening, AuthoredOpening):
                continue
            if not SNAKE.fullmatch(opening.name):
                desk.find("E013", item, f"the name {opening.name!r} of an opening is not snake_case", "use small letters, digits and _")
            elif opening.name in found:
                desk.find("E002", item, f"two openings are called {opening.name!r}", "rename one of them")
            else:
                found[opening.name] = opening
        return tuple(found.values())

    def schema(self) -> Schema:
        return {"type": "array", "items": OPENING.schema()}


def check_openings(pack: Pack, written: Written, desk: Desk) -> None:
    """Writes a finding for each opening that lies before the calendar's start, or whose scene is somewhere else."""
    pages = {page.entries["name"].text.strip(): page for page in written.items if page.kind == "map" and "name" in page.entries}
    for opening in pack.openings:
        page = pages.get(opening.name, written)
        if opening.time and not (pack.calendar.dated or hour(opening.time)):
            message = f"the opening {opening.name!r} is at {opening.time}, and the campaign has no dates"
            desk.find("E033", page, message, 'write an hour, such as time: "17:30"')
        elif opening.minute(pack.calendar) < 0:
            message = f"the opening {opening.name!r} is at {opening.time}, and the calendar starts at {pack.calendar.start}"
            desk.find("E033", page, message, "set calendar.start to the earliest opening")
        at = opening.at or pack.start.at
        for id in (opening.scene, opening.reads):
            scene = pack.scenes.get(id)
            if scene and scene.at and scene.at != at:
                message = f"the opening {opening.name!r} is at {at!r}, and its scene {id!r} at {scene.at!r}"
                desk.find("E033", page, message, f"write at: {scene.at}, or leave the scene's at: out")
