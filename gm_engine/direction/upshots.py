"""Upshots: what comes of an act in which nothing was at stake, by what its verb does, to what, and who is there to take it.

A verb is of a family that names it, else of one whose verbs mean the same; what it is done to decides between several. An act of no
family has no upshot, and nothing is said after it.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from gm_engine.direction.act_sorts import FLAMES, singular
from gm_engine.rules.object_phrases import DEFINITE, INDEFINITE, OWN, PRONOUNS, bare, definite, head_noun, is_new, is_own, loose
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent
from gm_engine.wordnet import categories, is_a, synonyms, verb_class

LONGEST_THING = 5
SOMEBODY, ONESELF, THING, BEAST = "somebody", "oneself", "thing", "beast"


@dataclass(frozen=True)
class Family:
    """Acts that come to the same. ``to`` is what they are done to; ``about`` are the words of which one must be their thing's, where not
    every thing will do, and ``meddles`` is true where whoever keeps the place would rather be asked.
    """

    name: str
    to: str
    verbs: frozenset[str]
    about: frozenset[str] = frozenset()
    meddles: bool = False


WORN_WORDS = """
hat cap bonnet hood coat jacket cloak shawl overcoat vest waistcoat shirt blouse skirt dress trousers pants suit boot shoe glove scarf
kerchief belt apron spectacles glasses helmet overalls collar mask
"""
WORN = frozenset(WORN_WORDS.split())
CARRIED_IN = "pocket sleeve purse bag satchel pack wallet pouch bosom saddlebag handbag holster"
KEPT_IN = WORN | frozenset(CARRIED_IN.split())
"""What one has on, and what one carries things in."""
LOCKED = frozenset(("safe", "cell", "vault", "strongbox", "till", "lockbox", "cage", "jail", "cashbox"))
"""What is locked by its nature, and needs more than a hand."""
FAMILY_TABLE = """
hat somebody: tip touch doff lift raise remove: hat cap bonnet brim helmet hood
glass somebody: raise lift tip clink drink: glass cup mug bottle tumbler drink
refused somebody: refuse decline reject return push wave: money note coin dollar bill offer hand gift payment price bribe share
treated somebody: pour offer slide fetch bring fill hand pass share: coffee tea whiskey drink beer wine water cup glass bottle meal
    food bread tobacco cigarette cigar plate bowl supper chair seat stool blanket
hand somebody: take shake grip clasp hold press kiss squeeze: hand fingers palm
praised somebody: compliment praise flatter admire congratulate applaud commend toast thank bless
teased somebody: tease mock rib kid taunt needle heckle banter jest josh razz
nodded somebody: nod wave bow salute smile grin beckon curtsy wink
stared somebody: stare glare watch eye glower scowl frown squint study
helped somebody: help assist aid steady support
crowded somebody: lean loom crowd corner block press poke jostle shove push pester step
touched somebody: clap pat slap hug embrace squeeze nudge stroke touch kiss rub tap take brush pinch tickle
befriended somebody: befriend cheer comfort console humor entertain amuse
laughed oneself: laugh chuckle giggle snort cackle smirk
wept oneself: weep cry sob blubber snivel
blushed oneself: blush redden flush color pale blanch whiten
cursed oneself: curse swear cuss blaspheme
sighed oneself: sigh groan moan shrug yawn wince grimace hesitate pause
trembled oneself: tremble shake shiver shudder quake sweat quiver
washed oneself: wash shave bathe scrub comb brush trim scrape rinse: face hand hair beard chin neck foot body cheek jaw tooth whisker
    fingers
warmed oneself: warm thaw toast dry: hand foot finger back sock boot bone self
dressed oneself: button don wear put pull straighten loosen turn roll tug smooth adjust tie: WORN sleeve cuff lapel necktie tie
bared oneself: doff remove take strip shed: WORN
seated oneself: sit lean perch settle sprawl lie rest slump sink recline flop take pull draw: chair bench box stool
    stump rail seat bunk bed floor step log wall post crate barrel sack table counter bar hay fence pew cot rock ground deck
thought oneself: think remember recall wonder consider ponder hope imagine muse reflect reckon figure
roamed oneself: walk pace wander circle stroll roam prowl tour amble drift explore
drank thing: drink sip swallow gulp drain swig down quaff taste finish: water coffee tea whiskey beer wine drink glass cup mug bottle
    flask canteen milk mescal brandy rum gin ale liquor
