"""The player's words, cut into those that the rules of reading go by: small letters, straight quotes, each mark by itself."""

import re
from functools import lru_cache

TOKEN = re.compile(r"\$?\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['-][^\W\d_]+)*|[,;:.?!]")
TITLE = re.compile(r"\b(mr|mrs|ms|dr|st|jr|sr|rev|capt|col|sgt|lt|gen|prof|no)\.", re.I)


def tokens_of(text: str) -> list[str]:
    """The words and marks of a text, in small letters.

    >>> tokens_of("Ortega’s livery, please!")
    ["ortega's", 'livery', ',', 'please', '!']
    """
    return list(_tokens(text))


@lru_cache(maxsize=16_384)
def _tokens(text: str) -> tuple[str, ...]:
    """Kept, for the names of a story are cut into words at every turn."""
    return tuple(token.lower() for token in typed_tokens(text))


def typed_tokens(text: str) -> list[str]:
    """The words and marks of a text, as they were typed."""
    return TOKEN.findall(untitled(text).replace("’", "'").replace("‘", "'").replace("_", " "))


def untitled(text: str) -> str:
    """A text in which the full stop of a title ends no sentence.

    >>> untitled("Ask Mrs. Fenn about Dr. Sayre.")
    'Ask Mrs Fenn about Dr Sayre.'
    """
    return TITLE.sub(r"\1", text)


def unowned(word: str) -> str:
    """A word without its possessive ending."""
    return word.removesuffix("'s").removesuffix("'")


def unended(word: str) -> str:
    """A word without the plainest endings.

    >>> unended("horses"), unended("train"), unended("Boone's")
    ('horse', 'train', 'boone')
    """
    word = unowned(word.lower())
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
