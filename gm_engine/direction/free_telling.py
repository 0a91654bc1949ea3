"""How free acts are told: the player's own clause first, then what came of it, who noticed, and what now is so."""

import re

from gm_engine.direction.act_sorts import STATES_SET, singular, sorts_of
from gm_engine.direction.chances import decide_yes_or_no
from gm_engine.direction.details import detail_of, loads_of, looks, sought_in, sought_question
from gm_engine.direction.free_acts import several
from gm_engine.direction.hiding import OUT_OF_SIGHT
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.upshot_telling import sets, tell_upshot
from gm_engine.direction.upshots import thing_of
from gm_engine.direction.words_typed import unended
from gm_engine.rules.adjudicate import at_hand
from gm_engine.rules.changes import move_attitude
from gm_engine.rules.object_phrases import definite, head_noun, yours
from gm_engine.rules.skill_check import worked
from gm_engine.rules.works import made_of
from gm_engine.state.news import takes
from gm_engine.story.counting import in_words
from gm_engine.story.event import StateChanged, WorkDone
from gm_engine.story.intent import READY, Intent
from gm_engine.story.numbers import hours_in_words
from gm_engine.story.roll import Roll
from gm_engine.story.work import Work
from gm_engine.wordnet import categories, category, verb_class

PERCEIVING = frozenset(("read", "check", "examine", "study", "count", "inspect", "feel", "search", "look", "listen", "test"))
SENTENCE = re.compile(r"[^.!?]+[.!?]")
TOGETHER = 22
"""So many words of several small acts make one sentence."""
MOST_STANDING = 2
"""So many works are pointed out to whoever comes back to them."""
SETTLES = 720
"""Minutes after which what was opened, shut, lit or put out is as it mostly is."""
LATELY = 6
"""Turns within which a thing is not described twice."""
DONE = ("make", "forge", "mend", "alter", "hide", "train", "undo")
"""Modes whose outcome has words of its own; the others are told by their skill, as any check is."""


