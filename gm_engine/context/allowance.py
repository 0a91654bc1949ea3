"""How large this turn's budget is: wider after a rough reply, back again after smooth ones."""

from dataclasses import dataclass

from gm_engine.context.window import lacks
from gm_engine.state import StoryState
from gm_engine.story.budget import Budget
from gm_engine.story.conversing import Conversing

LOOKED_AT = 20
"""So many of the newest conflicts are looked at for those of the last turn."""


@dataclass(frozen=True)
class Allowance:
    """The budget in force, how many steps wide, after how many smooth replies in a row, and what moved it."""

    budget: Budget
    level: int = 0
    calm: int = 0
    why: str = ""


def allowance(budget: Budget, state: StoryState, talk: Conversing) -> Allowance:
    """The budget for the turn that is being played, from the last prompt's and from how its reply fared."""
    last = state.spread
    level, calm = (last.level, last.calm) if last else (0, 0)
    if rough := _rough(state, talk):
        wider = min(budget.steps, level + 1)
        return Allowance(budget.widened(wider), wider, 0, rough)
    calm += 1 if last else 0
    if level and calm >= budget.calm:
        return Allowance(budget.widened(level - 1), level - 1, 0, f"{calm} smooth replies")
    return Allowance(budget.widened(level), level, calm if level else 0)


def _rough(state: StoryState, talk: Conversing) -> str:
    """What went wrong in the last reply; empty where nothing did."""
    turn = state.turn - 1
    newest = list(state.conflicts.values())[-LOOKED_AT:]
    if turn and any(conflict.incoming.turn == turn for conflict in newest):
        return f"turn {turn} brought a conflict"
    told = state.turns.get(str(turn))
    if told and (phrase := lacks(told.reply, talk)):
        return f'turn {turn} said "{phrase}"'
    return ""
