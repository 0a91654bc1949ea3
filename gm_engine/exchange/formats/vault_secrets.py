"""Which words of a vault say that something is for the GM alone."""

import re

SECRET = frozenset({"gm", "dm", "secret", "secrets", "spoiler", "spoilers", "keeper"})
"""A folder, a tag, a property or a callout of which one word is one of these is for the GM alone."""


def is_secret(words: str) -> bool:
    """True where one of the words marks what is for the GM alone.

    >>> is_secret("GM notes"), is_secret("Secretary")
    (True, False)
    """
    return not SECRET.isdisjoint(re.findall(r"[a-z]+", words.casefold()))
