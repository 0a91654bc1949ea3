"""Clocks: what fills them, and what is seen of it."""

from collections.abc import Iterator

from gm_engine.rules.effects import pass_time, tick
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.calendar import DAY
from gm_engine.story.event import Event, StateChanged
from gm_engine.story.intent import Intent

__all__ = ["clock_event", "lasting", "linger", "omens", "pass_time", "tick"]


def clock_event(state: StoryState, name: str) -> Iterator[Event]:
    """Something happened that some clocks wait for: ``player_dawdles``, ``failure``, ``disaster``, ``travel``, ``gunfight``."""
    for id in sorted(state.pack.clocks):
        if name in state.pack.clocks[id].advance.events:
            yield from tick(state, id, 1, name)


def omens(state: StoryState, event: StateChanged) -> tuple[str, ...]:
    """The omens that a clock's change brought to sight, in order; the result last, where it filled."""
    clock = state.pack.clocks.get(event.key)
    if event.what != "clock" or clock is None:
        return ()
    old, new = int(event.old or 0), int(event.new or 0)
    seen = [clock.at[segment] for segment in sorted(clock.at) if old < segment <= new]
    return tuple(seen + ([clock.full] if clock.full and old < clock.size <= new else []))


def lasting(state: StoryState, intent: Intent) -> int:
    """The minutes that an intent lasts from now on: until the clock shows its hour, where it names one and lasts less than a day; else
    those that were counted, 0 where nothing is said.

    The hour is the next one from when the player spoke: what was done first may have used it up, and then a minute is left.
    """
    if intent.amount >= DAY or not intent.until:
        return intent.amount
    hour, _, minute = intent.until.partition(":")
    turn = state.turns.get(str(state.turn))
    spoken = state.minute if turn is None else min(turn.minute, state.minute)
    then = state.pack.calendar.moment(spoken)
    ahead = (int(hour) * 60 + int(minute) - then.hour * 60 - then.minute) % DAY
    return max(1, spoken + ahead - state.minute)


def linger(state: StoryState, minutes: int, act: str) -> Iterator[Event]:
    """Time that is waited or slept away: too much of it is dawdling, and some clocks hear of that."""
    limits = rulebook_of(state.pack).clock_events
    yield from pass_time(state, minutes, act)
    if minutes >= (limits.sleep if act == "sleep" else limits.wait):
        yield from clock_event(state, "player_dawdles")
