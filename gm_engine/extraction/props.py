"""Things that have no name and are yet the same thing from turn to turn: "the grey mule", "your saddle", "the mill"."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gm_engine.extraction.names import NameBook, snake
from gm_engine.extraction.values import colour
from gm_engine.story.entity import Entity, EntityKind

if TYPE_CHECKING:
    from spacy.tokens import Token

POINTING = frozenset({"the", "this", "that"})
KINDS: tuple[tuple[str, EntityKind], ...] = (("animals", "item"), ("goods", "item"), ("sites", "place"), ("events", "concept"))
SURE, SURE_OWN = 76, 80
"""How sure it is, in per cent, that "the mule" is the mule spoken of before; "your mule" is surer."""


@dataclass(frozen=True)
class Prop:
    """A thing by its head noun, the words that tell it from its like, and whose it is."""

    id: str
    head: str
    marks: frozenset[str]
    owner: str


@dataclass
class Props:
    """The unnamed things of a story, those told of before and those of the text being read (``turn``)."""

    book: NameBook
    turn: int = 0
    _by_head: dict[str, list[Prop]] = field(default_factory=dict)
    _fresh: dict[str, Entity] = field(default_factory=dict)
    _latest: dict[str, Prop] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for id_, entity in self.book.unnamed.items():
            words = entity.name.split()
            marks = frozenset(_between(words) if entity.of else words[1:-1])
            self._by_head.setdefault(words[-1], []).append(Prop(id_, words[-1], marks, entity.of or ""))

    def entity(self, id_: str) -> Entity | None:
        """The thing of that id, where this text speaks of it for the first time."""
        return self._fresh.get(id_)

    def meant(self, noun: "Token", owner: str | None) -> tuple[str, int] | None:
        """Which thing a definite noun means and how sure that is; None where it may mean several, or is no such thing.

        ``owner`` is whose it is said to be, by "your" or "Kip's".
        """
        head = noun.lemma_.lower()
        kind = self._kind(head)
        if kind is None or noun.tag_ != "NN" or noun.pos_ != "NOUN" or noun.dep_ in ("compound", "nmod", "npadvmod", "amod"):
            return None
        determined = {child.lower_ for child in noun.lefts if child.dep_ in ("det", "poss")}
        owned = any(child.dep_ == "poss" for child in noun.lefts)
        if (owned and owner is None) or not (owned or determined & POINTING) or head in self.book.heads:
            return None
        words = [child for child in noun.lefts if child.dep_ in ("amod", "compound", "nmod", "nummod", "advmod")]
        if kind == "concept" and (owned or not determined & POINTING):
            return None
        if any(child.lower_ in ("other", "same", "next", "last", "first", "second", "third", "another", "new") for child in words):
            return None
        if any(child.dep_ == "prep" and child.lower_ in ("of", "from") for child in noun.rights) and kind != "item":
            return None
        marks = frozenset(child.lower_ for child in words if self._marks(child))
        known = [prop for prop in self._by_head.get(head, ()) if self._alike(prop, marks, owner or "")]
        latest = self._latest.get(head)
        if len(known) > 1:
            if latest is None or latest not in known:
                return None
            known = [latest]
        prop = known[0] if known else self._first(head, marks, owner or "", kind)
        if prop is None:
            return None
        self._latest[head] = prop
        return prop.id, SURE_OWN if prop.owner and prop.owner == owner else SURE

    def _kind(self, head: str) -> EntityKind | None:
        return next((kind for table, kind in KINDS if head in self.book.lexicon.all(table)), None)

    def _marks(self, word: "Token") -> bool:
        """True for a word that tells one thing from another of its kind: a colour, what it is made of or for."""
        if word.dep_ in ("compound", "nmod"):
            return word.text.isalpha()
        lexicon = self.book.lexicon
        return colour([word.lower_], lexicon) is not None or word.lower_ in lexicon.all("materials")

    def _alike(self, prop: Prop, marks: frozenset[str], owner: str) -> bool:
        if owner and prop.owner != owner and (prop.owner or owner != "you"):
            return False
        return marks <= prop.marks or prop.marks <= marks

    def _first(self, head: str, marks: frozenset[str], owner: str, kind: EntityKind) -> Prop | None:
        told = sorted(marks)
        whose = self.book.entities[owner].name if owner in self.book.entities else owner
        name = " ".join([*told, head])
        id_ = snake(f"{owner} {name}")
        if id_ in self.book.entities and self.book.entities[id_].of is None:
            return None
        prop = Prop(id_, head, marks, owner)
        self._by_head.setdefault(head, []).append(prop)
        whole = ("your" if whose == "you" else f"{whose}'s") if owner else "the"
        self._fresh[id_] = Entity(id=id_, kind=kind, name=f"{whole} {name}", introduced=self.turn, of=owner)
        return prop


def _between(words: list[str]) -> list[str]:
    """The words between whose a thing is and what it is: "Kip Tull's bay mare" gives bay."""
    first = next((i for i, word in enumerate(words) if word == "your" or word.endswith("'s")), 0)
    return words[first + 1 : -1]
