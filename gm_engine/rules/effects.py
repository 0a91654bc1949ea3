"""Effects: what scenes, choices, clocks and consequences do, as events; and the passing of time, which has effects too."""

from collections.abc import Iterator

from gm_engine.rules import law
from gm_engine.rules.changes import (
    change,
    deal_wound,
    join,
    leave,
    mend,
    move_attitude,
    move_items,
    move_money,
    move_standing,
    move_to,
    uncover,
)
from gm_engine.rules.coming import named_owed, owe
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.condition import Effect
from gm_engine.story.event import Event, StateChanged

HOUR = 60
YEAR = 365 * 24 * HOUR


def apply_effect(effect: Effect, state: StoryState, cause: str) -> Iterator[Event]:
    """The events of one effect, each with ``cause``. A scene that is to follow (``goto``) waits as ``used``: key ``next``."""
    who = state.pc if effect.target in ("pc", "you", "") else effect.target
    holder = state.pc if effect.value in ("pc", "you", "") else effect.value
    match effect.verb:
        case "clock":
            yield from tick(state, effect.target, effect.amount, cause)
        case "flag" | "unflag":
            yield change(state, "flag", effect.target, int(effect.verb == "flag"), int(state.flags.get(effect.target, 0)), cause)
        case "give":
            yield from move_items(state, holder, effect.target, effect.amount or 1, cause)
        case "take":
            yield from move_items(state, holder, effect.target, -(effect.amount or 1), cause)
        case "money":
            yield from move_money(state, state.pc, effect.amount, cause)
        case "reveal":
            yield from uncover(state, effect.target, "revealed", cause)
        case "hint":
            yield from uncover(state, effect.target, "hinted", cause)
        case "attitude":
            move = move_standing if effect.target in state.pack.factions else move_attitude
            yield from move(state, effect.target, effect.amount, cause)
        case "move":
            yield from move_to(state, who, effect.value, cause)
        case "go":
            yield from move_to(state, state.pc, effect.target, cause)
        case "kill":
            if state.alive(who):
                yield change(state, "condition", who, "dead", state.condition(who), cause)
        case "wound":
            yield from deal_wound(state, who, effect.amount or 1, cause)
        case "heal":
            yield from mend(state, who, cause, effect.amount)
        case "advance":
            yield from pass_time(state, effect.amount, cause)
        case "join":
            yield from join(state, who, cause)
        case "leave":
            yield from leave(state, who, cause)
        case "owe":
            owed = named_owed(state, effect.target)
            if owed:
                yield owe(state, owed, cause)
        case "law":
            yield from law.step(effect.target, state, cause, pass_time)
        case "goto":
            yield StateChanged(turn=state.turn, what="used", key="next", detail=effect.target, new=state.turn, cause=cause)
        case "end":
            yield change(state, "ended", "", 1, int(state.ended), cause)


def apply_effects(effects: tuple[Effect, ...], state: StoryState, cause: str) -> Iterator[Event]:
    """The events of several effects, in order."""
    for effect in effects:
        yield from apply_effect(effect, state, cause)


def pass_time(state: StoryState, minutes: int, cause: str = "time") -> Iterator[Event]:
    """Lets time pass, a year at most: the minute, clocks of each day begun, the dying, those who come to themselves."""
    minutes = min(minutes, YEAR)
    if minutes <= 0:
        return
    before = state.minute
    yield change(state, "time", "", before + minutes, before, cause)
    calendar = state.pack.calendar
    days = (calendar.moment(state.minute).date() - calendar.moment(before).date()).days
    if days > 0:
        for id in sorted(state.pack.clocks):
            each = state.pack.clocks[id].advance.each_day
            if each:
                yield from tick(state, id, each * days, "day")
    yield from _bodies(state)


def tick(state: StoryState, id: str, segments: int, cause: str) -> Iterator[Event]:
    """Moves a clock; where it fills, its effects happen, with cause ``full:ID``. A full clock moves no more."""
    clock = state.pack.clocks.get(id)
    if clock is None or (segments > 0 and cause == f"full:{id}"):
        return
    old = state.clock(id)
    new = max(0, min(clock.size, old + segments))
    if new == old:
        return
    yield change(state, "clock", id, new, old, cause)
    if new >= clock.size > old:
        for effect in clock.effects:
            yield from apply_effect(effect, state, f"full:{id}")


def _bodies(state: StoryState) -> Iterator[Event]:
    """The dying lose a segment every ten minutes; the down come to themselves after an hour."""
    dying = rulebook_of(state.pack).dying
    for who, condition in sorted(state.conditions.items()):
        if condition not in ("dying", "down"):
            continue
        since = max((wound.since for wound in state.wounds.get(who, ())), default=state.minute)
        gone = state.minute - since
        if condition == "dying":
            filled = min(dying.segments, gone // dying.minutes)
            old = state.clock(f"dying_{who}")
            if filled > old:
                yield change(state, "clock", f"dying_{who}", filled, old, "dying")
            if filled >= dying.segments:
                yield change(state, "condition", who, "dead", condition, "bled")
        elif gone >= HOUR:
            yield change(state, "condition", who, "alive", condition, "rested")
