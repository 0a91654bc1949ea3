"""Records in the words in which they were told, with turn and day: what a language model reads, who hears for itself what they mean.

A relation is for checking and for queries, a sentence is for reading. What was read from a page stands on the page's card or in its
lore; what was told in play stands here as it was told.
"""

import re
from collections.abc import Callable, Container, Mapping
from itertools import islice

from gm_engine.context.perceived import UNSAID, name_of
from gm_engine.context.record_elements import (
    conflict_element,
    consequence_element,
    decision_element,
    fact_element,
    story_point_element,
)  # fmt: skip
from gm_engine.memory.said import Told
from gm_engine.state import StoryState
from gm_engine.story.calendar import WEEKDAYS
from gm_engine.story.claim import Fact
from gm_engine.story.conflict import Conflict
from gm_engine.story.consequence import Consequence
from gm_engine.story.context_element import ContextElement
from gm_engine.story.decision import Decision
from gm_engine.story.provenance import Provenance
from gm_engine.story.story_point import StoryPoint

REPLY = " The reply: "
"""Stands between the player's words and the game master's in a turn that is recalled: both are shown, whatever is left out."""
BOOKKEEPING = frozenset({("exposition", "minor"), ("exposition", "character"), ("transition", "minor"), ("revelation", "minor"),
                         ("action", "character"), ("decision", "minor"), ("decision", "major"),
                         ("decision", "milestone"), ("resolution", "major")})  # fmt: skip
"""Story points of the engine's own that say what a card, a decision, a debt or a clue says better: kind and significance."""
ENGINES = re.compile(r"p\d+\.\d+")
"""The ids of the engine's own story points; those that a model noted are told."""
STILL_OPEN = 2
"""Turns for which ways that lie open are told of."""
MOST_OWED = 12
"""So many open promises and debts between those here are told in any case."""


def when(turn: int, minute: int | None, state: StoryState) -> str:
    """A turn and its day in words: ``turn 4, May 1``."""
    day = "" if minute is None else state.pack.calendar.date(minute)
    return ", ".join(part for part in (f"turn {turn}" if turn else "", day) if part)


def quoted(text: str) -> str:
    """Words as they were said, in marks that may hold marks.

    >>> quoted('"He is in Denver."'), quoted('"Denver," he says.')
    ('“He is in Denver.”', '“"Denver," he says.”')
    """
    words = " ".join(text.split())
    if words.count('"') == 1:
        words = words.strip('" ')
    inner = words[1:-1]
    if len(words) > 2 and words[0] in '"“' and words[-1] in '"”' and not set(inner) & set('"“”'):
        words = inner
    return f"“{words}”"


def ended(text: str) -> str:
    """A sentence with its end."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", "”", '"')) else f"{text}."


def upper(text: str) -> str:
    """A sentence with its beginning."""
    return text[:1].upper() + text[1:]


def turn_text(told: Told, minute: int | None, state: StoryState) -> str:
    """A turn that is recalled: the player's own words, and what the game master told."""
    said = f" The player: {quoted(told.said)}" if told.said else ""
    reply = f"{REPLY}{quoted(told.reply)}" if told.reply else ""
    return f"{upper(when(told.number, minute, state))}.{said}{reply}"


def telling(told: Provenance, state: StoryState) -> str:
    """What was told, by whom, and when."""
    quote = quoted(told.quote)
    if not told.turn:
        return f"before the story began: {quote}"
    by = "the player said" if told.voice == "player" else "told"
    return f"{by} in {when(told.turn, told.minute, state)}: {quote}"


def in_words(held: Fact, state: StoryState) -> str:
    """A fact in the words in which it was told last; empty for what stands on a page, where its card and its lore tell it."""
    told = held.told_by[-1]
    if not told.turn or not told.quote.strip():
        return ended(told.quote) if told.quote.strip() and f"fact:{held.id}" in state.marks.pins else ""
    if told.source == "ruling":
        return ended(told.quote)
    if told.source == "engine":
        return f"{upper(when(told.turn, told.minute, state))}: {ended(told.quote)}" if told.turn < state.turn else ""
    of = name_of(held.subject, state)
    named = any(word in told.quote for word in of.split() if word[:1].isupper())
    return upper(telling(told, state)) if named else f"Of {of}, {telling(told, state)}"


