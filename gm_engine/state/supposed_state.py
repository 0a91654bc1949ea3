"""The state as it would be: for reading what is to be done at a place that the same line goes to, or to somebody whom it brings in.

Nothing of it is ever folded.
"""

from copy import copy

from gm_engine.state.cast import joined
from gm_engine.state.story_state import StoryState
from gm_engine.story.newcomer import Newcomer
from gm_engine.story.register import Register


def supposed_at(state: StoryState, place: str) -> StoryState:
    """The state with the player's character at another place, and whoever travels along."""
    there = copy(state)
    there.places = Register()
    for id, where in (*state.places.items(), *((one, place) for one in (state.pc, *state.companions()))):
        there.places[id] = where
    return there


def supposed_with(state: StoryState, newcomer: Newcomer) -> StoryState:
    """The state with somebody more in it."""
    there = copy(state)
    there.pack = joined(state.pack, newcomer)
    return there
