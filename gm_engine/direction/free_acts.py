"""Free acts: which dice an act calls for that no rule knows, what is at stake in it, and what it leaves behind.

Nothing here knows a phrase: the verb's sort, what its object is, whose it is, who is there to mind, and the rulebook's own words decide.
"""

import re

from gm_engine.direction.about_oneself import kept_about_oneself
from gm_engine.direction.act_sorts import (
    BY_NAME,
    FLAMES,
    GATHERED,
    GROWN_OR_EATEN,
    MAKING,
    STATES_SET,
    STOWED,
    THINGS,
    Sort,
    participle,
    singular,
    sorts_of,
)  # fmt: skip
from gm_engine.direction.naming import names_of
from gm_engine.direction.small_acts import LYING_ABOUT
from gm_engine.direction.stakes import SKILL_OF
from gm_engine.direction.things_meant import is_meant
from gm_engine.direction.upshots import BEASTS, LOCKED, WORN, beast_in, kept_in, named_thing
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.object_phrases import DEFINITE, INDEFINITE, PRONOUNS, definite, head_noun, is_new, is_own, yours
from gm_engine.rules.rulebook import Rulebook, Skill, rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent, Stakes
from gm_engine.story.work import Work
from gm_engine.wordnet import categories, category, is_a, opposed, synonyms, verb_class

LIVING = ("person", "animal")
LIKENESSES = ("person", "animal", "plant", "body", "place")
"""What is made only in its likeness."""
SAID_OR_HELD = frozenset(("speech", "possession", "group"))
"""What is made without anything being there afterwards: a joke, a promise, money."""
PARTICLES = ("up", "down", "off", "out", "open", "apart", "shut", "back", "away", "over", "loose")
GIVES_WAY = frozenset(("down", "in", "open", "apart", "over", "loose", "off", "out", "through"))
BLOWS = frozenset(("strike", "hit", "kick", "punch", "shoot", "fire", "throw", "hurl", "smash", "stab", "slap"))
FALSE = frozenset(("false", "forged", "fake", "faked", "counterfeit", "sham"))
LEARNS = re.compile(r"(?:^| )(?:how )?to (.+)$")
JOINED_TO = {"write": r"(?:to|onto|into|on|in|over|across)", "craft": r"(?:to|onto|into|against)"}
"""The words behind which it is said, by sort of act, of what a thing that is made becomes a part."""
WORD = re.compile(r"[a-z][a-z'’-]*")


def fitted(intent: Intent, state: StoryState) -> Intent:
    """The act with the skill, the difficulty and the stakes that fit it, with what comes of it (``mode``) and what it leaves
    (``leaves``). The skill stays empty where nothing can fail or it matters to nobody. Any other intent comes back as it is.
    """
    words = intent.words.lower().split()
    if intent.verb != "free" or not words:
        return intent
    intent = intent.model_copy(update={"about": intent.about or object_in(intent.words)})
    book, old, sort = rulebook_of(state.pack), undoes(intent, state), sort_of(intent, state)
    if old is not None:
        return intent.model_copy(update={"mode": "undo", "topic": old.id})
    if simple := simple_mode(intent, sort, state):
        return intent.model_copy(update=simple)
    if sort is None and (skill := named_skill(intent, book)):
        entry = book.skills[skill]
        stakes = Stakes(skill=skill, difficulty=intent.difficulty, success=entry.success, failure=entry.failure)
        return intent.model_copy(update={"skill": skill, "stakes": intent.stakes or stakes})
    if sort is None:
        return intent
    if sort.name == "falsify" and not is_new(intent.about):
        intent = intent.model_copy(update={"about": f"a copy of {intent.about}"})
    if sort.name == "cook" and not is_new(intent.about):
        intent = intent.model_copy(update={"about": f"{participle(intent.words.lower().split()[0])} {head_noun(intent.about)}"})
    changes: dict[str, object] = {"mode": sort.mode, "leaves": left_behind(intent, sort)}
    if sort.mode in ("place", "hide") and kept_about_oneself(intent.words):
        return intent.model_copy(update={"mode": "stow", "item": intent.item or carried(intent.about, state), "skill": "", "stakes": None})
    if is_fixed(intent, sort):
        changes["mode"] = "alter"
    elif sort.mode in MAKING:
        changes["item"] = ""
    if sort.mode in ("place", "hide") and not intent.item:
        changes["item"] = carried(intent.about, state)
    skill = intent.skill or (fitting_skill(intent, sort, book) if at_stake(sort, state) else "")
    if skill and not intent.stakes:
        success, failure = said_beforehand(intent, sort)
        changes |= {
            "skill": skill,
            "difficulty": intent.difficulty,
            "stakes": Stakes(skill=skill, difficulty=intent.difficulty, success=success, failure=failure),
        }
    return intent.model_copy(update=changes)


