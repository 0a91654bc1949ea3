"""Where a prompt has the places that a lorebook names: around who is who, around the note, so many messages from the end."""

from collections.abc import Iterable, Sequence

from gm_engine.story.context_element import ContextElement
from gm_engine.story.lorebook import ROLES
from gm_engine.story.prompt import PromptSection, Role
from gm_engine.tokens import count

LOREBOOK = "lorebook"
"""What such sections are called."""
LORE_HEAD = "From the campaign's lorebooks, for what is spoken of now:"
VARIES = ("note", "memory", "scene", "beats", "said")
"""The sections that change with every turn: what acts stands before them, so that what a server keeps of the prompt is the same."""
MESSAGES = ("history", "said")
MAIN = ("before", "after", "examples_top", "examples_bottom")


def with_lorebooks(sections: Sequence[PromptSection], acting: Sequence[ContextElement], encoding: str) -> tuple[PromptSection, ...]:
    """The sections with what acts among them, each where its book wants it; what has no such place here stands with the rest."""
    if not acting:
        return tuple(sections)
    by = {made.id: made.slot for made in acting if made.slot}
    first = next((at for at, section in enumerate(sections) if section.name in VARIES), len(sections))
    note = next((at for at, section in enumerate(sections) if section.name == "note"), first)
    after_note = note + 1 if note < len(sections) and sections[note].name == "note" else note
    put: dict[int, list[PromptSection]] = {}

    def place(at: int, role: Role, made: Iterable[ContextElement], head: str = "") -> None:
        found = tuple(made)
        if found:
            text = "\n\n".join((*([head] if head else []), *(one.text.strip() for one in found)))
            section = PromptSection(name=LOREBOOK, role=role, text=text, tokens=count(text, encoding), elements=found)
            put.setdefault(at, []).append(section)

    main = [made for position in MAIN for made in acting if by[made.id].position == position]
    place(first, "system", main, LORE_HEAD)
    place(note, "system", (made for made in acting if by[made.id].position == "note_top"))
    place(after_note, "system", (made for made in acting if by[made.id].position == "note_bottom"))
    depths = sorted({by[made.id].depth for made in acting if by[made.id].position == "depth"}, reverse=True)
    for depth in depths:
        for role in ROLES:
            wanted = (made for made in acting if by[made.id].position == "depth" and (by[made.id].depth, by[made.id].role) == (depth, role))
            place(_before(depth, sections), role, wanted)
    return tuple(one for at in range(len(sections) + 1) for one in (*put.get(at, ()), *sections[at : at + 1]))


def _before(depth: int, sections: Sequence[PromptSection]) -> int:
    """Before which section so many messages from the end lie: 0 is behind all, more than there are is before the first."""
    messages = [at for at, section in enumerate(sections) if section.name in MESSAGES]
    if depth <= 0 or not messages:
        return len(sections)
    return messages[max(0, len(messages) - depth)]