def fact(id: str, state: StoryState) -> ContextElement | None:
    held = state.lore.fact(id)
    if held is None or held.taken_out or held.status != "open" or held.audience != "table" or not held.validity.holds_at(state.minute):
        return None
    text = in_words(held, state)
    if not text or id in contested(state) or _introduces(held, state):
        return None
    if held.told_by[-1].source == "engine" and held.relation in (*UNSAID, "has"):
        return None
    return fact_element(held, text, minute=held.told_by[-1].minute)


def _introduces(held: Fact, state: StoryState) -> bool:
    """True for what brought somebody in, which their card says."""
    came = state.newcomers.get(held.subject)
    return came is not None and (came.summary, came.quote) == (held.value.text, held.told_by[0].quote)


def contested(state: StoryState) -> frozenset[str]:
    """The ids of the facts that no prompt says are so, for a conflict is open over them: both sides, or the slip alone."""
    sides = ("claim",) if first_stands(state) else ("fact", "claim")
    return frozenset(getattr(found, side) for found in unsettled(state) for side in sides)


def doubted(subject: str, relation: str, state: StoryState) -> bool:
    """True where an open conflict is about it, and neither telling stands."""
    return not first_stands(state) and any((found.subject, found.relation) == (subject, relation) for found in unsettled(state))


def first_stands(state: StoryState) -> bool:
    """True where slips are put right by the guard: what was told first stands until the player settles it otherwise."""
    return state.table.guard in ("after", "strict")


def unsettled(state: StoryState) -> tuple[Conflict, ...]:
    """The open conflicts."""
    return tuple(found for found in state.conflicts.values() if found.settlement is None)


def decision(id: str, state: StoryState) -> ContextElement | None:
    made = state.decisions.get(id)
    # Ways that nobody took are the turn's own business and the next one's: later on the story has gone another way.
    if made is None or (made.taken is None and not 0 < state.turn - made.turn <= STILL_OPEN):
        return None
    return decision_element(made, _decided(made, state))


def _decided(made: Decision, state: StoryState) -> str:
    asked, at = f" {ended(made.question)}" if made.question.strip() else "", upper(when(made.turn, made.minute, state))
    if made.taken is None:
        place = f", at {name_of(made.place, state)}" if made.place else ""
        offered = "; or ".join(option.text.strip().rstrip(".") for option in made.options)
        return f"{at}{place}: these ways were open, and none has been taken.{asked} {upper(offered)}."
    instead = " or ".join(f"to {option.text.strip().rstrip('.')}" for option in made.refused)
    because = f", because {made.because.strip().rstrip('.')}" if made.because else ""
    if not asked:
        refused = "; ".join(option.text.strip().rstrip(".") for option in made.refused)
        return f"{at}: {name_of(state.pc, state)} decided: {made.choice}{f'; and not: {refused}' if refused else ''}{because}."
    return f"{at}:{asked} {name_of(state.pc, state)} chose to {made.choice}{f', and not {instead}' if instead else ''}."


def consequence(id: str, state: StoryState) -> ContextElement | None:
    owed = state.consequences.get(id)
    if owed is None:
        return None
    return consequence_element(owed, _owed(owed, state), pinned=id in between_those_here(state))


def between_those_here(state: StoryState) -> tuple[str, ...]:
    """The ids of the promises and debts that are open between people who are here, the newest ``MOST_OWED`` of them."""
    here = {state.pc, *state.present()}
    open_ones = (owed for owed in state.consequences.newest() if owed.kind in ("promise", "debt") and owed.paid is None)
    return tuple(
        islice((owed.id for owed in open_ones if owed.creditor and owed.debtor and here >= {owed.debtor, owed.creditor}), MOST_OWED)
    )


DEEDS = {"promise": "promised", "debt": "owes", "threat": "threatened"}


NIGHT = 3 * 60
"""So far into the night the day before still goes."""
A_DAY_OFF = 18 * 60
"""Minutes from which on the hour of what is due is nobody's."""


