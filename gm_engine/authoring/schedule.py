"""Where somebody is at which hour."""

from dataclasses import dataclass

from gm_engine.authoring.desk import Desk
from gm_engine.authoring.value_shapes import UNREAD, Named, Schema, Unread, wrong
from gm_engine.authoring.written import Written, whole_number
from gm_engine.story.pack import Slot

PLACE = Named(("locations",))


@dataclass(frozen=True)
class Schedule:
    """Where somebody is from which hour on: ``{8: bank, 18: saloon}``, or a list of ``{hour, at}``."""

    def read(self, written: Written, path: str, desk: Desk) -> tuple[Slot, ...] | Unread:
        if written.kind == "none":
            return ()
        if written.kind == "map" and set(written.entries) != {"hour", "at"}:
            pairs = [(Written("text", written.file, written.line_of(key), key), value) for key, value in written.entries.items()]
        else:
            items = written.items if written.kind == "list" else (written,)
            if any(item.kind != "map" or set(item.entries) != {"hour", "at"} for item in items):
                return wrong(written, path, desk, "hours and places", "write {8: bank, 18: saloon}")
            pairs = [(item.entries["hour"], item.entries["at"]) for item in items]
        slots = [slot for hour, place in pairs if (slot := self.slot(hour, place, path, desk))]
        return tuple(sorted(slots, key=lambda slot: (slot.hour, slot.at)))

    def slot(self, hour: Written, place: Written, path: str, desk: Desk) -> Slot | None:
        number = whole_number(hour.text.removesuffix(":00"))
        at = PLACE.read(place, path, desk)
        if number is None or not 0 <= number <= 23:
            wrong(hour, path, desk, "an hour from 0 to 23")
            return None
        return Slot(hour=number, at=at) if at is not UNREAD else None

    def schema(self) -> Schema:
        slot = {
            "type": "object",
            "properties": {"hour": {"type": ["integer", "string"]}, "at": {"type": "string"}},
            "required": ["hour", "at"],
        }
        return {"anyOf": [{"type": "array", "items": slot}, {"type": "object", "additionalProperties": {"type": "string"}}]}
