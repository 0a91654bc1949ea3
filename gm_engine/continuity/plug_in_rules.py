"""Rules of continuity that installed packages bring: what they find is checked against the words before it is a conflict."""

from collections.abc import Iterable
from itertools import islice
from typing import Protocol

from gm_engine.continuity.raising import Docket
from gm_engine.continuity.settle import matter
from gm_engine.state import StoryState, StoryView
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.conflict import Conflict
from gm_engine.story.plug_in import Cited, Clash, PlugIn
from gm_engine.story.provenance import Provenance, Voice
from gm_engine.story.relation import TOLD
from gm_engine.story.rule import Rule

MOST = 20
"""Clashes of one rule in a reply. One that finds more is broken."""


class ContinuityRule(Protocol):
    """A rule that finds and explains. ``version`` changes whenever it may find something else in the same words."""

    name: str
    version: str

    def find(self, claims: tuple[Claim, ...], state: StoryView) -> Iterable[Clash]:
        """What cannot be, of a reply that has just been told: its claims, and the story with this turn in it (``state.turn``)."""
        ...


def checked(clashes: Iterable[Clash]) -> tuple[Clash, ...]:
    """What a rule gave, if it is what a rule gives. Raises TypeError or ValueError where it is not."""
    found = tuple(islice(clashes, MOST + 1))
    if len(found) > MOST:
        raise ValueError(f"it gave more than {MOST} clashes for one reply")
    for clash in found:
        if not isinstance(clash, Clash):
            raise TypeError(f"it gave a {type(clash).__name__} where a Clash belongs")
    return tuple(Clash.model_validate(clash.model_dump()) for clash in found)


class Unfounded(Exception):
    """A clash whose words are nowhere to be found; the message says which."""


def conflict_of(clash: Clash, rule: PlugIn, state: StoryState, turn: int) -> Conflict | None:
    """A clash as a conflict, its quotes found in the words of their turns; None where this matter was raised before.

    Raises Unfounded where a quote stands nowhere, or nobody of that id is known.
    """
    if state.lore.entity(clash.subject) is None:
        raise Unfounded(f'nobody and nothing has the id "{clash.subject}"')
    later = told_in(clash.later, state)
    if later is None or clash.later.turn != turn or later.voice != "narrator":
        raise Unfounded(f'"{clash.later.quote}" does not stand in the reply of turn {turn}')
    fact, claim = state.lore.fact(clash.fact), state.lore.claim(clash.claim)
    earlier = told_in(clash.earlier, state)
    if earlier is None and fact:
        earlier = next((one for one in fact.told_by if one.turn == clash.earlier.turn and clash.earlier.quote in one.quote), None)
    if earlier is None or (earlier.turn, earlier.span) == (later.turn, later.span) or clash.earlier.turn > turn:
        raise Unfounded(f'"{clash.earlier.quote}" does not stand in turn {clash.earlier.turn}')
    old, new = (Value(kind="text", text=telling.quote) for telling in (earlier, later))
    established = Fact(id=clash.fact if fact else "", subject=clash.subject, relation=TOLD, value=old, told_by=(earlier,))
    incoming = Claim(id=clash.claim if claim else "", subject=clash.subject, relation=TOLD, value=new, provenance=later)
    says = Rule(id=rule.id, says="", kind=clash.kind, compare="plug_in")
    found = Docket(state, turn).enter(incoming, established, says, clash.why, clash.confidence, clash.severity)
    raised = any(held.rule == found.rule and matter(held) == matter(found) for held in state.conflicts.values())
    return None if raised else found


def told_in(cited: Cited, state: StoryState) -> Provenance | None:
    """Where a quote stands in its turn's words: in the reply, else in what the player said; None where it does not.

    What the author wrote before play (turn 0) is looked up among the tellings of facts.
    """
    if not cited.quote.strip():
        return None
    if cited.turn == 0:
        tellings = (one for fact in state.lore.facts(status=None) if fact.audience == "table" for one in fact.told_by if one.turn == 0)
        return next((one for one in tellings if cited.quote in one.quote), None)
    turn = state.turns.get(str(cited.turn))
    voices: tuple[tuple[Voice, str], ...] = (("narrator", turn.reply), ("player", turn.said)) if turn else ()
    for voice, words in voices:
        at = words.find(cited.quote)
        if at >= 0 and turn:
            span = (at, at + len(cited.quote))
            return Provenance(source="extracted", turn=cited.turn, voice=voice, quote=cited.quote, span=span, minute=turn.minute)
    return None
