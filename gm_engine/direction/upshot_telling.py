"""How upshots are told: one line for what an act came to, by whoever is there to take it, and what it changes between two people."""

import re

from gm_engine.direction.act_sorts import STATES_SET
from gm_engine.direction.free_acts import direct, object_in, several
from gm_engine.direction.naming import names_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.upshots import SOMEBODY, THING, Upshot, beast_in, named_thing, noun_kind, somebody_else, thing_of, upshot_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.changes import move_attitude
from gm_engine.rules.object_phrases import yours
from gm_engine.story.intent import Intent
from gm_engine.story.sentences import spans_of_sentences
from gm_engine.wordnet import verb_class

SHOWN_WORDS = "laughed wept blushed cursed sighed trembled silent announced spat seated bared suggested"
READ_BY_OTHERS = frozenset(SHOWN_WORDS.split())
"""What one does that whoever is there sees, and may say something to."""
MODES = {"stow": "stowed", "gather": "gathered", "place": "placed"}
STATE_NAMES = {"open": "opened", "shut": "shut", "lit": "lit", "out": "quenched", "latched": "bolted", "bolted": "bolted"}
MOST = 2
"""So many upshots are told in one turn."""
HELPED_TO = 1
"""Nobody comes to think better of somebody than this for being lent a hand."""
SEEN_LATELY = 12
"""Turns within which nobody sees the same thing of a place twice."""
CLAUSES = re.compile(r",? and (?:then )?|, (?:then )?")
THEM = frozenset(("him", "her", "them", "his", "their"))
HELD = ("lifted", "touched_thing", "shaken")
"""Families of acts by which one has a thing before one's eyes."""


def tell_gesture(book: Notebook, intent: Intent) -> bool:
    """A gesture in the player's own words, with what it came to; False where it came to nothing, or was heard as no clause of theirs."""
    verb = next(iter(intent.words.lower().split()), "")
    act = intent.model_copy(update={"mode": "", "about": object_in(intent.words)})
    if not verb_class(verb) or verb in ("i", "we") or _upshot(book, act) is None:
        return False
    told = intent.told.strip().rstrip(".!") or f"you {yours(intent.words.strip().rstrip('.!'))}"
    book.add("action", slots={"telling": "free_told", "told": told})
    tell_upshot(book, act)
    return True


def sets(intent: Intent) -> bool:
    """True for an act that opens or shuts, lights or puts out."""
    return intent.words.lower().split()[:1] != [] and intent.words.lower().split()[0] in STATES_SET


def tell_upshot(book: Notebook, intent: Intent) -> bool:
    """A beat for what an act came to, and one for whoever minds it; False where it came to nothing that could be told."""
    told = [beat.slots["telling"] for beat in book.beats if beat.slots.get("telling", "").startswith("upshot_")]
    intent = _towards(book, intent)
    found = _upshot(book, intent)
    stranger = (
        somebody_else(intent.about)
        if found is not None and found.to == SOMEBODY and intent.target not in _named(book, intent.about)
        else ""
    )
    if found is None or len(told) >= MOST or f"upshot_{found.name}" in told:
        return False
    if found.name in HELD and intent.item in book.state.pack.items:
        return False
    sight = _sight(book) if found.name == "roamed" else ""
    if found.name == "roamed" and not sight:
        return False
    slots = {"telling": f"upshot_{found.name}", "flags": _flags(found, intent)}
    if found.thing:
        many = several(found.thing)
        slots |= {"thing": found.thing, "item_name": found.thing, "item_pronouns": "they" if many else "it"}
        slots |= {"is": "are" if many else "is", "has": "have" if many else "has"}
    here = [who for who in book.around() if who in book.present()]
    who = intent.target if found.to == SOMEBODY else ""
    if not who and here and (found.name in READ_BY_OTHERS or found.to == THING):
        who = intent.target if intent.target in here else book.draws.pick(here)
    if stranger:
        who, slots = (
            "",
            slots | {"target_name": stranger, "target_pronouns": "she" if {"her", "she"} & set(tokens_of(intent.words)) else "he"},
        )
    book.add("action", target=who, text=sight, slots=slots)
    if found.name == "helped" and who:
        _warm(book, who)
    keepers = [one for one in here if book.state.pack.npcs[one].at == book.state.here]
    if found.meddles and keepers and found.thing and not (intent.item and book.state.has(book.state.pc, intent.item)):
        by = intent.target if intent.target in keepers else keepers[0]
        book.add("reaction", target=by, slots={"telling": "upshot_minded", "thing": found.thing})
    return True


