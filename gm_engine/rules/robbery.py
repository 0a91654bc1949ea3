"""Robbery: what is taken from somebody against their will, by stealth or openly; and what is set on fire."""

from collections.abc import Generator, Iterator

from gm_engine.rules.changes import change, move_items, move_money
from gm_engine.rules.clock import pass_time
from gm_engine.rules.clues import fumbled
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.skill_check import better, worked
from gm_engine.rules.talk import skill_of
from gm_engine.rules.wrongs import call_wrong, onlookers
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import DiceRolled, Event

STEALTHY = "steal"
ON_THEM = 4
"""Who has a purse that nobody wrote down has this part of it about them."""


def rob(ruling: Ruling) -> Iterator[Event]:
    """Takes a thing, or the purse, from somebody here: openly by nerve, or unseen (mode ``steal``) by stealth against their eyes."""
    state, intent = ruling.state, ruling.intent
    who = intent.target or next(iter(state.present()), "")
    if who not in state.pack.npcs or state.where(who) != state.here or not state.alive(who):
        yield ruling.refuse(f"nobody-here:{who}" if who else "nobody-here")
        return
    yield from pass_time(state, ruling.book.takes("take"), f"robbed:{who}")
    stealthy = intent.mode == STEALTHY
    got = True if state.condition(who) != "alive" else (yield from (unseen(ruling, who) if stealthy else _openly(ruling, who)))
    thing = intent.item if intent.item and state.has(who, intent.item) else ""
    if got:
        yield from _hand_over(ruling, who, thing)
    hidden = stealthy and got
    yield call_wrong(ruling, "theft" if stealthy else "robbery", who, state.name(thing) if thing else "", hidden=hidden)


def unseen(ruling: Ruling, who: str) -> Generator[Event, None, bool]:
    """True where a hand is not noticed by the one whose eyes it must pass: stealth against notice."""
    mine = yield from ruling.check(skill_of(ruling, "stealth"), against=who, why="stealth")
    theirs = ruling.check_roll(skill_of(ruling, "notice"), actor=who, against=ruling.who, why="notice")
    yield DiceRolled(turn=ruling.state.turn, roll=theirs)
    yield from fumbled(ruling.state, mine)
    return worked(mine.band) and better(mine, theirs) is not theirs


def lifted(ruling: Ruling, item: str) -> Iterator[Event]:
    """A thing that lies at somebody's place is stolen (mode ``steal``): a theft, seen or unseen by those who are there."""
    state = ruling.state
    owner = state.pack.items[item].owner or keeper_of(state, state.here)
    if ruling.intent.mode != STEALTHY or owner not in state.pack.npcs:
        return
    eyes = next(iter(onlookers(state)), "")
    hidden = not eyes or (yield from unseen(ruling, eyes))
    yield call_wrong(ruling, "theft", owner, state.name(item), hidden=hidden)


def _openly(ruling: Ruling, who: str) -> Generator[Event, None, bool]:
    """True where they give it up."""
    roll = yield from ruling.check(skill_of(ruling, "intimidate"), against=who, why="intimidate")
    yield from fumbled(ruling.state, roll)
    return worked(roll.band)


def _hand_over(ruling: Ruling, who: str, thing: str) -> Iterator[Event]:
    state, cause = ruling.state, f"robbed:{who}"
    if thing:
        yield from move_items(state, who, thing, -1, cause)
        yield from move_items(state, state.pc, thing, 1, cause)
        return
    counted = state.pack.npcs[who].money > 0 or who in state.money
    cents = state.purse(who) if counted else ruling.book.unwritten.purse // ON_THEM
    if counted:
        yield from move_money(state, who, -cents, cause)
    else:
        yield change(state, "money", who, 0, 0, cause)
    yield from move_money(state, state.pc, cents, cause)


def burn(ruling: Ruling) -> Iterator[Event]:
    """Sets a place on fire, or the one where the player's character is: it has burnt from now on."""
    state, intent = ruling.state, ruling.intent
    place = intent.place or state.here
    if place != state.here:
        yield ruling.refuse("not-here")
        return
    flag = f"burnt_{place}"
    if state.flags.get(flag, 0):
        yield ruling.refuse("burnt")
        return
    yield from pass_time(state, ruling.book.takes("check"), "burning")
    yield change(state, "flag", flag, 1, 0, "burning")
    yield call_wrong(ruling, "burning", keeper_of(state, place), state.name(place))


def keeper_of(state: StoryState, place: str) -> str:
    """Whose place it is: who is always to be found there, the one who owns a thing there first."""
    return next((id for id in sorted(state.pack.npcs) if state.pack.npcs[id].at == place and state.alive(id)), "")