ate thing: eat taste chew bite nibble devour swallow gobble munch finish lick
smoked thing: smoke puff light roll chew: cigarette cigar pipe tobacco smoke cheroot
wet thing: pour spill splash soak fill dip dunk sprinkle water moisten douse
cleaned thing: wipe clean sweep dust polish scrub wash rinse brush oil shine mop scour grease sharpen whet
burned thing: burn char singe scorch torch incinerate
torn thing: tear rip shred crumple snap
folded thing: fold roll wrap tie knot bundle bind lash coil button
struck thing: knock rap tap bang kick pound thump drum slap hit strike punch smack whack
scratched meddling thing: scrape scratch chip prod gouge whittle shave carve poke jab
shaken thing: shake rattle jiggle swing tilt tip
shifted meddling thing: push pull drag move slide shove roll haul turn shift wheel heave
lifted meddling thing: lift raise hoist hold weigh heft handle
pressed thing: press squeeze stamp push sink
counted thing: count sort arrange tidy straighten stack tally number align
touched_thing thing: touch feel stroke rub run finger trace pat
opened meddling thing: open unlock unlatch unbar uncork unfold unwrap unbuckle undo untie part
spat oneself: spit cough sneeze belch
suggested oneself: suggest propose hint
fed beast: feed give offer water treat throw toss
petted beast: pat pet stroke scratch rub touch brush groom curry hug befriend make tickle comb
called beast: call whistle talk whisper speak ask tell coax greet murmur sing cluck beckon say
led beast: lead tie hitch saddle bridle untie unsaddle halter tether walk hobble mount ride
"""
"""A family a line: its name, to what its acts are done, its verbs, and the words of which one must be their thing's, where not every thing
will do; ``WORN`` stands for what one has on. Done *meddling*, an act is one that whoever keeps the place would rather be asked about.
"""


def _family(written: str) -> Family:
    head, verbs, *about = (part.strip() for part in written.split(":"))
    name, *how = head.split()
    things = frozenset(about[0].split()) if about else frozenset()
    return Family(name, how[-1], frozenset(verbs.split()), things - {"WORN"} | (WORN if "WORN" in things else frozenset()), len(how) > 1)


FAMILIES = tuple(_family(line) for line in FAMILY_TABLE.replace("\n    ", " ").strip().splitlines())
ALIKE = 2
"""So many verbs of a family must mean the same as another verb, for what that does to a thing to be of the family."""
SAT_ON = ("artifact", "structure", "plant", "shape", "thing", "substance", "place")
BEASTS = {
    "dog": "dog hound pup puppy cur mongrel terrier collie mutt bitch",
    "horse": "horse mare mule roan pony donkey burro stallion gelding colt nag bay foal ass mount",
    "cat": "cat kitten tom tabby",
    "bird": "hen chicken rooster crow raven bird pigeon parrot canary goose duck owl hawk",
    "herd": "cow steer bull ox sheep goat pig calf hog lamb cattle",
}  # fmt: skip
BEHIND = re.compile(
    r"\b(?:on|onto|in|into|at|against|by|under|behind|beside|across|over|upon|near) "
    r"((?:the|a|an|my|his|her|that|this|its|their|your)\b[^,;.]*)",
    re.I,
)
ENDS = re.compile(r"\s(?:and|with|to|so|while|until|till|as|like|where|from|when|next|for|if|because|that|but|on|in|at|by|of|for) .*$")
COLORS = frozenset(("red", "pale", "white", "scarlet", "crimson", "pink", "gray", "grey"))
UNSAID = frozenset(("nothing", "word", "words"))
TANGIBLE = frozenset(
    ("artifact", "structure", "substance", "food", "plant", "possession", "shape", "thing", "speech", "place", "group", "")
)
FIRM = TANGIBLE - {"substance", "food", "possession", "group"}
KNOCKED = ("struck", "shaken", "touched_thing")
"""What can be had in one's hands, what gives back a knock, and the families of acts that need such a thing."""
AIMED = ("struck", "scratched", "pressed", "touched_thing", "cleaned", "shifted")
"""Families of acts that may be done at or on their thing."""
MEASURED = frozenset(("piece", "bit", "one", "some", "pair", "handful", "scrap", "couple", "lot", "kind", "sort", "cup", "glass"))


class Upshot(NamedTuple):
    """What an act comes to: the family's ``name``, ``to`` whom or what it was done, the ``thing`` in few words and its ``kind``."""

    name: str
    to: str
    thing: str = ""
    kind: str = ""
    meddles: bool = False


