"""Names in words: how a name is cut and compared, whom words mean that are a name, and which names stand in a text.

Every finder of names is made of this: the lore's index of who is meant, the reader's book, the memory's, and what the table was told. What
they differ in is theirs: which names they learn, how a text is cut into words, and what else must hold where a name stands.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from re import compile as pattern
from typing import Generic, TypeVar

from gm_engine.story.entity import Entity

Bearer = TypeVar("Bearer")
ARTICLES = frozenset({"the", "a", "an"})
EDGES_OF_NAMES = pattern(r"^(?:the|a|an)\s+|['’]s?$|[.,;:!?\"“”]+")


@dataclass(eq=False, slots=True)
class Name(Generic[Bearer]):
    """A name in its words, as they were first written, and whoever bears it: the first to be learnt comes first."""

    words: tuple[str, ...]
    bearers: list[Bearer]
    lowered: tuple[str, ...] = field(init=False)
    order: tuple[int, tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self.lowered = tuple(word.lower() for word in self.words)
        self.order = (-len(self.words), self.words)


class NamesInText(Generic[Bearer]):
    """Names, found in texts that are cut into words. The longest name that stands somewhere is meant there.

    >>> names = NamesInText[str]()
    >>> names.learn(("Silver", "Spur"), "saloon")
    >>> names.learn(("Spur",), "boots")
    >>> list(names.standing("The Silver Spur has a spur".split()))
    [(1, ['saloon']), (5, ['boots'])]
    """

    def __init__(self) -> None:
        self._by_first: dict[str, list[Name[Bearer]]] = {}

    def learn(self, words: Iterable[str], bearer: Bearer) -> None:
        """Takes in a name of at least one word. Names that differ in their capitals alone are one."""
        name = Name(tuple(words), [bearer])
        known = self._by_first.setdefault(name.lowered[0], [])
        same = next((one for one in known if one.lowered == name.lowered), None)
        if same is None:
            insort(known, name, key=attrgetter("order"))
        elif bearer not in same.bearers:
            same.bearers.append(bearer)

    def forget(self, bearer: Bearer) -> None:
        """Whoever this is is called nothing any more."""
        for first, names in self._by_first.items():
            for name in names:
                if bearer in name.bearers:
                    name.bearers.remove(bearer)
            self._by_first[first] = [name for name in names if name.bearers]

    def forget_all(self, first: str) -> None:
        """Nobody bears a name any more that begins with this word."""
        self._by_first.pop(first.lower(), None)

    def at(self, words: Sequence[str], place: int) -> Iterator[Name[Bearer]]:
        """The names that stand at a place in the words, whatever their capitals: the longest first."""
        for name in self._by_first.get(words[place].lower(), ()):
            there = words[place : place + len(name.words)]
            if len(there) == len(name.words) and all(word.lower() == mine for word, mine in zip(there, name.lowered, strict=True)):
                yield name

    def standing(
        self, words: Sequence[str], meant: Callable[[Name[Bearer], int], list[Bearer]] = lambda name, _: name.bearers
    ) -> Iterator[tuple[int, list[Bearer]]]:
        """Where names stand, and who bears the longest there whose bearers are ``meant``; what is behind a name is no part of it."""
        place = 0
        while place < len(words):
            found = next(((name, bearers) for name in self.at(words, place) if (bearers := meant(name, place))), None)
            if found:
                yield place, found[1]
            place += len(found[0].words) if found else 1


def written_so(name: Sequence[str], words: Sequence[str]) -> bool:
    """True for words in which every word of a name that begins with a large letter begins with one: Ash is somebody, ash is not.

    >>> written_so(("the", "Marshal"), ("The", "Marshal")), written_so(("Ash",), ("ash",)), written_so(("Ash",), ("ASH",))
    (True, False, True)
    """
    return all(word[:1].isupper() or not mine[:1].isupper() for mine, word in zip(name, words, strict=True))


def unarticled(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a name without the article that it begins with.

    >>> unarticled(("The", "Silver", "Spur")), unarticled(("the",))
    (('Silver', 'Spur'), ('the',))
    """
    return tuple(words[1:] if len(words) > 1 and words[0].lower() in ARTICLES else words)


def plain(name: str) -> str:
    """A name as it is compared: no article, no possessive, no capitals, single blanks.

    >>> plain("The  Silver Spur's")
    'silver spur'
    """
    return " ".join(EDGES_OF_NAMES.sub(" ", " ".join(name.casefold().split())).split())


class NameIndex:
    """Names and aliases to ids. A secret alias is known here: to recognise somebody is not to give them away."""

    def __init__(self) -> None:
        self._ids: dict[str, set[str]] = {}

    def add(self, entity: Entity) -> None:
        """Learns what an entity is called."""
        for name in _called(entity):
            self._ids.setdefault(plain(name), set()).add(entity.id)

    def drop(self, entity: Entity) -> None:
        """Forgets what an entity was called."""
        for name in _called(entity):
            self._ids.get(plain(name), set()).discard(entity.id)

    def find(self, words: str) -> tuple[str, ...]:
        """The ids that the words may mean, sorted."""
        return tuple(sorted(self._ids.get(plain(words), ())))

    def find_part(self, words: str) -> tuple[str, ...]:
        """The ids of whoever has a name that holds the words, as whole words and in their order, sorted."""
        part = f" {plain(words)} "
        return tuple(sorted({id for name, ids in self._ids.items() if part.strip() and part in f" {name} " for id in ids}))


def _called(entity: Entity) -> tuple[str, ...]:
    return (entity.name, entity.id.replace("_", " "), *entity.aliases, *sorted(entity.secret_aliases))
