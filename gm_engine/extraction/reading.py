"""A text as it is handed to the reader, and what the reader makes of it."""

from dataclasses import dataclass

from gm_engine.story.calendar import Calendar
from gm_engine.story.claim import Claim
from gm_engine.story.entity import Entity
from gm_engine.story.gist import Gist
from gm_engine.story.provenance import Source, Voice


@dataclass(frozen=True)
class Telling:
    """A text with who tells it, when and where.

    ``minute`` is the story time; ``present`` are the ids of those in the scene, ``recent`` those lately spoken of (the latest last);
    ``you`` is whom the narrator addresses; ``apart`` are spans that are not the teller's own words: no claim is made of them.
    ``first`` is the number that the first claim's id gets. ``notes`` are a page among many that somebody wrote for their own use: only
    its whole sentences are read for claims, and a pronoun or a trade that may mean several there means nobody.
    """

    text: str
    turn: int
    voice: Voice
    minute: int = 0
    speaker: str | None = None
    place: str | None = None
    present: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    you: str | None = None
    source: Source = "extracted"
    first: int = 0
    calendar: Calendar | None = None
    apart: tuple[tuple[int, int], ...] = ()
    notes: bool = False


@dataclass(frozen=True)
class Meant:
    """Whom or what the letters from ``start`` to ``end`` mean, and how ``sure`` that is, in per cent."""

    start: int
    end: int
    id: str
    sure: int


@dataclass(frozen=True)
class Reading:
    """What a text says: its ``claims``, the ``entities`` that nobody had declared, the ids that it ``mentions``.

    ``meant`` tells of each noun and pronoun that means somebody or something, in the order of the text. ``gists`` are the sentences
    that the narrator tells as so. ``bids`` is true where a sentence of it that nobody in it says is an order to whoever tells.
    """

    claims: tuple[Claim, ...] = ()
    entities: tuple[Entity, ...] = ()
    mentions: tuple[str, ...] = ()
    meant: tuple[Meant, ...] = ()
    gists: tuple[Gist, ...] = ()
    bids: bool = False
