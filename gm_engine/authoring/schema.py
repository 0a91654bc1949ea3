"""The format of a campaign: every section, every key, every shorthand. Read by the reader and by editors alike."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from gm_engine.authoring.beginnings import Openings
from gm_engine.authoring.campaign_values import Belongings, Date, Effects, FlagName, Hook, Money, Span, Tag, Ties, When
from gm_engine.authoring.data_files import read_relations
from gm_engine.authoring.desk import Desk, derived_id
from gm_engine.authoring.road_text import EXITS
from gm_engine.authoring.schedule import PLACE, Schedule
from gm_engine.authoring.value_shapes import (
    UNREAD,
    Count,
    Flag,
    Free,
    Many,
    Mapped,
    Named,
    OneOf,
    Record,
    Schema,
    Shape,
    Text,
    Unread,
    wrong,
)
from gm_engine.authoring.written import Written
from gm_engine.story.budget import CONVERSATION, KNOWLEDGE, MARGIN, STANDING, SYSTEM, BudgetPlan
from gm_engine.story.condition import Owed
from gm_engine.story.pack import (
    Advance,
    AuthoredScene,
    Choice,
    Clock,
    Clue,
    Epilogue,
    Faction,
    Item,
    Location,
    LoreEntry,
    Office,
    Person,
    Pronouns,
    Row,
    Rumour,
    Safety,
    Secret,
    Table,
    Visibility,
)

DIFFICULTIES = ("easy", "fair", "hard", "brutal", "evidence")
OCCASIONS = (
    "arrest", "seized", "custody", "trial", "fined", "jailed", "hanged", "acquitted", "flight", "hunted", "helped", "found", "robbed",
    "alone", "taken", "dead", "dunned", "called", "run_down",
)  # fmt: skip
"""When a scene is played that the engine brings about."""
ADVANCING = ("player_dawdles", "failure", "disaster", "travel", "gunfight")
NAMES: Shape = Many(Text())
ABOUT: Shape = Many(Named(("entities",)), commas=True)
SECRETS: Shape = Many(Named(("secrets",)), commas=True)
SEEN: Shape = OneOf(get_args(Visibility))
ATTITUDE: Shape = Count(-3, 3)

FIRST: dict[str, Shape] = {"name": Text(), "aliases": NAMES, "secret_aliases": Mapped(Named(("secrets",))), "visibility": SEEN}
TOLD: dict[str, Shape] = {"summary": Text(), "description": Text()}
FACTS: Shape = Mapped(Text())
LAST: dict[str, Shape] = {"tags": Many(Tag(), commas=True), "x": Free()}


def ties() -> tuple[str, ...]:
    """The relations by which one entity can be tied to another: those whose value is an entity, but where it is and what it has."""
    passing = ("whereabouts", "possession", "geography")
    return tuple(relation.id for relation in read_relations() if relation.value == "entity" and relation.kind not in passing)


def _short(*keys: str) -> Callable[[str], dict[str, str]]:
    """Reads ``Silas Mott; railroad detective; Counts the silver twice.``: the last key takes all that is left."""

    def spell(text: str) -> dict[str, str]:
        parts = [part.strip() for part in text.split(";", len(keys) - 1)]
        return {key: part for key, part in zip(keys, parts, strict=False) if part}

    return spell


@dataclass(frozen=True)
class Choices:
    """The options of a scene: ``{play: "sit in"}``, a mapping for each, or a list."""

    def read(self, written: Written, path: str, desk: Desk) -> tuple[Choice, ...] | Unread:
        if written.kind == "none":
            return ()
        if written.kind == "text":
            return wrong(written, path, desk, "a mapping of choices", "write {play: sit in, refuse: stay standing}")
        found: list[Choice] = []
        for id, item in entries_with_ids(written, path, desk, "text"):
            desk.mark(f"{path}.{id}", item.file, item.line)
            choice = CHOICE.read(item, f"{path}.{id}", desk)
            if choice is not UNREAD:
                found.append(choice)
        return tuple(found)

    def schema(self) -> Schema:
        one = CHOICE.schema()
        return {"anyOf": [{"type": "object", "additionalProperties": one}, {"type": "array", "items": one}]}


def entries_with_ids(written: Written, path: str, desk: Desk, text_key: str | None) -> list[tuple[str, Written]]:
    """The entries of a section, written as a mapping by id, or as a list whose entries name theirs.

    ``text_key``: an entry of a list without an id gets one from that text; None: the id must be there.
    """
    if written.kind == "map":
        return list(written.entries.items())
    found: dict[str, Written] = {}
    for item in written.items:
        own = item.entries.get("id")
        text = item if item.kind == "text" else item.entries.get(text_key or "")
        if own is not None and own.kind == "text":
            id = own.text.strip()
        elif text_key and text is not None and text.kind == "text":
            id = derived_id(text.text.strip())
        else:
            desk.find("E004", item, f"an entry of {path} has no id", "add id: or write the section as a mapping of ids")
            continue
        if id in found:
            desk.find("E002", item, f"the entry {id!r} appears twice under {path}, first in line {found[id].line}", "merge or rename")
            continue
        found[id] = item
    return list(found.items())


PERSON = Record(
    Person,
    {
        **FIRST,
        "pronouns": OneOf(get_args(Pronouns)),
        "role": Text(),
        "office": OneOf(get_args(Office)[1:]),
        "at": PLACE,
        "faction": Named(("factions",)),
        **TOLD,
        "drive": Text(),
        "ties": Ties(ties),
        "attributes": Mapped(Count(1, 100), sections=("attributes",)),
        "skills": Mapped(Count(-100, 100), sections=("skills",)),
        "traits": Mapped(Text()),
        "born": Date(loose=True),
        "facts": FACTS,
        "attitude": ATTITUDE,
        "wants": Text(),
        "fears": Text(),
        "if_ignored": NAMES,
        "voice": NAMES,
        "says": NAMES,
        "answers": Mapped(Text()),
        "knows": SECRETS,
        "does_not_know": SECRETS,
        "schedule": Schedule(),
        "items": Belongings(),
        "money": Money(),
        **LAST,
    },
    must=("name",),
    short=_short("name", "role", "summary"),
    what="a person: a mapping, or 'Name; role; summary'",
)
LOCATION = Record(
    Location,
    {**FIRST, "in": PLACE, "kind": Text(), "danger": Count(0, 3), **TOLD, "facts": FACTS, "senses": NAMES, "exits": EXITS, **LAST},
    must=("name",),
    short=_short("name", "kind", "summary"),
    what="a place: a mapping, or 'Name; kind; summary'",
)
FACTION = Record(
    Faction,
    {
        **FIRST,
        **TOLD,
        "members": Many(Named(("people",)), commas=True),
        "goal": Text(),
        "toward": Mapped(ATTITUDE, sections=("factions",)),
        "facts": FACTS,
        **LAST,
    },
    must=("name",),
    short=_short("name", "goal", "summary"),
    what="a faction: a mapping, or 'Name; goal; summary'",
)
ITEM = Record(
    Item,
    {
        **FIRST,
        **TOLD,
        "unique": Flag(),
        "owner": Named(("people", "factions", "locations")),
        "at": Named(("locations", "people")),
        "reveals": Named(("secrets",)),
        "weapon": Named(("weapons",)),
        "price": Money(),
        "facts": FACTS,
        **LAST,
    },
    must=("name",),
    short=_short("name", "summary"),
    what="a thing: a mapping, or 'Name; summary'",
)
CLUE = Record(
    Clue,
    {"text": Text(), "at": PLACE, "who": Named(("people",)), "item": Named(("things",))},
    must=("text",),
    short=_short("text"),
    what="a clue: a text, or {text, at, who, item}",
)
SECRET = Record(
    Secret,
    {
        "truth": Text(),
        "says": Mapped(Text(), sections=("people",)),
        "clues": Many(CLUE),
        "known_by": Many(Named(("people", "factions")), commas=True),
        "about": ABOUT,
        "importance": Count(1, 5),
        "reveal_when": When(),
        "status": OneOf(("hidden", "hinted", "revealed")),
        "visibility": SEEN,
    },
    must=("truth",),
    short=_short("truth"),
    what="a secret: a mapping, or the truth as a text",
)
LORE = Record(
    LoreEntry,
    {
        "text": Text(),
        "category": Text(),
        "about": ABOUT,
        "keys": NAMES,
        "keys_all": NAMES,
        "importance": Count(1, 5),
        "confidence": Count(0, 100),
        "canon": OneOf(("canon", "belief", "rumour", "legend")),
        "valid_from": Date(),
        "valid_to": Date(),
        "visibility": SEEN,
        "pinned": Flag(),
        "source": Text(),
        "links": Mapped(Text(), sections=("entities",)),
        "topic": Text(),
        "facts": FACTS,
        "bids": Flag(),
    },
    must=("text",),
    short=_short("text"),
    keyed=True,
    what="lore: a text, or a mapping with text",
)
RUMOUR = Record(
    Rumour,
    {"text": Text(), "about": ABOUT, "truth": Flag(open=True), "heard_at": PLACE},
    must=("text",),
    short=_short("text"),
    keyed=True,
    what="a rumour: a text, or a mapping with text",
)
CLOCK = Record(
    Clock,
    {
        "name": Text(),
        "size": Count(1, 24),
        "filled": Count(0, 24),
        "advance": Record(Advance, {"each_day": Count(0, 24), "events": Many(OneOf(ADVANCING), commas=True)}),
        "faction": Named(("factions",)),
        "visibility": SEEN,
        "at": Mapped(Text(), numbered=True),
        "full": Text(),
        "effects": Effects(),
    },
    must=("name",),
    short=_short("name", "full"),
    what="a clock: a mapping, or 'Name; what happens when it is full'",
)
OWED = Record(
    Owed,
    {"id": Text(), "text": Text(), "after": Span(), "when": When(), "effects": Effects()},
    must=("text",),
    short=_short("text"),
    what="what is owed: a text, or {id, text, after, when, effects}",
)
CHOICE = Record(
    Choice,
    {
        "text": Text(),
        "effects": Effects(),
        "owes": Many(OWED),
        "because": Text(),
        "result": Text(),
        "skill": Named(("skills", "attributes")),
        "difficulty": OneOf(DIFFICULTIES),
        "otherwise": Effects(),
        "failed": Text(),
    },
    must=("text",),
    short=_short("text"),
    keyed=True,
    what="a choice: a text, or {text, effects, owes, because, result, skill, difficulty, otherwise, failed}",
)
SCENE = Record(
    AuthoredScene,
    {
        "title": Text(),
        "when": When(),
        "at": PLACE,
        "cast": Many(Named(("people",)), commas=True),
        "once": Flag(),
        "hook": Hook(),
        "weight": OneOf(("critical", "significant", "moderate", "minor")),
        "tension": Count(0, 5),
        "checks": Many(Named(("skills", "attributes")), commas=True),
        "effects": Effects(),
        "goto": Named(("scenes",)),
        "chapter": Text(),
        "on": OneOf(OCCASIONS),
        "ends": Flag(),
        "beat": Text(),
        "question": Text(),
        "choices": Choices(),
    },
    must=("beat",),
    short=_short("beat"),
    keyed=True,
    what="a scene: a mapping, or its beat as a text",
)


EPILOGUE = Record(
    Epilogue,
    {"text": Text(), "when": When()},
    must=("text",),
    short=_short("text"),
    what="a part of the epilogue: a text, or {text, when}",
)


def _row(**values: Any) -> Row:
    return Row(**{"text": "", **values})


ROW = Record(
    _row,
    {"text": Text(), "w": Count(1, 1000), "roll": Text(), "table": Named(("tables",)), "once": Flag(), "set": FlagName()},
    short=_short("text"),
    what="a row: a text, or {w, text, roll, table, once, set}",
)
TABLE = Record(Table, {"roll": Text(), "rows": Many(ROW)}, must=("rows",), rows="rows", what="a table: its rows, or {roll, rows}")


@dataclass(frozen=True)
class Section:
    """One section: the shape of its entries, and the key that the body of a Markdown file fills.

    ``derived``: entries without an id get one from their text.
    """

    record: Record
    body: str
    derived: bool = False


SECTIONS: dict[str, Section] = {
    "characters": Section(PERSON, "description"),
    "locations": Section(LOCATION, "description"),
    "npcs": Section(PERSON, "description"),
    "factions": Section(FACTION, "description"),
    "items": Section(ITEM, "description"),
    "secrets": Section(SECRET, "truth"),
    "lore": Section(LORE, "text", derived=True),
    "rumours": Section(RUMOUR, "text", derived=True),
    "clocks": Section(CLOCK, "full"),
    "scenes": Section(SCENE, "beat"),
    "tables": Section(TABLE, "rows"),
}
"""In the order in which ``gm fmt`` writes them."""

ENTITIES = ("characters", "npcs", "locations", "factions", "items")


def _as_calendar(**values: Any) -> dict[str, Any]:
    return values


CALENDAR = Record(
    _as_calendar,
    {"start": Text(), "weekday": Text()},
    must=("start",),
    short=_short("start"),
    what="a date and time, an hour where there are no dates, or {start, weekday}",
)
SAFETY = Record(Safety, {"lines": NAMES, "veils": NAMES}, what="{lines: […], veils: […]}")
SHARE: Shape = Count(0, 100)
BUDGET = Record(
    BudgetPlan,
    {
        "recipe": Text(),
        "total": Count(500),
        "reply": Count(50),
        "shares": Record(
            _as_calendar, dict.fromkeys((SYSTEM, STANDING, KNOWLEDGE, CONVERSATION, MARGIN), SHARE), what="{knowledge: 40, …}, in per cent"
        ),
    },
    what="{recipe: NAME, total: TOKENS}",
)
START = Record(_as_calendar, {"at": PLACE, "pc": Named(("characters",))}, must=("pc",), what="{at: PLACE, pc: CHARACTER}")
HEAD: dict[str, Shape] = {
    "format": Count(1, 1),
    "id": Text(),
    "title": Text(),
    "version": Text(),
    "author": Text(),
    "license": Text(),
    "language": Text(),
    "era": Text(),
    "genre": Text(),
    "rules": Text(),
    "calendar": CALENDAR,
    "tone": NAMES,
    "safety": SAFETY,
    "budget": BUDGET,
    "start": START,
    "openings": Openings(),
    "seed": Count(0),
    "summary": Text(),
    "epilogue": Many(EPILOGUE),
    "allow_faults": Flag(),
    "shares": Text(),
    "x": Free(),
}
"""The keys of campaign.yaml before its sections."""
MUST = ("format", "id", "title", "start", "characters")
LOOSE = ("words", "rulebook")
"""Sections without entries of a fixed shape."""
ORDER = (*[key for key in HEAD if key != "x"], *SECTIONS, *LOOSE, "x")
