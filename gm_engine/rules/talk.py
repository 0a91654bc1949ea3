"""Talk: whom one can speak with, what it takes, when there are dice in it."""

from collections.abc import Generator, Iterator

from gm_engine.rules.changes import change, move_attitude, move_items, move_money
from gm_engine.rules.clock import pass_time
from gm_engine.rules.clues import can_tell, difficulty_by, fumbled, press
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.secrets_used import let_out
from gm_engine.rules.skill_check import worked
from gm_engine.rules.works import passes, worth_of
from gm_engine.story.event import Event
from gm_engine.story.roll import Modifier, Roll

MOST_BOUGHT = 30
"""What an offer adds to the chance that is as much as somebody has."""
DEAR = 2
"""So many times its worth is asked for a thing until hardly anybody gives it."""


def addressed(ruling: Ruling, cause: str) -> Generator[Event, None, bool]:
    """Speaks to the intent's target: time passes, they have met. Returns False (with a refusal) where nobody can hear."""
    state, who = ruling.state, ruling.intent.target
    if who and (who not in state.pack.npcs or state.where(who) != state.here or not state.alive(who)):
        yield ruling.refuse(f"{'dead' if not state.alive(who) else 'nobody-here'}:{who}")
        return False
    if not who and not state.present():
        yield ruling.refuse("nobody-here")
        return False
    yield from pass_time(state, ruling.book.takes(ruling.intent.verb), f"{cause}:{who}")
    if who and not state.met.get(who, 0):
        yield change(state, "met", who, 1, 0, f"{cause}:{who}")
    return True


def greet(ruling: Ruling) -> Iterator[Event]:
    """A greeting."""
    yield from addressed(ruling, "greeted")


def tell(ruling: Ruling) -> Iterator[Event]:
    """Saying something: nobody rolls for being heard. What is shown, and is a fake, is looked at; a secret that is out is let out
    further; an insult costs regard.
    """
    if not (yield from addressed(ruling, "told")):
        return
    yield from let_out(ruling)
    if ruling.intent.manner == "insult":
        yield from move_attitude(ruling.state, ruling.intent.target, -1, f"insulted:{ruling.intent.target}")
    if ruling.intent.item and ruling.state.has(ruling.who, ruling.intent.item):
        yield from passes(ruling, ruling.intent.item, ruling.intent.target)


def ask(ruling: Ruling) -> Iterator[Event]:
    """Asking: a matter for dice only where the one who is asked keeps the secret that is meant."""
    state, intent = ruling.state, ruling.intent
    if not (yield from addressed(ruling, "asked")):
        return
    secret = intent.topic
    if secret in state.pack.secrets and state.secret(secret) != "revealed" and can_tell(state, intent.target, secret):
        yield from press(ruling, intent.target, secret, skill_of(ruling, "persuade"))
    yield from let_out(ruling, telling=False)


def persuade(ruling: Ruling) -> Iterator[Event]:
    """Talking somebody into something: a check against their attitude, which a triumph mends and a disaster mars. Money that is offered
    (``amount``) helps, and is paid where it works.
    """
    state, intent = ruling.state, ruling.intent
    if not intent.item and intent.amount > state.purse(state.pc):
        yield ruling.refuse("no-money")
        return
    if not (yield from addressed(ruling, "persuaded")):
        return
    secret = intent.topic
    if secret in state.pack.secrets and state.secret(secret) != "revealed" and can_tell(state, intent.target, secret):
        before = state.secret(secret)
        yield from press(ruling, intent.target, secret, skill_of(ruling, "persuade"))
        if state.secret(secret) != before:
            yield from _paid(ruling)
        return
    yield from let_out(ruling, telling=False)
    if intent.item and intent.amount:
        yield from offered(ruling)
        return
    roll = yield from sway(ruling, skill_of(ruling, "persuade"), f"persuaded:{intent.target}")
    if worked(roll.band):
        yield from _paid(ruling)


def _paid(ruling: Ruling) -> Iterator[Event]:
    """The money that was offered changes hands."""
    state, intent = ruling.state, ruling.intent
    yield from move_money(state, state.pc, -intent.amount, f"offered:{intent.target}")
    yield from move_money(state, intent.target, intent.amount, f"offered:{intent.target}")


def offered(ruling: Ruling) -> Iterator[Event]:
    """A thing that one carries, offered for a sum: whoever is talked into it, and has the sum, takes the one and pays the other."""
    state, intent = ruling.state, ruling.intent
    buyer, cause = intent.target, f"sold:{intent.item}"
    if not state.has(state.pc, intent.item):
        yield ruling.refuse(f"not-carried:{intent.item}")
        return
    if state.purse(buyer) < intent.amount:
        yield ruling.refuse(f"no-buyer:{intent.item}")
        return
    if not (yield from passes(ruling, intent.item, buyer)):
        return
    entry = state.pack.items.get(intent.item)
    worth = (entry.price if entry else 0) or worth_of(ruling, intent.item)
    hard = "fair" if intent.amount <= worth else "hard" if intent.amount <= DEAR * worth else "brutal"
    roll = yield from sway(Ruling(state, ruling.draw, ruling.first, intent.model_copy(update={"difficulty": hard})),
                           skill_of(ruling, "persuade"), cause)  # fmt: skip
    if worked(roll.band):
        yield from move_items(state, state.pc, intent.item, -1, cause)
        yield from move_items(state, buyer, intent.item, 1, cause)
        yield from move_money(state, buyer, -intent.amount, cause)
        yield from move_money(state, state.pc, intent.amount, cause)


def accuse(ruling: Ruling) -> Iterator[Event]:
    """An accusation costs regard; where it is true, it may shake the truth loose."""
    state, intent = ruling.state, ruling.intent
    if not (yield from addressed(ruling, "accused")):
        return
    yield from move_attitude(state, intent.target, -1, f"accused:{intent.target}")
    secret = intent.topic
    if secret in state.pack.secrets and state.secret(secret) != "revealed" and can_tell(state, intent.target, secret):
        yield from press(ruling, intent.target, secret, skill_of(ruling, "intimidate"))


def sway(ruling: Ruling, skill: str, cause: str) -> Generator[Event, None, Roll]:
    """A check to move somebody; the generator returns the roll."""
    state, intent = ruling.state, ruling.intent
    attitude = state.attitude(intent.target)
    situation = (Modifier(why="attitude", value=attitude * ruling.book.situation.get("attitude", 5)),) if attitude else ()
    if intent.verb == "persuade" and intent.amount:
        helps = min(MOST_BOUGHT, MOST_BOUGHT * intent.amount // max(1, state.purse(intent.target)))
        situation = (*situation, Modifier(why="offer", value=helps)) if helps else situation
    difficulty = intent.difficulty if intent.difficulty != "fair" else difficulty_by(attitude)
    roll = yield from ruling.check(skill, against=intent.target, difficulty=difficulty, situation=situation)
    if roll.band == "triumph":
        yield from move_attitude(state, intent.target, 1, cause)
    elif roll.band == "disaster":
        yield from move_attitude(state, intent.target, -1, cause)
    yield from fumbled(state, roll)
    return roll


def skill_of(ruling: Ruling, wanted: str) -> str:
    """The skill by that name, else the intent's own, else the first of the rulebook."""
    skills = ruling.book.skills
    return wanted if wanted in skills else ruling.intent.skill if ruling.intent.skill in skills else next(iter(skills))
