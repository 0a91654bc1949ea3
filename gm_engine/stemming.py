"""The stems of English words, by Porter's second algorithm."""

from functools import lru_cache
from threading import local
from typing import Protocol


class Stemmer(Protocol):
    """Takes the endings off words."""

    def stemWord(self, word: str) -> str: ...  # noqa: N802


class _Own(local):
    """What each thread has for itself: a stemmer holds the word that it is at work on."""

    stemmer: Stemmer | None = None


_own = _Own()


def _stemmer() -> Stemmer:
    if _own.stemmer is None:
        import snowballstemmer  # type: ignore[import-untyped]

        _own.stemmer = snowballstemmer.stemmer("english")
    return _own.stemmer


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a lower-case word.

    >>> stem("riding"), stem("horses")
    ('ride', 'hors')
    """
    return _stemmer().stemWord(word)
