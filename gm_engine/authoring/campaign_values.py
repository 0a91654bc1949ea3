"""The shapes of a campaign's own values: ties, tags, sums, dates, belongings, conditions and effects."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gm_engine.authoring import measures
from gm_engine.authoring.condition_text import parse_condition
from gm_engine.authoring.desk import SNAKE, Desk
from gm_engine.authoring.effect_text import parse_effect, split_effects
from gm_engine.authoring.margin_note import did_you_mean
from gm_engine.authoring.value_shapes import UNREAD, Count, Many, Mapped, Named, Schema, Text, Unread, wrong
from gm_engine.authoring.written import Written
from gm_engine.errors import PackError
from gm_engine.story.condition import Effect
from gm_engine.story.pack import BOND


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
    """A sum as people write it in the campaign's money (``23.50``, ``two dollars``), kept in its small unit."""

    def read(self, written: Written, path: str, desk: Desk) -> int | Unread:
        money = desk.currency
        amount = money.read(written.text) if written.kind == "text" else None
        if amount is None:
            like = f"23.50, {money.say(100)}, {money.say(350)} or {money.say(12)}"
            return wrong(written, path, desk, f"a sum of {money.units}, such as {like}", f"write it as {like}")
        return amount

    def schema(self) -> Schema:
        return {"type": ["number", "string"]}


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
