"""The tables of a journal's database. What an entry says is kept as it is hashed; the columns beside it are for finding it."""

from typing import Any

from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine
from sqlmodel import BigInteger, Column, Field, ForeignKey, Index, Integer, LargeBinary, SQLModel, Text

from gm_engine.storage.packing import as_kept, unpacked, zipped

VERSION = 3
"""The version of these tables; ``migrations`` brings older ones up to it."""


class Packed(TypeDecorator[str]):
    """A text of any length, deflated where it is long. What an older version kept is read as it is. Raises ``Unpackable``."""

    impl = LargeBinary
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """SQLite's column stays what it always was: it takes texts and bytes."""
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else LargeBinary())

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:  # noqa: ARG002
        """What is kept of a text."""
        return None if value is None else zipped(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text that was kept."""
        return None if value is None else unpacked(as_kept(value))


class Parted(TypeDecorator[str | bytes]):
    """What ``packing`` makes of an entry: bytes, and in a SQLite of an older version texts."""

    impl = LargeBinary
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """SQLite's column stays what it always was: it takes texts and bytes."""
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else LargeBinary())

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """What was kept, for ``packing`` to read: one damaged row hinders no other."""
        return bytes(value) if isinstance(value, memoryview) else value


def belongs() -> Column[int]:
    """A column that says whose row it is, and goes with its campaign."""
    return Column("campaign", Integer, ForeignKey("gm_campaign.id", ondelete="CASCADE"), primary_key=True)


def long_text() -> Column[str]:
    """A column for any amount of text."""
    return Column(Packed, nullable=False)


def parted() -> Column[str | bytes]:
    """A column for what ``packing`` makes of an entry."""
    return Column(Parted, nullable=False)


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
    """An entry. ``form`` is the very text that is hashed, ``texts`` are its words with their salts; both as ``packing`` writes them."""

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
    form: bytes = Field(sa_column=parted())
    texts: bytes = Field(sa_column=parted())
    format: int
    written: str


class PieceRow(SQLModel, table=True):
    """A long line of a campaign's, under the key that its words give. Entries are put together from them."""

    __tablename__ = "gm_piece"

    campaign: int = Field(sa_column=belongs())
    key: int = Field(sa_column=Column("key", BigInteger, primary_key=True, autoincrement=False))
    line: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


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


ROWS = (SchemaRow, CampaignRow, BranchRow, LaneRow, EntryRow, PieceRow, CompletionRow, SnapshotRow)
TABLES = tuple(str(row.__tablename__) for row in ROWS)
"""The names of all tables, those that others refer to first."""
