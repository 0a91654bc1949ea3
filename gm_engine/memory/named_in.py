"""Who is named: the longest name or by-name wins; a secret one is nobody's until its secret is out."""

from collections.abc import Container, Iterable

from gm_engine.memory.index_words import plain
from gm_engine.story.entity import Entity
from gm_engine.story.name_table import NamesInText, unarticled

KEPT = 2048
"""How many texts' names are kept, since the same turns are looked at again and again."""


class Names:
    """Names of entities, found in words.

    >>> names = Names()
    >>> names.add(Entity(id="thorne", kind="character", name="Elias Thorne", aliases=("the marshal",)))
    >>> names.named("I look the Marshal over.")
    ('thorne',)
    """

    def __init__(self) -> None:
        self._names: NamesInText[str] = NamesInText()
        self._secret: dict[str, dict[str, str]] = {}
        self._out: set[str] = set()
        self._found: dict[str, tuple[str, ...]] = {}
        self._entities: dict[str, Entity] = {}

    def add(self, entity: Entity) -> None:
        """Takes in an entity's name and its open aliases. A name that several bear names all of them."""
        self._entities[entity.id] = entity
        hidden = {alias.lower() for alias in entity.secret_aliases}
        for name in (entity.name, *entity.aliases):
            if name.lower() not in hidden:
                self._learn(name, entity.id)
        for alias, secret in sorted(entity.secret_aliases.items()):
            self._secret.setdefault(secret, {})[alias] = entity.id
            if secret in self._out:
                self._learn(alias, entity.id)

    def again(self, ids: Iterable[str], gone: Container[str]) -> None:
        """Learns anew what these are called; whoever is among the ``gone`` is called nothing any more."""
        self._found.clear()
        for id in ids:
            self._names.forget(id)
            for aliases in self._secret.values():
                for alias in [alias for alias, bearer in aliases.items() if bearer == id]:
                    del aliases[alias]
            if id in self._entities and id not in gone:
                self.add(self._entities[id])

    def reveal(self, secret: str) -> None:
        """A secret is out: the aliases that it hid are names like any other."""
        self._out.add(secret)
        for alias, id in self._secret.get(secret, {}).items():
            self._learn(alias, id)

    def _learn(self, name: str, id: str) -> None:
        self._found.clear()
        if words := unarticled(plain(name)):
            self._names.learn(words, id)

    def named(self, text: str) -> tuple[str, ...]:
        """The ids of those whom ``text`` names, in the order in which they are named."""
        if text not in self._found:
            if len(self._found) >= KEPT:
                self._found.clear()
            standing = self._names.standing(plain(text))
            self._found[text] = tuple(dict.fromkeys(id for one in standing for id in sorted(one.bearers)))
        return self._found[text]
