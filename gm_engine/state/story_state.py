"""The state of a story: everything that is true at the table right now, and nothing that is not in the journal."""

from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from operator import attrgetter

from gm_engine.lore.graph import LoreGraph
from gm_engine.state.gist_book import GistBook
from gm_engine.story.activation import Activation, Timed
from gm_engine.story.budget import Budget
from gm_engine.story.claim import Fact
from gm_engine.story.conflict import Conflict
from gm_engine.story.consequence import Consequence
from gm_engine.story.decision import Decision
from gm_engine.story.edit import Edit
from gm_engine.story.intent import Intent
from gm_engine.story.marks import Marks
from gm_engine.story.memoir import Memoir
from gm_engine.story.newcomer import Newcomer
from gm_engine.story.noun import Noun
from gm_engine.story.objection import Objection
from gm_engine.story.pack import IMPORTED, Pack, Person, Start
from gm_engine.story.plug_in import PlugIn
from gm_engine.story.prompt import Prompt
from gm_engine.story.register import Register
from gm_engine.story.roll import DrawKey
from gm_engine.story.scene import Scene
from gm_engine.story.spread import Spread
from gm_engine.story.story_point import StoryPoint
from gm_engine.story.table_rules import TableRules
from gm_engine.story.turn import Turn
from gm_engine.story.wording import Wording
from gm_engine.story.work import Work
from gm_engine.story.wrong import Wrong

YOUNGER = frozenset({"party", "pending", "elsewhere", "worded", "newcomers", "edits", "works", "wrongs", "law", "stays", "timed"})
"""Tables that older journals did not have: empty, they are left out of the digest, so that those still verify."""
BARE = "bare"
"""The rules of a world that knows no money of its own accord."""
NOBODY = Pack(id="nowhere", title="", start=Start(at="", pc=""))
NOWHERE = Scene(id="s0", title="", place="")


class Wound(Noun):
    """Where somebody is hurt (``left arm``), how badly (boxes), by what, since when and until when (story minutes)."""

    place: str
    boxes: int
    cause: str
    since: int
    heals: int


