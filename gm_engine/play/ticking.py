"""Clocks that the table can see: how far they are, and that they moved."""

from collections.abc import Iterable

from gm_engine.state import StoryState
from gm_engine.story.counting import in_words
from gm_engine.story.event import Event, StateChanged


def seen_clocks(state: StoryState) -> tuple[str, ...]:
    """The ids of the clocks that the table sees."""
    return tuple(id for id, clock in sorted(state.pack.clocks.items()) if clock.visibility == "table")


def how_far(state: StoryState, id: str) -> str:
    """A clock and its segments, as it is said at the table: *The flood: three of six.*"""
    clock = state.pack.clocks[id]
    filled = min(state.clock(id), clock.size)
    if filled >= clock.size:
        return f"{clock.name}: full."
    return f"{clock.name}: {in_words(filled) if filled else 'none'} of {in_words(clock.size)}."


def ticked(events: Iterable[Event], state: StoryState) -> tuple[str, ...]:
    """How far each visible clock is that a turn's events have moved."""
    moved = {event.key for event in events if isinstance(event, StateChanged) and event.what == "clock" and event.new != event.old}
    return tuple(how_far(state, id) for id in seen_clocks(state) if id in moved)
