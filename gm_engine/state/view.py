"""Whether a condition holds now."""

import operator
from collections.abc import Callable

from gm_engine.state.hearsay import bounty, evidence, open_wrongs, wanted
from gm_engine.state.story_state import StoryState
from gm_engine.story.condition import Condition

COMPARE: dict[str, Callable[[int, int], bool]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def holds(condition: Condition | None, state: StoryState) -> bool:
    """True when ``condition`` is None or holds in ``state``."""
    if condition is None:
        return True
    if condition.op == "all":
        return all(holds(part, state) for part in condition.parts)
    if condition.op == "any":
        return any(holds(part, state) for part in condition.parts)
    if condition.op == "not":
        return not holds(condition.parts[0], state)
    value = look_up(condition.path, state)
    if condition.compare in ("==", "!="):
        return _same(value, condition.value) == (condition.compare == "==")
    return COMPARE[condition.compare](_number(value), _number(condition.value))


def _same(value: int | str, other: int | str) -> bool:
    """Equal as written; against 0, any empty value is equal, so that a bare path reads "is there something"."""
    if other == 0:
        return not value
    return str(value) == str(other)


def _number(value: int | str) -> int:
    try:
        return int(value)
    except ValueError:
        return 0


def look_up(path: str, state: StoryState) -> int | str:
    """The value of a condition's path: see ``story.condition.Condition``. An unknown one is 0."""
    head, _, id = path.partition(".")
    calendar = state.pack.calendar
    plain: dict[str, Callable[[], int | str]] = {
        "at": lambda: state.here,
        "start": lambda: int(state.turn <= 1),
        "turn": lambda: state.turn,
        "day": lambda: (calendar.moment(state.minute).date() - calendar.moment(0).date()).days + 1,
        "hour": lambda: calendar.moment(state.minute).hour,
        "session": lambda: state.session,
        "money": lambda: state.purse(state.pc),
        "wounds": lambda: state.boxes(state.pc),
        "tension": lambda: state.tension[-1] if state.tension else 0,
        "wanted": lambda: wanted(state),
        "bounty": lambda: bounty(state),
        "custody": lambda: int("custody" in state.law),
        "witnesses": lambda: next((evidence(state, wrong) for wrong in open_wrongs(state)), 0),
    }
    tables: dict[str, Callable[[], int | str]] = {
        "clock": lambda: state.clock(id),
        "full": lambda: int(id in state.pack.clocks and state.clock(id) >= state.pack.clocks[id].size),
        "flag": lambda: state.flags.get(id, 0),
        "met": lambda: state.met.get(id, 0),
        "present": lambda: int(state.where(id) == state.here and state.alive(id)),
        "alive": lambda: int(state.alive(id)),
        "item": lambda: state.has(state.pc, id),
        "attitude": lambda: state.attitude(id),
        "secret": lambda: state.secret(id),
        "visits": lambda: state.visits.get(id, 0),
        "scene": lambda: state.played.get(id, 0),
        "decision": lambda: state.decisions[id].taken or "" if id in state.decisions else "",
        "at": lambda: state.where(id),
        "party": lambda: int(id in state.companions()),
        "tag": lambda: state.tagged(id),
        "wronged": lambda: next((wrong.weight for wrong in open_wrongs(state) if wrong.victim == id), 0),
    }
    found = tables.get(head) if id else plain.get(head)
    return found() if found else 0