def simple_mode(intent: Intent, sort: Sort | None, state: StoryState) -> dict[str, str]:
    """What changes of an act that needs no dice, and is booked: put about oneself, picked up where it is nobody's, eaten or drunk, set
    open or shut, lit or put out; empty for any other.
    """
    verb, noun = intent.words.lower().split()[0], named_thing(intent.about)
    mine = intent.item or carried(intent.about, state)
    if kept_in(intent.words) and verb in STOWED and (mine or is_own(intent.about) or head_noun(intent.about) in PRONOUNS):
        return {"mode": "stow", "item": mine, "leaves": ""}
    owned = is_own(intent.about) or intent.about.lower().split()[:1] in (["his"], ["her"], ["their"]) or "'s " in intent.about
    if verb in GATHERED and not intent.item and not owned and direct(intent) and (noun in LYING_ABOUT or is_a(noun, "plant")):
        return {"mode": "gather"}
    if mine and mine in state.pack.items and "food" in categories(noun)[:1] and verb_class(verb) == "consumption":
        return {"mode": "consume", "item": mine}
    if sort is not None and sort.name == "set" and noun and noun not in LOCKED:
        return {"mode": "set", "item": "", "leaves": left_behind(intent, sort)}
    return {}


def carried(about: str, state: StoryState) -> str:
    """The thing that the player's character carries and an object phrase names; empty where it names none."""
    named = (
        mention.id
        for mention in names_of(state).mentions(tokens_of(about))
        if mention.kind == "item" and is_meant(mention.id, about, state)
    )
    return next((item for item in named if state.has(state.pc, item)), "")


def sort_of(intent: Intent, state: StoryState) -> Sort | None:
    """The sort that an act is of, by its verb and by what it is done to; None for what changes nothing."""
    verb = intent.words.lower().split()[0]
    kinds = categories(singular(head_noun(intent.about))) or ("",)
    found = next((sort for sort in sorts_of(verb) if fits(sort, intent, kinds, state)), None) or struck_or_treated(intent, kinds)
    return BY_NAME["falsify"] if found is not None and found.mode == "make" and is_false(intent) else found


def fits(sort: Sort, intent: Intent, kinds: tuple[str, ...], state: StoryState) -> bool:
    """True where an act of this sort can be done to such an object."""
    about, verb = intent.about, intent.words.lower().split()[0]
    living, pronoun = kinds[0] in LIVING or intent.target in state.pack.npcs, head_noun(about) in PRONOUNS
    if sort.mode != "go" and sort.name != "place" and not direct(intent):
        return False
    match sort.name:
        case "falsify":
            return not pronoun and (not is_new(about) or verb not in BY_NAME["write"].verbs)
        case "cook":
            raw = (
                verb in sort.verbs
                and {"food", "animal"} & set(kinds)
                and not is_own(about)
                and beast_in([head_noun(about)])[0] not in BEASTS
            )
            return bool(is_new(about) and GROWN_OR_EATEN & set(kinds[:2])) or bool(raw)
        case "set":
            return settable(intent, verb, kinds)
        case "craft" | "write":
            likeness = verb in sort.verbs and verb != "make" and kinds[0] in LIKENESSES
            return is_new(about) and (likeness or bool((THINGS - (SAID_OR_HELD if verb == "make" else set())) & set(kinds[:2])))
        case "train" | "nurse":
            return living or (pronoun and verb in sort.verbs)
        case "soothe":
            return living
        case "rig" | "bar" | "force" | "tamper" | "mend":
            return bool(about) and not living and not some(about) and not (is_own(about) and sort.mode == "alter")
        case "go":
            return bool(about) and not living and not is_own(about)
        case _:
            return bool(about) or sort.mode == "soothe"


def settable(intent: Intent, verb: str, kinds: tuple[str, ...]) -> bool:
    """True for a thing that can be open or shut, or, where its verb is one of fire, that can be lit or out."""
    noun, out = named_thing(intent.about), "out" in intent.words.lower().split()
    if STATES_SET[verb] in ("lit", "out") or verb == "blow":
        return noun in FLAMES and (verb != "blow" or out)
    return (
        bool(intent.about)
        and not some(intent.about)
        and bool({"artifact", "structure"} & set(kinds[:2]) or not kinds[0])
        and noun not in WORN
    )


def some(about: str) -> bool:
    """True for any one of its kind: *a bottle*. A substance has no article, and is some particular one: *lamp black*."""
    return about.lower().startswith(("a ", "an ", "some "))


