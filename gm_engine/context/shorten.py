"""Smaller forms of an element: whole, then the sentences that matter, then one. No sentence is ever cut."""

import re
from collections.abc import Mapping

from gm_engine.memory.words import stems
from gm_engine.story.context_element import ContextElement

END = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[A-Z0-9])")
TITLES = ("Mr.", "Mrs.", "Ms.", "Dr.", "St.", "Capt.", "Col.", "Gen.", "Lt.", "Sgt.", "Rev.", "Jr.", "Sr.", "No.", "vs.")
ESSENTIAL = frozenset({"name", "alias", "pronouns", "role", "attitude", "met", "condition", "exit", "kind", "visits", "within"})
"""What a shortened card still states."""
SHORTENED = frozenset({"turn", "place", "person", "fact", "lore", "summary", "scene"})


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text. A title's full stop ends none, and speech is not torn from its quotation marks.

    >>> sentences('Mr. Lund waits. "Go on," he says. "Now."')
    ('Mr. Lund waits.', '"Go on," he says.', '"Now."')
    """
    found: list[str] = []
    start = 0
    for match in END.finditer(text):
        piece = text[start : match.end()].strip()
        if piece.endswith(TITLES) or re.search(r"\b[A-Z]\.$", piece):
            continue
        found.append(piece)
        start = match.end()
    if rest := text[start:].strip():
        found.append(rest)
    return tuple(found)


def forms(element: ContextElement, terms: Mapping[str, int]) -> tuple[ContextElement, ...]:
    """The element whole, then smaller: its telling sentences for ``terms``, then its first or most telling one."""
    parts = sentences(element.text)
    if element.kind not in SHORTENED or len(parts) < 2:
        return (element,)
    if element.kind in ("place", "person"):
        statements = tuple(statement for statement in element.statements if statement.relation in ESSENTIAL)
        kept = parts[:2] if len(parts) > 3 else parts[:1]
        return (element, element.model_copy(update={"text": " ".join(kept), "form": "summary", "statements": statements}))
    ranked = sorted(range(len(parts)), key=lambda at: (-_answers(parts[at], terms), at))
    few = [" ".join(parts[at] for at in sorted(ranked[:most])) for most in (max(1, len(parts) // 3), 1)]
    shorter = [element.model_copy(update={"text": few[0], "form": "sentence"})]
    if few[1] != few[0]:
        shorter.append(element.model_copy(update={"text": few[1], "form": "summary"}))
    return (element, *shorter)


def _answers(sentence: str, terms: Mapping[str, int]) -> int:
    return sum(min(times, 2) for term, times in stems(sentence).items() if term in terms)
