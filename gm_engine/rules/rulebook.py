"""The rulebook: every number and every word of the rules, as data that a campaign may override."""

from typing import Any, Literal, get_args

from pydantic import ValidationError, field_validator

from gm_engine.errors import PackError
from gm_engine.story.currency import Currency
from gm_engine.story.great_changes import Turning
from gm_engine.story.intent import Verb
from gm_engine.story.made_once import MadeOnce
from gm_engine.story.news_speed import News
from gm_engine.story.noun import Noun
from gm_engine.story.pack import Pack
from gm_engine.story.written_law import Fallen, Law

Share = Literal["tenth", "fifth", "twentieth"]
PARTS: dict[str, int] = {"tenth": 10, "fifth": 5, "twentieth": 20}


class Skill(Noun):
    """``base`` names the attribute, ``verbs`` the words that call for it.

    ``risky``: a roll cannot be taken back, so its stakes are said first: ``success`` and ``failure``.
    """

    base: str
    verbs: tuple[str, ...] = ()
    risky: bool = False
    success: str = "It works."
    failure: str = "It does not work, and things move on."


class Bands(Noun):
    """Where the five bands begin: a share of the target, points under it, a share of what lies above."""

    triumph: Share = "tenth"
    cost: int = 15
    disaster: Share = "tenth"


class Limits(Noun):
    """What a target may be, and how far wounds and situation may move it."""

    lowest: int = 3
    highest: int = 97
    situation: int = 20
    box: int = 10
    wounds: int = 20


class Weapon(Noun):
    """``ranges`` are modifiers by name; ``ready`` changes speed; ``chambers`` 0 needs no cartridge; ``melee``: at arm's length."""

    power: int = 0
    chambers: int = 0
    cartridge: str = "cartridges"
    ranges: dict[str, int] = {"close": 0, "short": 0, "long": -40}
    ready: int = 0
    melee: bool = False


class Gunfight(Noun):
    """The numbers of an exchange of shots. ``fan`` is the number of shots, ``fanning`` what each is the worse for it."""

    in_hand: int = 25
    holster: int = 10
    surprised: int = -30
    fallen: int = -10
    simultaneous: int = 5
    cover: int = -20
    full_cover: int = -40
    aim: int = 20
    fan: int = 3
    fanning: int = -20
    off_hand: int = -20
    hit_places: tuple[str, ...] = (
        "head", "right arm", "right arm", "left arm", "left arm", "body", "body", "body", "right leg", "left leg",
    )  # fmt: skip
    place_damage: dict[str, int] = {"head": 2, "body": 1, "arm": -1, "leg": -1}
    band_damage: dict[str, int] = {"triumph": 2, "cost": -1}
    toughness: int = 45
    out: int = 4
    shooters: int = 2


class Dying(Noun):
    """The clock of a mortal wound."""

    segments: int = 4
    minutes: int = 10


class Chips(Noun):
    """``soften`` is the wound from which a chip is spent by itself: one step less."""

    start: int = 3
    spend: tuple[Literal["reroll", "soften", "declare"], ...] = ("reroll", "soften", "declare")
    soften: str = "serious"


class Service(Noun):
    """Something that is bought and used at once: cents, minutes, what else it is called, and the kinds of places that have it.

    Where a campaign has none of those places, anybody may sell it anywhere.
    """

    price: int
    minutes: int = 30
    words: tuple[str, ...] = ()
    at: tuple[str, ...] = ()


class Journey(Noun):
    """Chances in a hundred of an encounter on a leg, by the danger of where it leads; legs under ``short`` minutes are safe."""

    encounter: dict[int, int] = {0: 0, 1: 10, 2: 25, 3: 40}
    short: int = 30
    tables: tuple[str, ...] = ("road", "encounters", "encounter", "trail")
    mount: str = "horse"


class Dawdling(Noun):
    """From how many minutes on waiting or sleeping is dawdling, and a ride is a journey."""

    wait: int = 240
    sleep: int = 541
    travel: int = 60


class Oracle(Noun):
    """Chances of a yes by odds; the shares of a side that say *and* and *but*."""

    odds: dict[str, int] = {"no way": 8, "unlikely": 28, "even": 50, "likely": 72, "sure": 92}
    extreme: int = 5
    near: int = 6
    verbs: tuple[str, ...] = ("reveal", "break", "follow", "return", "hide", "trade", "burn", "wait")
    things: tuple[str, ...] = ("a debt", "a road", "a letter", "a name", "a door", "a fire", "a friend", "the dark")


class Unwritten(Noun):
    """What somebody has whose sheet does not say. Whoever has one of the ``armed`` roles, or is an enemy, carries ``weapon``."""

    attribute: int = 40
    weapon: str = "revolver"
    purse: int = 2000
    armed: tuple[str, ...] = ("outlaw", "marshal", "sheriff", "deputy", "guard", "gunman", "soldier", "hunter")


class Secrets(Noun):
    """``enough`` clues lay a secret open; at ``trust`` a holder tells it outright."""

    enough: int = 3
    trust: int = 2
    step: int = 5