def _upshot(book: Notebook, intent: Intent) -> Upshot | None:
    """What the act came to; of several that stand in one sentence, the one done to somebody, else the last that came to anything."""
    if intent.mode in MODES and (intent.mode != "place" or direct(intent)):
        return Upshot(MODES[intent.mode], THING, thing_of(intent))
    if intent.mode in ("set", "undo"):
        state = STATES_SET[intent.words.lower().split()[0]]
        return Upshot(STATE_NAMES[state], THING, thing_of(intent), noun_kind(named_thing(intent.about)), meddles=state == "open")
    clauses = CLAUSES.split(intent.words)
    acts = [intent, *(intent.model_copy(update={"words": one, "about": object_in(one)}) for one in clauses[1:])]
    acts[0] = intent.model_copy(update={"words": clauses[0]}) if len(clauses) > 1 and intent.about in clauses[0] else intent
    before = next((beast_in(tokens_of(one.words))[1] for one in reversed(book.intents) if beast_in(tokens_of(one.words))[1]), "")
    found = [one for act in acts if (one := upshot_of(act, to_somebody=_to_somebody(book, act), beast_before=before))]
    return next((one for one in found if one.to == SOMEBODY), found[-1] if found else None)


def _towards(book: Notebook, act: Intent) -> Intent:
    """The act with whom it is done to: whose hand or hat it is, or the only one here where it speaks of *him* or *his*; who is called by
    name alone is *him* in it.
    """
    said = {token.lower() for token in tokens_of(act.words)}
    here, named = book.around(), _named(book, act.about)
    who = act.target or next((one for one in named if one in here), "") or (here[0] if len(here) == 1 and THEM & said else "")
    words = tokens_of(act.about)
    alone = any(one.id == who and one.end - one.start == len(words) for one in names_of(book.state).mentions(words))
    return act.model_copy(update={"target": who, "about": _its_thing(act) if alone else act.about})


def _its_thing(act: Intent) -> str:
    """What is done with or given to him who alone is named as the object: *pour Ben a drink*; else *him*."""
    _, _, after = act.words.partition(act.about)
    return object_in(f"{act.words.split()[0]}{after}") or "him"


def _named(book: Notebook, about: str) -> list[str]:
    return [one.id for one in names_of(book.state).mentions(tokens_of(about)) if one.kind == "person"]


def _to_somebody(book: Notebook, act: Intent) -> bool:
    """True where somebody who is here, and can mind, is spoken of in an act as the one it is done to."""
    if act.target not in book.around() or act.target not in book.present():
        return False
    said = {token.lower() for token in tokens_of(act.words)}
    return act.target in _named(book, act.words) or act.about == "him" or bool(somebody_else(act.about)) or bool(THEM & said)


def _flags(found: Upshot, intent: Intent) -> str:
    kinds = [found.kind, named_thing(intent.about) if found.to != "beast" else ""]
    return " ".join(f"of:{kind}" for kind in dict.fromkeys(kinds) if kind and " " not in kind)


def _sight(book: Notebook) -> str:
    """One thing that the place has to show, in the pack's words, that was not told lately; empty where all has been."""
    place = book.state.pack.locations.get(book.state.here)
    text = (place.description or place.summary) if place else ""
    lately = " ".join(turn.reply for turn in book.state.recent_turns(SEEN_LATELY))
    return next((text[start:end] for start, end in spans_of_sentences(text) if text[start:end] not in lately), "")


def _warm(book: Notebook, who: str) -> None:
    """Whoever has been lent a hand thinks a little better of it, once."""
    state, flag = book.state, f"helped_{who}"
    if not state.flags.get(flag, 0) and -1 <= state.attitude(who) < HELPED_TO:
        book.change("flag", flag, 1, 0, cause=f"helped:{who}")
        book.happen(move_attitude(state, who, 1, f"helped:{who}"))
