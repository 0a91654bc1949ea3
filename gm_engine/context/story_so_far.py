"""The story so far as elements of kind ``summary``: sessions, chapters and scenes that are over. They change only where a scene ends."""

from gm_engine.memory import Memory
from gm_engine.memory.chapters import Summary
from gm_engine.state import StoryState
from gm_engine.story.context_element import ContextElement


def story_so_far(state: StoryState, memory: Memory) -> tuple[ContextElement, ...]:
    """What came of everything before this scene, the oldest first; each element's ``turns`` are those that its sentences rest on."""
    return tuple(summary_element(summary, state) for summary in memory.story.so_far(state))


def summary_element(summary: Summary, state: StoryState) -> ContextElement:
    """One summary as an element: its title, its day, its sentences."""
    moment = state.pack.calendar.moment(summary.minute)
    day = f", {moment:%B} {moment.day}" if state.pack.calendar.dated else ""
    title = "Earlier" if summary.level == "campaign" else summary.title[:1].upper() + summary.title[1:]
    return ContextElement(
        id=summary.id,
        kind="summary",
        text=f"{title}{day}: {summary.text}",
        source="summary",
        turns=summary.turns,
        about=summary.participants,
        place=summary.place,
        minute=summary.minute,
        importance=4,
    )
