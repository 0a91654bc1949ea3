"""The shapes of authored values: each reads what stands on the page, says what is wrong with it, and draws its own JSON Schema."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from gm_engine.authoring import measures
from gm_engine.authoring.condition_text import parse_condition
from gm_engine.authoring.desk import SNAKE, Desk
from gm_engine.authoring.effect_text import parse_effect, split_effects
from gm_engine.authoring.finding import did_you_mean
from gm_engine.authoring.written import Written, plain, whole_number
from gm_engine.errors import PackError
from gm_engine.story.condition import Effect
from gm_engine.story.pack import BOND

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
class Tag:
    """A word that entities share, kept as an id: ``Old Timer`` is ``old_timer``."""

    def read(self, written: Written, path: str, desk: Desk) -> str | Unread:
        tag = "_".join(written.text.lower().replace("-", " ").split())
        if written.kind != "text" or not SNAKE.fullmatch(tag):
            return wrong(written, path, desk, "a tag: small letters, digits and _")
        return tag

    def schema(self) -> Schema:
        return {"type": "string"}


@dataclass(frozen=True)
class Ties:
    """What joins somebody to others: ``{spouse: boone}``, or sentences. ``relations`` are those that join two entities."""

    relations: Callable[[], tuple[str, ...]]

    def read(self, written: Written, path: str, desk: Desk) -> tuple[str, ...] | Unread:
        if written.kind == "none":
            return ()
        ties: list[str] = []
        for item in written.items if written.kind == "list" else (written,):
            if item.kind == "map":
                for relation, others in item.entries.items():
                    ties += self._bound(relation, others, f"{path}.{relation}", desk)
            elif item.kind == "text" and (bond := BOND.fullmatch(item.text.strip())):
                ties += self._bound(bond[1], Written("text", item.file, item.line, bond[2]), f"{path}.{bond[1]}", desk)
            elif item.kind == "text":
                ties.append(item.text.strip())
            else:
                return wrong(item, path, desk, "a tie: {RELATION: ID}, or a sentence")
        return tuple(ties)

    def _bound(self, relation: str, others: Written, path: str, desk: Desk) -> list[str]:
        known = self.relations()
        if relation not in known:
            joined = ", ".join(known)
            desk.find("E005", others, f"{path}: nobody is joined by {relation!r}", did_you_mean(relation, known, f"write one of: {joined}"))
            return []
        ids = Many(Named(("entities",)), commas=True).read(others, path, desk)
        return [] if isinstance(ids, Unread) else [f"{relation}: {id}" for id in ids]

    def schema(self) -> Schema:
        ids: Schema = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
        bonds: Schema = {"type": "object", "propertyNames": {"enum": list(self.relations())}, "additionalProperties": ids}
        one: Schema = {"anyOf": [bonds, {"type": "string"}]}
        return {"anyOf": [*one["anyOf"], {"type": "array", "items": one}]}


@dataclass(frozen=True)
class Hook:
    """What a scene leads to: an id, or a sentence."""

    def read(self, written: Written, path: str, desk: Desk) -> str | Unread:
        if written.kind == "text" and " " not in written.text.strip():
            desk.refer(("secrets", "clocks", "scenes", "entities"), written.text.strip(), path, written)
        return Text().read(written, path, desk)

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
class Belongings:
    """What somebody carries: ``{revolver: 1, cartridges: 18}``, or a list of things, one of each."""

    def read(self, written: Written, path: str, desk: Desk) -> dict[str, int] | Unread:
        if written.kind == "map":
            return Mapped(Count(0)).read(written, path, desk)
        things = Many(Text("the name of a thing"), commas=True).read(written, path, desk)
        if isinstance(things, Unread):
            return UNREAD
        return {thing: things.count(thing) for thing in sorted(set(things))}

    def schema(self) -> Schema:
        return {"anyOf": [{"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}, Many(Text()).schema()]}


@dataclass(frozen=True)
class Money:
    """Dollars as written (``23.50``), kept in cents."""

    def read(self, written: Written, path: str, desk: Desk) -> int | Unread:
        amount = measures.cents(written.text) if written.kind == "text" else None
        return wrong(written, path, desk, "a sum of dollars, such as 23.50") if amount is None else amount

    def schema(self) -> Schema:
        return {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^-?\$?[0-9,]+(\.[0-9][0-9])?$|^[0-9]+ ?(c|cents?)$"}]}


@dataclass(frozen=True)
class Span:
    """A span of time, kept in minutes."""

    def read(self, written: Written, path: str, desk: Desk) -> int | Unread:
        span = measures.minutes(written.text) if written.kind == "text" else None
        return wrong(written, path, desk, "a span of time, such as 30 min, 2 h or 3 days") if span is None else span

    def schema(self) -> Schema:
        return {"type": ["string", "integer"]}


@dataclass(frozen=True)
class Date:
    """A year, a month or a day, kept as written; ``loose`` takes words too, but no impossible date."""

    loose: bool = False

    def read(self, written: Written, path: str, desk: Desk) -> str | Unread:
        text = written.text.strip()
        if written.kind not in ("text", "none"):
            return wrong(written, path, desk, "a date")
        looks_like_one = text[:4].isdigit() and not any(letter.isalpha() for letter in text)
        if text and not measures.is_date(text) and (looks_like_one or not self.loose):
            desk.find("E031", written, f"{path}: no calendar has the date {text!r}", "write YYYY, YYYY-MM or YYYY-MM-DD")
            return UNREAD
        return text

    def schema(self) -> Schema:
        return {"type": ["string", "integer"]}


@dataclass(frozen=True)
class When:
    """A condition in the little language; a list means that all must hold."""

    def read(self, written: Written, path: str, desk: Desk) -> Any:
        if written.kind == "none":
            return None
        text = (
            " and ".join(f"({item.text})" for item in written.items) if written.kind == "list" and len(written.items) > 1 else written.text
        )
        if written.kind == "list" and len(written.items) == 1:
            text = written.items[0].text
        if written.kind == "map" or any(item.kind != "text" for item in written.items):
            return wrong(written, path, desk, "a condition in one text", "write: at == saloon and clock.payroll >= 4")
        try:
            condition = parse_condition(text)
        except PackError as error:
            desk.find("E040", written, f"{path}: {error.where}: {error.what}", error.then)
            return UNREAD
        desk.refer_condition(condition, path, written)
        return condition

    def schema(self) -> Schema:
        return {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


@dataclass(frozen=True)
class Effects:
    """Effects in the little language: a text with commas between them, or a list."""

    def read(self, written: Written, path: str, desk: Desk) -> tuple[Effect, ...] | Unread:
        if written.kind == "map":
            return wrong(written, path, desk, "effects as text", "write: flag.spared, clock.payroll +1")
        found: list[Effect] = []
        for item in written.items if written.kind == "list" else (written,):
            if item.kind != "text":
                continue
            for text in split_effects(item.text):
                try:
                    effect = parse_effect(text)
                except PackError as error:
                    desk.find("E041", item, f"{path}: {error.where}: {error.what}", error.then)
                    continue
                desk.refer_effect(effect, path, item)
                found.append(effect)
        return tuple(found)

    def schema(self) -> Schema:
        return {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


@dataclass(frozen=True)
class FlagName:
    """The name of a flag to set: ``spared``, or ``flag.spared``."""

    def read(self, written: Written, path: str, desk: Desk) -> str | Unread:
        name = written.text.strip().removeprefix("flag.")
        if written.kind not in ("text", "none") or not (name == "" or SNAKE.fullmatch(name)):
            return wrong(written, path, desk, "the name of a flag, such as flag.spared")
        desk.flags_set.add(name)
        return name

    def schema(self) -> Schema:
        return {"type": "string"}


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
