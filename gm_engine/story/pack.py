"""A campaign as its author wrote it, in canonical form: every section sorted by id, every shorthand spelt out."""

import re
from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from gm_engine.story.budget import BudgetPlan
from gm_engine.story.calendar import HOUR, Calendar
from gm_engine.story.condition import Condition, Effect, Owed
from gm_engine.story.currency import Currency
from gm_engine.story.lorebook import Lorebook
from gm_engine.story.noun import Noun
from gm_engine.story.travel import Exit
from gm_engine.story.validity import ValidityInterval

IMPORTED = "imported"
"""The id of the pack that an imported story lives in."""
AS_TOLD = "as_told"
"""What the opening of a chat's pack is called: it says who is there, and is no greeting."""
CARD = "card"
"""The key of ``Person.x`` under which the card stands by which somebody came, as the text of its JSON: no number of it is rounded.
What it says of them is open to the table."""
BROUGHT = "brought"
"""The key of ``Pack.x`` under which the files stand that an imported campaign was made of: whoever brought them knows what is in them."""
AT_THE_TABLE = "at_the_table"
"""The key of ``Pack.x`` under which those stand, by their role, who wrote an imported chat at their table, and are nobody in its story."""
UNNAMED = "Traveller"
"""What the player's character is called where nobody says. It is a common word besides."""
BOND = re.compile(r"([a-z][a-z0-9_]*): ?([a-z0-9][a-z0-9_]*)", re.ASCII)
"""A tie that is a relation and an id."""
Visibility = Literal["table", "gm"]
Pronouns = Literal["he", "she", "they", "it"]
Office = Literal["", "law", "court", "healer", "none"]


class Safety(Noun):
    """Lines are never crossed; veils are never shown."""

    lines: tuple[str, ...] = ()
    veils: tuple[str, ...] = ()


class Start(Noun):
    """Where the story begins, and whose story it is."""

    at: str
    pc: str


class AuthoredOpening(Noun):
    """A way in which the story can begin: ``at`` a place, at a ``time``, with people ``present``, its ``scene`` on the first turn.

    What is left out is as the campaign has it. ``text`` is what the player reads before the first line; ``reads`` names a scene that is
    read then, too: it has happened, and its ways lie open.
    """

    name: str
    at: str = ""
    time: str = ""
    present: tuple[str, ...] = ()
    scene: str = ""
    reads: str = ""
    effects: tuple[Effect, ...] = ()
    text: str = ""

    def minute(self, calendar: Calendar) -> int:
        """The story minute at which it begins; an hour alone is one of the first day."""
        if not self.time:
            return 0
        day = f"{calendar.moment(0).date().isoformat()} " if HOUR.fullmatch(self.time) else ""
        return calendar.minute_of(datetime.strptime(f"{day}{self.time}", "%Y-%m-%d %H:%M"))


class Authored(Noun):
    """What every entity of a pack may have. ``facts`` are relation: value, both as the author wrote them."""

    name: str
    aliases: tuple[str, ...] = ()
    secret_aliases: dict[str, str] = {}
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    visibility: Visibility = "table"
    facts: dict[str, str] = {}
    x: dict[str, Any] = {}


class Slot(Noun):
    """One line of a schedule: from ``hour`` (0 to 23) on, this person is at ``at``."""

    hour: int
    at: str


class Person(Authored):
    """A player's character or an NPC. ``money`` is in cents; ``traits`` are relation: value ("eyes": "gray").

    ``attitude`` is towards the player's character, -3 to 3. ``knows`` and ``does_not_know`` name secrets.
    ``office`` says that somebody is the law, judges, or mends people, whatever their role is called (``none``: that they do not).
    ``voice`` is how they speak; ``says`` are lines in their own voice, free to be told by them; ``answers`` are such lines by the question
    that each of them answers, for that one and its like.
    ``ties`` are what joins them to others: ``RELATION: ID`` ("spouse: boone"), or a sentence in which others are named.
    """

    pronouns: Pronouns = "they"
    role: str = ""
    office: Office = ""
    at: str = ""
    faction: str = ""
    attributes: dict[str, int] = {}
    skills: dict[str, int] = {}
    items: dict[str, int] = {}
    money: int = 0
    traits: dict[str, str] = {}
    born: str = ""
    drive: str = ""
    ties: tuple[str, ...] = ()
    attitude: int = 0
    wants: str = ""
    fears: str = ""
    if_ignored: tuple[str, ...] = ()
    voice: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    answers: dict[str, str] = {}
    knows: tuple[str, ...] = ()
    does_not_know: tuple[str, ...] = ()
    schedule: tuple[Slot, ...] = ()

    @property
    def by_card(self) -> bool:
        """True for whoever came by another program's card."""
        return CARD in self.x

    @property
    def bonds(self) -> tuple[tuple[str, str], ...]:
        """The ties that name a relation and an entity, as (relation, id).

        >>> Person(name="Sal", ties=("sibling: boone", "owes Boone a horse")).bonds
        (('sibling', 'boone'),)
        """
        return tuple((found[1], found[2]) for tie in self.ties if (found := BOND.fullmatch(tie)))

    @property
    def stories(self) -> tuple[str, ...]:
        """The ties that are sentences."""
        return tuple(tie for tie in self.ties if not BOND.fullmatch(tie))


