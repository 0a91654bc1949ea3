"""The tables of a journal's database. What an entry says is kept as it is hashed; the columns beside it are for finding it."""

import zlib
from typing import Any

from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine
from sqlmodel import Column, Field, ForeignKey, Index, Integer, LargeBinary, SQLModel, Text

VERSION = 2
"""The version of these tables; ``migrations`` brings older ones up to it."""


SHORT = 240
"""Texts of fewer bytes are kept as they are: they would hardly get smaller."""
PLAIN, DEFLATED = b"\x01", b"\x02"


class Unpackable(ValueError):
    """A kept text that is none, or not the one that was kept."""


class Packed(TypeDecorator[str]):
    """A text of any length, deflated where it is long. SQLite keeps texts and bytes in one column; a server keeps bytes, after a sign
    that says which. A text that an older version kept as it was is read as it is."""

    impl = LargeBinary
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """SQLite's column stays what it always was."""
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else LargeBinary())

    def process_bind_param(self, value: str | None, dialect: Dialect) -> Any:
        """What is kept of a text."""
        if value is None:
            return None
        plain = value.encode()
        small = zlib.compress(plain) if len(plain) >= SHORT else plain
        if len(small) >= len(plain):
            return value if dialect.name == "sqlite" else PLAIN + plain
        return small if dialect.name == "sqlite" else DEFLATED + small

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """The text that was kept. Raises ``Unpackable`` where it is damaged."""
        if value is None or isinstance(value, str):
            return value
        try:
            kept = bytes(value)
            if dialect.name != "sqlite":
                sign, kept = kept[:1], kept[1:]
                if sign not in (PLAIN, DEFLATED):
                    raise Unpackable("the sign before it is none")
                return (zlib.decompress(kept) if sign == DEFLATED else kept).decode()
            return zlib.decompress(kept).decode()
        except (zlib.error, TypeError, UnicodeDecodeError) as error:
            raise Unpackable(str(error)) from error


def belongs() -> Column[int]:
    """A column that says whose row it is, and goes with its campaign."""
    return Column("campaign", Integer, ForeignKey("gm_campaign.id", ondelete="CASCADE"), primary_key=True)


def long_text() -> Column[str]:
    """A column for any amount of text."""
    return Column(Packed, nullable=False)


class SchemaRow(SQLModel, table=True):
    """One row: the version of the tables."""

    __tablename__ = "gm_schema"

    version: int = Field(primary_key=True)


class CampaignRow(SQLModel, table=True):
    """A campaign, and the branch that it is on."""

    __tablename__ = "gm_campaign"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    branch: str
    created: str


class BranchRow(SQLModel, table=True):
    """A pointer into the tree of entries. ``place`` is the order in which branches were made."""

    __tablename__ = "gm_branch"

    campaign: int = Field(sa_column=belongs())
    name: str = Field(primary_key=True)
    place: int
    forked_from: str | None
    at: int
    turn: int
    head: int
    label: str
    reseed: bool


class LaneRow(SQLModel, table=True):
    """A run of entries with no fork inside."""

    __tablename__ = "gm_lane"

    campaign: int = Field(sa_column=belongs())
    number: int = Field(primary_key=True)
    parent: int
    after: int
    tip: int


class EntryRow(SQLModel, table=True):
    """An entry. ``form`` is the very text that is hashed; ``texts`` are its words with their salts, in JSON."""

    __tablename__ = "gm_entry"
    __table_args__ = (
        Index("gm_entry_in_lane", "campaign", "lane", "number"),
        Index("gm_entry_of_turn", "campaign", "lane", "turn", "number"),
        Index("gm_entry_after", "campaign", "after"),
    )

    campaign: int = Field(sa_column=belongs())
    number: int = Field(primary_key=True)
    lane: int
    branch: str
    after: int
    parent: str
    hash: str
    turn: int
    kind: str
    form: str = Field(sa_column=long_text())
    texts: str = Field(sa_column=long_text())
    format: int
    written: str


class CompletionRow(SQLModel, table=True):
    """An answer, kept before its turn is whole."""

    __tablename__ = "gm_completion"

    campaign: int = Field(sa_column=belongs())
    prompt_hash: str = Field(primary_key=True)
    attempt: int = Field(primary_key=True)
    text: str = Field(sa_column=long_text())


class SnapshotRow(SQLModel, table=True):
    """The story's state after an entry. May be deleted at any time."""

    __tablename__ = "gm_snapshot"

    campaign: int = Field(sa_column=belongs())
    number: int = Field(primary_key=True)
    hash: str
    version: str
    text: str = Field(sa_column=long_text())


class VectorRow(SQLModel, table=True):
    """What a text means, by a model's reckoning. May be deleted at any time; the table is made when the first is kept."""

    __tablename__ = "gm_vector"

    campaign: int = Field(sa_column=belongs())
    mark: str = Field(primary_key=True)
    text: str = Field(primary_key=True)
    vector: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class FeeRow(SQLModel, table=True):
    """What the vectors of a model have cost a campaign. The table is made when the first is noted."""

    __tablename__ = "gm_fee"

    campaign: int = Field(sa_column=belongs())
    mark: str = Field(primary_key=True)
    texts: int
    tokens: int
    cost: int


ROWS = (SchemaRow, CampaignRow, BranchRow, LaneRow, EntryRow, CompletionRow, SnapshotRow)
TABLES = tuple(str(row.__tablename__) for row in ROWS)
"""The names of all tables, those that others refer to first."""
