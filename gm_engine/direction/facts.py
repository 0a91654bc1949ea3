"""What the state itself answers: who is where, who is dead, what somebody is, what the lore holds of them."""

from typing import NamedTuple

from gm_engine.direction.notebook import Notebook
from gm_engine.direction.of_a_sort import told_of_sort
from gm_engine.direction.player_question import EMPTY, Question
from gm_engine.direction.prices import price_told
from gm_engine.direction.who_fits import in_talk
from gm_engine.direction.words_typed import tokens_of, unowned
from gm_engine.rules.journey import leg_minutes
from gm_engine.rules.map import route
from gm_engine.state.seen import facts_seen
from gm_engine.stemming import stem
from gm_engine.story.claim import Fact, Statement, Value
from gm_engine.story.counting import in_words
from gm_engine.story.numbers import sum_in_words
from gm_engine.story.relation import Relation

ALIVE = frozenset(map(stem, ("alive", "living", "breathing", "live", "well")))
DEAD = frozenset(map(stem, ("dead", "died", "die", "killed", "buried", "gone")))
HERE = frozenset(("here", "in", "around", "about", "home"))
UNTOLD = "some way"
"""As far as somewhere is of which nobody has said how far it is."""


class Found(NamedTuple):
    """What answers: a statement about somebody, or words ready to be said; ``so`` says yes or no to a question that asks for it."""

    statement: Statement | None = None
    text: str = ""
    so: bool | None = None


def fact_for(book: Notebook, question: Question, npc: str) -> Found | None:
    """The fact of the state that answers a question, if one does. ``npc`` is asked; empty where the GM is."""
    topic = question.topic
    if (said := told_of_sort(book, question)) is not None:
        return Found(text=said[1], so=said[0] if question.kind == "yes_no" else None)
    if price := price_told(book, question):
        return Found(text=price)
    others = [unit for unit in question.units if unit.id != topic]
    if question.kind == "yes_no" and question.of_asked and not topic and (held := _held(book, question, npc)):
        return held
    if question.kind == "yes_no":
        return _yes_or_no(book, question, topic)
    if question.kind == "where" and topic and not [unit for unit in others if not unit.act]:
        return _where(book, topic, npc)
    if topic in book.state.pack.locations and not others and _way_is_asked(question) and not question.of_asked:
        return _way_to(book, topic)
    if question.kind in ("who", "what") and topic and not others and topic != npc:
        return who_is(book, topic)
    return _held(book, question, npc)


def _way_is_asked(question: Question) -> bool:
    """True for *how far is it to the spring*, *how do I get there*."""
    tokens = set(tokens_of(question.words))
    return (question.kind == "how_many" and bool(tokens & {"far", "long"})) or (question.kind == "how" and "to" in tokens)


def _yes_or_no(book: Notebook, question: Question, topic: str) -> Found | None:
    """Whether somebody who is named is dead, alive or here: what the table can see or has heard."""
    state, said = book.state, question.stems
    if topic not in state.pack.npcs:
        return None
    rest = {one for unit in question.units if unit.id != topic for one in unit.stems}
    dead = not state.alive(topic)
    if rest and rest <= (ALIVE | DEAD):
        condition = Value(kind="enum", text="dead" if dead else "alive")
        return Found(Statement(subject=topic, relation="condition", value=condition), so=dead == bool(said & DEAD))
    if not rest and HERE & set(tokens_of(question.words)) and not dead:
        near = topic in book.around()
        return Found(_at(book, topic, book.at), so=True) if near else _elsewhere(book, topic, so=False)
    return None


def _where(book: Notebook, topic: str, npc: str) -> Found | None:
    state = book.state
    if topic in state.pack.npcs:
        if not state.alive(topic):
            dead = Value(kind="enum", text="dead")
            return Found(Statement(subject=topic, relation="condition", value=dead))
        return None if topic in book.around() or topic == npc else _elsewhere(book, topic)
    if topic in state.pack.locations:
        return _way_to(book, topic)
    if topic in state.pack.items:
        lies = state.where(topic)
        if lies and lies == state.here:
            return Found(_at(book, topic, lies))
        if state.has(state.pc, topic):
            return Found(text="You have it on you.")
    return None


def _elsewhere(book: Notebook, who: str, so: bool | None = None) -> Found | None:
    """Where anybody would look for somebody at this hour; nothing where the place is nobody's to know."""
    place = book.state.usually(who)
    if place not in book.state.pack.locations or book.state.pack.locations[place].visibility != "table" or place == book.at:
        return None
    return Found(_at(book, who, place), so=so)