@cache
def families_of(verb: str) -> tuple[Family, ...]:
    """The families that a verb may be of: those that name it, else those that name a verb of like meaning."""
    named = tuple(one for one in FAMILIES if verb in one.verbs)
    like = set(synonyms(verb, "v"))
    return named or tuple(one for one in FAMILIES if len(like & one.verbs) >= (ALIKE if one.to == THING else 1))


def upshot_of(intent: Intent, *, to_somebody: bool, beast_before: str = "") -> Upshot | None:
    """What a small act comes to; None for one of no family. ``to_somebody`` is true where somebody who is here is meant by it, and
    ``beast_before`` is the animal that an act of the same turn was done to.

    >>> upshot_of(Intent(verb="free", words="sit down on the last bench"), to_somebody=False)
    Upshot(name='seated', to='oneself', thing='the last bench', kind='', meddles=False)
    >>> upshot_of(Intent(verb="free", words="tip my hat to him", about="my hat"), to_somebody=True).name
    'hat'
    >>> upshot_of(Intent(verb="free", words="scratch the old mule's ears", about="the old mule's ears"), to_somebody=False).kind
    'horse'
    """
    words = re.findall(r"[a-z][a-z'’-]*", intent.words.lower())
    if not words:
        return None
    verb = words[0]
    if not intent.about and any(one.to == THING and one.name in AIMED for one in families_of(verb)):
        intent = intent.model_copy(update={"about": where_in(intent.words)})
    about = intent.about.lower()
    if to_somebody and {"no", "not", "never"} & set(words[1:3]):
        return None
    noun = named_thing(about)
    if verb in ("open", "unlock") and noun in LOCKED:
        return Upshot("locked", THING, thing_of(intent))
    if special := _by_its_words(verb, words):
        return special
    kind, beast = beast_in(words[1:])
    if not beast and beast_before and {"it", "its", "them", "him", "her"} & set(words[1:]):
        kind, beast = beast_in([beast_before])
    if beast and not to_somebody and not is_a(noun, "artifact", "structure"):
        found = next((one for one in families_of(verb) if one.to == BEAST), None)
        return Upshot(found.name, BEAST, definite(f"the {beast}"), kind) if found else None
    found = next((one for one in families_of(verb) if _fits(one, intent, noun, to_somebody=to_somebody)), None)
    if found is None and to_somebody and about in ("", "him") and "out" not in words:
        found = _towards(verb)
    if found is None:
        return None
    thing = thing_of(intent)
    if found.to == ONESELF and found.name in ("seated", "warmed"):
        thing = thing if found.name == "seated" and noun in found.about else where_in(intent.words)
    return Upshot(found.name, found.to, thing, noun_kind(noun), found.meddles and not is_own(about) and not is_new(about))


def _by_its_words(verb: str, words: list[str]) -> Upshot | None:
    """What is plain from words beside the verb: a face that goes red, nothing that is said."""
    if verb in ("go", "turn", "grow") and COLORS & set(words[1:4]):
        return Upshot("blushed", ONESELF)
    silent = verb in ("say", "speak", "answer", "utter") and bool(UNSAID & set(words[1:4]))
    if silent or (verb in ("keep", "stay", "sit", "stand", "remain") and {"silent", "quiet", "still", "mum"} & set(words[1:4])):
        return Upshot("silent", ONESELF)
    if verb in ("tell", "announce", "declare", "shout", "call") and {
        "bar",
        "room",
        "crowd",
        "table",
        "house",
        "everybody",
        "everyone",
    } & set(words[1:4]):
        return Upshot("announced", ONESELF)
    return None


def _fits(family: Family, intent: Intent, noun: str, *, to_somebody: bool) -> bool:
    about = intent.about.lower()
    if family.about and noun not in family.about and not (family.name == "seated" and not about):
        return False
    if family.to == SOMEBODY:
        others = family.about or not about or head_noun(about) in PRONOUNS or is_a(noun, "person", "body") or not noun
        return to_somebody and bool(others or family.name in ("praised", "teased", "helped"))
    if family.to == BEAST:
        return False
    if family.to == THING:
        own_body = is_own(about) and is_a(noun, "body")
        held = bool(about) and not own_body and head_noun(about) not in PRONOUNS
        fits = FIRM if family.name in KNOCKED else TANGIBLE
        edible = family.name != "ate" or "food" in categories(noun)[:2]
        return held and edible and not is_a(noun, "person") and bool(fits & set(categories(noun)[:2] or ("",)))
    if family.name == "trembled" and about:
        return False
    if family.name == "seated" and intent.words.split()[0] == "lean":
        return bool(re.search(r"\b(?:back|on|against)\b", intent.words))
    if family.name == "seated" and intent.words.split()[0] in ("take", "pull", "draw"):
        return noun in family.about
    return not about or bool(family.about) or is_own(about) or family.name in ("thought", "roamed", "suggested")


