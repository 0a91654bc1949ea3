"""What acts of the lorebooks, as elements of a prompt: beside what is scored, each where its book wants it, none of them twice."""

from collections.abc import Iterator

from gm_engine.context.perceived import words
from gm_engine.context.record_lines import LOREBOOK, element
from gm_engine.memory import Memory
from gm_engine.state import StoryState
from gm_engine.story.activation import Acted, Activation
from gm_engine.story.context_element import ContextElement
from gm_engine.story.macros import filled, outlets_in

BY_KEY = 1000
"""What it adds to a score, in thousandths, that an entry acts. The part is called as the source is."""


def acting(state: StoryState) -> Activation | None:
    """What acts in the turn that is being played; None where nothing has been looked at."""
    return state.acted if state.acted.turn == state.turn and state.acted.acted else None


def kept_out(state: StoryState) -> frozenset[str]:
    """The ids of the elements that are not to be in this turn's prompt, by whatever road: entries, and what is known by them alone."""
    if not state.resting:
        return frozenset()
    known = (f"fact:{fact.id}" for fact in state.lore.facts(status=None) if state.shut_out(fact))
    return frozenset((*(f"lore:{id}" for id in state.resting), *known))


def lorebook_elements(state: StoryState, memory: Memory) -> tuple[ContextElement, ...]:
    """What acts in this turn, in the order in which it is told."""
    found = acting(state)
    return tuple(_elements(found, state, memory)) if found else ()


def _elements(found: Activation, state: StoryState, memory: Memory) -> Iterator[ContextElement]:
    texts = {acted.id: _text(acted, state) for acted in found.acted}
    outlets: dict[str, list[str]] = {}
    for acted in found.acted:
        if acted.outlet:
            outlets.setdefault(acted.outlet, []).append(texts[acted.id])
    poured = {name: "\n".join(parts) for name, parts in outlets.items()}
    asked = {name for acted in found.acted if not acted.outlet for name in outlets_in(texts[acted.id])}
    for acted in found.acted:
        text = filled(texts[acted.id], "", "", outlets=poured).text if "{{" in texts[acted.id] else texts[acted.id]
        if not text.strip() or acted.outlet in asked:
            continue
        slot = acted.placed.changed(position="after") if acted.placed.position == "outlet" else acted.placed
        id = f"lore:{acted.id}"
        made = element(id, state, memory) or ContextElement(id=id, kind="lore", text=text)
        if id not in state.marks.corrected:
            about = made.about[0] if made.about else acted.id
            made = made.changed(text=text, statements=(words(about, "lore", text),))
        yield made.changed(source=LOREBOOK, pinned=False, slot=slot)


def _text(acted: Acted, state: StoryState) -> str:
    if acted.text:
        return acted.text
    book = state.pack.books.get(acted.book)
    return next((entry.text for entry in book.entries if entry.id == acted.entry), "") if book else ""


def kept_by_key(made: ContextElement) -> ContextElement:
    """An element that acts, to be kept before what is only scored."""
    if made.slot is None:
        return made
    return made.changed(pinned=True, score=made.score + BY_KEY, reasons=made.reasons | {LOREBOOK: BY_KEY})
