"""The vocabulary of the second look: ``data/second/NAME.toml``."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
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


class LemmaPhrases:
    """Phrases to be found among lemmas joined with blanks, whole words only. ``patterns`` are regular expressions.

    >>> phrases = LemmaPhrases(["only child", "(?:no|any) kin of (?:his|hers)"])
    >>> sorted(phrases.needed)
    ['child', 'kin']
    >>> bool(phrases.search(" she be a only child ")), phrases.search(" she be a child only ")
    (True, None)
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        every = tuple(patterns)
        self._pattern = re.compile(r"(?<= )(?:" + "|".join(f"(?:{pattern})" for pattern in every) + r")(?= )")
        words = [_needed(pattern) for pattern in every]
        self.needed = frozenset().union(*words) if all(words) else None
        """Words of which one stands in every text that has one of the phrases; None where such are not known."""

    def search(self, text: str) -> re.Match[str] | None:
        """The first of the phrases in the text."""
        return self._pattern.search(text) if self._may(text) else None

    def match(self, text: str, at: int) -> re.Match[str] | None:
        """One of the phrases where it begins at this letter of the text."""
        return self._pattern.match(text, at)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """All of them, one after another."""
        return self._pattern.finditer(text) if self._may(text) else iter(())

    def _may(self, text: str) -> bool:
        return self.needed is None or not self.needed.isdisjoint(_words(text))


@lru_cache(maxsize=256)
def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_GROUP = re.compile(r"\(\?:([\w'|-]+)\)")
_WORD = re.compile(r"[\w'-]+")


def _needed(pattern: str) -> frozenset[str]:
    """Words of which one must stand in what matches: the longest that is written in full; empty where there is none such."""
    if _parts(pattern, "|")[1:]:
        return frozenset()
    found, parts = [], _parts(pattern, " ")
    for part, following in zip(parts, [*parts[1:], ""], strict=True):
        group = _GROUP.fullmatch(part)
        words = group[1].split("|") if group else [part]
        if all(map(_WORD.fullmatch, words)) and following[:1] not in ("?", "*", "{"):
            found.append(frozenset(words))
    return max(found, key=lambda words: (min(map(len, words)), -len(words)), default=frozenset())


def _parts(pattern: str, mark: str) -> list[str]:
    """A regular expression cut at each mark that stands in no brackets."""
    parts, depth = [""], 0
    for letter in pattern:
        depth += letter in "([{"
        depth -= letter in ")]}"
        if letter == mark and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def lemma_phrases(patterns: Iterable[str]) -> LemmaPhrases:
    """Finds any of the phrases among lemmas joined with blanks, whole words only.

    >>> bool(lemma_phrases(["only child"]).search(" she be a only child "))
    True
    """
    return LemmaPhrases(patterns)
