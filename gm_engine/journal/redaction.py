"""What must go with a redacted turn: every text that carries one of its sentences, wherever it was copied to."""

import re
from collections.abc import Iterable, Iterator

from gm_engine.journal.chain import Sealed

LEAST = 4
"""Sentences of fewer words than this are anybody's."""

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
END = re.compile(r"[.!?…]+[\"'”’)\]*_]*\s+|\n+")


def plain(text: str) -> str:
    """The text's words alone, in lower case: what stays when it is quoted, wrapped or set in other type.

    >>> plain('"Don’t move," says *Boone*.')
    "don't move says boone"
    """
    return " ".join(WORD.findall(text.casefold())).replace("’", "'")


def sentences(text: str) -> Iterator[str]:
    """The text's sentences of at least four words, plain.

    >>> list(sentences("He waits. The rain comes down hard. Nobody moves at all!"))
    ['the rain comes down hard', 'nobody moves at all']
    """
    for sentence in END.split(text):
        words = plain(sentence)
        if words.count(" ") >= LEAST - 1:
            yield words


class Erasure:
    """Knows the words that must go. ``spoken`` are the texts that were said in the turn."""

    def __init__(self, spoken: Iterable[str]) -> None:
        texts = tuple(spoken)
        found = dict.fromkeys(sentence for text in texts for sentence in sentences(text))
        self.texts = frozenset(texts)
        self.whole = tuple(f" {plain(text)} " for text in texts)
        self.pattern = re.compile("|".join(rf" {re.escape(words)} " for words in found)) if found else None

    def carries(self, text: str) -> bool:
        """True when one of the turn's sentences stands in ``text``."""
        return self.pattern is not None and self.pattern.search(f" {plain(text)} ") is not None

    def quotes(self, text: str) -> bool:
        """True when ``text`` is itself a piece of what was said, and at least four words long."""
        words = plain(text)
        return words.count(" ") >= LEAST - 1 and any(f" {words} " in whole for whole in self.whole)

    def touches(self, text: str) -> bool:
        """True when ``text`` and the turn's words share a sentence, or a piece of one, or are the same."""
        return text in self.texts or self.carries(text) or self.quotes(text)

    def within(self, sealed: Sealed) -> tuple[str, ...]:
        """The hashes of the texts of an entry that must go."""
        gone = []
        for name, kept in sealed.texts.items():
            if kept is not None and (self.carries(kept[1]) or (f'"quote":"{name}"' in sealed.form and self.quotes(kept[1]))):
                gone.append(name)
        return tuple(gone)
