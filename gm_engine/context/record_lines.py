"""Records as elements: each kind of thing that is remembered, in a sentence of its own. What the table may not know is None."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from gm_engine.context.chapter_standing import summed_up
from gm_engine.context.lorebook_who import book_of, names
from gm_engine.context.perceived import ATTITUDES, UNSAID, name_of, number, person_card, words
from gm_engine.context.plain_cards import who
from gm_engine.context.record_elements import (
    conflict_element,
    consequence_element,
    decision_element,
    fact_element,
    story_point_element,
)  # fmt: skip
from gm_engine.context.told_records import AS_TOLD, bookkept, turn_text
from gm_engine.memory import Memory
from gm_engine.memory.annals import SUMMED
from gm_engine.memory.forgetting import small_events
from gm_engine.memory.recall import spoken
from gm_engine.state import StoryState
from gm_engine.story.calendar import Calendar
from gm_engine.story.claim import Fact
from gm_engine.story.consequence import Consequence
from gm_engine.story.context_element import ContextElement
from gm_engine.story.decision import Decision
from gm_engine.story.macros import filled
from gm_engine.story.memoir import Memoir
from gm_engine.story.pack import Faction

LOREBOOK = "lorebook"
"""The source of what comes from a lorebook, whether it acts or was found."""
DOUBTFUL = 60
"""Lore of which its author is less sure than this, in a hundred, is told as doubtful."""


def element(id: str, state: StoryState, memory: Memory) -> ContextElement | None:
    """The element of that id (``fact:3.1``, ``lore:founding``), as things stand now; None where there is none for the table."""
    kind, _, rest = id.partition(":")
    make = AS_TOLD.get(kind, KINDS.get(kind)) if state.table.hears else KINDS.get(kind)
    if kind in SUMMED:
        return summed_up(id, state, memory)
    if kind == "small":
        return small(id, state, memory)
    if state.marks.unsent(id):
        return None
    found = turn(rest, state, memory) if kind == "turn" else make(rest, state) if make else None
    if found and (edit := state.marks.corrected.get(id)):
        found = found.changed(text=_end(edit.words), statements=())
    return found if found and found.audience == "table" else None


def _when(minute: int | None, state: StoryState) -> str:
    return "" if minute is None else _day(state.pack.calendar, minute)


@lru_cache(maxsize=4096)
def _day(calendar: Calendar, minute: int) -> str:
    day = calendar.date(minute)
    return f"{day[:1].upper()}{day[1:]}: " if day else ""


def _end(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?", "”", '"')) else text + "."


def turn(id: str, state: StoryState, memory: Memory) -> ContextElement | None:
    told = memory.talk.told(int(id)) if id.isdigit() else None
    if told is None or not (told.said or told.reply):
        return None
    played = state.turns.get(id)
    if played and state.marks and (shown := state.shown(played)) is not played:
        told = replace(told, said=shown.said, reply=shown.reply)
    minute = played.minute if played else None
    plain = turn_text(told, minute, state) if state.table.hears else f"{_when(minute, state)}{spoken(told, state)}"
    return ContextElement.trusted(
        id=f"turn:{id}",
        kind="turn",
        text=plain.replace("\n", " "),
        source="memory",
        turns=(told.number,),
        about=memory.names.named(told.words),
        place=played.place if played else "",
        minute=played.minute if played else None,
        importance=max(2, memory.importance(told.number)),
    )


def fact(id: str, state: StoryState) -> ContextElement | None:
    held = state.lore.fact(id)
    if held is None or held.taken_out or held.status != "open" or held.audience != "table" or not held.validity.holds_at(state.minute):
        return None
    told = held.told_by[0]
    if held.relation in UNSAID and not told.turn:
        return None
    return fact_element(held, _fact_prose(held, state), minute=told.minute if told.turn else None, stated=not held.sentence)


def _fact_prose(held: Fact, state: StoryState) -> str:
    if held.by_hand:
        return _end(held.told_by[0].quote)
    other = name_of(held.value.entity, state) if held.value.entity else ""
    value = other if held.value.kind == "entity" and other else held.value.text
    beside = f" ({other})" if other and value != other else ""
    subject = name_of(held.subject, state)
    bare = f"{subject[:1].upper()}{subject[1:]}, {held.relation.replace('_', ' ')}{beside}: {'' if held.polarity else 'not '}{value}."
    told = held.told_by[0]
    quote = told.quote.strip()
    return f'{bare} (Told: "{quote}")' if told.turn and quote and len(quote) < 160 else bare


def lore(id: str, state: StoryState) -> ContextElement | None:
    entry = state.pack.lore.get(id)
    if entry is None or entry.visibility == "gm":
        return None
    holds = entry.validity(state.pack.calendar)
    if holds.since is not None and state.minute < holds.since:
        return None
    over = holds.until is not None and holds.until <= state.minute
    belief = "" if entry.canon == "canon" else "It is believed: " if entry.canon == "belief" else "The story goes: "
    doubt = "Not for certain: " if not belief and entry.confidence < DOUBTFUL else ""
    book = book_of(id, state)
    text = (
        filled(entry.text, *names(state, book), outlets={}, clock=state.pack.calendar.clock(state.minute)).text
        if book and ("{{" in entry.text or "<" in entry.text)
        else entry.text
    )
    past = f"Until {entry.valid_to}, and no longer: " if over else ""
    source = f" (From {entry.source.rstrip('.')}.)" if entry.source else ""
    return ContextElement.trusted(
        id=f"lore:{id}",
        kind="lore",
        text=belief + doubt + past + _end(text) + source,
        source=LOREBOOK if book else "pack",
        about=entry.about,
        place=next((about for about in entry.about if about in state.pack.locations), ""),
        importance=max(1, (entry.importance * entry.confidence + 50) // 100),
        pinned=entry.pinned and not over and not book,
        statements=(words(entry.about[0] if entry.about else id, "lore", text),),
    )


def elsewhere(id: str, state: StoryState) -> ContextElement | None:
    """What another campaign of this world has left behind, with its name."""
    memoir: Memoir | None = state.elsewhere.get(id)
    if memoir is None or not memoir.text:
        return None
    when = f", {memoir.when}" if memoir.when else ""
    return ContextElement(
        id=f"elsewhere:{id}",
        kind="lore",
        text=f'From another campaign in this world ("{memoir.title}"{when}): {memoir.text}',
        source="elsewhere",
        about=memoir.about,
        importance=memoir.importance,
    )


def rumour(id: str, state: StoryState) -> ContextElement | None:
    entry = state.pack.rumours.get(id)
    if entry is None:
        return None
    return ContextElement.trusted(
        id=f"rumour:{id}",
        kind="rumour",
        text=f"Rumour, nobody's word for it: {_end(entry.text)}",
        source="pack",
        about=entry.about,
        importance=2,
        statements=(words(entry.about[0] if entry.about else id, "rumour", entry.text),),
    )


def clue(id: str, state: StoryState) -> ContextElement | None:
    secret, _, found = id.partition("/")
    if id not in state.clues:
        return None
    number_ = int(state.clues[id])
    played = state.turns.get(str(number_))
    about = state.pack.secrets[secret].about if secret in state.pack.secrets else ()
    return ContextElement(
        id=f"clue:{id}",
        kind="clue",
        text=f"Found out: {_end(found)}",
        source="state",
        turns=(number_,),
        about=about,
        place=played.place if played else "",
        minute=played.minute if played else None,
        importance=4,
    )


def decision(id: str, state: StoryState) -> ContextElement | None:
    made = state.decisions.get(id)
    if made is None:
        return None
    refused = f" Not: {'; '.join(option.text for option in made.refused)}." if made.refused else ""
    because = f" {_end(made.because)}" if made.because else ""
    chosen = f"{name_of(state.pc, state)} chose: {made.choice}." if made.taken is not None else f"Still open: {_either(made)}."
    return decision_element(made, f"{_when(made.minute, state)}{made.question.strip()} {chosen}{refused}{because}")


def _either(made: Decision) -> str:
    return ", or ".join(option.text for option in made.options)


def consequence(id: str, state: StoryState) -> ContextElement | None:
    owed = state.consequences.get(id)
    if owed is None:
        return None
    return consequence_element(owed, f"{_when(owed.minute, state)}{_owed_prose(owed, state)}")


def _owed_prose(owed: Consequence, state: StoryState) -> str:
    between = f" ({name_of(owed.debtor, state)} to {name_of(owed.creditor, state)})" if owed.debtor and owed.creditor else ""
    amount = f", {state.pack.currency.figure(owed.amount)}" if owed.amount else ""
    due = f", due {state.pack.calendar.say(owed.due)}" if owed.due is not None and owed.paid is None else ""
    stands = f" {_end(owed.outcome or 'Settled')}" if owed.paid is not None else " Not settled yet." if owed.kind != "consequence" else ""
    return f"{owed.kind.capitalize()}{between}: {owed.text.strip().rstrip('.')}{amount}{due}.{stands}"


def story_point(id: str, state: StoryState) -> ContextElement | None:
    point = state.story_points.get(id)
    if point is None:
        return None
    return story_point_element(point, f"{_when(point.minute, state)}{_end(point.title)}")


def small(id: str, state: StoryState, memory: Memory) -> ContextElement | None:
    """The small events of one place and evening, in one line."""
    found = small_events(id, state, memory.story.annals, memory.weights.fading)
    if state.table.hears:
        found = tuple(point for point in found if not bookkept(point))
    if not found:
        return None
    place = found[-1].place
    told = " ".join(_end(point.title) for point in found)
    return ContextElement.trusted(
        id=id,
        kind="story_point",
        text=f"{_when(found[0].minute, state).replace(': ', ', ')}{name_of(place, state)}: {told}",
        source="state",
        turns=tuple(sorted({point.turn for point in found})),
        about=tuple(dict.fromkeys(who for point in found for who in point.participants)),
        place=place,
        minute=found[-1].minute,
        importance=max(point.importance for point in found),
    )


def conflict(id: str, state: StoryState) -> ContextElement | None:
    """An open conflict: both tellings, so that the next reply does not make it worse."""
    found = state.conflicts.get(id)
    if found is None or found.settlement is not None:
        return None
    old, new = found.established, found.incoming
    return conflict_element(
        found, f'Unsettled about {name_of(found.subject, state)}: "{old.quote.strip()}" or "{new.quote.strip()}". State neither as certain.'
    )


def relation(id: str, state: StoryState) -> ContextElement | None:
    """How somebody who is not here stands to the hero, once something has moved it."""
    if id not in state.attitudes or id not in state.pack.npcs:
        return None
    attitude = state.attitude(id)
    phrase = ATTITUDES[max(-3, min(3, attitude))].format(name_of(state.pc, state))
    return ContextElement(
        id=f"relation:{id}",
        kind="relation",
        text=f"{name_of(id, state)} {phrase}.",
        source="state",
        about=(id,),
        importance=3,
        statements=(number(id, "attitude", attitude),),
    )


def about(id: str, state: StoryState) -> ContextElement | None:
    """What the pack says of a place that is not here, of a thing, of a group."""
    pack = state.pack
    known = (pack.locations.get(id) if id != state.here else None) or pack.items.get(id) or pack.factions.get(id)
    if known is None or known.visibility == "gm":
        return None
    words_ = known.summary or known.description
    stands = _standing(id, known, state) if isinstance(known, Faction) else ""
    told = " ".join(part for part in (_end(words_) if words_ else "", stands) if part)
    if not told:
        return None
    return ContextElement(
        id=f"about:{id}",
        kind="lore",
        text=f"{known.name[:1].upper()}{known.name[1:]}: {told}",
        source="pack",
        about=(id,),
        place=id if id in pack.locations else "",
    )


def _standing(id: str, faction: Faction, state: StoryState) -> str:
    """What a group is after, how it stands to other groups, and to the hero once something has moved that."""
    parts = [f"Its goal: {faction.goal.rstrip('.')}."] if faction.goal else []
    parts += [
        f"It {ATTITUDES[faction.toward[other]].format(name_of(other, state))}."
        for other in sorted(faction.toward)
        if faction.toward[other] and other in state.pack.factions and state.pack.factions[other].visibility == "table"
    ]
    if state.attitude(id):
        parts.append(f"It {ATTITUDES[state.attitude(id)].format(name_of(state.pc, state))}.")
    return " ".join(parts)


Maker = Callable[[str, StoryState], ContextElement | None]
KINDS: dict[str, Maker] = {
    "about": about,
    "fact": fact,
    "lore": lore,
    "rumour": rumour,
    "elsewhere": elsewhere,
    "clue": clue,
    "decision": decision,
    "consequence": consequence,
    "story_point": story_point,
    "conflict": conflict,
    "relation": relation,
    "person": person_card,
    "who": who,
}
