"""A player's line as a parser sees it: its words, and what hangs on what."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple


class Word(NamedTuple):
    """A word where it stands. ``space`` is the blank behind it, ``head`` the place, in its sentence, of the word that it hangs on (its own
    place for the root); ``tag`` and ``dep`` are the Penn Treebank's and ClearNLP's. ``quote`` is the number, from 1, of the quoted words
    for which it stands in; 0 for a word of the player's own.
    """

    text: str
    space: str
    lemma: str
    tag: str
    dep: str
    head: int
    quote: int = 0


class Sentence(tuple[Word, ...]):
    """A sentence's words, in their order."""

    @cached_property
    def root(self) -> int:
        """The place of the word on which all others hang."""
        return next((at for at, word in enumerate(self) if word.head == at), 0)

    @cached_property
    def _children(self) -> dict[int, tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        for at, word in enumerate(self):
            if word.head != at:
                found.setdefault(word.head, []).append(at)
        return {at: tuple(below) for at, below in found.items()}

    def children(self, at: int, *deps: str) -> tuple[int, ...]:
        """What hangs on a word, in the order of the text; with ``deps`` only what hangs on it in one of these ways."""
        return tuple(one for one in self._children.get(at, ()) if not deps or self[one].dep in deps)

    def child(self, at: int, *deps: str) -> int:
        """The first of them; -1 where there is none."""
        return next(iter(self.children(at, *deps)), -1)

    def subtree(self, at: int, without: tuple[str, ...] = ()) -> tuple[int, ...]:
        """A word's place, and those of all that hang on it, in the order of the text; what hangs on it ``without`` these ways."""
        found = [at]
        for one in self.children(at):
            if self[one].dep not in without:
                found += self.subtree(one)
        return tuple(sorted(found))

    def above(self, at: int) -> Iterator[int]:
        """What a word hangs on, and what that hangs on."""
        while self[at].head != at:
            at = self[at].head
            yield at

    def text(self, places: tuple[int, ...] | None = None) -> str:
        """The words at these places as they were typed, or all of them.

        >>> sentence = Sentence((Word("Wait", "", "wait", "VB", "ROOT", 0), Word("!", " ", "!", ".", "punct", 0)))
        >>> sentence.text()
        'Wait!'
        """
        words = self if places is None else tuple(self[at] for at in places)
        return "".join(word.text + word.space for word in words).strip()


class Quote(NamedTuple):
    """What was said aloud, without its marks, and its sentences."""

    text: str
    sentences: tuple[Sentence, ...]


class Parsed(NamedTuple):
    """A line's own sentences, in which one word stands for each of its ``quotes``."""

    sentences: tuple[Sentence, ...]
    quotes: tuple[Quote, ...] = ()