def tell_free(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """The beats of one free act. What a model heard has no telling of its own: the model tells it, and is handed the dice."""
    if not intent.told:
        _dice(book, intent, roll)
        return
    if intent.mode == READY:
        book.add("action", slots={"telling": "free_ready", "told": intent.told.strip().rstrip(".!")})
        return
    if intent.mode == OUT_OF_SIGHT:
        _out_of_sight(book, intent, roll)
        return
    _as_said(book, intent, roll)
    if intent.mode in DONE and not (intent.mode == "undo" and sets(intent)):
        _outcome(book, intent, roll)
        _noticed(book, intent, roll)
    elif roll is not None:
        _dice(book, intent, roll)
    elif intent.mode == "" and (perceives(intent) or looks(intent) or sought_in(intent)):
        _perceived(book, intent)
    elif not tell_upshot(book, intent) and intent.mode == "" and (seen := seen_of(book, intent.item)):
        book.add("action", text=seen, slots={"telling": "free_seen"})


def _perceived(book: Notebook, intent: Intent) -> None:
    """What is seen, heard or read of a thing, in the pack's words; that there is nothing in it, where these have none."""
    if seen := _shown(book, intent):
        book.add("action", text=seen, slots={"telling": "free_seen"})
    elif (thing := thing_of(intent)) and not intent.item and intent is book.intents[-1]:
        book.add("action", slots={"telling": "free_done", "thing": thing} | verbs_for(thing))


def _shown(book: Notebook, intent: Intent) -> str:
    """What an act lets one see: what the pages have of it, how a gun is loaded, a detail; and whether what was looked for is there."""
    written = seen_of(book, intent.item) or in_sight(book, intent)
    shown = [written, loads_of(book, intent.item)]
    if not any(shown) and (looks(intent) or perceives(intent)):
        shown.append(detail_of(book, intent))
    if (thing := sought_in(intent)) and (so := decide_yes_or_no(book, sought_question(book, thing))):
        shown.append(so.text)
    return " ".join(filter(None, shown))


def _out_of_sight(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """Whether anybody saw where one hid, and for how long it was."""
    book.add("action", slots={"telling": "free_told", "told": intent.told.strip().rstrip(".!")})
    who = next((id for id in book.around() if id in book.present()), "")
    long = {"hours": hours_in_words(intent.amount)} if intent.amount else {}
    band = roll.band if roll else ""
    book.add("action", target=who, band=band, rolls=(roll.id,) if roll else (), slots={"telling": "free_lie_low"} | long)


def seen_of(book: Notebook, item: str) -> str:
    """What whoever has a thing in hand sees of it, in the pack's words, where it was not told of it lately."""
    entry = book.state.pack.items.get(item)
    words = (entry.description or entry.summary) if entry and at_hand(book.state, item) else ""
    return "" if any(words in turn.reply for turn in book.state.recent_turns(LATELY)) else words


def in_sight(book: Notebook, intent: Intent) -> str:
    """What the place has to show of what is looked at, listened to or read, in the pack's words; empty where its words have nothing."""
    place = book.state.pack.locations.get(book.state.here)
    if place is None or not perceives(intent):
        return ""
    said = {unended(word) for word in words_of(intent.words)[1:] if categories(singular(word))}
    shown = [*place.senses, *SENTENCE.findall(place.description or place.summary)]
    ranked = sorted(shown, key=lambda text: -len(said & {unended(word) for word in words_of(text)}))
    return ranked[0] if ranked and said & {unended(word) for word in words_of(ranked[0])} else ""


def words_of(text: str) -> list[str]:
    """A text's words, in small letters."""
    return re.findall(r"[a-z]+", text.lower())


def perceives(intent: Intent) -> bool:
    """True for an act by which one sees, hears or reads something, and does nothing to it."""
    first = intent.words.lower().split()[:1]
    sees = bool(first) and (first[0] in PERCEIVING or verb_class(first[0]) == "perception")
    return sees and not any(sort.mode == "hide" for sort in sorts_of(first[0]))


def _dice(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """How an act came out for which dice fell; where nothing was at stake there is nothing to say beside the player's own words."""
    if roll is None:
        return
    stakes = {"won": intent.stakes.success, "lost": intent.stakes.failure} if intent.stakes else {}
    slots = {"skill": roll.skill or intent.skill, "difficulty": roll.difficulty, "tried": intent.words} | stakes
    book.add("check", band=roll.band, rolls=(roll.id,), slots={name: words for name, words in slots.items() if words})


def _as_said(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """The player's own words, as the GM repeats them; a small act right after another stands in its sentence. What failed was tried."""
    if roll is not None and not worked(roll.band):
        told = intent.told.strip().rstrip(".!")
        tried = told.removeprefix("you ") if told.startswith("you ") else yours(intent.words.strip().rstrip(".!"))
        book.add("action", slots={"telling": "free_tried", "tried": f"{tried[:1].lower()}{tried[1:]}"})
        return
    told = intent.told.strip().rstrip(".!")
    last = book.beats[-1] if book.beats else None
    small = last is not None and last.slots.get("telling") == "free_told" and "open" in last.slots.get("flags", "").split()
    if small and last is not None and len(f"{last.slots['told']} {told}".split()) <= TOGETHER:
        told = f"{last.slots['told']}, and {told.removeprefix('you ')}"
        book.beats.pop()
    flags = {"flags": "open"} if roll is None and intent.mode not in DONE else {}
    book.add("action", slots={"telling": "free_told", "told": told} | flags)


def work_of(book: Notebook, intent: Intent) -> Work | None:
    """The work that this act has done; None for one that has left nothing."""
    done = [event.work for event in book.happened if isinstance(event, WorkDone)]
    mine = [work for work in done if work.thing == definite(intent.about) or work.id == intent.topic]
    return mine[-1] if mine else None


def words_for(work: Work) -> dict[str, str]:
    """A work's own words, for the lines that tell of it."""
    slots = {"thing": work.thing, "left": work.text} | verbs_for(work.thing)
    if work.size:
        slots |= {"filled": in_words(work.filled), "size": in_words(work.size)}
    return {name: words for name, words in slots.items() if words}


def verbs_for(thing: str) -> dict[str, str]:
    """The verbs that agree with a thing."""
    many = several(thing)
    return {"is": "are" if many else "is", "has": "have" if many else "has"}


def _outcome(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """What came of it: the thing by its name, how well it came out, what now is so."""
    work = work_of(book, intent)
    thing = definite(intent.about) or "it"
    slots = {"telling": f"free_{intent.mode}", "thing": thing} | verbs_for(thing)
    flags = "done" if work is not None else "undone"
    if work is not None:
        slots |= words_for(work)
        if work.kind == "taught":
            flags += " learned" if work.whole else " going"
    band = roll.band if roll else ""
    slots["deed"] = intent.words
    book.add("action", band=band, rolls=(roll.id,) if roll else (), slots=slots | {"flags": flags})


def _noticed(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """Somebody who is here notices what came of it, or what did not."""
    work = work_of(book, intent)
    here = [who for who in book.around() if who in book.present()]
    if work is not None and work.turn == book.turn:
        here = [who for who in here if who in work.seen_by]
    if not here or any(beat.slots.get("telling") == "free_noticed" for beat in book.beats):
        return
    minded = [event.key for event in book.happened if isinstance(event, StateChanged) and event.cause.startswith("altered:")]
    who = minded[0] if minded else intent.target if intent.target in here else book.draws.pick(here)
    flags = "minded" if minded else "done" if work is not None else "undone"
    slots = {"telling": "free_noticed", "mode": intent.mode, "flags": flags}
    book.add("reaction", target=who, band=roll.band if roll else "", slots=slots)


def tell_shown(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """What somebody makes of a thing of the player's own making that they are shown."""
    work, name = made_of(book.state, intent.item), book.name(intent.item)
    watched = {"flags": "watched"} if work is not None and intent.target in work.seen_by else {}
    slots = {"telling": "shown", "thing": name} | verbs_for(name) | watched
    book.add("reaction", target=intent.target, band=roll.band if roll else "", rolls=(roll.id,) if roll else (), slots=slots)


# --- what stands, and who comes upon it


def tell_works_here(book: Notebook) -> None:
    """What was altered or hidden here, and still is so, for whoever comes back or looks about."""
    state = book.state
    standing = [
        work for work in state.works.values()
        if work.kind in ("altered", "placed") and work.stands and work.place == state.here and work.turn < book.turn and work.text
        and not (work.verb in STATES_SET and state.minute - work.minute > SETTLES)
        and not (work.kind == "placed" and work.item and state.where(work.item) != state.here)
    ]  # fmt: skip
    for work in standing[-MOST_STANDING:]:
        still = next((f"{work.thing} {verb} still {work.text.removeprefix(f'{work.thing} {verb} ')}" for verb in ("is", "are")
                      if work.text.startswith(f"{work.thing} {verb} ")), work.text)  # fmt: skip
        book.add(
            "action",
            slots={"telling": "work_stands", "left": work.text, "still": still, "flags": "set" if work.verb in STATES_SET else work.kind},
        )


def come_upon_works(book: Notebook) -> None:
    """Somebody comes upon what was altered: one a turn. Whoever knows whose work it is thinks the less of them."""
    state = book.state
    for work in state.works.values():
        if work.found is not None or not work.stands or work.due is None or state.minute < work.due or not state.alive(work.finder):
            continue
        where = state.where(work.finder)
        far = takes(state.pack, where, state.here) if where else None
        if where != state.here and (far is None or state.minute < work.due + far):
            continue
        known = any(who != work.finder for who in work.seen_by)
        found = WorkDone(turn=book.turn, work=work.model_copy(update={"found": book.turn}))
        book.happen([found, *(move_attitude(state, work.finder, -1, f"found:{work.id}") if known else ())])
        flags = ["here" if where == state.here else "afar", "known" if known else "unknown"]
        flags += ["sign"] if category(head_noun(work.thing)) == "speech" else []
        book.add("reaction", target=work.finder, slots=words_for(work) | {"telling": "work_found", "flags": " ".join(flags)})
        return
