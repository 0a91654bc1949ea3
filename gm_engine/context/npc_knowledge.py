"""What somebody who is here knows of what the player asks: by having been there, by being told, by news. They speak from it."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from gm_engine.context.focus import Focus, focus_on
from gm_engine.context.perceived import name_of
from gm_engine.context.retold import retold
from gm_engine.context.told_records import bookkept, quoted
from gm_engine.memory import Memory
from gm_engine.memory.index_words import stems
from gm_engine.state import StoryState
from gm_engine.state.news import carriers_of, takes
from gm_engine.story.beat import Beat
from gm_engine.story.context_element import ContextElement
from gm_engine.story.intent import Intent
from gm_engine.story.turn import Turn

MOST_PEOPLE = 2
"""So many of those present say what they know; those who are spoken to come first."""
MOST = 3
"""So many things that happened are told of for each."""
LOOKED_AT = 24
TOLD_WORDS = 2
"""Telling words that the player's line must share with what happened, for somebody to have been told of it."""
LOOKED_BACK = 200
"""So many turns are gone through for somebody who was told of a thing."""
NOTABLE = frozenset({"milestone", "major"})
How = Literal["saw it", "was told", "has heard", "has not heard yet"]


IN_WORDS: dict[How, str] = {
    "saw it": "was there and knows this",
    "was told": "was told this by the player's character",
    "has heard": "has heard of this",
    "has not heard yet": "has not heard of this yet",
}


class Event(NamedTuple):
    """Something that happened in play: when, where, to whom, whether it is talked of beyond its own street, or by everybody."""

    id: str
    text: str
    turn: int
    minute: int
    place: str
    people: tuple[str, ...]
    notable: bool
    of_all: bool = False


class Known(NamedTuple):
    """How somebody knows of something; ``minute`` is when they came to, or will have come to, know of it (None: not by themselves)."""

    how: How
    minute: int | None = None


def knowledge(focus: Focus, state: StoryState, memory: Memory) -> Iterator[ContextElement]:
    """For each of the few here who are asked: what they know of it and what they do not yet; nothing where nothing is asked."""
    asked = tuple(asked_of(focus, state, memory))
    if not asked:
        return
    spoken = [id for id in focus.spoken if id in focus.present]
    others = [id for id in focus.present if id not in spoken]
    for who in (spoken or others)[:MOST_PEOPLE]:
        if element := card(who, asked, state):
            yield element


def asked_of(focus: Focus, state: StoryState, memory: Memory) -> Iterator[Event]:
    """What happened in play that the player's words are about, what answers best first."""
    away = [id for id in focus.spoken if id not in focus.present]
    ids = [id for id, _ in memory.found_records(focus.terms, LOOKED_AT)]
    ids += [id for who in away for id in memory.about(who, LOOKED_AT)]
    found = [event for id in dict.fromkeys(ids) if (event := event_of(id, state))]
    if state.table.hears:
        found = [event for event in found if event.turn < state.turn and happened(event, state)]
        # What is owed is between those whom it concerns, and stands in their prompts as it is.
        found = [event for event in found if not event.id.startswith("consequence:")]
    telling = focus.terms.keys()
    near = [event for event in found if set(event.people) & set(away) or len(telling & stems(event.text).keys()) >= TOLD_WORDS]
    yield from near[:MOST]


def from_what_they_know(said: str, intents: Sequence[Intent], beats: Sequence[Beat], state: StoryState, memory: Memory) -> tuple[Beat, ...]:
    """The beats; whoever would own that they know nothing of a thing, and were there, were told or have heard, answers from that.

    So does whoever would say where the dead are mostly to be found. What happened stands in the slot ``happened``, and in ``how`` how
    they know of it.
    """
    if not any(map(_in_doubt, beats)):
        return tuple(beats)
    asked = tuple(asked_of(focus_on(said, intents, beats, state, memory), state, memory))
    return tuple(_answered(beat, asked, state) if _in_doubt(beat) else beat for beat in beats)


def _in_doubt(beat: Beat) -> bool:
    """True where somebody is asked of what the campaign has no lore of: they know nothing, or say what anybody could."""
    return bool(beat.target) and (beat.kind == "ignorance" or (beat.kind == "answer" and beat.statement is not None and not beat.text))


def _answered(beat: Beat, asked: Sequence[Event], state: StoryState) -> Beat:
    gone = bool(beat.topic) and not state.alive(beat.topic)
    for event in asked:
        if not event.id.startswith("story_point:") or (beat.kind == "answer" and not (gone and beat.topic in event.people)):
            continue
        point, how = state.story_points.get(event.id.partition(":")[2]), knows(beat.target, event, state).how
        said = retold(point, beat.target, state).strip().rstrip(".") if point else ""
        if said and how != "has not heard yet":
            slots = beat.slots | {"happened": said, "how": how}
            return beat.model_copy(update={"kind": "answer", "statement": None, "slots": slots})
    return beat


def happened(event: Event, state: StoryState) -> bool:
    """False for the engine's own note of an arrival, a meeting or a choice, of which nobody needs to have heard."""
    kind, _, rest = event.id.partition(":")
    point = state.story_points.get(rest) if kind == "story_point" else None
    return point is None or not bookkept(point)


