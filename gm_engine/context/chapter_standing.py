"""What stands for a whole chapter: what came of the scenes before the conversation shown, and what the author pinned."""

from gm_engine.memory import Memory, Summary
from gm_engine.memory.worded import as_worded
from gm_engine.state import StoryState
from gm_engine.story.budget import STANDING, Budget
from gm_engine.story.context_element import ContextElement
from gm_engine.tokens import count


def standing(state: StoryState, memory: Memory, since: int, budget: Budget) -> tuple[ContextElement, ...]:
    """The story before turn ``since``, the oldest first, in as many words as its share holds: elements of kind ``summary``.

    Each element's ``turns`` are those that its sentences rest on.
    """
    left = budget.share(STANDING)
    found: list[ContextElement] = []
    for page in reversed(memory.story.so_far(state, since, left, budget.encoding)):
        made = summary_element(page, state)
        price = count(f"- {made.text}\n", budget.encoding)
        if price <= left:
            left -= price
            found.append(made.model_copy(update={"tokens": price}))
    return tuple(reversed(found))


def summed_up(id: str, state: StoryState, memory: Memory) -> ContextElement | None:
    """The whole summary of that id (``chapter:5-21``), as the records stand now; None where nothing came of those turns."""
    stretch = memory.story.annals.stretch(id)
    page = memory.story.page(stretch, state) if stretch else None
    return summary_element(as_worded(page, state) if state.worded else page, state) if page else None


def still_so(id: str, text: str, state: StoryState, memory: Memory) -> bool:
    """True while each sentence of a summary that was told is still one of its records'."""
    stretch = memory.story.annals.stretch(id)
    page = memory.story.page(stretch, state) if stretch else None
    if page is None:
        return False
    for told in (page, as_worded(page, state)) if state.worded else (page,):
        rest = text
        for sentence in told.sentences:
            rest = rest.replace(f" {sentence}", "")
        if rest == _header(page, state):
            return True
    return False


def _header(summary: Summary, state: StoryState) -> str:
    day = state.pack.calendar.date(summary.minute)
    return f"{day[:1].upper()}{day[1:]}, {summary.title}:" if day else f"{summary.title}:"


def summary_element(summary: Summary, state: StoryState) -> ContextElement:
    """One summary as an element: its day, its title, its sentences."""
    return ContextElement(
        id=summary.id,
        kind="summary",
        text=f"{_header(summary, state)} {summary.text}",
        source="chapters",
        turns=summary.turns,
        about=summary.participants,
        place=summary.place,
        minute=summary.minute,
        importance=3,
        pinned=True,
    )
