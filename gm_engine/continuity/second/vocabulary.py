"""The vocabulary of the second look: ``data/second/NAME.toml``."""

import tomllib
from functools import cache
from typing import Any

from gm_engine.shipped import shipped


@cache
def lists(name: str) -> dict[str, Any]:
    """The lists of one file, as they are written there.

    >>> lists("facets")["groups"]["known"]
    ['knowing', 'acquaintance']
    """
    return tomllib.loads((shipped("data") / "second" / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def wordlist(name: str, key: str) -> frozenset[str]:
    """One list of a file, as a set of words.

    >>> "spanish" in wordlist("facets", "words.language")
    True
    """
    found: Any = lists(name)
    for step in key.split("."):
        found = found[step]
    return frozenset(found)
