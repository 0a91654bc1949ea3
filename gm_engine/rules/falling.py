"""Falling: what becomes of the player's character who is shot down. Who is there helps, robs, takes in or finishes; else somebody
comes by, or nobody does."""

from collections.abc import Generator, Iterator

from gm_engine.rules.changes import change, move_items, move_money, move_to
from gm_engine.rules.coming import coming_ids
from gm_engine.rules.effects import pass_time
from gm_engine.rules.law import set_law, take_in
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.skill_check import worked
from gm_engine.rules.talk import skill_of
from gm_engine.rules.weapons import ready, row_of
from gm_engine.state import news
from gm_engine.state.hearsay import LOYAL, fallen_of, holders, officers_here, sought_for
from gm_engine.state.story_state import StoryState
from gm_engine.story.consequence import Consequence
from gm_engine.story.event import ConsequenceDue, Event

FINISHES = 20
"""In a hundred: how often an enemy to the death makes sure."""
PASSES_BY = 60
"""In a hundred: how often somebody comes by where nobody is."""
TRIES = 2
WEEK = 7 * 1440
AN_ENEMY = -3


def fall(ruling: Ruling) -> Iterator[Event]:
    """What happens until the player's character comes to themselves, or does not. The last event says how (``law`` key ``fell``)."""
    state = ruling.state
    if not fallen_of(state.pack).alone or state.condition(state.pc) not in ("down", "dying"):
        return
    present = [id for id in state.present() if state.condition(id) == "alive"]
    foes = [id for id in present if state.readiness.get(f"{id}/fight", 0)]
    officer = next((id for id in officers_here(state) if sought_for(state, id)), "")
    helper = helper_among(state, [id for id in present if id not in foes])
    for who in (*foes, state.pc):
        yield from ready(state, who, "fight", 0, "fell")
    deadly = next((id for id in foes if state.attitude(id) == AN_ENEMY and id != officer), "")
    if deadly and ruling.roll("d100", "mercy", deadly).total <= FINISHES:
        yield from _die(ruling, "finished", deadly)
    elif officer or helper:
        yield from _tended(ruling, helper or officer, "taken" if officer else "helped")
    elif foes:
        yield from _left(ruling, foes[0], "robbed")
    else:
        passer = _passer(state)
        if passer and ruling.roll("d100", "passing by").total <= PASSES_BY:
            yield from _tended(ruling, passer, "found")
        else:
            yield from _left(ruling, "", "alone")


def helper_among(state: StoryState, people: list[str]) -> str:
    """Who bends down: who mends people for a living, else the one who likes the player's character best, if anybody does not mind."""
    willing = [id for id in people if state.attitude(id) >= 0]
    healers = holders(state, "healer")
    return max(willing, key=lambda id: (id in healers, state.attitude(id), id), default="")


def _passer(state: StoryState) -> str:
    """Whoever is nearest of those who would stop."""
    far = {
        id: news.takes(state.pack, state.where(id), state.here)
        for id in sorted(state.pack.npcs)
        if state.condition(id) == "alive" and state.attitude(id) >= 0 and state.pack.npcs[id].visibility == "table"
    }
    near = [(minutes, id) for id, minutes in far.items() if minutes is not None]
    return min(near)[1] if near else ""


def _held(ruling: Ruling, helper: str) -> Generator[Event, None, bool]:
    """True where the bleeding is stopped: by the helper's hands, twice, or where there are none by the fallen one's own grit."""
    state = ruling.state
    if state.condition(state.pc) != "dying":
        return True
    for _ in range(TRIES if helper else 1):
        skill = skill_of(ruling, "doctoring") if helper else "grit"
        roll = yield from ruling.check(skill, actor=helper or state.pc, against=state.pc, why="doctoring" if helper else "grit")
        if worked(roll.band):
            yield change(state, "condition", state.pc, "down", "dying", f"tended:{helper}")
            if state.clock(f"dying_{state.pc}"):
                yield change(state, "clock", f"dying_{state.pc}", 0, state.clock(f"dying_{state.pc}"), f"tended:{helper}")
            return True
    return False


def _die(ruling: Ruling, how: str, by: str) -> Iterator[Event]:
    state = ruling.state
    yield change(state, "condition", state.pc, "dead", state.condition(state.pc), how)
    if by:
        yield set_law(state, "helper", by, how)
    yield set_law(state, "fell", how, how)


def _tended(ruling: Ruling, helper: str, how: str) -> Iterator[Event]:
    """Somebody sees to the wounds: hours go by, and it has its price; the law has the player's character in a cell when they wake."""
    state, rules = ruling.state, fallen_of(ruling.state.pack)
    if not (yield from _held(ruling, helper)):
        yield from _die(ruling, "bled", helper)
        return
    if how != "taken":
        bed = state.usually(helper) or state.where(helper)
        yield from pass_time(state, rules.tended, f"tended:{helper}")
        yield from move_to(state, helper, bed, f"tended:{helper}")
        yield from move_to(state, state.pc, bed, f"tended:{helper}")
        if state.attitude(helper) < LOYAL and rules.care:
            yield _bill(state, helper, rules.care, rules.bill)
    else:
        yield from take_in(state, "taken", pass_time)
        yield from pass_time(state, rules.tended, f"tended:{helper}")
    yield from _wake(ruling, helper, how)


def _left(ruling: Ruling, foe: str, how: str) -> Iterator[Event]:
    """Nobody helps: an enemy goes through the pockets, or there is nobody, and it is a long time."""
    state = ruling.state
    if not (yield from _held(ruling, "")):
        yield from _die(ruling, "bled", foe)
        return
    if foe:
        lost = state.purse(state.pc)
        yield from move_money(state, state.pc, -lost, f"robbed:{foe}")
        yield from move_money(state, foe, lost, f"robbed:{foe}")
        for item in [item for item in state.carried(state.pc) if row_of(state, ruling.book, item)]:
            yield from move_items(state, state.pc, item, -1, f"robbed:{foe}")
            yield from move_items(state, foe, item, 1, f"robbed:{foe}")
        yield from move_to(state, foe, state.usually(foe), f"robbed:{foe}")
    yield from pass_time(state, fallen_of(state.pack).alone, how)
    yield from _wake(ruling, foe, how)


def _wake(ruling: Ruling, who: str, how: str) -> Iterator[Event]:
    state = ruling.state
    if state.condition(state.pc) != "alive":
        yield change(state, "condition", state.pc, "alive", state.condition(state.pc), "rested")
    if who:
        yield set_law(state, "helper", who, how)
    yield set_law(state, "fell", how, how)


def _bill(state: StoryState, helper: str, cents: int, words: str) -> ConsequenceDue:
    return ConsequenceDue(
        turn=state.turn,
        consequence=Consequence(
            id=coming_ids(state, 1)[0], kind="debt", text=words, cause=f"turn {state.turn}", debtor=state.pc, creditor=helper, amount=cents,
            due=state.minute + WEEK, turn=state.turn, scene=state.scene.id, minute=state.minute, participants=(state.pc, helper),
        ),
    )  # fmt: skip
