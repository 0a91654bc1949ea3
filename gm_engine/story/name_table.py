"""Names in words: how a name is cut and compared, whom words mean that are a name, and which names stand in a text.

Every finder of names is made of this: the lore's index of who is meant, the reader's book, the memory's, what the table was told, and whom
the player's lines mean. What they differ in is theirs: which names they learn, how a text is cut into words, and what else must hold where
a name stands.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from re import compile as pattern
from typing import Generic, NamedTuple, TypeVar

from gm_engine.story.entity import Entity

Bearer = TypeVar("Bearer")
ARTICLES = frozenset({"the", "a", "an"})
EDGES_OF_NAMES = pattern(r"^(?:the|a|an)\s+|['’]s?$|[.,;:!?\"“”]+")


@dataclass(eq=False, slots=True)
class Name(Generic[Bearer]):
    """A name in its words, as they were first written, and whoever bears it: the first to be learnt comes first."""

    words: tuple[str, ...]
    lowered: tuple[str, ...]
    bearers: list[Bearer]


class Standing(NamedTuple, Generic[Bearer]):
    """Words ``start`` to ``end`` of a text are a name of these."""

    start: int
    end: int
    bearers: list[Bearer]


class NamesInText(Generic[Bearer]):
    """Names, found in texts that are cut into words. The longest name that stands somewhere is meant there.

    ``bare`` is how the last word of a name may be read besides, where a text has it with an ending.

    >>> names = NamesInText[str](lambda word: word.removesuffix("'s"))
    >>> names.learn(("Silver", "Spur"), "saloon")
    >>> names.learn(("Spur",), "boots")
    >>> [(one.start, one.end, one.bearers) for one in names.standing("The Silver Spur's door has a spur".split())]
    [(1, 3, ['saloon']), (6, 7, ['boots'])]
    """

    def __init__(self, bare: Callable[[str], str] | None = None) -> None:
        self._bare = bare
        self._names: dict[tuple[str, ...], Name[Bearer]] = {}
        self._by_first: dict[str, list[Name[Bearer]]] = {}

    def __iter__(self) -> Iterator[Name[Bearer]]:
        """Every name that somebody bears, in the order in which they were learnt."""
        return iter(self._names.values())

    def learn(self, words: Iterable[str], bearer: Bearer) -> None:
        """Takes in a name of at least one word. Names that differ in their capitals alone are one."""
        written = tuple(words)
        lowered = lower(written)
        name = self._names.get(lowered)
        if name is None:
            name = self._names[lowered] = Name(written, lowered, [bearer])
            self._by_first.setdefault(lowered[0], []).append(name)
        elif bearer not in name.bearers:
            name.bearers.append(bearer)

    def forget(self, bearer: Bearer) -> None:
        """Whoever this is is called nothing any more."""
        for name in [name for name in self if bearer in name.bearers]:
            name.bearers.remove(bearer)
            if not name.bearers:
                del self._names[name.lowered]
                self._by_first[name.lowered[0]].remove(name)

    def forget_all(self, first: str) -> None:
        """Nobody bears a name any more that begins with this word."""
        for name in self._by_first.pop(first.lower(), ()):
            del self._names[name.lowered]

    def called(self, words: Sequence[str]) -> list[Bearer]:
        """Who bears the name that is these words and no others, whatever their capitals."""
        name = self._names.get(lower(words))
        return name.bearers if name else []

    def at(self, words: Sequence[str], place: int) -> Iterator[Name[Bearer]]:
        """The names that stand at a place in the words, whatever their capitals: the longest first, and the words as they are first."""
        sizes = {len(name.words) for name in self._by_first.get(words[place].lower(), ())}
        for size in sorted(sizes if self._bare is None else sizes | {1}, reverse=True):
            there = lower(words[place : place + size])
            if len(there) == size:
                readings = (there,) if self._bare is None else dict.fromkeys((there, (*there[:-1], self._bare(there[-1]))))
                yield from (self._names[read] for read in readings if read in self._names)

    def standing(
        self, words: Sequence[str], meant: Callable[[Name[Bearer], int], list[Bearer]] = lambda name, _: name.bearers
    ) -> Iterator[Standing[Bearer]]:
        """Where names stand, and who bears the longest there whose bearers are ``meant``; what is behind a name is no part of it."""
        place = 0
        while place < len(words):
            found = next(((name, bearers) for name in self.at(words, place) if (bearers := meant(name, place))), None)
            if found:
                yield Standing(place, place + len(found[0].words), found[1])
            place += len(found[0].words) if found else 1


def lower(words: Iterable[str]) -> tuple[str, ...]:
    """The words in small letters."""
    return tuple([word.lower() for word in words])


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
