"""Requests: what sort of thing somebody is asked for, by its verb and its object, and how what comes of it is told."""

import re

from gm_engine import wordnet
from gm_engine.direction.act_sorts import singular
from gm_engine.direction.naming import names_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import lemma, uncalled
from gm_engine.direction.player_verbs import forms, lexicon
from gm_engine.direction.turned import AUXILIARIES, OPENERS, reworded
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.object_phrases import head_noun, is_new
from gm_engine.rules.requests import DENIED, GRANTED, is_request
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.trade import service_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent

TO_ME = ("me", "us")
HANDED = ("possession", "contact", "motion")
"""Verbs by which a thing comes to somebody: *lend me*, *hand me*, *bring me*."""
WHOSE = re.compile(r"^(?:your|his|her|their)\s+", re.I)
SMALL = ("artifact", "substance", "food", "plant", "thing")
DEAR = ("animal", "possession")
OF_WHAT = re.compile(r"\bof (?:[\w'-]+ )*?([\w'-]+)(?= and |$)")
"""What a thing is made of, or a piece of: *a scrap of paper*."""
WHO_IS_ASKED = re.compile(r"^(?:him|her|them)\s+to\s+", re.I)
"""Who is asked, where it stands before what they are asked to do: *her to come along*."""
REASON = re.compile(r",?\s+(?:if|when|because|so that|before|until)\b.*$", re.I | re.S)
"""What is only said beside a request."""
SWEARING = frozenset(one for verb in ("promise", "swear") for one in (verb, *wordnet.synonyms(verb, "v")))
"""Verbs of giving one's word: what else is to be said is a question, or nothing."""
SOMEWHERE = ("with", "to", "into", "along")
HARMS = ("shoot", "strike", "rob", "burn")


def requested(intent: Intent, state: StoryState) -> Intent:
    """A request with its sort (``mode``), what it is for (``about``, ``item``), or the act that it comes to: a service is bought at its
    price. Any other intent comes back as it is.
    """
    if intent.verb != "ask" or intent.manner != "request" or not intent.target or intent.topic in state.pack.secrets:
        return intent
    about = REASON.sub("", uncalled(intent.about, intent.target, state).strip(" ?!.,")).removeprefix("to ")
    about = WHO_IS_ASKED.sub("", about)
    tokens = tokens_of(about)
    if "yourself" in tokens:  # a warning, or a wish: nobody is asked for anything
        return intent.model_copy(update={"verb": "tell", "manner": "claim"})
    if not tokens or tokens[0] in ("if", "whether"):  # whether one may is a question
        return intent
    before, intent = intent, intent.model_copy(update={"about": about})
    verb = tokens[0] if tokens[0] not in OPENERS and tokens[0] not in AUXILIARIES and len(tokens) > 1 else ""
    if verb and wordnet.verb_class(lemma(verb)) in ("perception", "cognition"):  # what one asks to see is not done by others
        return before
    if verb and not wordnet.verb_class(lemma(verb)):
        verb = ""
    if verb and not _led(tokens) and tokens[1] in TO_ME and set(HANDED) & set(wordnet.verb_classes(verb)) and len(tokens) > 2:
        return _for_a_thing(intent, " ".join(about.split()[2:]), state)
    if verb:
        mode = _sort_of_deed(verb, tokens, state)
        return intent.model_copy(update={"mode": mode}) if mode else before
    return _for_a_thing(intent, about, state)


def _sort_of_deed(verb: str, tokens: list[str], state: StoryState) -> str:
    rules = lexicon(rulebook_of(state.pack))
    if rules.get(verb, ("", ""))[0] in HARMS or verb == "kill" or verb in wordnet.synonyms("kill", "v"):
        return "harm"
    sort = wordnet.verb_class(verb)
    if sort == "communication":
        return "word" if verb in SWEARING else ""
    along = "motion" in wordnet.verb_classes(verb) and len(tokens) > 1 and tokens[1] in SOMEWHERE
    return "errand" if along or _led(tokens) else "deed"


def _led(tokens: list[str]) -> bool:
    """Whether somebody is asked to lead the way: *take me to the jail*."""
    return len(tokens) > 2 and tokens[1] in TO_ME and tokens[2] in SOMEWHERE


def _for_a_thing(intent: Intent, thing: str, state: StoryState) -> Intent:
    thing = WHOSE.sub("a ", thing)
    rules, noun = rulebook_of(state.pack), singular(head_noun(thing))
    service = service_of(rules, noun)
    if service:
        name = next(name for name, one in rules.services.items() if one is service)
        return Intent(verb="buy", words=intent.words, item=name, target=intent.target, amount=1, about=thing, told=intent.told)
    named = [one.id for one in names_of(state).mentions(tokens_of(thing)) if one.kind == "item"]
    held = next((id for id in named if state.has(intent.target, id)), "")
    made_of = OF_WHAT.search(thing)
    sorts = (*wordnet.categories(noun), *(wordnet.categories(singular(made_of[1])) if made_of else ()))
    if not held and (not is_new(thing) or _no_thing(thing)):
        return intent
    mode = "dear" if sorts[:1] and sorts[0] in DEAR else "small" if held or set(sorts) & set(SMALL) or not sorts else ""
    return intent.model_copy(update={"mode": mode, "about": thing, "item": held}) if mode else intent


def _no_thing(words: str) -> bool:
    """True for a bare word that is as much a quality as a thing, or none that is known: *fine*, *so*."""
    tokens = tokens_of(words)
    return len(tokens) == 1 and (not wordnet.categories(singular(tokens[0])) or bool(wordnet.synonyms(tokens[0], "a")))


def tell_request(book: Notebook, intent: Intent) -> bool:
    """Beats for what came of a request; False where none was judged."""
    if not is_request(intent):
        return False
    npc = intent.target
    denied = next((one.cause for one in book.changes("used") if one.cause.startswith(f"{DENIED}:{npc}:")), "")
    granted = any(one.cause.startswith(f"{GRANTED}:{npc}:") for one in book.changes("flag"))
    if not denied and not granted:
        return False
    thing = intent.mode in ("small", "dear")
    matter = book.name(intent.item) if thing and intent.item else intent.about if thing else reworded(intent.about)
    slots = {"verb": "request", "matter": matter}
    if denied:
        book.add("reaction", target=npc, slots=slots | {"telling": "request_denied", "flags": f"why_{denied.rpartition(':')[2]}"})
        return True
    telling = "request_thing" if thing else "request_word" if intent.mode == "word" else "request_deed"
    if telling == "request_deed":
        slots["deed"] = done_by(intent.about, book.state.pack.npcs[npc].pronouns)
    book.add("reaction", target=npc, slots=slots | {"telling": telling})
    return True


def done_by(request: str, pronouns: str) -> str:
    """What is asked for, as it is told of whoever does it.

    >>> done_by("hold my horse", "he"), done_by("wait here for me, and keep your hat on", "she")
    ('holds your horse', 'waits here for you, and keep her hat on')
    """
    verb, _, rest = request.partition(" ")
    theirs = {"your": {"he": "his", "she": "her"}.get(pronouns, "their"), "you": {"he": "him", "she": "her"}.get(pronouns, "them")}
    mine = {"my": "your", "me": "you", "us": "you", "our": "your", "i": "you"}
    said = re.sub(r"[A-Za-z']+", lambda word: (theirs | mine).get(word[0].lower(), word[0]), rest)
    return f"{forms(lemma(verb.lower()))[1]} {said}".strip()
