"""Elements that installed packages bring: marked with who brought them, scored and fitted like any others."""

from collections.abc import Iterable
from itertools import islice
from typing import Protocol

from gm_engine.context.focus import Focus
from gm_engine.context.salience import Found
from gm_engine.memory.index_words import stems
from gm_engine.state import StoryView
from gm_engine.story.context_element import ContextElement
from gm_engine.story.letters import plain
from gm_engine.story.plug_in import PlugIn

MOST, LONGEST, LONGEST_ID = 20, 2_000, 80
"""So many elements of one source are thought of in a turn, of so many letters each; and letters of its id."""


class ContextSource(Protocol):
    """Something that remembers, too. ``version`` changes whenever it may bring something else to the same words."""

    name: str
    version: str

    def recall(self, state: StoryView, said: str) -> Iterable[ContextElement]:
        """What may matter to what the player has just said. Its scores are not taken over: ours are the same for everybody."""
        ...


def marked(elements: Iterable[ContextElement], source: PlugIn) -> tuple[ContextElement, ...]:
    """A source's elements as they may go into a prompt, each once: marked, unpinned, unscored.

    What the table may not know, has no words, or is too long stays out.
    """
    found: dict[str, ContextElement] = {}
    for element in islice(elements, MOST):
        if not isinstance(element, ContextElement):
            raise TypeError(f"it gave a {type(element).__name__} where a ContextElement belongs")
        text = plain(element.text)
        if element.audience == "table" and text.strip() and len(text) <= LONGEST:
            id = " ".join(plain(element.id).split())[:LONGEST_ID]
            bare = element.changed(pinned=False, score=0, reasons={}, tokens=0, slot=None)
            kept = bare.changed(id=f"{source.id}:{id}", text=text, source=source.id)
            found.setdefault(kept.id, kept)
    return tuple(found.values())


def found_in(element: ContextElement, focus: Focus) -> Found:
    """What is known of such an element beside itself: no index holds it, so its own words say how well it answers."""
    terms = stems(element.text)
    shared = sum(1 for term in focus.terms if term in terms)
    return Found(lexical=shared / len(focus.terms) if focus.terms else 0.0, terms=terms)