class Location(Authored):
    """A place. ``within`` (written ``in``) is the place that contains it; ``danger`` is 0 (home) to 3."""

    kind: str = ""
    within: str = Field(default="", alias="in")
    senses: tuple[str, ...] = ()
    exits: tuple[Exit, ...] = ()
    danger: int = 0

    model_config = {"populate_by_name": True, "serialize_by_alias": True}


class Faction(Authored):
    """A group. ``toward`` is its attitude to other factions, -3 to 3: friends (2, 3) share its grudges, enemies its favours."""

    members: tuple[str, ...] = ()
    goal: str = ""
    toward: dict[str, int] = {}


class Item(Authored):
    """A thing. ``reveals`` is the secret that it gives away; ``weapon`` names a row of the rulebook; ``price`` in cents."""

    unique: bool = False
    owner: str = ""
    at: str = ""
    reveals: str = ""
    weapon: str = ""
    price: int = 0


class Secret(Noun):
    """A hidden truth. ``says`` gives it in a holder's own voice; ``clues`` are ways to find it, in the table's words.

    Each clue may be bound to a place, a person or an item: ``{text, at, who, item}``.
    """

    truth: str
    says: dict[str, str] = {}
    clues: tuple["Clue", ...] = ()
    known_by: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    importance: int = 4
    reveal_when: Condition | None = None
    status: Literal["hidden", "hinted", "revealed"] = "hidden"
    visibility: Visibility = "gm"


class Clue(Noun):
    """One way to a secret."""

    text: str
    at: str = ""
    who: str = ""
    item: str = ""


class LoreEntry(Noun):
    """A standing fact of the world, in one or two sentences. ``valid_from`` and ``valid_to`` are dates or years as written.

    ``links`` are those to whom its text ties the first of ``about``: the id, and the sentence. ``topic`` is the id of what it tells of
    where nobody says what that is: its names are ``keys``, and it is no person, place or thing. ``facts`` are relation: value, of the
    first of ``about``. What ``bids`` is a note to whoever tells the story: nobody tells it aloud.
    """

    id: str
    text: str
    category: str = ""
    about: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    keys_all: tuple[str, ...] = ()
    importance: int = 3
    confidence: int = 100
    canon: Literal["canon", "belief", "rumour", "legend"] = "canon"
    valid_from: str = ""
    valid_to: str = ""
    visibility: Visibility = "table"
    pinned: bool = False
    source: str = ""
    links: dict[str, str] = {}
    topic: str = ""
    facts: dict[str, str] = {}
    bids: bool = False

    def validity(self, calendar: Calendar) -> ValidityInterval:
        """When it holds: from the first minute of ``valid_from`` to the last of ``valid_to``."""
        since, until = calendar.span_of(self.valid_from), calendar.span_of(self.valid_to)
        begins, ends = since[0] if since else None, until[1] if until else None
        return ValidityInterval(since=begins, until=ends if begins is None or ends is None else max(begins, ends))


class Rumour(Noun):
    """Unowned talk. ``truth`` None means that nobody has decided."""

    id: str
    text: str
    about: tuple[str, ...] = ()
    truth: bool | None = None
    heard_at: str = ""


class Advance(Noun):
    """What fills a clock: so many segments at each midnight that passes, and one for each event named.

    Events: player_dawdles, failure, disaster, travel, gunfight.
    """

    each_day: int = 0
    events: tuple[str, ...] = ()


class Clock(Noun):
    """A threat or a hope that fills. ``at`` gives the omen that is seen when a segment is reached; ``full`` what then happens."""

    name: str
    size: int = 6
    filled: int = 0
    advance: Advance = Advance()
    at: dict[int, str] = {}
    full: str = ""
    effects: tuple[Effect, ...] = ()
    visibility: Visibility = "gm"
    faction: str = ""


class Choice(Noun):
    """One option of a scene. ``text`` completes "you could …"; ``owes`` are the consequences that it brings.

    Where it asks for a ``skill`` it may fail: then ``otherwise`` happens in place of ``effects``, and ``failed`` is told, not ``result``.
    """

    id: str
    text: str
    effects: tuple[Effect, ...] = ()
    owes: tuple[Owed, ...] = ()
    because: str = ""
    result: str = ""
    skill: str = ""
    difficulty: str = "fair"
    failed: str = ""
    otherwise: tuple[Effect, ...] = ()


