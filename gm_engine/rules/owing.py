"""What is owed: consequences, promises, debts, threats; when they are due, and how they are paid."""

from collections.abc import Iterator

from gm_engine.rules import secrets_used
from gm_engine.rules.changes import change, move_attitude, move_money
from gm_engine.rules.clock import lasting
from gm_engine.rules.coming import coming_ids
from gm_engine.rules.effects import apply_effects, pass_time
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.skill_check import worked
from gm_engine.rules.talk import addressed, skill_of, sway
from gm_engine.rules.wrongs import call_wrong, onlookers
from gm_engine.state.hearsay import shuns
from gm_engine.state.story_state import StoryState
from gm_engine.state.view import holds
from gm_engine.story.consequence import Consequence, ConsequenceKind
from gm_engine.story.event import ConsequenceDue, ConsequencePaid, Event, StateChanged

WEEK = 7 * 24 * 60
DUE = "due"
"""The mode of a loan of which it was said when it is to be paid: this word, and the minutes until then."""


def term_of(mode: str) -> int:
    """The minutes for which something is lent: those that were said, else a week.

    >>> term_of("due 1440"), term_of("")
    (1440, 10080)
    """
    head, _, said = mode.partition(" ")
    return int(said) if head == DUE else WEEK


def due(state: StoryState) -> tuple[Consequence, ...]:
    """What is owed and has come due: its minute has passed, or its condition holds. Debts and promises too, once late."""
    return tuple(owed for owed in state.owed() if _is_due(owed, state))


def _is_due(owed: Consequence, state: StoryState) -> bool:
    if owed.due is None and owed.when is None:
        return False
    return (owed.due is not None and state.minute >= owed.due) or (owed.when is not None and holds(owed.when, state))


def pay(owed: Consequence, state: StoryState, outcome: str = "") -> Iterator[Event]:
    """A consequence comes: it is marked paid, then its effects happen.

    A promise or a debt of the player's character that comes due unpaid is broken: its creditor thinks the less of them. The debt is owed
    all the same, from then on without a day.
    """
    broken = owed.kind in ("promise", "debt") and owed.debtor == state.pc and not outcome
    if broken and owed.kind == "debt":
        yield ConsequenceDue(turn=state.turn, consequence=owed.model_copy(update={"due": None}))
        yield StateChanged(turn=state.turn, what="law", key="late", detail=owed.id, new=owed.due, cause=f"broken:{owed.id}")
        yield from move_attitude(state, owed.creditor, -1, f"broken:{owed.id}")
        return
    words = outcome or ("broken" if broken else "came")
    yield ConsequencePaid(turn=state.turn, consequence=owed.model_copy(update={"paid": state.turn, "outcome": words}))
    if broken:
        yield from move_attitude(state, owed.creditor, -1, f"broken:{owed.id}")
    yield from apply_effects(owed.effects, state, f"consequence:{owed.id}")


def pledge(
    ruling: Ruling, kind: ConsequenceKind, text: str, minutes: int | None, amount: int = 0, said: int | None = None
) -> ConsequenceDue:
    """What the player's character owes the intent's target from now on; ``minutes`` count from ``said``, or from now."""
    state, intent = ruling.state, ruling.intent
    return ConsequenceDue(
        turn=state.turn,
        consequence=Consequence(
            id=coming_ids(state, 1)[0],
            kind=kind,
            text=text,
            cause=f"turn {state.turn}",
            debtor=state.pc,
            creditor=intent.target,
            amount=amount,
            due=None if minutes is None else (state.minute if said is None else said) + minutes,
            turn=state.turn,
            scene=state.scene.id,
            minute=state.minute,
            participants=tuple(who for who in (state.pc, intent.target) if who),
        ),
    )


def promise(ruling: Ruling) -> Iterator[Event]:
    """A promise: kept or broken later, and remembered either way. ``amount`` is the minutes until it is due.

    They count from when the promise was begun: "by noon" is noon, however long the talk takes.
    """
    said, due = ruling.state.minute, lasting(ruling.state, ruling.intent)
    if ruling.intent.target and not (yield from addressed(ruling, "promised")):
        return
    yield pledge(ruling, "promise", ruling.intent.about or ruling.intent.words, due or None, said=said)
    yield from secrets_used.keep(ruling)


