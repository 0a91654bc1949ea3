"""Sorts of acts: what a verb does to its thing, by the verb itself, by its synonyms, and by what WordNet says it is about."""

import re
from dataclasses import dataclass
from functools import cache

from gm_engine.direction.player_verbs import IRREGULAR
from gm_engine.wordnet import categories, synonyms, verb_class

GROWN_OR_EATEN = frozenset(("food", "plant", "substance", ""))
THINGS = frozenset(("artifact", "structure", "speech", "food", "substance", "shape", "thing", "possession", "group", ""))
"""What somebody can make: what can be held, built, read or eaten; or a word that the table does not know."""


@dataclass(frozen=True)
class Sort:
    """A sort of act. ``mode`` is what comes of it, ``verbs`` are those that are surely of this sort; ``kin`` are verbs by which a skill of
    a rulebook shows that it is the one for it, and ``attribute`` what stands in where none is.
    """

    name: str
    mode: str
    verbs: frozenset[str]
    kin: tuple[str, ...] = ()
    attribute: str = ""


def _sort(name: str, mode: str, verbs: str, kin: str = "", attribute: str = "") -> Sort:
    return Sort(name, mode, frozenset(verbs.split()), tuple(kin.split(", ")) if kin else (), attribute)


SORTS = (
    _sort("falsify", "forge", "forge counterfeit fake falsify copy imitate", "fake, deceive, disguise", "wits"),
    _sort("craft", "make", "build make construct carve whittle knit weave braid sew embroider weld solder assemble craft fashion sculpt"
          " mold hammer tailor cobble rig improvise stitch contrive", "build, tinker, mend, repair", "hands"),
    _sort("write", "make", "write draw sketch compose pen copy note paint print engrave inscribe scratch chalk scrawl draft map"),
    _sort("cook", "make", "cook bake brew fry roast boil distill stew prepare mix pickle plant sow"),
    _sort("mend", "mend", "mend repair fix patch restore splice darn caulk rebuild", "mend, repair, fix", "hands"),
    _sort("rig", "alter", "rewire disable dismantle disarm sabotage reroute reprogram unscrew calibrate overload", "rig, disarm, repair",
          "hands"),
    _sort("bar", "alter", "dam block jam bar nail wedge plug barricade clog obstruct seal divert board undermine", "build, rig, repair",
          "brawn"),
    _sort("force", "alter", "break smash pry force bend fell topple shatter crack wrench batter", "climb, lift the beam, haul, leap",
          "brawn"),
    _sort("tamper", "alter", "turn loosen untie untether unhitch cut smear poison swap switch reverse twist saw puncture lock unlock tear"
          " flood stain soil deface spoil foul unlatch release free slash rip dirty trade mark trample carve blot contaminate dilute"
          " erase siphon drain paint chalk engrave scratch scrawl",
          "hide, sneak, conceal", "hands"),
    _sort("hide", "hide", "hide conceal bury stash tuck secrete cache plant", "hide, conceal, sneak", "hands"),
    _sort("place", "place", "put lay set place hang leave drop pin stack pile stow scatter spread fasten tie rest prop deposit lean"),
    _sort("train", "train", "teach train tame school court woo drill coach instruct accustom domesticate raise rear",
          "persuade, convince, plead", "charm"),
    _sort("nurse", "train", "nurse tend", "doctor, bind, stitch", "wits"),
    _sort("soothe", "soothe", "calm soothe quiet comfort console hush pacify reassure gentle lull", "persuade, convince, plead", "charm"),
    _sort("heal", "soothe", "splint bandage poultice cauterize suture", "bind, doctor, stitch", "wits"),
    _sort("go", "go", "climb swim jump squeeze crawl scale vault leap wade clamber scramble dive", "climb, swim, leap", "brawn"),
    _sort("reason", "go", "translate decipher decode solve calculate interpret puzzle deduce", "decipher, identify, recall", "wits"),
    _sort("set", "set", "open close shut latch bolt light kindle ignite extinguish douse quench snuff blow"),
    _sort("throw", "go", "throw hurl lob sling fling pelt", "throw, shoot, fire", "eyes"),
)  # fmt: skip
BY_NAME = {sort.name: sort for sort in SORTS}
MAKING = ("make", "forge")
STATES_SET = {
    "open": "open", "close": "shut", "shut": "shut", "latch": "latched", "bolt": "bolted", "light": "lit", "kindle": "lit", "ignite": "lit",
} | dict.fromkeys(("extinguish", "douse", "quench", "snuff", "blow"), "out")  # fmt: skip
"""What a thing is after a verb that sets it."""
FLAME_WORDS = "lamp candle lantern fire stove light torch wick burner hearth taper"
FLAMES = frozenset(FLAME_WORDS.split())
GATHERED = frozenset(("pocket", "pick", "pluck", "gather", "collect", "scoop", "take"))
STOWED = frozenset(("slip", "tuck", "stick", "put", "shove", "stuff", "drop", "slide", "push", "pocket"))
ALIKE = 2
"""So many verbs of a sort must mean the same as another verb, for that to be of the sort."""
PERFORMED = frozenset(
    ("sing", "hum", "whistle", "dance", "play", "act", "perform", "recite", "juggle", "tell", "say", "speak", "smile", "do")
)
"""Makes nothing that lasts."""


