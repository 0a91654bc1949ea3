"""Where a text's sentences stand, by its marks alone: for quoting them, in whatever language they are."""

import re

END = re.compile(r"[.!?…。！？]+[\"'”’)\]*_]*(?=\s|$)|\n+")
TITLED = re.compile(r"(?:\b(?:[A-Z]|Mr|Mrs|Ms|Dr|St|Capt|Col|Gen|Lt|Sgt|Rev|Jr|Sr|No|vs))\.$")
"""A title or an initial: its full stop ends no sentence."""


def spans_of_sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Where each sentence begins and ends.

    >>> text = 'Mr. Hale waits. "Come in," he says.'
    >>> [text[start:end] for start, end in spans_of_sentences(text)]
    ['Mr. Hale waits.', '"Come in," he says.']
    """
    found: list[tuple[int, int]] = []
    start = 0
    for match in END.finditer(text):
        end = match.end()
        if TITLED.search(text[start:end]):
            continue
        found.append((start, end))
        start = end
    found.append((start, len(text)))
    return tuple(trimmed for begin, end in found if (trimmed := _trimmed(text, begin, end))[0] < trimmed[1])


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
