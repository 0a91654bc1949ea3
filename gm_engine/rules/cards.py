"""Cards: games for money, and how a cheat comes out of them."""

from collections.abc import Generator, Iterator

from gm_engine.rules.changes import move_money
from gm_engine.rules.clock import pass_time
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.skill_check import better, worked
from gm_engine.rules.talk import skill_of
from gm_engine.rules.wrongs import call_wrong, onlookers
from gm_engine.story.event import DiceRolled, Event
from gm_engine.story.roll import Roll

CHEATS = "cheat"
"""The mode of a game that is not played straight."""


def gamble(ruling: Ruling) -> Iterator[Event]:
    """Cards for ``amount`` cents (a dollar, unless another sum is named): an opposed check against the table.

    A cheat (mode ``cheat``) has the easier check, and everybody there has a look at those hands: whoever sees it calls it, and the stake
    is gone. Who called is noted as a ``law`` change with the key ``caller``.
    """
    state, intent = ruling.state, ruling.intent
    if intent.target in state.pack.npcs and state.where(intent.target) != state.here:
        yield ruling.refuse(f"nobody-here:{intent.target}")
        return
    stake = intent.amount or min(100, state.purse(state.pc))
    if stake <= 0 or state.purse(state.pc) < stake:
        yield ruling.refuse("no-money")
        return
    yield from pass_time(state, ruling.book.takes("gamble"), "gambled")
    skill, cheats = skill_of(ruling, "cards"), intent.mode == CHEATS
    mine = yield from ruling.check(skill, why="cards", against=intent.target or "the table", difficulty="easy" if cheats else "fair")
    if cheats and (caller := (yield from _seen_by(ruling, mine))):
        yield from move_money(state, state.pc, -stake, "called")
        if state.purse(caller):
            yield from move_money(state, caller, stake, "called")
        yield ruling.change("law", "caller", caller, cause="called")
        yield call_wrong(ruling, "cheating", caller)
        return
    theirs = ruling.check_roll(skill, actor=intent.target or "the table", why="the table's cards", against=state.pc)
    yield DiceRolled(turn=state.turn, roll=theirs)
    winner = better(mine, theirs)
    if winner is not None:
        won = stake * (2 if mine.band == "triumph" else 1)
        yield from move_money(state, state.pc, won if winner is mine else -stake, "gambled")
        if intent.target in state.pack.npcs and state.purse(intent.target):
            yield from move_money(state, intent.target, -won if winner is mine else stake, "gambled")


def _seen_by(ruling: Ruling, mine: Roll) -> Generator[Event, None, str]:
    """Who of those there sees the card come from where it should not: whose eyes are better than the hands; empty for nobody."""
    for who in onlookers(ruling.state):
        theirs = ruling.check_roll(skill_of(ruling, "notice"), actor=who, against=ruling.who, why="notice")
        yield DiceRolled(turn=ruling.state.turn, roll=theirs)
        if not worked(mine.band) or (worked(theirs.band) and better(mine, theirs) is theirs):
            return who
    return ""