def singular(noun: str) -> str:
    """A noun that the table of meanings knows, if need be in its singular.

    >>> singular("lights"), singular("glass")
    ('light', 'glass')
    """
    shorter = (noun, noun.removesuffix("s"), noun.removesuffix("es"), f"{noun.removesuffix('ies')}y")
    return next((form for form in shorter if form and categories(form)), noun)


@cache
def sorts_of(verb: str) -> tuple[Sort, ...]:
    """The sorts that a verb may be of, the likeliest first: those that name it, else those that share most words of like meaning."""
    named = tuple(sort for sort in SORTS if verb in sort.verbs)
    if named:
        return named
    if verb in PERFORMED:
        return ()
    like, creates = set(synonyms(verb, "v")), verb_class(verb) == "creation"
    near = [sort for sort in SORTS if len(like & sort.verbs) >= ALIKE and sort.mode != "go" and (creates or sort.mode not in MAKING)]
    if near:
        return tuple(sorted(near, key=lambda sort: -len(like & sort.verbs)))
    return (BY_NAME["craft"],) if creates else ()


IRREGULAR_WORDS = """
build built, weave woven, sew sewn, cut cut, tear torn, bend bent, break broken, hide hidden, put put, lay laid, set set, hang hung, saw
sawn, spread spread, teach taught, swim swum, throw thrown, fling flung, sling slung, draw drawn, write written, rewrite rewritten,
steal stolen, freeze frozen, burn burnt, shut shut, split split, spill spilt, spin spun, stick stuck, sweep swept, shear shorn, grind
ground, open open, wind wound, strew strewn, sow sown, undo undone, do done, make made, leave left, light lit, dig dug, feed fed,
bind bound, unwind unwound, give given, take taken, blow blown, cast cast, shake shaken, slit slit, stave staved, hew hewn, mow mown,
rebuild rebuilt, overthrow overthrown, string strung, drive driven, bring brought, sink sunk, spit spat, ring rung, choose chosen,
eat eaten, win won
"""
IRREGULAR_PARTICIPLES = {words[0]: words[1] for words in (pair.split() for pair in IRREGULAR_WORDS.split(","))}
DOUBLING = re.compile(r"(?:[^aeiou]|qu)[aeiou][bdgklmnprt]$")
ONE_SYLLABLE = re.compile(r"^[^aeiouy]*[aeiouy]+[^aeiouy]*$")


def participle(verb: str) -> str:
    """A verb's past participle.

    >>> [participle(verb) for verb in ("dam", "turn", "nail", "tie", "bury", "write", "untie", "cover", "plug")]
    ['dammed', 'turned', 'nailed', 'tied', 'buried', 'written', 'untied', 'covered', 'plugged']
    """
    if verb in IRREGULAR_PARTICIPLES:
        return IRREGULAR_PARTICIPLES[verb]
    if len(IRREGULAR.get(verb, ())) >= 3:
        return IRREGULAR[verb][-2]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ied"
    if ONE_SYLLABLE.match(verb) and DOUBLING.search(verb):
        return f"{verb}{verb[-1]}ed"
    return f"{verb}ed"
