"""Debts whose day has passed: who is owed asks for them, once, and is paid, put off or refused."""

from collections.abc import Iterator

from gm_engine.rules.changes import move_attitude, move_money
from gm_engine.state.story_state import StoryState
from gm_engine.story.consequence import Consequence
from gm_engine.story.event import ConsequenceDue, ConsequencePaid, Event, StateChanged

DAY = 1440
WEEK = 7 * DAY


def overdue(state: StoryState) -> tuple[Consequence, ...]:
    """The debts of the player's character whose day has passed, and that nobody has asked for since, the oldest first."""
    late = [owed for owed in state.owed() if owed.kind == "debt" and owed.debtor == state.pc and owed.due is None]
    late = [owed for owed in late if state.minute - owed.minute >= DAY and owed.creditor in state.pack.npcs and state.alive(owed.creditor)]
    return tuple(owed for owed in late if f"dunned/{owed.id}" not in state.law)


def asked_for(state: StoryState) -> Consequence | None:
    """The debt that is being asked for, or that somebody here will ask for."""
    here = [owed for owed in overdue(state) if owed.creditor in state.present()]
    return here[0] if here else state.consequences.get(str(state.law.get("dunning", "")))


def dun(name: str, state: StoryState, cause: str) -> Iterator[Event]:
    """One step: ``dunned`` (it is asked for), ``repay`` (as far as the purse goes; the rest in a week), ``delay`` (a week), ``refuse``."""
    owed = asked_for(state)
    if owed is None:
        return
    match name:
        case "dunned":
            yield StateChanged(turn=state.turn, what="law", key="dunned", detail=owed.id, new=state.turn, cause=cause)
            yield StateChanged(turn=state.turn, what="law", key="dunning", new=owed.id, cause=cause)
        case "repay":
            cents = min(owed.amount, state.purse(state.pc))
            yield from move_money(state, state.pc, -cents, f"repaid:{owed.creditor}")
            yield from move_money(state, owed.creditor, cents, f"repaid:{owed.creditor}")
            if cents < owed.amount:
                yield from _again(state, owed.model_copy(update={"amount": owed.amount - cents}))
            else:
                yield ConsequencePaid(turn=state.turn, consequence=owed.model_copy(update={"paid": state.turn, "outcome": "paid"}))
        case "delay":
            yield from _again(state, owed)
        case "refuse":
            yield from move_attitude(state, owed.creditor, -1, f"refused:{owed.id}")


def _again(state: StoryState, owed: Consequence) -> Iterator[Event]:
    """The debt as one that is due in a week, and may be asked for then."""
    yield ConsequenceDue(turn=state.turn, consequence=owed.model_copy(update={"due": state.minute + WEEK}))
    yield StateChanged(turn=state.turn, what="law", key="dunned", detail=owed.id, new=None, cause="delay")