DIFFICULTY = {"easy": 20, "fair": 0, "hard": -20, "brutal": -40}
WOUNDS = {"graze": (1, 0), "light": (4, 1), "serious": (6, 2), "mortal": (8, 4), "dead": (99, 9)}
HEALING = {"light": 1440, "serious": 7 * 1440, "mortal": 30 * 1440}
MINUTES = {
    "look": 1, "greet": 5, "ask": 5, "tell": 5, "persuade": 10, "search": 15, "take": 1, "give": 2, "buy": 10, "sell": 10, "use": 5,
    "read": 5, "wait": 30, "sleep": 480, "heal": 20, "promise": 5, "keep": 5, "threaten": 5, "borrow": 10, "repay": 5, "decide": 5,
    "accuse": 5, "gamble": 30, "check": 10, "exchange": 1, "free": 2,
}  # fmt: skip
COURTESIES = {
    "greet": (
        "hello", "hi", "howdy", "hey", "greetings", "good morning", "good day", "good afternoon", "good evening", "morning", "evening",
        "welcome",
    ),
    "thanks": ("thanks", "thank you", "much obliged", "many thanks"),
    "sorry": ("sorry", "pardon", "pardon me", "excuse me", "forgive me", "my apologies"),
    "farewell": ("goodbye", "bye", "farewell", "good night", "so long", "good bye", "see you"),
}  # fmt: skip
MADE = {"triumph": 400, "success": 200, "cost": 100, "failure": 25}
SKILLS = {
    "fighting": Skill(base="brawn", verbs=("fight", "wrestle"), risky=True),
    "shooting": Skill(base="eyes", verbs=("shoot", "fire"), risky=True),
    "notice": Skill(base="wits", verbs=("notice", "spot")),
    "stealth": Skill(base="hands", verbs=("sneak", "hide")),
    "doctoring": Skill(base="wits", verbs=("bind", "treat")),
    "persuade": Skill(base="charm", verbs=("persuade",)),
    "intimidate": Skill(base="grit", verbs=("threaten",)),
    "riding": Skill(base="hands", verbs=("gallop",)),
    "cards": Skill(base="wits", verbs=("bluff",)),
}


class Rulebook(Noun):
    """A rules module. Money is in cents, time in minutes, chances in a hundred.

    ``wounds`` are (highest damage, boxes) by severity, the lightest first; ``minutes`` what each act takes;
    ``verbs`` are further words for the built-in acts; ``courtesies`` the words by which one greets, thanks, is sorry and takes leave;
    ``made`` is what a thing is worth that somebody made, by how it came out; ``sleights`` are the words for how one cheats at a game.
    ``lying_about`` are small things that lie about, by the kind of place (a location's kind or tag), under an empty name what lies
    anywhere.
    """

    name: str = "plain"
    attributes: tuple[str, ...] = ("brawn", "hands", "eyes", "wits", "grit", "charm")
    skills: dict[str, Skill] = SKILLS
    difficulty: dict[str, int] = DIFFICULTY
    limits: Limits = Limits()
    situation: dict[str, int] = {"dark": -10, "attitude": 5}
    bands: Bands = Bands()
    weapons: dict[str, Weapon] = {
        "fists": Weapon(melee=True), "knife": Weapon(power=1, melee=True), "revolver": Weapon(power=2, chambers=6),
    }  # fmt: skip
    gunfight: Gunfight = Gunfight()
    wounds: dict[str, tuple[int, int]] = WOUNDS
    healing: dict[str, int] = HEALING
    dying: Dying = Dying()
    chips: Chips = Chips()
    minutes: dict[str, int] = MINUTES
    prices: dict[str, int] = {}
    made: dict[str, int] = MADE
    sleights: tuple[str, ...] = ()
    services: dict[str, Service] = {}
    lying_about: dict[str, tuple[str, ...]] = {}
    journey: Journey = Journey()
    clock_events: Dawdling = Dawdling()
    oracle: Oracle = Oracle()
    secrets: Secrets = Secrets()
    unwritten: Unwritten = Unwritten()
    verbs: dict[str, tuple[str, ...]] = {}
    courtesies: dict[str, tuple[str, ...]] = COURTESIES
    currency: Currency = Currency()
    news: News = News()
    turning: Turning = Turning()
    law: Law = Law()
    fallen: Fallen = Fallen()

    @field_validator("wounds")
    @classmethod
    def _lightest_first(cls, wounds: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
        """In order of damage: a journal's canonical form sorts keys, and a replay must not mistake the first for the lightest."""
        return dict(sorted(wounds.items(), key=lambda item: item[1]))

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Rulebook":
        """The rulebook written in ``data``. Raises PackError (``bad-rulebook``) with every key that does not fit."""
        try:
            book = cls.model_validate(data)
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(str(part) for part in item['loc'])}: {item['msg'].lower()}" for item in error.errors())
            raise PackError("rulebook", wrong, "Mend these keys in rulebook.yaml.", slug="bad-rulebook") from error
        for name, skill in book.skills.items():
            if skill.base not in book.attributes:
                what = f"skill '{name}' is based on '{skill.base}', and the attributes are {', '.join(book.attributes)}"
                raise PackError("rulebook", what, "Name one of the attributes.", slug="bad-rulebook")
        for verb in book.verbs:
            if verb not in get_args(Verb):
                what = f"verbs has words for '{verb}', and there is no such act"
                raise PackError("rulebook", what, f"The acts are {', '.join(get_args(Verb))}.", slug="bad-rulebook")
        return book

    def takes(self, act: str) -> int:
        """The minutes that an act takes."""
        return self.minutes.get(act, MINUTES.get(act, 5))

    def severity(self, damage: int) -> str:
        """The wound that so much damage makes."""
        return next((name for name, (most, _) in self.wounds.items() if damage <= most), list(self.wounds)[-1])


_books: MadeOnce[dict[str, Any], Rulebook] = MadeOnce(Rulebook.of)


def rulebook_of(pack: Pack) -> Rulebook:
    """The rulebook by which a pack is played. Raises PackError where it does not fit."""
    return _books(pack.rulebook)
