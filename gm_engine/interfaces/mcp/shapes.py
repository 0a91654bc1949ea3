"""What the tools give, for their output schemas. A turn, a page of lore and an answer of the memory have the forms of the REST API."""

from typing import Any

from pydantic import BaseModel, Field

from gm_engine.interfaces.serve.shapes import Known, Matter, Reason
from gm_engine.story.claim import Fact
from gm_engine.story.edit import Edit


class Recorded(BaseModel):
    """What happened elsewhere, as it is on record now: its turn, how many facts it told, and what it stands against."""

    campaign: str
    turn: int
    facts: int
    conflicts: list[Matter]


class Matters(BaseModel):
    """The conflicts that were asked for, the worst first, and how many are open in all."""

    campaign: str
    open: int
    conflicts: list[Matter]


class Settled(BaseModel):
    """A conflict as it now stands, and how many are left open."""

    campaign: str
    conflict: Matter
    open: int


class Begun(BaseModel):
    """A campaign that was begun: the name that it is saved under, and how the story opens."""

    campaign: str
    title: str
    place: str
    when: str
    present: list[str] = Field(description="Who is there.")


class LoreFound(BaseModel):
    """Everyone and everything (``entities``), or what is known of one: its facts, and what the campaign's author wrote of it."""

    entity: str = ""
    entities: list[Known] = []
    facts: list[Fact] = []
    lore: list[dict[str, Any]] = []
    edits: list[Edit] = []


class Reasons(BaseModel):
    """Why each thing was in a turn's prompt, the highest score first."""

    campaign: str
    turn: int
    reasons: list[Reason]


class Sheet(BaseModel):
    """The player's character as it stands; money in the smallest coin, ``carries`` counts by item."""

    campaign: str
    id: str
    name: str
    attributes: dict[str, int]
    skills: dict[str, int]
    condition: str
    wounds: list[dict[str, Any]]
    carries: dict[str, int]
    money: int
    chips: int
