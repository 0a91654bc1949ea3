"""Called: what is done when somebody has called the player's character a cheat."""

from collections.abc import Iterator

from gm_engine.rules.changes import move_attitude
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.ruling import attribute
from gm_engine.rules.weapons import ready, weapon_for
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import Event, StateChanged

NERVE = 45
"""So much grit it takes to draw upon somebody over a card."""


def caller_of(state: StoryState) -> str:
    """Who has called the player's character a cheat; empty for nobody."""
    return str(state.law.get("caller", ""))


def answer_to_call(name: str, state: StoryState, cause: str) -> Iterator[Event]:
    """One step of a scene: ``amends`` (owned up to, and thought the better of) or ``quarrel`` (who called it draws, or thinks the less)."""
    who = caller_of(state)
    if not who or not state.alive(who):
        return
    yield from move_attitude(state, who, 1 if name == "amends" else -1, f"{name}:{who}")
    book = rulebook_of(state.pack)
    armed = weapon_for(state, book, who, melee=False)
    if name == "quarrel" and armed and attribute(state, book, who, "grit") >= NERVE:
        yield from ready(state, who, "fight", 1, f"drew:{who}")
    yield StateChanged(turn=state.turn, what="law", key="caller", old=who, new=None, cause=cause)
