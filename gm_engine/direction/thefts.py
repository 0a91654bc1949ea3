"""Thefts: what is pocketed, palmed or slipped up a sleeve, and is not one's own; and how it is told."""

import re

from gm_engine.direction.about_oneself import kept_about_oneself
from gm_engine.direction.act_sorts import singular
from gm_engine.direction.attempts import Attempt
from gm_engine.direction.notebook import Notebook
from gm_engine.rules.object_phrases import OWNER, PRONOUNS, head_noun, is_new, is_own
from gm_engine.rules.robbery import STEALTHY
from gm_engine.rules.theft import pocketed
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent
from gm_engine.story.roll import Roll
from gm_engine.wordnet import categories, synonyms, verb_classes

STEALS = frozenset(("pocket", "palm", "steal", *synonyms("filch", "v"), "filch")) - {"abstract", "cabbage"}
LIFTS = frozenset(("pinch", "nick", "swipe", "lift", "snitch", "snatch"))
"""Verbs that are a theft only where it is said from where: *pinch a bottle from behind the bar*."""
ROBS = frozenset(("rob", "burgle", "burglarize", "loot", "plunder"))
TILLS = frozenset(("till", "cashbox", "strongbox", "safe", "register", "takings", "cash"))
"""Where a house keeps its money."""
SMALL = frozenset(("artifact", "substance", "food", "plant", "thing", "possession", "speech", "shape"))
WHOSE = re.compile(r"(?:his|her|their) ", re.I)
DONE = frozenset(("act", "event", "feeling", "state", "person", "animal", "structure", "place", "time", "group", "motive"))
"""What nobody puts into a pocket, where a noun means it before all else."""
OF_WHAT = re.compile(r"\bof (?:[\w'-]+ )*?([\w'-]+)$")
FROM = re.compile(r" (?:from|off|out of) .*$", re.I | re.S)
MOVED = ("motion", "contact", "possession", "change")
UNWATCHED = frozenset(("when", "while", "as", "once", "before", "until", "till"))
"""What opens a clause that says when nobody will be looking."""


def stolen(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """A theft by stealth, or a robbery of the house's money; None for any other act. A thing that nobody has named is left to the rules."""
    if attempt.negated or is_own(act.about):
        return None
    if robbed := _till(attempt, act, state):
        return robbed
    from_somewhere = FROM.search(f" {attempt.text}") is not None
    others = is_new(act.about) or from_somewhere or OWNER.match(act.about) is not None or WHOSE.match(act.about) is not None
    hidden = _hidden_on_oneself(attempt) and others
    if not (attempt.verb in STEALS or (attempt.verb in LIFTS and from_somewhere) or hidden):
        return None
    whose = act.target or _him(attempt, state)
    form = {"words": act.words, "told": act.told, "target": whose, "mode": STEALTHY}
    if act.item and act.item != "money" and not state.has(state.pc, act.item):
        return Intent(verb="take", item=act.item, **form)
    about = "" if head_noun(act.about) in PRONOUNS else FROM.sub("", act.about)
    made_of = OF_WHAT.search(about)
    sorts = categories(singular(made_of[1] if made_of else head_noun(about)))[:2] if about else ()
    if (sorts and (sorts[0] in DONE or not set(sorts) & SMALL)) or (not about and not _vague(attempt)):
        return None
    return Intent(verb="take", about=about, **form)


def _till(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """The house's money, openly or in a moment when nobody looks."""
    sentence, robs = attempt.sentence, attempt.verb in ROBS
    nouns = [sentence[one] for one in attempt.places if one != attempt.at]
    said = {word.text.lower() for word in nouns if robs or word.tag.startswith("NN")}
    taking = robs or attempt.verb in STEALS | {"empty", "clean"} or "possession" in verb_classes(attempt.verb)[:1]
    if not (said & TILLS) or not taking or act.item == "money":
        return None
    clauses = sentence.children(attempt.at, "advcl", "prep")
    unseen = attempt.verb in STEALS or any(UNWATCHED & _words(attempt, one) and _has_verb(attempt, one) for one in clauses)
    who = act.target or next(iter(state.present()), "")
    return Intent(verb="rob", words=act.words, told=act.told, target=who, mode=STEALTHY if unseen else "", about="till")


def _words(attempt: Attempt, at: int) -> set[str]:
    return {attempt.sentence[one].text.lower() for one in attempt.sentence.subtree(at)}


def _has_verb(attempt: Attempt, at: int) -> bool:
    return any(attempt.sentence[one].tag.startswith("VB") for one in attempt.sentence.subtree(at))


def _hidden_on_oneself(attempt: Attempt) -> bool:
    """True where something goes up one's own sleeve, or into a pocket."""
    moved = bool({*MOVED} & set(verb_classes(attempt.verb))) and attempt.sentence.child(attempt.at, "dobj") >= 0
    return moved and kept_about_oneself(attempt.text)


def _him(attempt: Attempt, state: StoryState) -> str:
    """Whose it is by *he*, *his*, where one person is here."""
    said = {attempt.sentence[one].text.lower() for one in attempt.places}
    here = state.present()
    return here[0] if len(here) == 1 and said & {"he", "she", "his", "her", "him", "they", "their"} else ""


def _vague(attempt: Attempt) -> bool:
    """True for *whatever he has left lying*, *something*: a thing that is not named, and not simply left out."""
    said = {attempt.sentence[one].text.lower() for one in attempt.places}
    return bool(said & {"whatever", "something", "anything", "whichever", "thing", "things"})


def tell_theft(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """The player's own words, what is in their pocket now, or who has seen the hand that reached for it."""
    got = pocketed(book.happened, book.state.pc)
    slots = {"telling": "stolen", "flags": "got" if got else "caught"} | ({"item_name": book.name(got)} if got else {})
    if intent.told:
        book.add("action", slots={"telling": "free_told", "told": intent.told.strip().rstrip(".!")})
    watcher = roll.against if roll and roll.against in book.state.pack.npcs else ""
    book.add("action", target=watcher, band=roll.band if roll else "", rolls=(roll.id,) if roll else (), slots=slots)
