"""The vocabulary of the second look: ``data/second/NAME.toml``."""

import re
import tomllib
from collections.abc import Iterable
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


def phrases(patterns: Iterable[str]) -> re.Pattern[str]:
    """Finds any of the phrases as written, in capitals or not.

    >>> bool(phrases(["no one", "year(?:s)?"]).search("For years."))
    True
    """
    return re.compile(r"\b(?:" + "|".join(patterns) + r")\b", re.IGNORECASE)


def lemma_phrases(patterns: Iterable[str]) -> re.Pattern[str]:
    """Finds any of the phrases among lemmas joined with blanks, whole words only.

    >>> bool(lemma_phrases(["only child"]).search(" she be a only child "))
    True
    """
    return re.compile(r"(?<= )(?:" + "|".join(patterns) + r")(?= )")
