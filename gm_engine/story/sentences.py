"""Where a text's sentences stand, by its marks alone: for quoting them, in whatever language they are."""

import re

END = re.compile(r"[.!?…。！？]+[\"'”’)\]*_]*(?=\s|$)|\n+")
TITLED = re.compile(r"(?:\b(?:[A-Z]|Mr|Mrs|Ms|Dr|St|Capt|Col|Gen|Lt|Sgt|Rev|Jr|Sr|No|vs))\.$")
"""A title or an initial: its full stop ends no sentence."""
SHORT = 5
"""Such a part of what is told at once is too little to be told by itself."""


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


def runs_of_sentences(text: str, most: int) -> tuple[str, ...]:
    """The text in parts of whole sentences, each of no more than so many words where its sentences allow it. None ends within what
    somebody says, and a last part of a few words stands with the one before it.

    >>> runs_of_sentences('One two three. "Four five. Six," she says. Seven.', 5)
    ('One two three.', '"Four five. Six," she says. Seven.')
    """
    whole: list[str] = []
    open_ = False
    for start, end in spans_of_sentences(text):
        sentence = text[start:end]
        if open_ and len(whole[-1].split()) < most:
            whole[-1] = f"{whole[-1]} {sentence}"
        else:
            whole.append(sentence)
        open_ = bool(whole[-1].count('"') % 2) or whole[-1].count("“") > whole[-1].count("”")
    runs: list[str] = []
    for sentence in whole:
        if runs and len(runs[-1].split()) + len(sentence.split()) <= most:
            runs[-1] = f"{runs[-1]} {sentence}"
        else:
            runs.append(sentence)
    if len(runs) > 1 and len(runs[-1].split()) <= most // SHORT:
        runs[-2:] = [f"{runs[-2]} {runs[-1]}"]
    return tuple(runs)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
