"""The anchor: the scene that is being played, and what the talk in it is about. A reply holds to it."""

from gm_engine.context.focus import Focus
from gm_engine.context.perceived import name_of
from gm_engine.state import StoryState
from gm_engine.story.context_element import ContextElement
from gm_engine.story.listing import listed

STRONG = 0.3
MOST = 3
"""So many topics are stated, the strongest first."""


def anchor(focus: Focus, state: StoryState) -> ContextElement | None:
    """What the talk holds on to; None for a story that has no scene yet."""
    scene = state.scene
    if not scene.title and not state.here:
        return None
    place = name_of(state.here, state) if state.here else ""
    title = scene.title or place
    at = f", at {place}" if place and place.lower() != title.lower() else ""
    since = f", since turn {scene.turn}" if scene.turn else ""
    topics = [id for id, strength in focus.topics.items() if strength >= STRONG and id not in (state.pc, state.here)]
    named = [name_of(id, state) for id in topics if state.lore.entity(id)][:MOST]
    talk = f" The talk is of {listed(named)}." if named else ""
    return ContextElement(
        id="anchor",
        kind="variable",
        text=f"SCENE: {title[:1].upper()}{title[1:]}{at}{since}.{talk} Hold to it until the player leaves it.",
        source="state",
        place=state.here,
        minute=state.minute,
        importance=5,
        pinned=True,
    )
