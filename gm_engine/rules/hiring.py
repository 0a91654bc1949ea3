"""Hiring: somebody goes along, or does a thing, for the wage that was said."""

from collections.abc import Iterator

from gm_engine.rules.changes import join, move_money
from gm_engine.rules.coming import coming_ids
from gm_engine.rules.object_phrases import yours
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.skill_check import worked
from gm_engine.rules.talk import addressed, skill_of, sway
from gm_engine.state.hearsay import LOYAL, holders, shuns
from gm_engine.story.condition import Effect
from gm_engine.story.consequence import Consequence
from gm_engine.story.event import ConsequenceDue, Event

HIRE = "hire"
"""What the mode of a purchase begins with by which somebody is hired; the number of days follows it."""
DAY = 1440
ERRAND = 180
"""Minutes until a thing is done that somebody was hired to do."""


def days_of(mode: str) -> int:
    """For how many days somebody is hired; 0 where nobody is.

    >>> days_of("hire 3"), days_of("")
    (3, 0)
    """
    head, _, days = mode.partition(" ")
    return int(days or 1) if head == HIRE else 0


def hire(ruling: Ruling) -> Iterator[Event]:
    """Takes somebody on for ``amount`` cents in all, paid beforehand: for the thing that ``about`` names, else to go along.

    Who has no liking for it must be talked round; who serves the law, or will have nothing to do with the player's character, is not for
    hire.
    """
    state, who, wage = ruling.state, ruling.intent.target, ruling.intent.amount
    if not (yield from addressed(ruling, "hired")):
        return
    if refusal := _why_not(ruling):
        yield ruling.refuse(refusal)
        return
    if state.attitude(who) < LOYAL:
        roll = yield from sway(ruling, skill_of(ruling, "persuade"), f"hired:{who}")
        if not worked(roll.band):
            yield ruling.refuse(f"will-not:{who}")
            return
    cause = f"hired:{who}"
    yield from move_money(state, state.pc, -wage, cause)
    yield from move_money(state, who, wage, cause)
    name, task, days = state.name(who), yours(ruling.intent.about), days_of(ruling.intent.mode)
    if task:
        yield _later(ruling, f"{name} has done what the money was for, which was to {task}.", ERRAND, ())
        return
    yield from join(state, who, cause)
    home = state.usually(who) or state.here
    effects = (Effect(verb="leave", target=who), Effect(verb="move", target=who, value=home))
    yield _later(ruling, f"The time that {name} was paid for is up, and {name} goes home.", days * DAY, effects)


def _why_not(ruling: Ruling) -> str:
    state, who, wage = ruling.state, ruling.intent.target, ruling.intent.amount
    if state.condition(who) != "alive":
        return f"will-not:{who}"
    if who in state.companions() and not ruling.intent.about:
        return f"hired-already:{who}"
    if shuns(state, who) or state.attitude(who) < 0:
        return f"will-not:{who}"
    if who in holders(state, "law"):
        return f"serves-the-law:{who}"
    if wage <= 0:
        return f"no-wage:{who}"
    return "no-money" if state.purse(state.pc) < wage else ""


def _later(ruling: Ruling, text: str, minutes: int, effects: tuple[Effect, ...]) -> ConsequenceDue:
    state, who = ruling.state, ruling.intent.target
    return ConsequenceDue(
        turn=state.turn,
        consequence=Consequence(
            id=coming_ids(state, 1)[0], kind="consequence", text=text, cause=f"turn {state.turn}", debtor=who, creditor=state.pc,
            due=state.minute + minutes, turn=state.turn, scene=state.scene.id, minute=state.minute, participants=(state.pc, who),
            effects=effects,
        ),
    )  # fmt: skip
