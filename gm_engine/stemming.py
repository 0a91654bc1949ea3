"""The stems of English words, by Porter's second algorithm."""

from functools import cache, lru_cache
from typing import Protocol


class Stemmer(Protocol):
    """Takes the endings off words."""

    def stemWord(self, word: str) -> str: ...  # noqa: N802


@cache
def _stemmer() -> Stemmer:
    import snowballstemmer  # type: ignore[import-untyped]

    stemmer: Stemmer = snowballstemmer.stemmer("english")
    return stemmer


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a lower-case word.

    >>> stem("riding"), stem("horses")
    ('ride', 'hors')
    """
    return _stemmer().stemWord(word)
