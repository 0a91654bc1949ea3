"""The shapes of authored values: each reads what stands on the page, says what is wrong with it, and draws its own JSON Schema."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from gm_engine.authoring.desk import Desk
from gm_engine.authoring.margin_note import did_you_mean
from gm_engine.authoring.written import Written, plain, whole_number

Schema = dict[str, Any]


class Unread:
    """Stands for a value that could not be read: its field keeps its default, and no second finding follows."""


UNREAD: Final = Unread()


class Shape(Protocol):
    """How a value is read, and how an editor may check it."""

    def read(self, written: Written, path: str, desk: Desk) -> Any:
        """The canonical value, or ``UNREAD`` after a finding."""

    def schema(self) -> Schema:
        """Its JSON Schema."""


def wrong(written: Written, path: str, desk: Desk, wanted: str, fix: str = "") -> Unread:
    """Writes down that a value is of the wrong kind."""
    desk.find("E005", written, f"{path} wants {wanted}, not {written.says}", fix or f"write {wanted}")
    return UNREAD


@dataclass(frozen=True)
class Text:
    """Words, the white space around them taken off."""

    wanted: str = "a text"

    def read(self, written: Written, path: str, desk: Desk) -> str | Unread:
        if written.kind not in ("text", "none"):
            return wrong(written, path, desk, self.wanted, "write one text; quote it if it holds ': ' or begins with [ or {")
        return written.text.strip()

    def schema(self) -> Schema:
        return {"type": ["string", "number"]}


@dataclass(frozen=True)
class Count:
    """A whole number within bounds."""

    low: int = 0
    high: int = 1_000_000_000

    def read(self, written: Written, path: str, desk: Desk) -> int | Unread:
        number = whole_number(written.text) if written.kind == "text" else None
        if number is None or not self.low <= number <= self.high:
            bounds = f"from {self.low} to {self.high}" if self.high < 1_000_000 else f"of at least {self.low}"
            return wrong(written, path, desk, f"a whole number {bounds}")
        return number

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Flag:
    """True or false; ``yes`` and ``no`` are taken too. ``open`` also takes ``unknown`` (None)."""

    open: bool = False

    def read(self, written: Written, path: str, desk: Desk) -> bool | Unread | None:
        word = written.text.lower()
        if written.kind == "none" or (self.open and word == "unknown"):
            return None if self.open else UNREAD
        if written.kind == "text" and word in ("true", "yes", "false", "no"):
            return word in ("true", "yes")
        return wrong(written, path, desk, "true or false" + (" or unknown" if self.open else ""))

    def schema(self) -> Schema:
        return {"enum": [True, False, "yes", "no", *(["unknown", None] if self.open else [])]}


@dataclass(frozen=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, written: Written, path: str, desk: Desk) -> str | Unread:
        if written.kind == "text" and written.text in self.words:
            return written.text
        known = ", ".join(self.words)
        return wrong(written, path, desk, f"one of {known}", did_you_mean(written.text, self.words, f"write one of: {known}"))

    def schema(self) -> Schema:
        return {"enum": list(self.words)}


@dataclass(frozen=True)
class Named:
    """The id of something in one of these sections."""

    sections: tuple[str, ...]

    def read(self, written: Written, path: str, desk: Desk) -> str | Unread:
        if written.kind == "none":
            return ""
        if written.kind != "text":
            return wrong(written, path, desk, "an id")
        id = written.text.strip()
        desk.refer(self.sections, id, path, written)
        return id

    def schema(self) -> Schema:
        return {"type": "string"}


@dataclass(frozen=True)
class Many:
    """A list; a single value stands for a list of one. ``commas``: a text is parted at its commas (for ids)."""

    shape: Shape
    commas: bool = False

    def read(self, written: Written, path: str, desk: Desk) -> tuple[Any, ...] | Unread:
        if written.kind == "none":
            return ()
        items = written.items if written.kind == "list" else (written,)
        if self.commas and written.kind == "text":
            items = tuple(Written("text", written.file, written.line, part.strip()) for part in written.text.split(",") if part.strip())
        values = [self.shape.read(item, path, desk) for item in items]
        return tuple(value for value in values if value is not UNREAD)

    def schema(self) -> Schema:
        one = self.shape.schema()
        return {"anyOf": [{"type": "array", "items": one}, one]}


@dataclass(frozen=True)
class Mapped:
    """A mapping of texts. ``sections``: its keys are ids from there; ``numbered``: its keys are whole numbers."""

    values: Shape
    sections: tuple[str, ...] = ()
    numbered: bool = False

    def read(self, written: Written, path: str, desk: Desk) -> dict[Any, Any] | Unread:
        if written.kind == "none":
            return {}
        if written.kind != "map":
            return wrong(written, path, desk, "a mapping", "write {key: value, key: value}")
        found: dict[Any, Any] = {}
        for key, value in written.entries.items():
            here = f"{path}.{key}"
            desk.mark(here, written.file, written.line_of(key))
            page = Written("text", written.file, written.line_of(key), key)
            name: Any = Count(0, 1000).read(page, f"the key of {here}", desk) if self.numbered else key
            if self.sections:
                desk.refer(self.sections, key, path, page)
            item = self.values.read(value, here, desk)
            if item is not UNREAD and name is not UNREAD:
                found[name] = item
        return dict(sorted(found.items()))

    def schema(self) -> Schema:
        keys = {"propertyNames": {"pattern": "^[0-9]+$"}} if self.numbered else {}
        return {"type": "object", "additionalProperties": self.values.schema(), **keys}


@dataclass(frozen=True)
class Free:
    """Anything at all, kept as it is."""

    def read(self, written: Written, path: str, desk: Desk) -> Any:  # noqa: ARG002
        value = plain(written)
        return {} if value is None else value

    def schema(self) -> Schema:
        return {}


@dataclass(frozen=True)
class Record:
    """A mapping with known keys, made into a noun by ``make``.

    ``must`` are the keys that may not be missing. ``short`` turns a text into the mapping that it stands for.
    ``keyed``: the entry's id is given to ``make`` as ``id``.
    """

    make: Callable[..., Any]
    fields: Mapping[str, Shape]
    must: tuple[str, ...] = ()
    short: Callable[[str], dict[str, str]] | None = None
    rows: str = ""
    keyed: bool = False
    what: str = "a mapping"

    def read(self, written: Written, path: str, desk: Desk) -> Any:
        entries, page = self.entries(written, path, desk)
        if entries is None:
            return UNREAD
        values: dict[str, Any] = {}
        for key, value in entries.items():
            here = f"{path}.{key}" if path else key
            if key not in self.fields:
                if key == "id" and (self.keyed or path):
                    continue
                fix = did_you_mean(
                    key, self.fields, "keep your own notes under x:" if "x" in self.fields else f"known: {', '.join(self.fields)}"
                )
                desk.find("E003", value, f"{path or 'the campaign'} has no key {key!r}", fix, page.line_of(key))
                continue
            desk.mark(here, value.file, page.line_of(key))
            read = self.fields[key].read(value, here, desk)
            if read is not UNREAD:
                values[key] = read
        for key in self.must:
            if key not in entries or entries[key].kind == "none":
                desk.find("E004", page, f"{path or 'the campaign'} has no {key}", f"add {key}:")
            if key not in values:
                values[key] = path.rpartition(".")[2]
        if self.keyed:
            values["id"] = path.rpartition(".")[2]
        return self.make(**values)

    def entries(self, written: Written, path: str, desk: Desk) -> tuple[dict[str, Written] | None, Written]:
        """The keys and values, a shorthand spelt out."""
        if written.kind == "map":
            return written.entries, written
        if written.kind == "text" and self.short:
            spelt = self.short(written.text.strip())
            return {key: Written("text", written.file, written.line, text, quoted=True) for key, text in spelt.items()}, written
        if written.kind == "list" and self.rows:
            return {self.rows: written}, written
        if written.kind == "none" and not self.must:
            return {}, written
        wrong(written, path, desk, self.what)
        return None, written

    def schema(self) -> Schema:
        properties = {key: shape.schema() for key, shape in self.fields.items()}
        if self.keyed:
            properties["id"] = {"type": "string"}
        whole: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        if self.must:
            whole["required"] = list(self.must)
        short: list[Schema] = [{"type": "string"}] if self.short else []
        rows: list[Schema] = [properties[self.rows]] if self.rows else []
        return {"anyOf": [whole, *short, *rows]} if short or rows else whole