def event_of(id: str, state: StoryState) -> Event | None:
    """The record of that element id as something that happened and that people may talk of; None for anything else."""
    kind, _, rest = id.partition(":")
    if state.marks.unsent(id):
        return None
    if kind == "story_point" and (point := state.story_points.get(rest)):
        weight = point.significance
        of_all = weight == "milestone"
        return Event(id, point.title, point.turn, point.minute, point.place, point.participants, weight in NOTABLE, of_all)
    if kind == "decision" and (made := state.decisions.get(rest)) and made.taken is not None:
        text = f"{name_of(state.pc, state)} chose: {made.choice}"
        return Event(id, text, made.turn, made.minute, made.place, made.participants, made.weight in ("critical", "significant"))
    if kind == "consequence" and (owed := state.consequences.get(rest)) and owed.audience == "table":
        played = state.turns.get(str(owed.turn))
        people = tuple(who for who in (owed.debtor, owed.creditor, *owed.participants) if who)
        return Event(id, owed.text, owed.turn, owed.minute, played.place if played else "", people, False)
    return None


def knows(who: str, event: Event, state: StoryState) -> Known:
    """How somebody knows of what happened: because they were there, were told by the player's character, or have heard."""
    played = state.turns.get(str(event.turn))
    there = (*event.people, *(played.present if played else ()))
    if who in there:
        return Known("saw it", event.minute)
    if told := _told(who, event, state):
        return Known("was told", told.minute)
    if not any(id not in (state.pc, who) for id in there):
        return Known("has not heard yet")
    arrival = _arrives(who, event, state)
    if arrival is None or arrival > state.minute:
        return Known("has not heard yet", arrival)
    return Known("has heard", arrival)


def _told(who: str, event: Event, state: StoryState) -> Turn | None:
    """The turn in which the player's character spoke of it to them."""
    telling = stems(event.text).keys()
    named = {id for id in event.people if id not in (state.pc, who)}
    for number in range(state.turn - 1, max(event.turn, state.turn - LOOKED_BACK), -1):
        turn: Turn | None = state.turns.get(str(number))
        if turn is None or who not in turn.present or not turn.said.strip():
            continue
        shared = len(telling & stems(turn.said).keys())
        if shared >= min(TOLD_WORDS, len(telling)) or (shared and any(_named(id, turn.said, state) for id in named)):
            return turn
    return None


def _named(id: str, said: str, state: StoryState) -> bool:
    return bool(stems(name_of(id, state)).keys() & stems(said).keys())


def _arrives(who: str, event: Event, state: StoryState) -> int | None:
    """When the news can have come to where they are."""
    place = state.where(who)
    if not event.place or not place:
        return event.minute
    person = state.pack.person(who)
    role = (person.role if person else "").lower()
    office = any(word in role for word in carriers_of(state.pack).news.offices)
    tied = bool(person) and any(_tied(who, other, state) for other in event.people)
    minutes = takes(state.pack, event.place, place, notable=event.notable, ridden=office or tied)
    return None if minutes is None else event.minute + minutes


def _tied(who: str, other: str, state: StoryState) -> bool:
    """True for kin, friends and those of one faction: somebody rides to tell them."""
    if other in (state.pc, who):
        return False
    bonds = {id for one in (who, other) if (person := state.pack.person(one)) for _, id in person.bonds}
    return bool(bonds & {who, other}) or bool(set(state.factions_of(who)) & set(state.factions_of(other)))


def card(who: str, events: tuple[Event, ...], state: StoryState) -> ContextElement | None:
    """What somebody knows and does not know of these: what they speak from."""
    rows: dict[How, list[str]] = {}
    for event in events:
        how = knows(who, event, state).how
        # That word of a thing got about is the engine's guess: a model is told of it only for what a whole county talks of.
        # The present scene stands in the conversation, and shared words are no proof that somebody was told.
        if state.table.hears and (
            event.turn >= state.scene.turn
            or how == "was told"
            or (how != "saw it" and (not event.of_all or name_of(who, state) in event.text))
        ):
            continue
        rows.setdefault(how, []).append(event.text.strip().rstrip("."))
    if not rows:
        return None
    order: tuple[How, ...] = ("saw it", "was told", "has heard", "has not heard yet")
    parts = [f"{how}: {'; '.join(rows[how])}." for how in order if how in rows]
    name = name_of(who, state)
    known = f"WHAT {name.upper()} KNOWS of this: {' '.join(part[:1].upper() + part[1:] for part in parts)}"
    if state.table.hears:
        known = " ".join(f"{name} {IN_WORDS[how]}: {'; '.join(quoted(text) for text in rows[how])}." for how in order if how in rows)
    return ContextElement(
        id=f"knows:{who}",
        kind="variable",
        text=known,
        source="knowledge",
        about=tuple(dict.fromkeys((who, *(id for event in events for id in event.people if id != state.pc)))),
        place=state.here,
        minute=state.minute,
        holder=who,
        importance=4,
    )