class AuthoredScene(Noun):
    """A scene of the pack. ``beat`` is told as written; ``question`` is what its choices decide.

    ``at``: where it can happen (none: anywhere). ``weight``: how much its decision matters. ``checks`` name the skills that
    it asks for. ``goto`` is the scene that follows it. ``chapter`` is the title of the chapter that begins with it.
    ``on`` is an occasion that the engine brings about (``arrest``, ``trial``, ``helped`` …): such a scene is played then, and only then;
    its texts may hold ``{officer}``, ``{wrong}`` and what else the occasion knows.
    """

    id: str
    title: str = ""
    when: Condition | None = None
    at: str = ""
    cast: tuple[str, ...] = ()
    once: bool = True
    beat: str
    hook: str = ""
    question: str = ""
    weight: Literal["critical", "significant", "moderate", "minor"] = "moderate"
    choices: tuple[Choice, ...] = ()
    checks: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    ends: bool = False
    tension: int = 2
    goto: str = ""
    chapter: str = ""
    on: str = ""


class Row(Noun):
    """One row of a table: its weight, its words, and the flag that it sets.

    ``roll`` are dice for the number that stands for ``{roll}`` in the words; ``table`` is drawn from besides.
    """

    text: str
    w: int = 1
    roll: str = ""
    table: str = ""
    once: bool = False
    set: str = ""


class Table(Noun):
    """A random table. With ``roll`` its own dice choose the row: the lowest total is the first, and ``w`` totals belong to a row."""

    roll: str = ""
    rows: tuple[Row, ...] = ()


class Epilogue(Noun):
    """One part of what is told when the story has ended, where its condition holds then."""

    text: str
    when: Condition | None = None


class Pack(Noun):
    """A whole campaign. ``shares`` names the world whose memory it shares with others.

    ``rulebook`` is the rules module with the pack's overrides already merged in; ``occasions`` are the scenes that came with it.
    ``books`` are lorebooks of other programs; each of their enabled entries stands in ``lore`` too, under the id ``BOOK_ENTRY``.
    """

    format: int = 1
    id: str
    title: str
    version: str = ""
    author: str = ""
    license: str = ""
    language: str = "en"
    era: str = ""
    genre: str = ""
    rules: str = "western"
    calendar: Calendar = Calendar()
    tone: tuple[str, ...] = ()
    safety: Safety = Safety()
    budget: BudgetPlan = BudgetPlan()
    start: Start
    openings: tuple[AuthoredOpening, ...] = ()
    summary: str = ""
    allow_faults: bool = False
    shares: str = ""
    seed: int = 1
    characters: dict[str, Person] = {}
    npcs: dict[str, Person] = {}
    locations: dict[str, Location] = {}
    factions: dict[str, Faction] = {}
    items: dict[str, Item] = {}
    secrets: dict[str, Secret] = {}
    lore: dict[str, LoreEntry] = {}
    books: dict[str, Lorebook] = {}
    rumours: dict[str, Rumour] = {}
    clocks: dict[str, Clock] = {}
    scenes: dict[str, AuthoredScene] = {}
    occasions: dict[str, AuthoredScene] = {}
    tables: dict[str, Table] = {}
    epilogue: tuple[Epilogue, ...] = ()
    words: dict[str, tuple[str, ...]] = {}
    rulebook: dict[str, Any] = {}
    x: dict[str, Any] = {}

    @property
    def stock(self) -> str:
        """Whose stock of words it is told in: its genre's; where it names none, those that go with its rulebook."""
        return self.genre or self.rules

    @property
    def currency(self) -> Currency:
        """What the campaign's money is called: its rulebook says."""
        return Currency.model_validate(self.rulebook.get("currency", {}))

    def opening(self, name: str) -> AuthoredOpening | None:
        """The opening of that name; the first where none is named; None where the pack has none such."""
        return next((one for one in self.openings if name in ("", one.name)), None)

    def opens_with(self, name: str) -> str:
        """What is read before the first line, where the story begins in this way: the opening's own text, then the scene that it reads."""
        begun = self.opening(name)
        scene = self.scenes.get(begun.reads) if begun else None
        text = begun.text if begun else ""
        return "\n\n".join(part.strip() for part in (text, scene.beat) if part.strip()) if scene else text

    def scene(self, id: str) -> AuthoredScene | None:
        """The scene of that id: the campaign's own, else the rulebook's."""
        return self.scenes.get(id) or self.occasions.get(id)

    def person(self, id: str) -> Person | None:
        """The character or NPC of that id."""
        return self.characters.get(id) or self.npcs.get(id)
