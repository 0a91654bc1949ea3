"""What is to come: the consequences that an author wrote, as they begin to wait."""

from gm_engine.state.story_state import StoryState
from gm_engine.story.condition import Owed
from gm_engine.story.consequence import Consequence
from gm_engine.story.event import ConsequenceDue


def coming_ids(state: StoryState, count: int) -> tuple[str, ...]:
    """The ids that the next ``count`` consequences of this turn will have."""
    taken = sum(1 for id in state.consequences.keys() if id.startswith(f"c{state.turn}."))  # noqa: SIM118
    return tuple(f"c{state.turn}.{taken + n}" for n in range(1, count + 1))


def owe(state: StoryState, owed: Owed, cause: str) -> ConsequenceDue:
    """The event by which a choice's or a scene's consequence begins to wait."""
    due_at = None if owed.after is None else state.minute + owed.after
    return ConsequenceDue(
        turn=state.turn,
        consequence=Consequence(
            id=coming_ids(state, 1)[0],
            text=owed.text,
            cause=cause,
            due=due_at,
            when=owed.when,
            effects=owed.effects,
            turn=state.turn,
            scene=state.scene.id,
            minute=state.minute,
            participants=(state.pc,),
        ),
    )


def named_owed(state: StoryState, id: str) -> Owed | None:
    """The consequence that some choice of the pack calls ``id``; None where the same words wait already."""
    choices = (choice for scene in state.pack.scenes.values() for choice in scene.choices)
    owed = next((owed for choice in choices for owed in choice.owes if owed.id == id), None)
    waits = owed is not None and any(waiting.text == owed.text for waiting in state.owed())
    return None if waits else owed