def is_fixed(intent: Intent, sort: Sort) -> bool:
    """True for what is made as a part of something that stays where it is: *a bracket to the bulkhead*, *a star on the wall*."""
    if sort.name not in JOINED_TO or not intent.about:
        return False
    after = intent.words.lower().partition(intent.about.lower())[2].strip()
    found = re.match(rf"{JOINED_TO[sort.name]} (.+)", after)
    return found is not None and category(singular(head_noun(found[1]))) in ("structure", "place")


def direct(intent: Intent) -> bool:
    """True where the act is done to its object itself, and not by way of a preposition: not *turn through the ledger*."""
    if not intent.about:
        return True
    _, _, rest = intent.words.lower().strip().partition(" ")
    before, found, _ = rest.partition(intent.about.lower())
    return not found or before.strip() in ("", *PARTICLES)


def object_in(words: str) -> str:
    """The object of a bare clause whose parse found none: the words after the verb up to their last noun, where a determiner opens them.

    >>> object_in("nail the back door shut"), object_in("sit down on the bench"), object_in("build a raft")
    ('the back door', '', 'a raft')
    """
    said = words.split()[1:7]
    said = said[1:] if said and said[0].lower() in PARTICLES else said
    if not said or said[0].lower() not in (*DEFINITE, *INDEFINITE):
        return ""
    last = 0
    for place, word in enumerate(said[1:], 1):
        if not WORD.fullmatch(word.lower()) or not (categories(singular(word.lower())) or place == last + 1 == 1):
            break
        last = place
    return " ".join(said[: last + 1]) if last else ""


def struck_or_treated(intent: Intent, kinds: tuple[str, ...]) -> Sort | None:
    """A blow by which a thing gives way, or something done to another's body; None for what is neither."""
    verb, last = intent.words.lower().split()[0], intent.words.lower().rstrip(".!").split()[-1]
    if is_own(intent.about) or is_new(intent.about) or not intent.about:
        return None
    if verb in BLOWS and last in GIVES_WAY and kinds[0] not in LIVING:
        return BY_NAME["force"]
    touched = verb_class(verb) in ("contact", "change", "body") and verb not in BLOWS
    return BY_NAME["heal"] if kinds[0] == "body" and touched else None


def is_false(intent: Intent) -> bool:
    """True for what is made to be taken for something that it is not."""
    said = set(WORD.findall(intent.about.lower()))
    return bool((FALSE | set(synonyms("fake", "a"))) & said) or intent.words.lower().split()[0] in BY_NAME["falsify"].verbs


def at_stake(sort: Sort, state: StoryState) -> bool:
    """True where the outcome is open and matters: what is hard, what somebody here would mind, what is kept from somebody here."""
    if sort.name in ("place", "cook", "write"):
        return False
    if sort.name in ("tamper", "hide"):
        return bool(state.present())
    return True


def fitting_skill(intent: Intent, sort: Sort, book: Rulebook) -> str:
    """The rulebook's skill for an act: the one whose words share most with it and with acts of its sort; else the sort's attribute.

    Skills of blows and shots are for blows and shots alone.
    """
    verb = intent.words.lower().split()[0]
    noun = singular(head_noun(intent.about))
    beast = "animal" in categories(noun)[:1]
    violent = {SKILL_OF["shoot"], SKILL_OF["strike"]} - ({SKILL_OF["strike"]} if verb in BLOWS and sort.name == "force" else set())
    violent -= {SKILL_OF["shoot"]} if sort.name == "throw" else set()
    marks = {name: likeness(verb, noun, beast, sort, skill) for name, skill in book.skills.items() if name not in violent}
    best = max(sorted(marks), key=lambda name: marks[name], default="")
    if best and marks[best] > 0:
        return best
    return sort.attribute if sort.attribute in book.attributes else ""


def named_skill(intent: Intent, book: Rulebook) -> str:
    """The skill that has an act's very verb among its own, and is not one of blows or shots; empty where none has."""
    verb, violent = intent.words.lower().split()[0], (SKILL_OF["shoot"], SKILL_OF["strike"])
    found = (name for name in sorted(book.skills) if name not in violent and verb in book.skills[name].verbs)
    return next(found, "") if intent.about else ""


def likeness(verb: str, noun: str, beast: bool, sort: Sort, skill: Skill) -> int:
    """How much a skill's own words have in common with an act: the very words, then verbs of the act's sort, then words of like meaning."""
    like, mark = set(synonyms(verb, "v")), 0
    for phrase in skill.verbs:
        first, *rest = phrase.split()
        thing = rest[-1] if len(rest) > 1 else ""
        named = bool(thing) and (thing == noun or (beast and categories(thing)[:1] == ("animal",)))
        if named and (first == verb or sort.name in ("train", "soothe")):
            mark = max(mark, 90)
        elif first == verb and not rest:
            mark = max(mark, 80)
        elif first in like and not rest:
            mark = max(mark, 2)
    if beast and sort.name in ("train", "soothe"):
        return mark if mark == 90 else 0
    return mark + sum(10 * (len(sort.kin) - place) for place, one in enumerate(sort.kin) if one in skill.verbs)