def _towards(verb: str) -> Family | None:
    """The family of an act done to somebody whose verb no family names: by what the verb is about."""
    name = {"contact": "touched", "perception": "stared", "social": "helped", "emotion": "befriended"}.get(verb_class(verb), "")
    return next((one for one in FAMILIES if one.name == name), None)


def beast_in(words: list[str]) -> tuple[str, str]:
    """The sort of the first animal that is named, and its word; empty for none.

    >>> beast_in(["one", "of", "the", "mules", "outside"]), beast_in(["the", "anvil"])
    (('horse', 'mule'), ('', ''))
    """
    for at, word in enumerate(words):
        noun = singular(word.removesuffix("'s").removesuffix("’s"))
        sort = next((sort for sort, names in BEASTS.items() if noun in names.split()), "beast")
        if is_a(noun, "animal") and (sort != "beast" or {*DEFINITE, *INDEFINITE} & set(words[max(0, at - 2) : at])):
            return sort, noun
    return "", ""


def somebody_else(about: str) -> str:
    """Whom of those who have no name in the story an act is done to, in few words; empty where it is done to nobody such.

    >>> somebody_else("the loudest card player"), somebody_else("the anvil"), somebody_else("him")
    ('the loudest card player', '', '')
    """
    who = definite(bare(loose(about)))
    return who if about and is_a(singular(head_noun(about)), "person") and len(who.split()) <= LONGEST_THING else ""


def named_thing(about: str) -> str:
    """The noun that says what a thing is: of *a cup of coffee*, the coffee; of *the other chair*, the chair.

    >>> named_thing("a cup of coffee"), named_thing("the two boots")
    ('coffee', 'boot')
    """
    noun = head_noun(loose(about))
    of = re.search(r"\bof (?:the |my |his |her |their )?(.+)$", about.lower())
    if singular(noun) in MEASURED and of:
        noun = head_noun(of[1])
    one = singular(noun.removesuffix("s"))
    return one if noun.endswith("s") and TANGIBLE & set(categories(one)[:1]) else singular(noun)


def noun_kind(noun: str) -> str:
    """What a thing is, as far as lines tell things apart."""
    if noun in FLAMES:
        return "flame"
    if noun in WORN:
        return "worn"
    return (categories(noun) or ("",))[0]


def thing_of(intent: Intent) -> str:
    """What a small act was done to, in few words; empty where it was done to nothing that could be named behind it."""
    if not intent.about or head_noun(intent.about) in PRONOUNS or is_a(singular(head_noun(intent.about)), "body"):
        return ""
    thing = definite(bare(loose(intent.about)))
    return thing if len(thing.split()) <= LONGEST_THING else ""


def where_in(words: str) -> str:
    """Where or on what something is done, in few words.

    >>> where_in("sit down on the last bench and wait"), where_in("sit down")
    ('the last bench', '')
    """
    found = BEHIND.search(words)
    place = ENDS.sub("", found[1]).strip(" '’") if found else ""
    noun = singular(head_noun(place))
    fits = place and len(place.split()) <= LONGEST_THING and (is_a(noun, *SAT_ON) or not categories(noun))
    return definite(place) if fits else ""


def kept_in(words: str) -> str:
    """The pocket or garment of one's own into which something is put; empty where none is named.

    >>> kept_in("put the paper back inside my coat"), kept_in("put the paper on the table")
    ('coat', '')
    """
    said = re.findall(r"[a-z]+", words.lower())
    for at, word in enumerate(said[:-1]):
        if word in OWN:
            near = said[at + 1 : at + 4]
            if found := next((singular(one) for one in near if singular(one) in KEPT_IN), ""):
                return found if said[at - 1] in ("in", "into", "inside", "up", "under", "down", "beneath", "of", "to") else ""
    return ""


def spoken_of(state: StoryState) -> str:
    """What *it* means in a new line: the beast of the last one, else what was made, opened or lit by it; empty where there was neither."""
    last = state.turns.last()
    if last is None:
        return ""
    beast = beast_in(re.findall(r"[a-z]+", last.said.lower()))[1]
    done = next((work.thing for work in reversed(tuple(state.works.values())) if work.turn == last.number and work.kind != "placed"), "")
    return f"the {beast}" if beast else done
