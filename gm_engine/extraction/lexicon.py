"""The word tables of the reader, as sets and maps that are quick to ask."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

NOT_COMMON = ("given", "makes", "kindred", "coats", "telling")
"""Classes whose words may be names as well: a Henry is a rifle, and Nick a name."""

NONE: frozenset[str] = frozenset()


class Lexicon:
    """Word classes by name, read from the tables that the caller hands in (``data/extraction.yaml``).

    >>> words = Lexicon({"colours": ["grey"], "parts": {"foot": "leg"}, "titles": {"he": ["mr"]}})
    >>> "grey" in words.all("colours"), words.map("parts")["foot"], words.all("titles.he")
    (True, 'leg', frozenset({'mr'}))
    """

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self._sets: dict[str, frozenset[str]] = {}
        self._maps: dict[str, dict[str, Any]] = {}
        self._joined: dict[tuple[str, ...], frozenset[str]] = {}
        self._forms: dict[frozenset[str], frozenset[str]] = {}
        for name, table in tables.items():
            self._take(name, table)

    def _take(self, name: str, table: Any) -> None:
        if isinstance(table, Mapping):
            self._maps[name] = {str(key): value for key, value in table.items()}
            self._sets[name] = frozenset(self._maps[name])
            for key, inner in table.items():
                if isinstance(inner, (list, tuple, Mapping)):
                    self._take(f"{name}.{key}", inner)
        else:
            self._sets[name] = frozenset(str(word) for word in table)

    def all(self, name: str) -> frozenset[str]:
        """The words of a class; the keys where the table is a map. Empty for a class that no table names."""
        return self._sets.get(name, NONE)

    def some(self, names: tuple[str, ...]) -> frozenset[str]:
        """The words of several classes together; remembered, since the code asks for few.

        >>> sorted(Lexicon({"colours": ["grey"], "metals": ["tin"]}).some(("colours", "metals")))
        ['grey', 'tin']
        """
        found = self._joined.get(names)
        if found is None:
            found = self._joined[names] = frozenset().union(*(self.all(name) for name in names))
        return found

    def forms(self, lemmas: frozenset[str]) -> frozenset[str]:
        """Third person and past of verbs; remembered, as those of ``some`` are.

        >>> sorted(Lexicon({"irregular": {"say": "said"}}).forms(frozenset({"cry", "say"})))
        ['cried', 'cries', 'said', 'says']
        """
        found = self._forms.get(lemmas)
        if found is None:
            found = self._forms[lemmas] = _acts_forms(lemmas, self.map("irregular"))
        return found

    @cached_property
    def _common(self) -> frozenset[str]:
        return frozenset().union(*(words for name, words in self._sets.items() if not name.startswith(NOT_COMMON)))

    def common(self, word: str) -> bool:
        """True for a word of any class but the given names and those that makers have.

        >>> Lexicon({"colours": ["red"], "given": {"he": ["tom"]}}).common("tom")
        False
        """
        return word in self._common

    def map(self, name: str) -> Mapping[str, Any]:
        """A table that maps words. Empty where no table has the name."""
        return self._maps.get(name, {})


def _acts_forms(lemmas: frozenset[str], irregular: Mapping[str, str]) -> frozenset[str]:
    """Third person and past of verbs."""
    found: set[str] = set()
    for lemma in lemmas:
        stem = lemma[:-1] + "i" if lemma.endswith("y") and lemma[-2:-1] not in "aeiou" else lemma
        found.add(stem + ("es" if stem != lemma or lemma.endswith(("s", "sh", "ch", "x", "z", "o")) else "s"))
        found.add(str(irregular.get(lemma, stem + ("d" if lemma.endswith("e") else "ed"))))
    return frozenset(found)
