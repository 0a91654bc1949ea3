"""Forgetting: small things fade and flow together, so that what matters comes to mind. The record keeps all, and recall finds it.

Decisions, deaths, truths that came out, promises, debts and threats are kept for ever; so is what anybody speaks of.
"""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Literal

from gm_engine.memory.annals import Annals
from gm_engine.story.claim import Fact
from gm_engine.story.consequence import Consequence
from gm_engine.story.counting import counted
from gm_engine.story.fading import Fading
from gm_engine.story.noun import Noun, Words
from gm_engine.story.relation import TOLD
from gm_engine.story.story_point import StoryPoint

if TYPE_CHECKING:
    from gm_engine.state.story_state import StoryState

SMALL = ("background", "minor", "character")
"""Story points of these significances fade, and flow together with those of the same place and evening."""
FADES = 3
"""Facts that matter more than this (1 to 5) are kept for ever."""
DAY = 1440
Fate = Literal["kept", "merged", "let go"]


class Forgotten(Noun):
    """What no longer comes to mind by itself. ``into`` is the element that stands for it; empty where it was let go."""

    id: str
    text: Words
    fate: Fate
    why: Words
    turns: tuple[int, ...]
    into: str = ""


def stands_for(id: str, state: "StoryState", annals: Annals, fading: Fading) -> str:
    """The element that comes to mind for a record: its own id, that of what it has merged into, or none where it was let go."""
    kind, _, rest = id.partition(":")
    if kind == "story_point" and (point := state.story_points.get(rest)):
        if point.significance not in SMALL:
            return id
        if gone(point.significance, 1, point.minute, point.turn, state, fading):
            return ""
        return _line_of(point, state, annals) or id
    if kind == "fact" and (fact := state.lore.fact(rest)):
        return "" if _fact_gone(fact, state, fading) else id
    if kind == "consequence" and (owed := state.consequences.get(rest)):
        return f"consequence:{_newest(owed, state, annals)}"
    return id


def gone(name: str, tellings: int, minute: int, turn: int, state: "StoryState", fading: Fading) -> bool:
    """True where something small was last told so long ago that it is let go."""
    life = getattr(fading, name) << min(tellings - 1, fading.doublings)
    return bool(state.minute - minute > life and state.turn - turn > fading.turns)


def _fact_gone(fact: Fact, state: "StoryState", fading: Fading) -> bool:
    last = fact.told_by[-1]
    if not fact.told_by[0].turn or not 1 <= fact.importance <= FADES or fact.relation == TOLD:
        return False
    return gone(f"fact_{fact.importance}", len(fact.told_by), last.minute, last.turn, state, fading)


def _line_of(point: StoryPoint, state: "StoryState", annals: Annals) -> str:
    """The line of small events that a story point is told in: with a later chapter, and where there is more than one of them."""
    session, place = annals.where(f"story_point:{point.id}")
    if not place or annals.running() <= point.turn:
        return ""
    return f"small:{session}/{place}" if len(list(islice(_together(session, place, state, annals), 2))) > 1 else ""


def _together(session: int, place: str, state: "StoryState", annals: Annals) -> Iterator[StoryPoint]:
    """The small events of one place and evening, in chapters that are over, the oldest first."""
    running = annals.running()
    for id in annals.at(session, place):
        point = state.story_points.get(id.partition(":")[2])
        small = point and point.significance in SMALL and point.turn < running and point.title.strip()
        if point and small and not state.marks.unsent(f"story_point:{point.id}"):
            yield point


def small_events(id: str, state: "StoryState", annals: Annals, fading: Fading) -> tuple[StoryPoint, ...]:
    """The story points of a line of small events (``small:SESSION/PLACE``) that still come to mind: the newest, the oldest of them first.

    What was told in the same words twice is in it once.
    """
    session, _, place = id.partition(":")[2].partition("/")
    if not session.isdigit():
        return ()
    found = {
        point.title.casefold(): point
        for point in _together(int(session), place, state, annals)
        if not gone(point.significance, 1, point.minute, point.turn, state, fading)
    }
    return tuple(sorted(found.values(), key=lambda point: (point.turn, point.id)))[-fading.most :]


def _newest(owed: Consequence, state: "StoryState", annals: Annals) -> str:
    """Of what was promised several times in the same words, and is still open, the last time."""
    if owed.paid is not None or not owed.text.strip():
        return owed.id
    same = (one for id in reversed(annals.same_pledges(owed)) if (one := state.consequences.get(id)) and one.paid is None)
    return next((one.id for one in same), owed.id)


def forgotten(state: "StoryState", annals: Annals, fading: Fading) -> tuple[Forgotten, ...]:
    """Everything that no longer comes to mind by itself, the oldest first: what was let go and why, and what flowed together."""
    found = (_of_points(state, annals, fading), _of_facts(state, fading), _of_pledges(state, annals))
    return tuple(sorted((one for some in found for one in some), key=lambda one: (one.turns, one.id)))


def _of_points(state: "StoryState", annals: Annals, fading: Fading) -> Iterator[Forgotten]:
    for point in state.story_points.values():
        id = f"story_point:{point.id}"
        into = stands_for(id, state, annals, fading)
        if into == id:
            continue
        shown = into and point.id in {one.id for one in small_events(into, state, annals, fading)}
        why = _why(point.significance, 1, point.minute, point.turn, state)
        if into:
            why = f"told together with what else happened there that evening{'' if shown else ', and not among the last of it'}"
        yield Forgotten(id=id, text=point.title, fate="merged" if into else "let go", why=why, turns=(point.turn,), into=into)


def _of_facts(state: "StoryState", fading: Fading) -> Iterator[Forgotten]:
    for fact in state.lore.facts():
        if fact.audience == "table" and not fact.taken_out and _fact_gone(fact, state, fading):
            last = fact.told_by[-1]
            turns = tuple(sorted({telling.turn for telling in fact.told_by if telling.turn}))
            why = _why(f"of importance {fact.importance}", len(fact.told_by), last.minute, last.turn, state)
            yield Forgotten(id=f"fact:{fact.id}", text=fact.told_by[0].quote, fate="let go", why=why, turns=turns)


def _of_pledges(state: "StoryState", annals: Annals) -> Iterator[Forgotten]:
    for owed in state.owed():
        if owed.audience == "table" and (newest := _newest(owed, state, annals)) != owed.id:
            why = "the same was pledged again later"
            into = f"consequence:{newest}"
            yield Forgotten(id=f"consequence:{owed.id}", text=owed.text, fate="merged", why=why, turns=(owed.turn,), into=into)


def _why(size: str, tellings: int, minute: int, turn: int, state: "StoryState") -> str:
    """In words: how small, how often it was told, and how long ago."""
    days = max(0, state.minute - minute) // DAY
    often = "told once" if tellings == 1 else f"told {tellings} times"
    return f"{size}, {often}, last {counted(days, 'day')} and {counted(state.turn - turn, 'turn')} ago"
