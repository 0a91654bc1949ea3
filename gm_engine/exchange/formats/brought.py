"""What a file of another program brings, in terms that all formats share, and what is lost on the way."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from gm_engine.story.lorebook import Lorebook
from gm_engine.story.pack import AuthoredOpening, AuthoredScene, Faction, Item, Location, LoreEntry, Person
from gm_engine.story.transcript_line import TranscriptLine


class Loss(NamedTuple):
    """Something that could not be taken over: ``field`` as a path in the file (``entries.3.probability``), its ``value`` as it was
    written, and ``why``, a whole sentence."""

    field: str
    value: Any
    why: str


class Fate(NamedTuple):
    """What becomes of a format's field when it comes in: ``kept`` (it does here what it did there), ``changed`` (what it does is told in
    ``note``), ``carried`` (it does nothing here, and is written out again), ``lost``. Several fields of one fate share a row. Every
    format's file has a tuple ``FATES`` of them, from which the matrix in ``docs/importing.md`` is made."""

    field: str
    fate: Literal["kept", "changed", "carried", "lost"]
    note: str = ""


@dataclass(frozen=True)
class Asset:
    """A file that a card carries: its path inside of it, and what it holds."""

    path: str
    data: bytes


@dataclass(frozen=True)
class Card:
    """A character card. ``greeting`` is what is said first; ``greetings`` are others to begin with, ``group_greetings`` those for
    several. ``raw`` is the card as its file had it, without its book; ``picture`` is the PNG that it came in, without the card in it, or
    the JPEG that stood before its archive."""

    name: str
    description: str = ""
    personality: str = ""
    scenario: str = ""
    greeting: str = ""
    examples: str = ""
    greetings: tuple[str, ...] = ()
    group_greetings: tuple[str, ...] = ()
    nickname: str = ""
    system_prompt: str = ""
    after_history: str = ""
    creator: str = ""
    creator_notes: str = ""
    version: str = ""
    tags: tuple[str, ...] = ()
    book: Lorebook | None = None
    source: str = ""
    raw: Mapping[str, Any] = field(default_factory=dict)
    assets: tuple[Asset, ...] = ()
    picture: bytes | None = None


@dataclass(frozen=True)
class Message:
    """A line of a chat: what a transcript's line is, the ``alternatives`` that were not chosen (swipes) and where the chosen one stood
    among them (``chosen``), whether the program hid it from its model, and the line as its file had it. ``aside``: it is no part of the
    story (a comment, a tool's call, a picture without words), and has the number of the turn before it. ``own`` are the paths in ``raw``
    of what only its format can say."""

    line: TranscriptLine
    alternatives: tuple[str, ...] = ()
    chosen: int = 0
    hidden: bool = False
    aside: bool = False
    raw: Mapping[str, Any] = field(default_factory=dict)
    own: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chat:
    """A chat or a story, from its beginning to its end. ``parent`` names the chat that it leaves (branches share a beginning).

    ``memory`` and ``note`` are what the other program put before, and near the end of, each prompt. ``books`` names the lorebooks that
    went with it. ``source`` is the format that it came in, ``own`` the paths in ``raw`` of what only that format can say."""

    name: str
    messages: tuple[Message, ...]
    player: str = ""
    gm: str = ""
    parent: str = ""
    memory: str = ""
    note: str = ""
    books: tuple[str, ...] = ()
    source: str = ""
    raw: Mapping[str, Any] = field(default_factory=dict)
    own: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[Message, ...]:
        """The messages that are part of the story."""
        return tuple(message for message in self.messages if not message.aside)


@dataclass(frozen=True)
class Brought:
    """Everything that one file holds. ``kind`` says what it is, in words a person knows; ``remarks`` are whole sentences.

    ``lore`` are notes that no keys go with (a vault's pages); ``people``, ``places``, ``factions`` and ``items`` are those that the file
    itself says to be so, by id. ``scenes`` are passages that lead to each other (Twine, Ink), ``openings`` name those that begin a story.
    ``pages`` is how many pages the notes were read from, where they were pages. ``start`` is the id of the place in which it says to begin.
    """

    kind: str
    books: tuple[Lorebook, ...] = ()
    cards: tuple[Card, ...] = ()
    chats: tuple[Chat, ...] = ()
    lore: tuple[LoreEntry, ...] = ()
    people: Mapping[str, Person] = field(default_factory=dict)
    places: Mapping[str, Location] = field(default_factory=dict)
    factions: Mapping[str, Faction] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)
    scenes: tuple[AuthoredScene, ...] = ()
    openings: tuple[AuthoredOpening, ...] = ()
    pages: int = 0
    start: str = ""
    losses: tuple[Loss, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Written:
    """A file in another program's format: its bytes, and what it cannot hold of what was to be written."""

    data: bytes
    losses: tuple[Loss, ...] = ()