BACK = frozenset(("back", "again", "straight", "aright", "upright"))
CLEARS = frozenset(("clear", "free", "restore", "undo", "right", "straighten", "reopen"))
"""Verbs that undo whatever was done to a thing."""


def undoes(intent: Intent, state: StoryState) -> Work | None:
    """What was done here, and is undone by this act: by its opposite, by doing it back, by clearing or mending the thing."""
    verb, said = intent.words.lower().split()[0], set(WORD.findall(intent.words.lower()))
    noun = head_noun(intent.about)
    for work in reversed(tuple(state.works.values())):
        if work.kind != "altered" or not work.stands or work.place != state.here or not noun or head_noun(work.thing) != noun:
            continue
        against = opposed(verb, work.verb, "v") or f"un{verb}" == work.verb or f"un{work.verb}" == verb
        if against or verb in CLEARS | BY_NAME["mend"].verbs or (verb == work.verb and said & BACK):
            return work
    return None


# --- what is said of it


def several(about: str) -> bool:
    """True for an object of which there is more than one."""
    noun = head_noun(about)
    return noun.endswith("s") and not noun.endswith(("ss", "us")) and singular(noun) != noun


def left_behind(intent: Intent, sort: Sort) -> str:
    """What is so where an act succeeds: *the ditch is dammed with stones*, *the dog has learned to fetch*; else empty."""
    if not intent.about or sort.mode in ("soothe", "go") or (head_noun(intent.about) in PRONOUNS and sort.mode != "train"):
        return ""
    verb, _, rest = intent.words.strip().rstrip(".!").partition(" ")
    before, found, after = rest.partition(intent.about)
    if not found:
        return ""
    thing, after = definite(intent.about), yours(after.strip())
    if sort.name == "set":
        return f"{thing} {'are' if several(intent.about) else 'is'} {STATES_SET[verb.lower()]}"
    are = "are" if several(intent.about) else "is"
    if sort.name == "train" and (learns := LEARNS.search(after)):
        return f"{thing} {'have' if are == 'are' else 'has'} learned to {learns[1]}"
    return " ".join(part for part in (thing, are, participle(verb.lower()), yours(before.strip()), after) if part)


SAID: dict[str, tuple[str, str]] = {
    "falsify": ("At a glance {thing} passes for what it is not.", "Whoever looks twice at {thing} sees what it is."),
    "make": ("{Thing} {is_} sound work.", "{Thing} will be poor work, or will come to nothing."),
    "mend": ("{Thing} will serve again.", "{Thing} {is_} no better than before, and the time is gone."),
    "alter": ("{Left}.", "It does not go as it should, and it shows that somebody tried."),
    "tamper": ("{Left}, and nobody looks up.", "Whoever is here sees what you are about."),
    "hide": ("{Left}, and nobody has seen where.", "Whoever is here has seen where."),
    "train": ("{Thing} {is_} a step further along.", "{Thing} {is_} where {it} {was_}, and the patience is gone."),
    "soothe": ("{Thing} {comes_} to rest.", "It makes {thing} no quieter."),
    "heal": ("It will mend as it should.", "It is not enough."),
    "go": ("You get where you mean to go.", "You do not, and are the worse for the trying."),
    "reason": ("{Thing} {gives_} up what {it} {means_}.", "You make nothing of {thing}, or the wrong thing."),
    "throw": ("It goes where you mean it to go.", "It goes somewhere else."),
}
"""What success and failure of each sort mean, said before the dice fall."""


def said_beforehand(intent: Intent, sort: Sort) -> tuple[str, str]:
    """What success and failure mean, in the player's own words for the thing."""
    key = sort.name if sort.name in SAID else sort.mode
    if key == "alter" and not intent.about:
        key = "go"
    thing, many = definite(intent.about) or "it", several(intent.about)
    left = left_behind(intent, sort) or "It is done"
    slots = {
        "thing": thing, "Thing": thing[:1].upper() + thing[1:], "Left": left[:1].upper() + left[1:], "is_": "are" if many else "is",
        "was_": "were" if many else "was", "it": "they" if many else "it", "comes_": "come" if many else "comes",
        "gives_": "give" if many else "gives", "means_": "mean" if many else "means",
    }  # fmt: skip
    success, failure = (said.format(**slots) for said in SAID.get(key, SAID["go"]))
    return success, failure