def _at(book: Notebook, who: str, place: str) -> Statement:
    return Statement(subject=who, relation="at", value=Value(kind="entity", text=book.name(place), entity=place))


def _way_to(book: Notebook, place: str) -> Found | None:
    """How far a place is and by which way, in words that anybody would give."""
    state = book.state
    if place == state.here:
        return Found(text="You are standing in it.")
    legs = route(state, state.here, place)
    if not legs:
        return None
    minutes = sum(leg_minutes(state, way, "foot") for way in legs)
    long = in_words(minutes) + (" minute" if minutes == 1 else " minutes") if minutes < 60 else f"about {_hours(minutes)}"
    if not all(way.told for way in legs):
        long = UNTOLD
    bearing = f" {legs[0].dir}" if legs[0].dir and legs[0].dir not in ("in", "out") else ""
    by = f", by way of {book.name(legs[0].to)}" if len(legs) > 1 and legs[0].to in state.pack.locations else ""
    text = f"{long}{bearing} from here{', on foot' if long != UNTOLD else ''}{by}."
    return Found(text=text[:1].upper() + text[1:])


def _hours(minutes: int) -> str:
    hours = max(1, round(minutes / 60))
    return "an hour" if hours == 1 else f"{in_words(hours)} hours"


def who_is(book: Notebook, topic: str) -> Found | None:
    """What anybody would say somebody is."""
    person = book.state.pack.npcs.get(topic)
    if person is None or person.visibility == "gm":
        return None
    if not book.state.alive(topic):
        return Found(Statement(subject=topic, relation="condition", value=Value(kind="enum", text="dead")))
    if person.role and not set(tokens_of(person.role)) <= {*tokens_of(person.name), "the", "a"}:
        return Found(Statement(subject=topic, relation="role", value=Value(kind="enum", text=person.role)))
    return None


def _held(book: Notebook, question: Question, npc: str) -> Found | None:
    """What the lore holds of whom the question is about, by the words that say what its relation is."""
    state = book.state
    named = bool(npc) and _is_named(book, npc, question)
    about = npc if (question.of_asked or named) and not question.topic else question.topic
    if not about or about in state.pack.secrets or question.kind in ("why", "how"):
        return None
    words = {stem(token) for token in tokens_of(question.words) if token[:1].isalnum()}
    asked = frozenset().union(*(unit.stems for unit in question.units if unit.id != about)) if question.units else frozenset()
    best: tuple[int, Fact] | None = None
    for fact in facts_seen(state.lore.facts(about), state):
        relation = state.lore.relation(fact.relation)
        if question.kind == "who" and not fact.value.entity:
            continue
        if relation is None or not fact.polarity or fact.status != "open" or fact.relation in ("role", "at", "name", "alias"):
            continue
        meant = {stem(word) for word in (*fact.relation.split("_"), *tokens_of(relation.says), *relation.wordings)}
        telling = meant - {stem(word) for word in EMPTY}
        alike = frozenset(one for unit in question.units if unit.id != about and unit.like & telling for one in unit.stems)
        shared = len(asked & telling) * 2 + len(words & {stem(word) for word in fact.relation.split("_")})
        if not question.units and _plainly(question, words, relation):
            shared += 2
        if shared >= 2 and asked <= (telling | words & meant | alike) and (best is None or shared > best[0]):
            best = (shared, fact)
    if best is None:
        return None
    fact = best[1]
    if about == npc:
        said = sum_in_words(fact.value.text or str(fact.value.low))
        return Found(text=f"{said[:1].upper()}{said[1:]}.")
    if fact.value.entity in state.pack.npcs:
        said = in_talk(book, fact.value.entity)
        return Found(text=f"{said[:1].upper()}{said[1:]}.")
    return Found(Statement(subject=fact.subject, relation=fact.relation, value=fact.value))


def _is_named(book: Notebook, who: str, question: Question) -> bool:
    """True where a question put to somebody speaks of them by their name."""
    entity = book.state.lore.entity(who)
    called = {token for name in (entity.name, *entity.aliases) for token in tokens_of(name)} if entity else set()
    return bool((called - EMPTY) & {unowned(token) for token in tokens_of(question.words)})


def _plainly(question: Question, words: set[str], relation: Relation) -> bool:
    """True where the question's own small words ask for a relation: *where are you from*, *how old is she*."""
    small = {stem(word) for word in relation.id.split("_")}
    if question.kind == "where":
        return relation.kind == "whereabouts" and bool(words & small)
    return question.kind == "how_many" and "old" in words and relation.id == "age"
