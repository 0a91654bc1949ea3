"""What is not known: said shortly and owned, with who would know better and why them, and with the nearest thing that is known."""

import re
from collections.abc import Iterable

from gm_engine import wordnet
from gm_engine.direction.act_sorts import singular
from gm_engine.direction.answer_pieces import Piece, fitness, pieces_of, rarities, speaks_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question
from gm_engine.direction.told_before import in_own_mouth, told_at, told_now
from gm_engine.direction.turned import matter_of, parted, reported, sound
from gm_engine.direction.who_fits import place_of, profiles, the_role
from gm_engine.direction.words_typed import tokens_of
from gm_engine.stemming import stem
from gm_engine.story.counting import IN_WORDS

NEAREST = 0.34
"""So much of what was asked must a piece speak of to be offered for want of an answer."""
NEAR_ENOUGH = 0.45
"""From here on that piece is answer enough."""
BETTER = 0.45
"""So well must what somebody is or says fit a matter, for others to send one to them."""
KIN = ("father", "mother", "parent", "child", "son", "daughter", "brother", "sister", "sibling", "spouse", "husband", "wife", "married")
"""The ties by which somebody is family."""


def slots_of_the_unknown(book: Notebook, question: Question, npc: str) -> dict[str, str]:
    """How it is said that something is not known: its matter, where it can be said in a clean clause, and whom to ask instead."""
    slots = matter_slots(book, question)
    if slots.get("telling") == "unknown_own":
        return slots
    named = {key.rpartition(":")[2] for key in book.state.used if key.startswith(f"sent:{npc}:")}
    if other := who_knows_better(book, question, npc, without=named):
        book.change("used", f"sent:{npc}:{other}", book.turn, cause="said")
        slots |= pointed(book, question, other)
    if slots["telling"] != "asked_back" and any(beat.kind == "ignorance" and beat.target == npc for beat in book.beats):
        slots["telling"] = "nor_that"
    return slots


def pointed(book: Notebook, question: Question, other: str) -> dict[str, str]:
    """Somebody to whom one is sent: who they are, why they would know, and where they are."""
    person, place = book.state.pack.npcs[other], place_of(book, other)
    slots = {"better_name": book.name(other), "better": other, "better_pronouns": person.pronouns}
    if why := _why(book, question, other):
        slots["better_why"] = why
    if place and place != book.at:
        slots |= {"whither_name": book.name(place), "whither": place}
    return slots


def _why(book: Notebook, question: Question, other: str) -> str:
    """What makes somebody the one to ask: kin to whom it is about, or their trade."""
    pack, topic = book.state.pack, question.topic
    person = pack.npcs[other]
    kin = {id for relation, id in person.bonds if relation in KIN}
    if topic in pack.npcs and (topic in kin or other in {id for relation, id in pack.npcs[topic].bonds if relation in KIN}):
        return f"family to {book.name(topic)}"
    return the_role(person.role.strip()) if person.role.strip() else ""


def matter_slots(book: Notebook, question: Question) -> dict[str, str]:
    """The matter of a question in words: turned round where that comes out clean, else its topic's name, else nothing."""
    matter = matter_of(question.words)
    if matter and sound(matter) and (question.units or question.of_asked):
        return {"matter": matter, "telling": "unknown_own" if question.of_asked else "unknown_whole"}
    others = [unit for unit in question.units if unit.id != question.topic and not unit.act]
    alone = not others or question.topic not in _setting(book)
    if question.topic and alone and question.topic not in book.state.pack.secrets:
        return {"matter": sayable(book, question.topic), "telling": "unknown_named"}
    words = VAGUE.sub("", question.words.strip(" ?!."))
    if question.units and not question.kind and len(words.split()) <= MOST_MATTER_WORDS:
        return {"matter": words, "telling": "unknown_named"}
    whole = reported(question.words) if question.kind == "yes_no" else ""
    if whole and sound(f"whether {whole}"):
        return {"matter": f"whether {whole}", "telling": "unknown_whole"}
    return {"telling": "unknown_plain" if question.units and question.kind else "asked_back"}


MOST_MATTER_WORDS = 7
VAGUE = re.compile(r"^(?:any|some|a|an)\s+", re.I)


def sayable(book: Notebook, id: str) -> str:
    """What somebody or something is called in talk."""
    return "me" if id == book.state.pc else book.state.name(id)


def who_knows_better(book: Notebook, question: Question, npc: str, without: Iterable[str] = ()) -> str:
    """Somebody else whose trade, lore or own lines fit the matter best; empty where nobody comes to mind. Secrets give nobody away."""
    state = book.state
    rarity = rarities(state.pack)
    plain = question._replace(kind="")
    best = (0.0, "")
    for id, profile in profiles(state):
        if id in (npc, question.topic, *without) or not state.usually(id):
            continue
        person = state.pack.npcs[id]
        pieces = [profile, *(Piece(f"says:{id}:{n}", "own", line, (id,)) for n, line in enumerate(person.says))]
        pieces += [
            Piece(f"lore:{key}", "lore", entry.text, entry.about) for key, entry in state.pack.lore.items()
            if entry.visibility == "table" and not entry.bids and id in entry.about
        ]  # fmt: skip
        fit = max(fitness(plain, piece, state, rarity) for piece in pieces)
        if fit > best[0] + 1e-9:
            best = (fit, id)
    return best[1] if best[0] >= BETTER else ""


def nearest(book: Notebook, question: Question, npc: str) -> tuple[Piece | None, float]:
    """The nearest thing to what was asked that somebody knows and has not said, and how near: it speaks of what the question is about."""
    state, rarity, person = book.state, rarities(book.state.pack), book.state.pack.npcs[npc]
    named = [unit for unit in question.units if unit.id != npc and (unit.id or _is_thing(unit.stems, question.words))]
    things = [unit for unit in named if unit.id not in _setting(book)] or named
    if not things or (question.of_asked and not any(unit.id for unit in things)):
        return None, 0.0
    parts = parted(question.words)
    heads = frozenset(stem(word.lower()) for word in parts.sought) if parts else frozenset()
    said = told_now(book, npc)
    best: tuple[float, int, int, str, Piece | None] = (0.0, 0, 0, "", None)
    everybody = {*state.pack.npcs, *state.pack.characters}
    for piece in pieces_of(state, npc):
        sorts = ("own",) if question.of_asked else ("lore", "own", "rumour")
        others = piece.sort not in sorts or (piece.sort == "lore" and npc in piece.about and not in_own_mouth(piece.text, person))
        if others or piece.id in said or told_at(book, npc, piece.id):
            continue
        if not any(speaks_of(unit, piece, state) for unit in things):
            continue
        fit = fitness(question._replace(kind=""), piece, state, rarity, heads)
        if fit >= NEAREST:
            people = len(set(piece.about) & everybody) if question.kind in ("who", "which") else 0
            best = max(best, (round(fit, 3), people, piece.importance, piece.id, piece), key=lambda one: one[:4])
    return best[4], best[0]


def _setting(book: Notebook) -> tuple[str, ...]:
    """Where everybody is, which tells no matter from another: this place, and what holds it."""
    around = book.state.pack.locations.get(book.at)
    return (book.at, around.within if around else "")


def _is_thing(stems: frozenset[str], words: str) -> bool:
    return any(stem(token) in stems and (token in IN_WORDS or bool(wordnet.category(singular(token)))) for token in tokens_of(words))
