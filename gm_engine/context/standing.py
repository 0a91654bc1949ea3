"""What stands for a whole chapter: what came of the scenes before the conversation shown, and what the author pinned."""

from gm_engine.memory.chapters import Chapter, chapters
from gm_engine.state import StoryState
from gm_engine.story.budget import STANDING, Budget
from gm_engine.story.context_element import ContextElement
from gm_engine.tokens import count


def standing(state: StoryState, since: int, budget: Budget) -> tuple[ContextElement, ...]:
    """The chapters that closed before turn ``since``, the newest first, as many as their share holds."""
    left = budget.share(STANDING)
    found: list[ContextElement] = []
    for chapter in reversed(chapters(state)):
        if chapter.turns and chapter.turns[-1] >= since:
            continue
        made = _element(chapter, state)
        price = count(f"- {made.text}\n", budget.encoding)
        if price > left:
            break
        left -= price
        found.append(made.model_copy(update={"tokens": price}))
    return tuple(reversed(found))


def _element(chapter: Chapter, state: StoryState) -> ContextElement:
    moment = state.pack.calendar.moment(chapter.minute)
    when = f"{moment:%B} {moment.day}, " if state.pack.calendar.dated else ""
    return ContextElement(
        id=f"chapter:{chapter.scene}",
        kind="summary",
        text=f"{when}{chapter.title}: {' '.join(chapter.sentences)}",
        source="chapters",
        turns=chapter.turns,
        about=chapter.participants,
        place=chapter.place,
        minute=chapter.minute,
        importance=3,
        pinned=True,
    )
