"""Lets an answer be heard while it comes: piece by piece, or as far as it stands, a stretch of whole sentences once it has been read."""

import re
from collections.abc import Callable

LEAST = 120
"""Letters that are read at once, at least: a sentence or two; then as many as were let through, since all of it is read again with
what comes, and who listens is behind by then."""
END = re.compile(r"[.!?…][\"”’')*_]*(?=\s)")


class Sieve:
    """``stands`` says whether a draft stands as far as it goes; what does is told to ``on_text``.

    ``before`` is what was heard of this turn already. What is let through does not depend on the pieces in which it came.
    """

    def __init__(self, on_text: Callable[[str], None], stands: Callable[[str], bool], before: str = "") -> None:
        self._on_text, self._stands, self._before = on_text, stands, before
        self._text = ""
        self._seen = 0
        self._let = 0
        self._shut = False

    @property
    def heard(self) -> str:
        """What was let through."""
        return self._text[: self._let]

    def hear(self, piece: str) -> None:
        """One more piece of the draft."""
        self._text = (self._text + piece).lstrip() if not self._let else self._text + piece
        for found in END.finditer(self._text, max(self._seen, self._let)):
            if self._shut:
                return
            self._seen = end = found.end()
            if end - self._let < max(LEAST, self._let) or _inside_speech(self._text[self._let : end]):
                continue
            if not self._stands(joined(self._before, self._text[:end])):
                self._shut = True
                return
            self._on_text(self._text[self._let : end] if self._let or not self._before else " " + self._text[:end])
            self._let = end


class Passage:
    """Lets every piece through as it comes. Where an answer begins with what was heard ``before``, that is not heard twice.

    ``open`` once anything was let through.
    """

    def __init__(self, on_text: Callable[[str], None], before: str = "") -> None:
        self.open = False
        self._on_text, self._before = on_text, before
        self._words = " ".join(before.split())
        self._text = ""

    def hear(self, piece: str) -> None:
        """One more piece of the answer."""
        if self.open or not self._before:
            self.open = True
            self._on_text(piece)
            return
        self._text += piece
        if not self._words.startswith(" ".join(self._text.split())):
            self.open = True
            self._on_text(joined(self._before, self._text)[len(self._before) :])


def joined(before: str, after: str) -> str:
    """What was heard, with what comes behind it; where that begins with it, it is whole already.

    >>> joined("He nods.", "He waits."), joined("He nods.", "He  nods. He waits.")
    ('He nods. He waits.', 'He nods. He waits.')
    """
    if not before:
        return after
    words = before.split()
    place = 0
    for word in words:
        found = after.find(word, place)
        if found < 0 or after[place:found].strip():
            return f"{before} {after.lstrip()}"
        place = found + len(word)
    return before + after[place:]


def _inside_speech(text: str) -> bool:
    """True where quotation marks are open."""
    return text.count('"') % 2 == 1 or text.count("“") > text.count("”")