def keep(ruling: Ruling) -> Iterator[Event]:
    """Makes good a promise, the oldest to the intent's target (or to anybody): it is remembered kindly, once."""
    state, intent = ruling.state, ruling.intent
    made = [owed for owed in state.owed() if owed.kind == "promise" and owed.debtor == state.pc and intent.target in ("", owed.creditor)]
    if not made:
        yield ruling.refuse("no-promise")
        return
    yield from pass_time(state, ruling.book.takes("keep"), f"kept:{made[0].id}")
    yield from pay(made[0], state, "kept")
    if made[0].creditor in state.pack.npcs and state.attitude(made[0].creditor) < 2:
        yield from move_attitude(state, made[0].creditor, 1, f"kept:{made[0].id}")


def threaten(ruling: Ruling) -> Iterator[Event]:
    """A threat: a check of nerve; they think the less of you, and the threat hangs in the air."""
    intent = ruling.intent
    if not intent.target:
        yield ruling.refuse("nobody-here")
        return
    if not (yield from addressed(ruling, "threatened")):
        return
    yield from move_attitude(ruling.state, intent.target, -1, f"threatened:{intent.target}")
    yield from sway(ruling, skill_of(ruling, "intimidate"), "nerve")
    yield pledge(ruling, "threat", intent.about or intent.words, None)
    if set(onlookers(ruling.state)) - {intent.target}:
        yield call_wrong(ruling, "threat", intent.target)


def borrow(ruling: Ruling) -> Iterator[Event]:
    """Borrows ``amount`` cents: friends lend, others must be persuaded; due in a week, unless another day was named."""
    state, intent = ruling.state, ruling.intent
    if not intent.target or intent.amount <= 0:
        yield ruling.refuse("no-lender" if not intent.target else "no-sum")
        return
    if not (yield from addressed(ruling, "borrowed")) or shuns(state, intent.target):
        return
    cause = f"borrowed:{intent.target}"
    purse = state.purse(intent.target)
    person = state.pack.npcs[intent.target]
    counted = person.money > 0 or intent.target in state.money
    if intent.amount > (purse if counted else ruling.book.unwritten.purse):
        yield ruling.refuse(f"cannot-lend:{intent.target}")
        return
    if state.attitude(intent.target) < ruling.book.secrets.trust:
        roll = yield from sway(ruling, skill_of(ruling, "persuade"), cause)
        if not worked(roll.band):
            return
    if counted:
        yield from move_money(state, intent.target, -intent.amount, cause)
    yield from move_money(state, state.pc, intent.amount, cause)
    yield pledge(ruling, "debt", intent.about or intent.words, term_of(intent.mode), intent.amount)


def repay(ruling: Ruling) -> Iterator[Event]:
    """Pays a debt back, the whole or a part; a debt that is paid in full is remembered kindly, once."""
    state, intent = ruling.state, ruling.intent
    debts = [owed for owed in state.owed() if owed.kind == "debt" and owed.debtor == state.pc and intent.target in ("", owed.creditor)]
    if not debts:
        yield ruling.refuse("no-debt")
        return
    debt = debts[0]
    if debt.creditor in state.pack.npcs and state.where(debt.creditor) != state.here:
        yield ruling.refuse(f"nobody-here:{debt.creditor}")
        return
    sum_paid = min(intent.amount or debt.amount, debt.amount)
    if state.purse(state.pc) < sum_paid:
        yield ruling.refuse("no-money")
        return
    cause = f"repaid:{debt.creditor}"
    yield from pass_time(state, ruling.book.takes("repay"), cause)
    yield from move_money(state, state.pc, -sum_paid, cause)
    if debt.creditor in state.pack.npcs:
        yield from move_money(state, debt.creditor, sum_paid, cause)
    if sum_paid < debt.amount:
        yield ConsequenceDue(turn=state.turn, consequence=debt.model_copy(update={"amount": debt.amount - sum_paid}))
        return
    yield from pay(debt, state, "paid")
    if state.attitude(debt.creditor) < 2:
        yield from move_attitude(state, debt.creditor, 1, cause)
    if debt.creditor and not state.met.get(debt.creditor, 0):
        yield change(state, "met", debt.creditor, 1, 0, cause)
