"""Nouns that may mean the same thing: "the bay" is the bay gelding, "your Sharps" your Sharps rifle, "the box" the strongbox."""

from dataclasses import dataclass, field
from functools import cached_property

from gm_engine import wordnet
from gm_engine.extraction.lexicon import Lexicon

HORSE = "horse"
SHORTEST = 3
"""Letters that the end of a noun needs to be a noun of its own: a strongbox is a box, a boat no oat."""


@dataclass
class Kindred:
    """Asks the tables ``kindred`` (what the general noun may mean), ``makes`` and ``coats``."""

    lexicon: Lexicon
    _known: dict[str, frozenset[str]] = field(default_factory=dict)

    def plain(self, head: str) -> tuple[str, frozenset[str]]:
        """The noun that a make or a coat stands for, and the word itself as what tells it from its like.

        >>> Kindred(Lexicon({"makes": {"sharps": "rifle"}})).plain("sharps")
        ('rifle', frozenset({'sharps'}))
        """
        make = self.lexicon.map("makes").get(head)
        if make is not None:
            return str(make), frozenset({head})
        if head in self.lexicon.all("coats") and head in self.lexicon.all("animals"):
            return HORSE, frozenset({head})
        return head, frozenset()

    def is_coat(self, head: str) -> bool:
        """True for what may stand for a horse of that colour and may mean another thing as well: "the bay"."""
        return head in self.lexicon.all("coats")

    def horses(self) -> frozenset[str]:
        """All nouns that mean a horse."""
        return self._general.get(HORSE, frozenset()) | {HORSE}

    def takes_name(self, head: str) -> bool:
        """True for a beast and a vessel."""
        beast = head in self.lexicon.all("animals") or head in self.horses() or head in self._general.get("dog", ())
        return beast or any(head == table or head in self._general.get(table, ()) for table in ("boat", "ship", "vessel"))

    def of(self, head: str) -> frozenset[str]:
        """The other nouns by which the thing may be called, more general ones and closer ones.

        >>> sorted(Kindred(Lexicon({"kindred": {"gun": ["rifle", "pistol"]}})).of("gun"))
        ['pistol', 'rifle']
        """
        if head not in self._known:
            general = {word for word, special in self._general.items() if head in special}
            self._known[head] = frozenset((*general, *self._general.get(head, ()), *self._ends(head)))
        return self._known[head]

    def may_be(self, one: str, other: str) -> bool:
        """True where nothing can be said against one thing's being called by both nouns: a horse and a mare, no mare and no gelding."""
        return one == other or other in self.of(one) or one in self.of(other)

    def is_general(self, one: str, other: str) -> bool:
        """True where the first noun is the more general, or both mean a beast: what is told of a box may not be told of the strongbox."""
        animals = self.lexicon.all("animals")
        return other in self._general.get(one, ()) or one in self._ends(other) or (one in animals and other in animals)

    @cached_property
    def _general(self) -> dict[str, frozenset[str]]:
        return {word: frozenset(special) for word, special in self.lexicon.map("kindred").items()}

    def _ends(self, head: str) -> list[str]:
        """The noun that ends a compound written as one word: box of strongbox."""
        return [
            head[at:]
            for at in range(2, len(head) - SHORTEST + 1)
            if wordnet.is_a(head[at:], "artifact") and wordnet.is_a(head, "artifact") and wordnet.categories(head[:at])
        ]