def _by_when(due: int, state: StoryState) -> str:
    """When something is due: to the hour where that is near, else by the day; what was meant for a day ends in the night after it."""
    if not state.pack.calendar.dated or due - state.minute < A_DAY_OFF:
        return state.pack.calendar.say(due)
    moment = state.pack.calendar.moment(due - NIGHT)
    return f"by {WEEKDAYS[moment.weekday()]}, {moment:%B} {moment.day}"


def _owed(owed: Consequence, state: StoryState) -> str:
    at, words = when(owed.turn, owed.minute, state), owed.text.strip().rstrip(".")
    debtor, creditor = (name_of(who, state) if who else "" for who in (owed.debtor, owed.creditor))
    amount = f" {state.pack.currency.figure(owed.amount)}" if owed.amount else ""
    if owed.kind == "consequence":
        said = ended(upper(words))
    elif not debtor and not creditor:
        said = f"A {owed.kind} was spoken: {quoted(words)}."
    else:
        said = f"{debtor or 'Somebody'} {DEEDS[owed.kind]}{f' {creditor}' if creditor else ''}{amount}: {quoted(words)}."
    due = f" It is due {_by_when(owed.due, state)}." if owed.due is not None and owed.paid is None else ""
    if owed.paid is not None:
        stands = f" {ended(upper(owed.outcome or 'That is settled'))}"
    else:
        stands = " It is still open." if owed.kind != "consequence" else ""
    return f"{upper(at)}: {said}{due}{stands}"


def bookkept(point: StoryPoint) -> bool:
    """True for the engine's own note of a meeting, an arrival or a choice, which says nothing that is not said elsewhere."""
    return ENGINES.fullmatch(point.id) is not None and (point.kind, point.significance) in BOOKKEEPING


def story_point(id: str, state: StoryState) -> ContextElement | None:
    point = state.story_points.get(id)
    if point is None or bookkept(point):
        return None
    return story_point_element(point, f"{upper(when(point.turn, point.minute, state))}: {ended(point.title)}")


def _of_whom(found: Conflict, state: StoryState) -> str:
    """Of whom or what a conflict is, where one of its sentences names them."""
    name = name_of(found.subject, state)
    named = any(name.casefold() in side.quote.casefold() for side in (found.established, found.incoming))
    return f" of {name}" if named else ""


def _what_stands(state: StoryState) -> str:
    """How the GM is to take an open conflict: where the guard has slips put right, what was told first stands."""
    if first_stands(state):
        return "The second was a slip: the first stands, unless the player settles it otherwise."
    return "Until the player settles it, state neither as certain."


def conflict(id: str, state: StoryState) -> ContextElement | None:
    """An open conflict: both tellings with their turns, so that the next reply does not make it worse."""
    found = state.conflicts.get(id)
    if found is None or found.settlement is not None:
        return None
    old, new = found.established, found.incoming
    return conflict_element(
        found,
        (
            f"Two things were told{_of_whom(found, state)} that cannot both be true: {telling(old, state)}; "
            f"{telling(new, state)}. {_what_stands(state)}"
        ),
    )


AS_TOLD: dict[str, Callable[[str, StoryState], ContextElement | None]] = {
    "fact": fact,
    "decision": decision,
    "consequence": consequence,
    "story_point": story_point,
    "conflict": conflict,
}


def at_hand(id: str, state: StoryState) -> str:
    """The id under which a record is told to a language model: lore that was read from a page's sentence is that page's entry."""
    kind, _, rest = id.partition(":")
    held = state.lore.fact(rest) if kind == "fact" and id not in state.marks.pins else None
    if held is None or held.told_by[-1].turn:
        return id
    page = held.told_by[-1].where or ""
    return f"lore:{page.removeprefix('lore.')}" if page.startswith("lore.") else ""


def told_once(found: Mapping[str, ContextElement], shown: Container[str]) -> dict[str, ContextElement]:
    """The elements without facts that are told in the same words as another, or whose turns all stand in the conversation."""
    first: dict[str, str] = {}
    for id in sorted(found, key=lambda id: (len(id), id)):
        if found[id].kind == "fact":
            first.setdefault(found[id].text, id)
    return {
        id: made
        for id, made in found.items()
        if made.kind != "fact" or (first[made.text] == id and not (made.turns and all(f"turn:{turn}" in shown for turn in made.turns)))
    }
