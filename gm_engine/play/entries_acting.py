"""The step of a turn in which the lorebooks' keys are looked for in what was said."""

from collections.abc import Iterator
from dataclasses import replace

from gm_engine import chance
from gm_engine.context.lorebook_talk import around
from gm_engine.context.lorebooks import activate
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.activation import Activation
from gm_engine.story.event import Event
from gm_engine.tokens import count


def lorebooks_act(state: StoryState, tools: Tools) -> Iterator[Event]:
    """What acts in the turn that is being played; nothing in a campaign without lorebooks."""
    if state.pack.books:
        yield happened.LorebooksActed(turn=state.turn, activation=activation(state, tools))


def activation(state: StoryState, tools: Tools, said: str | None = None) -> Activation:
    """The same; ``said`` are other words that the player might have said. Each throw is the turn's and the entry's own."""
    budget, key = state.budget or tools.budget, state.draw()
    return activate(
        state.pack.books.values(),
        around(state, said),
        state.timed.values(),
        roll=lambda what, sides: chance.draw(key, f"lore/{what}", 0, sides),
        tokens=lambda text: count(text, budget.encoding),
        room=budget.most,
    )


def acting_on(said: str, state: StoryState, tools: Tools) -> StoryState:
    """The story as it would be in this turn, had the player said this: what acts of the lorebooks is looked for anew."""
    return replace(state, acted=activation(state, tools, said)) if state.pack.books else state
