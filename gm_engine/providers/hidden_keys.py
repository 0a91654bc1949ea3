"""Keeps keys out of everything that is written or shown."""

import re

SHAPES = re.compile(
    r"\b(?:sk|rk|pk|gsk|xai|hf|key)[-_][A-Za-z0-9_-]{12,}|(?<=bearer )[^\s\"',;]{6,}|(?<=authorization: )[^\s\"',;]{6,}", re.IGNORECASE
)
"""What looks like a key, wherever it comes from."""
HIDDEN = "(key)"
LEAST = 6
"""Shorter keys ("none", "test") are words that may stand anywhere."""


def scrubbed(text: str, *keys: str) -> str:
    """The text without ``keys`` and without what looks like one.

    >>> scrubbed("Incorrect key: sk-abcdefghijklmnop. Bearer tok-12345", "tok-12345")
    'Incorrect key: (key). Bearer (key)'
    """
    return SHAPES.sub(HIDDEN, without(text, *keys))


def without(text: str, *keys: str) -> str:
    """The text without ``keys``; what merely looks like one stays, for it may be told of in a story."""
    for key in keys:
        if len(key) >= LEAST:
            text = text.replace(key, HIDDEN)
    return text
