"""The index of names: whom or what words mean."""

import re

from gm_engine.story.entity import Entity

EDGES_OF_NAMES = re.compile(r"^(?:the|a|an)\s+|['’]s?$|[.,;:!?\"“”]+")


class NameIndex:
    """Names and aliases to ids. A secret alias is known here: to recognise somebody is not to give them away."""

    def __init__(self) -> None:
        self._ids: dict[str, set[str]] = {}

    def add(self, entity: Entity) -> None:
        """Learns what an entity is called."""
        for name in _names(entity):
            self._ids.setdefault(plain(name), set()).add(entity.id)

    def drop(self, entity: Entity) -> None:
        """Forgets what an entity was called."""
        for name in _names(entity):
            self._ids.get(plain(name), set()).discard(entity.id)

    def find(self, words: str) -> tuple[str, ...]:
        """The ids that the words may mean, sorted."""
        return tuple(sorted(self._ids.get(plain(words), ())))

    def find_part(self, words: str) -> tuple[str, ...]:
        """The ids of whoever has a name that holds the words, as whole words and in their order, sorted."""
        part = f" {plain(words)} "
        return tuple(sorted({id for name, ids in self._ids.items() if part.strip() and part in f" {name} " for id in ids}))


def plain(name: str) -> str:
    """A name as it is compared: no article, no possessive, no capitals, single blanks.

    >>> plain("The  Silver Spur's")
    'silver spur'
    """
    return " ".join(EDGES_OF_NAMES.sub(" ", " ".join(name.casefold().split())).split())


def _names(entity: Entity) -> tuple[str, ...]:
    return (entity.name, entity.id.replace("_", " "), *entity.aliases, *sorted(entity.secret_aliases))
