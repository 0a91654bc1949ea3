"""Smaller forms of an element: whole, then the sentences that matter, then one. No sentence is ever cut."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from gm_engine.context.told_records import REPLY
from gm_engine.memory.index_words import stems
from gm_engine.story.context_element import ContextElement

END = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[A-Z0-9])")
INITIAL = re.compile(r"\b[A-Z]\.$")
TITLES = ("Mr.", "Mrs.", "Ms.", "Dr.", "St.", "Capt.", "Col.", "Gen.", "Lt.", "Sgt.", "Rev.", "Jr.", "Sr.", "No.", "vs.")
ESSENTIAL = frozenset({"name", "alias", "pronouns", "role", "attitude", "met", "condition", "exit", "kind", "visits", "within"})
"""What a shortened card still states."""
TELLS = 12
"""A sentence of so many telling words tells as much as any."""
LONG = 300
"""Characters from which an old turn is too long to be told whole."""
SHORTENED = frozenset({"turn", "place", "person", "fact", "lore", "summary", "scene"})


@lru_cache(maxsize=8192)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text. A title's full stop ends none, and speech is not torn from its quotation marks.

    >>> sentences('Mr. Lund waits. "Go on," he says. "Now."')
    ('Mr. Lund waits.', '"Go on," he says.', '"Now."')
    """
    found: list[str] = []
    start = 0
    for match in END.finditer(text):
        piece = text[start : match.end()].strip()
        if piece.endswith(TITLES) or INITIAL.search(piece):
            continue
        found.append(piece)
        start = match.end()
    if rest := text[start:].strip():
        found.append(rest)
    return tuple(found)


def forms(element: ContextElement, terms: Mapping[str, int]) -> Iterator[ContextElement]:
    """The element whole, then smaller: its telling sentences for ``terms``, then its first or most telling one.

    An old turn that is long is offered by its telling sentences only, where it has more than two: two memories say more than one told at
    length.
    """
    parts = sentences(element.text) if element.kind in SHORTENED else ()
    old_turn = element.kind == "turn" and element.source == "memory"
    if old_turn and REPLY in element.text:
        yield from _both_halves(element, terms)
        return
    if len(parts) < 3 or not (old_turn and len(element.text) > LONG):
        yield element
    if len(parts) < 2:
        return
    if element.kind in ("place", "person"):
        statements = tuple(statement for statement in element.statements if statement.relation in ESSENTIAL)
        kept = parts[:2] if len(parts) > 3 else parts[:1]
        yield element.changed(text=" ".join(kept), form="summary", statements=statements)
        return
    # An old turn keeps its first sentence: it says when it was, and what the player did.
    rest = range(1 if old_turn else 0, len(parts))
    ranked = sorted(rest, key=lambda at: (-_answers(parts[at], terms), at))
    longer, shorter = (_joined(parts, {*ranked[:most], *(() if rest[0] == 0 else (0,))}) for most in (max(1, len(parts) // 3), 1))
    if longer != element.text:
        yield element.changed(text=longer, form="sentence")
    if shorter != longer:
        yield element.changed(text=shorter, form="summary")


def _both_halves(element: ContextElement, terms: Mapping[str, int]) -> Iterator[ContextElement]:
    """An old turn in which the player's words stand beside the reply: whole where it is short, else by fewer and fewer of its sentences."""
    said, _, told = element.text.partition(REPLY)
    parts = spoken_whole(sentences(told.removeprefix("“").removesuffix("”")))
    if len(element.text) <= LONG or len(parts) < 2:
        yield element
    if len(parts) < 2:
        return
    # What the player's own half says is shown in any case, names above all: a sentence is chosen for what it says beside that.
    beside = {term: times for term, times in terms.items() if term not in stems(said)}
    ranked = sorted(range(len(parts)), key=lambda at: (-_answers(parts[at], beside), -min(TELLS, len(stems(parts[at]))), at))
    before = element.text
    forms_: tuple[tuple[int, Literal["sentence", "summary"]], ...] = ((max(1, len(parts) // 3), "sentence"), (1, "summary"))
    for most, form in forms_:
        text = f"{said}{REPLY}“{_joined(tuple(parts), set(ranked[:most]))}”"
        if text != before:
            yield element.changed(text=text, form=form)
        before = text


def spoken_whole(parts: Sequence[str]) -> tuple[str, ...]:
    """Sentences of which those that one speech holds together stand together.

    >>> spoken_whole(('Ben counts.', '"Seven dollars.', 'You stood for me."', 'He waits.'))
    ('Ben counts.', '"Seven dollars. You stood for me."', 'He waits.')
    """
    found: list[str] = []
    for part in parts:
        if found and found[-1].count('"') % 2:
            found[-1] += f" {part}"
        else:
            found.append(part)
    return tuple(found)


def _joined(parts: tuple[str, ...], kept: set[int]) -> str:
    """The kept sentences, with dots where some were left out between them."""
    text = ""
    last = min(kept)
    for at in sorted(kept):
        text += ("" if not text else " " if at == last + 1 else " … ") + parts[at]
        last = at
    return text


def _answers(sentence: str, terms: Mapping[str, int]) -> int:
    return sum(min(times, 2) for term, times in stems(sentence).items() if term in terms)