@dataclass
class StoryState:
    """A fold over events: change it only by ``fold``.

    Keys of the registers are ids, or ids joined by ``/`` (``items["cal/revolver"]``, ``ammo["cal/revolver"]``). ``exchange`` is what was
    last said to somebody, in the turn ``exchanged``.
    """

    campaign: str = ""
    opening: str = ""
    title: str = ""
    seed: int = 1
    branch: str = ""
    gm: str = "embedded"
    simulation: bool = False
    versions: dict[str, str] = field(default_factory=dict)
    pack: Pack = NOBODY

    turn: int = 0
    attempt: int = 0
    minute: int = 0
    session: int = 0
    strain: int = 3
    ended: bool = False
    scene: Scene = NOWHERE
    tension: list[int] = field(default_factory=list)
    prompt: Prompt | None = None
    spread: Spread | None = None
    budget: Budget | None = None
    table: TableRules = field(default_factory=TableRules)
    plug_ins: tuple[PlugIn, ...] = ()
    note: str = ""
    marked: tuple[Objection, ...] = ()
    acted: Activation = field(default_factory=Activation)
    exchange: Intent | None = None
    exchanged: int = 0
    chosen: tuple[Decision, ...] = ()

    scenes: Register[Scene] = field(default_factory=Register)
    turns: Register[Turn] = field(default_factory=Register)
    places: Register[str] = field(default_factory=Register)
    items: Register[int] = field(default_factory=Register)
    money: Register[int] = field(default_factory=Register)
    wounds: Register[tuple[Wound, ...]] = field(default_factory=Register)
    conditions: Register[str] = field(default_factory=Register)
    ammo: Register[int] = field(default_factory=Register)
    readiness: Register[int] = field(default_factory=Register)
    chips: Register[int] = field(default_factory=Register)
    clocks: Register[int] = field(default_factory=Register)
    flags: Register[int] = field(default_factory=Register)
    attitudes: Register[int] = field(default_factory=Register)
    secrets: Register[str] = field(default_factory=Register)
    clues: Register[int] = field(default_factory=Register)
    met: Register[int] = field(default_factory=Register)
    visits: Register[int] = field(default_factory=Register)
    rumours: Register[int] = field(default_factory=Register)
    traits: Register[int] = field(default_factory=Register)
    played: Register[int] = field(default_factory=Register)
    used: Register[int] = field(default_factory=Register)
    seen: Register[int] = field(default_factory=Register)
    party: Register[int] = field(default_factory=Register)
    pending: Register[str] = field(default_factory=Register)
    decisions: Register[Decision] = field(default_factory=Register)
    consequences: Register[Consequence] = field(default_factory=Register)
    wrongs: Register[Wrong] = field(default_factory=Register)
    law: Register[int | str] = field(default_factory=Register)
    stays: Register[int] = field(default_factory=Register)
    story_points: Register[StoryPoint] = field(default_factory=Register)
    conflicts: Register[Conflict] = field(default_factory=Register)
    elsewhere: Register[Memoir] = field(default_factory=Register)
    worded: Register[Wording] = field(default_factory=Register)
    edits: Register[Edit] = field(default_factory=Register)
    newcomers: Register[Newcomer] = field(default_factory=Register)
    works: Register[Work] = field(default_factory=Register)
    timed: Register[Timed] = field(default_factory=Register)
    lore: LoreGraph = field(default_factory=LoreGraph)
    gists: GistBook = field(default_factory=GistBook)

    def __post_init__(self) -> None:
        self._marks: tuple[int, Marks] = (0, Marks())

    @property
    def marks(self) -> Marks:
        """What all edits by hand come to."""
        if self._marks[0] != len(self.edits):
            self._marks = (len(self.edits), Marks(self.edits.values()))
        return self._marks[1]

    def shown(self, turn: Turn) -> Turn:
        """A turn as it may stand in a prompt: without the sentences that were forgotten or hidden by hand, corrected where they were."""
        said = self.marks.shown(turn.number, "said", turn.said, prompt=True)
        reply = self.marks.shown(turn.number, "reply", turn.reply, prompt=True)
        return turn if (said, reply) == (turn.said, turn.reply) else turn.changed(said=said, reply=reply)

    @property
    def resting(self) -> frozenset[str]:
        """The ids of the lore entries whose lorebooks say that it is not their time in this turn."""
        return self.acted.resting if self.acted.turn == self.turn else frozenset()

    def shut_out(self, fact: Fact) -> bool:
        """True where nothing tells a fact but lore entries whose time it is not in this turn."""
        resting = self.resting
        return bool(resting) and all(not one.turn and (one.where or "").removeprefix("lore.") in resting for one in fact.told_by)

    @property
    def pc(self) -> str:
        """The id of the player's character."""
        return self.pack.start.pc

    @property
    def here(self) -> str:
        """The place where the player's character is."""
        return str(self.places.get(self.pc, self.pack.start.at))

    def draw(self, turn: int | None = None) -> DrawKey:
        """The draw key of a turn (the present one, unless another is named)."""
        return DrawKey(seed=self.seed, branch=self.branch, turn=self.turn if turn is None else turn, attempt=self.attempt)

    def person(self, id: str) -> Person | None:
        """The pack's character or NPC of that id."""
        return self.pack.person(id)

    def name(self, id: str) -> str:
        """What an id is called: an entity's name, a clock's, a scene's title; a secret is its truth once that is out."""
        if entity := self.lore.entity(id):
            return entity.name
        if id in self.pack.clocks:
            return self.pack.clocks[id].name
        if id in self.pack.secrets:
            return self.pack.secrets[id].truth.rstrip(".") if self.secret(id) == "revealed" else "something hidden"
        if scene := self.pack.scene(id):
            return scene.title or id.replace("_", " ")
        return id.replace("_", " ")

    def where(self, id: str) -> str:
        """Where somebody or something is: where it was last moved to, else by its schedule, else where the pack has it. Whoever stays on
        with the player's character is where they are.
        """
        if id in self.places:
            return str(self.places[id])
        if self.stays and self.alive(id) and int(self.stays.get(f"{id}/{self.here}", 0)) > self.minute:
            return self.here
        if self.pack.person(id):
            return self.usually(id)
        item = self.pack.items.get(id)
        return item.at if item else ""

    def usually(self, id: str, minute: int | None = None) -> str:
        """Where somebody is at this hour (or at another ``minute``) by their schedule, as anybody could say who knows them; empty for
        nobody.
        """
        person = self.pack.person(id)
        if person is None:
            return ""
        if not person.schedule or not self.alive(id):
            return person.at
        hour = self.pack.calendar.moment(self.minute if minute is None else minute).hour
        slots = sorted(person.schedule, key=attrgetter("hour"))
        return next((slot.at for slot in reversed(slots) if slot.hour <= hour), slots[-1].at)

    def alive(self, id: str) -> bool:
        """False for the dead."""
        return self.condition(id) != "dead"

    def condition(self, id: str) -> str:
        """alive, down, dying or dead."""
        return str(self.conditions.get(id, "alive"))

    def present(self, place: str | None = None) -> tuple[str, ...]:
        """The NPCs at a place (here, unless another is named), the living only, by id. Where the story has no place and its opening names
        who is there, nobody else is before they come.
        """
        place = self.here if place is None else place
        gone = self.marks.gone
        begun = None if place else self.pack.opening(self.opening)
        here = self.pack.npcs if begun is None or not begun.present else {*begun.present, *self.places, *self.newcomers}
        return tuple(id for id in self.pack.npcs if id in here and id not in gone and self.alive(id) and self.where(id) == place)

    def boxes(self, id: str) -> int:
        """How many wound boxes somebody has now: healed wounds do not count."""
        return sum(wound.boxes for wound in self.wounds.get(id, ()) if wound.heals > self.minute)

    def attitude(self, who: str) -> int:
        """How an NPC or a faction stands to the player's character, -3 to 3."""
        person = self.pack.npcs.get(who)
        return int(self.attitudes.get(who, person.attitude if person else 0))

    def factions_of(self, who: str) -> tuple[str, ...]:
        """The factions that somebody belongs to, by id."""
        person = self.pack.person(who)
        own = person.faction if person else ""
        return tuple(id for id in self.pack.factions if id == own or who in self.pack.factions[id].members)

    def members(self, faction: str) -> tuple[str, ...]:
        """Who belongs to a faction: those whom it lists, then those who say so of themselves, by id."""
        listed = self.pack.factions[faction].members if faction in self.pack.factions else ()
        others = (id for people in (self.pack.characters, self.pack.npcs) for id in people if people[id].faction == faction)
        return tuple(dict.fromkeys((*listed, *others)))

    def companions(self) -> tuple[str, ...]:
        """The living who travel with the player's character, by id."""
        return tuple(sorted(id for id in self.party if self.alive(id)))

    def tagged(self, tag: str) -> int:
        """How many here have a tag: the place and those that contain it, the people, what the player's character carries."""
        pack = self.pack
        around, place = list[str](), self.here
        for _ in pack.locations:
            if place in pack.locations:
                around += pack.locations[place].tags
                place = pack.locations[place].within
        people = [known.tags for id in (self.pc, *self.present()) if (known := pack.person(id))]
        carried = [pack.items[item].tags for item in self.carried(self.pc) if item in pack.items]
        return around.count(tag) + sum(tag in tags for tags in (*people, *carried))

    def clock(self, id: str) -> int:
        """How many segments of a clock are filled."""
        clock = self.pack.clocks.get(id)
        return int(self.clocks.get(id, clock.filled if clock else 0))

    def secret(self, id: str) -> str:
        """hidden, hinted or revealed."""
        secret = self.pack.secrets.get(id)
        return str(self.secrets.get(id, secret.status if secret else "hidden"))

    def carried(self, holder: str) -> dict[str, int]:
        """What somebody carries: item ids and counts, by id."""
        person = self.pack.person(holder)
        held = dict(person.items) if person else {}
        for key, count in self.items.items():
            owner, _, item = key.partition("/")
            if owner == holder:
                held[item] = count
        return {item: held[item] for item in sorted(held) if held[item] > 0}

    def has(self, holder: str, item: str) -> int:
        """How many of an item somebody carries."""
        person = self.pack.person(holder)
        return int(self.items.get(f"{holder}/{item}", person.items.get(item, 0) if person else 0))

    def purse(self, holder: str) -> int:
        """Somebody's money, in cents."""
        person = self.pack.person(holder)
        return int(self.money.get(holder, person.money if person else 0))

    def counts_money(self) -> bool:
        """True in a world that knows money: one of the bare rules has none until something costs something, or somebody has some."""
        pack = self.pack
        priced = bool(pack.rulebook.get("prices") or pack.rulebook.get("services")) or any(item.price for item in pack.items.values())
        rich = any(person.money for people in (pack.characters, pack.npcs) for person in people.values())
        return pack.rules != BARE or priced or rich or any(self.money.values())

    def open_decisions(self) -> tuple[Decision, ...]:
        """Decisions that were offered in this scene or the one before, and not yet taken, the newest first."""
        newest = islice(self.decisions.newest(), 8)
        left = (made for made in newest if made.taken is None and not self.marks.forgets(f"decision:{made.id}"))
        return tuple(made for made in left if made.scene == self.scene.id or not self._passing(made.id))

    def _passing(self, id: str) -> bool:
        """True for what an occasion asks: it is asked only as long as its scene lasts."""
        scene = self.pack.scene(id)
        return scene is not None and bool(scene.on)

    def owed(self) -> tuple[Consequence, ...]:
        """Consequences, promises, debts and threats that are not yet paid, the oldest first; what was forgotten by hand is not owed."""
        open_ones = (owed for owed in self.consequences.values() if owed.paid is None)
        return tuple(owed for owed in open_ones if not self.marks.forgets(f"consequence:{owed.id}"))

    def recent_turns(self, count: int) -> tuple[Turn, ...]:
        """The last ``count`` turns, the oldest first."""
        return tuple(list(self.turns.values())[-count:]) if count else ()

    def say_when(self, turn: int, minute: int) -> str:
        """When something was told, in words: empty where nobody knows, as with an imported line that has no time."""
        if not turn:
            return "before play"
        told = self.turns.get(str(turn))
        untimed = self.pack.id == IMPORTED and told is not None and not told.time and (told.given_by == "import" or not told.reply)
        return "" if untimed or not self.pack.calendar.kept else self.pack.calendar.say(minute)

    def say_moment(self, minute: int) -> str:
        """A moment in words: its date, or the turn at which it came where nobody knows when the story happens."""
        if self.pack.calendar.kept:
            return self.pack.calendar.say(minute)
        return f"turn {max((turn.number for turn in self.turns.values() if turn.minute <= minute), default=0)}"

    def say_time(self) -> str:
        """The present moment in words."""
        return self.pack.calendar.say(self.minute)

    @property
    def digest(self) -> str:
        """``b2:`` and the digest of the whole state's structure; the cost does not grow with the story."""
        scalars = [self.campaign, self.seed, self.branch, self.turn, self.minute, self.session, self.strain, self.ended, self.scene.id]
        parts = [str(part) for part in scalars] + [str(level) for level in self.tension[-6:]]
        tables = ((name, table) for name, table in sorted(vars(self).items()) if isinstance(table, Register))
        parts += [f"{name}:{table.digest}" for name, table in tables if table or name not in YOUNGER]
        parts.append(self.lore.digest)
        return "b2:" + blake2b("|".join(parts).encode(), digest_size=16).hexdigest()
