"""Facets: properties with two opposite sides, and the English words that put somebody or something on one of them (facets.toml).

A word is looked up by the ``slot`` in which it stands: ``verbs`` are said of their subject, ``done`` of their object, ``adjectives`` and
``nouns`` of what is said to be so, and of ``parts`` having one is the plus side and lacking one the minus side.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from gm_engine.continuity.second.vocabulary import lists
from gm_engine.story.conflict import ConflictClass

SIGNS = {"plus": 1, "minus": -1}
MANY = 30
"""A side with more verbs than this has so many that not doing one of them says nothing."""


@dataclass(frozen=True)
class Facet:
    """A property with two sides. ``group`` is the family with which it is measured, ``of`` the kinds of thing that can have it,
    ``told`` its plus and its minus side in the words of the report; ``denied`` whether not doing what is of one side puts on the other.
    """

    name: str
    klass: ConflictClass
    group: str
    permanent: bool
    of: frozenset[str]
    told: tuple[str, str]
    denied: bool

    def side(self, sign: int) -> str:
        """One side in the words of the report."""
        return self.told[0 if sign > 0 else 1]


@dataclass(frozen=True)
class Place:
    """One word of a phrase: ``words`` fit there, ``barred`` must not stand between it and the word before."""

    words: frozenset[str]
    barred: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Phrase:
    """Words that, in this order and near each other, put somebody on one side; ``barred`` must not follow. They are numbered."""

    number: int
    facet: str
    sign: int
    places: tuple[Place, ...]
    barred: frozenset[str]


Sides = tuple[tuple[str, int], ...]


def _facets(data: Mapping[str, Any]) -> Iterator[Facet]:
    groups = {name: group for group, names in data["groups"].items() for name in names}
    for name, told in data["facets"].items():
        yield Facet(
            name=name,
            klass=told["class"],
            group=groups.get(name, name),
            permanent=told["change"] == "permanent",
            of=frozenset(told["of"]),
            told=(told["told"][0], told["told"][1]),
            denied=all(len(told[sign]["verbs"]) <= MANY for sign in SIGNS),
        )


def _words(data: Mapping[str, Any]) -> dict[tuple[str, str], Sides]:
    found: defaultdict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    for name, told in data["facets"].items():
        for side, sign in SIGNS.items():
            for slot, words in told[side].items():
                for word in words:
                    found[slot, word].append((name, sign))
    return {key: tuple(sides) for key, sides in found.items()}


def _place(text: str, named: Mapping[str, Iterable[str]]) -> frozenset[str]:
    words: list[str] = []
    for word in text.split("|"):
        words += named[word[1:]] if word.startswith("@") else [word]
    return frozenset(words)


def _phrase(number: int, facet: str, sign: int, told: Iterable[str], named: Mapping[str, Iterable[str]]) -> Phrase:
    places: list[Place] = []
    barred: frozenset[str] = frozenset()
    for place in told:
        if place.startswith("!"):
            barred = _place(place[1:], named)
        else:
            places.append(Place(_place(place, named), barred))
            barred = frozenset()
    return Phrase(number, facet, sign, tuple(places), barred)


def _phrases(data: Mapping[str, Any]) -> Iterator[Phrase]:
    numbers = count()
    for facet, sides in data["phrases"].items():
        for side, sign in SIGNS.items():
            for told in sides[side]:
                yield _phrase(next(numbers), facet, sign, told, data["words"])


def _by_rarest(phrases: Iterable[Phrase]) -> dict[str, tuple[Phrase, ...]]:
    """The phrases by each word of the place whose words stand in the fewest phrases."""
    told = tuple(phrases)
    common = Counter(word for phrase in told for place in phrase.places for word in place.words)
    found: defaultdict[str, list[Phrase]] = defaultdict(list)
    for phrase in told:
        for word in min(phrase.places, key=lambda place: sum(common[word] for word in place.words)).words:
            found[word].append(phrase)
    return {word: tuple(filed) for word, filed in found.items()}


_DATA = lists("facets")
FACETS: dict[str, Facet] = {facet.name: facet for facet in _facets(_DATA)}
"""Every facet, by name."""
IDX = _words(_DATA)
"""The sides on which a word puts, by slot and word."""
PHRASES = _by_rarest(_phrases(_DATA))
"""The phrases by a word that stands in each of them: the rarest, so that few are looked at."""
LEMMA: dict[str, str] = dict(_DATA["lemma_of"])
"""Verbs of which the parser often misses the base form."""


def idx(slot: str, word: str) -> Sides:
    """The facets that a word tells of where it stands in such a slot, each with its side.

    >>> idx("adjectives", "toothless")
    (('teeth', -1),)
    """
    return IDX.get((slot, word), ())
