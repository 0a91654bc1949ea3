"""What has no name and is yet the same from turn to turn: "the grey mule", "your saddle", "the gambler", "the bridge at the ford"."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gm_engine.extraction.names import NameBook, snake
from gm_engine.extraction.sorts import Sorts
from gm_engine.extraction.values import colour
from gm_engine.story.entity import Entity, EntityKind

if TYPE_CHECKING:
    from spacy.tokens import Token

TELLING = frozenset({"of", "at", "to", "on", "for", "from", "in"})
"""Words after which something stands that tells one thing from its like: "the deed to the Lazy K"."""
SURE, SURE_OWN, SURE_NEW, SURE_FAR = 76, 80, 70, 66
"""How sure it is, in per cent, that "the mule" is the mule spoken of before; "your mule" is surer, a mule of long ago less so."""
FAR = 24
"""After so many turns without a word of it, what only has its kind to tell it may be another."""
OUT_OF_SIGHT = 60
"""After so many turns without a word of them, the next of that trade is another."""
NEAR = 2
"""For so many turns "the door" is the same door."""


@dataclass(frozen=True)
class Prop:
    """A thing or a person by the head noun, the words that tell it from its like, and whose it is."""

    id: str
    head: str
    marks: frozenset[str]
    owner: str
    name: str = ""


@dataclass
class Props:
    """The unnamed of a story, those told of before and those of the text being read (``turn``)."""

    book: NameBook
    sorts: Sorts
    turn: int = 0
    _by_head: dict[str, list[Prop]] = field(default_factory=dict)
    _made: dict[str, Entity] = field(default_factory=dict)
    _latest: dict[str, str] = field(default_factory=dict)
    _seen: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for id_, entity in self.book.unnamed.items():
            words, tail = self._parted(entity.name.split())
            if not words:
                continue  # what it was called has been taken out
            marks = frozenset((*(_between(words) if entity.of else words[1:-1]), *tail))
            self._by_head.setdefault(words[-1], []).append(Prop(id_, words[-1], marks, entity.of or "", entity.name))
            self._seen[id_] = entity.introduced

    def _parted(self, words: list[str]) -> tuple[list[str], list[str]]:
        """The words up to the head, and the one that tells after "at" or "of"."""
        at = next((i for i, word in enumerate(words) if i > 1 and word in TELLING), len(words))
        return words[:at], [snake(" ".join(words[at + 1 :]))] if at < len(words) else []

    def entity(self, id_: str) -> Entity | None:
        """The thing of that id, where the text being read speaks of it for the first time."""
        return self._made.get(id_)

    def turn_to(self, turn: int) -> None:
        """Goes on to the text of another turn."""
        self.turn = turn

    def call(self, noun: "Token", owner: str | None, id_: str) -> None:
        """Learns that a noun is said of somebody with a name: "Ada Pell, the smith's daughter"."""
        head = noun.lemma_.lower()
        if self.sorts.kind(head) != "character" or noun.tag_ in ("NNS", "NNPS") or not (owner or self.sorts.pointed(noun)):
            return
        marks = frozenset(child.lower_ for child in self.sorts.described(noun) if self._marks(child))
        kept = [prop for prop in self._by_head.get(head, ()) if not (prop.owner == (owner or "") and prop.marks == marks)]
        self._by_head[head] = [*kept, Prop(id_, head, marks, owner or "")]
        self._seen[id_] = self.turn

    def meant(self, noun: "Token", owner: str | None, place: str | None = None, kind: EntityKind | None = None) -> tuple[str, int] | None:
        """Which thing or person a noun means and how sure that is; None where it may mean several, or is nothing of the kind.

        ``owner`` is whose it is said to be, by "your" or "Kip's"; ``place`` the id of the named one after "at" or "of";
        ``kind`` is what it is, where that is known.
        """
        head = noun.lemma_.lower()
        kind = kind or self.sorts.kind(head)
        if kind is None or noun.tag_ not in ("NN", "NNP") or noun.dep_ in ("compound", "nmod", "npadvmod", "amod"):
            return None
        if any(child.lower_ == "another" for child in noun.lefts):
            self._one_more(head)
            return None
        owned = any(child.dep_ == "poss" for child in noun.lefts)
        pointed = self.sorts.pointed(noun)
        if (owned and owner is None) or head in self.book.heads:
            return None
        if not owned and not pointed:
            return self._brought_in(noun, head, kind)
        if kind == "concept" and (owned or not pointed):
            return None
        words = self.sorts.described(noun)
        if self.sorts.another(words):
            self._one_more(head)
            return None
        told = self._told_after(noun, place)
        if told is None and kind != "item":
            return None
        marks = frozenset((*(child.lower_ for child in words if self._marks(child)), *(told or ())))
        return self._take_up(head, marks, owner or "", kind, noun)

    def _take_up(self, head: str, marks: frozenset[str], owner: str, kind: EntityKind, noun: "Token") -> tuple[str, int] | None:
        passing = head in self.book.lexicon.all("furnishings") and not owner
        known = [prop for prop in self._by_head.get(head, ()) if self._alike(prop, marks, owner)]
        within = NEAR if passing else OUT_OF_SIGHT if kind == "character" and not owner else None
        if within is not None and not any(child.lower_ == "same" for child in noun.lefts):
            known = [prop for prop in known if not prop.name or self.turn - self._seen.get(prop.id, 0) <= within]
        exact = [prop for prop in known if prop.marks == marks and prop.owner == owner]
        if len(known) > 1:
            latest = next((prop for prop in known if prop.id == self._latest.get(head)), None)
            if latest is not None and self._seen.get(latest.id, 0) == self.turn:
                known = [latest]
            elif len(exact) == 1 and (marks or owner):
                known = exact
            else:
                return None
        prop = known[0] if known else self._first(head, marks, owner, kind, noun)
        if prop is None:
            return None
        before = self._seen.get(prop.id, self.turn)
        self._latest[head], self._seen[prop.id] = prop.id, self.turn
        if prop.owner and prop.owner == owner:
            return prop.id, SURE_OWN if head not in self.book.lexicon.all("several_kin") else SURE_NEW
        return prop.id, SURE if prop.marks & marks or self.turn - before <= FAR else SURE_FAR

    def _brought_in(self, noun: "Token", head: str, kind: EntityKind) -> tuple[str, int] | None:
        """ "A brass key hangs there": the first word of a thing that "the key" will take up."""
        if kind == "concept" or not self.sorts.brought_in(noun):
            return None
        words = self.sorts.described(noun)
        if self.sorts.another(words):
            self._one_more(head)
            return None
        marks = frozenset(child.lower_ for child in words if self._marks(child))
        if any(prop.marks == marks and not prop.owner and self._seen.get(prop.id) == self.turn for prop in self._by_head.get(head, ())):
            return None
        prop = self._first(head, marks, "", kind, noun)
        if prop is None:
            return None
        self._latest[head], self._seen[prop.id] = prop.id, self.turn
        return prop.id, SURE_NEW

    def _one_more(self, head: str) -> None:
        """ "The other key", "a second key": there are several, and "the key" alone no longer says which."""
        found = self._by_head.setdefault(head, [])
        if not any("" in prop.marks for prop in found):
            found.append(Prop(f"other_{head}", head, frozenset({""}), ""))
        self._seen[f"other_{head}"] = self.turn

    def _told_after(self, noun: "Token", place: str | None) -> tuple[str, ...] | None:
        """The one word that tells after "of" or "at"; None where what follows is too long to tell anything by."""
        for child in noun.rights:
            if child.dep_ == "prep" and child.lower_ in ("of", "from") and place is None:
                inner = next((deep for deep in child.children if deep.dep_ == "pobj"), None)
                if child.lower_ == "from" and inner is not None and self._drawn_from(inner):
                    continue
                if inner is None or inner.pos_ not in ("NOUN", "PROPN") or inner.tag_ == "NNS":
                    return None
                return (inner.lemma_.lower(),)
        return (place,) if place else ()

    def _drawn_from(self, place: "Token") -> bool:
        """True for "the key from your pocket", which tells where it is at the moment, and not which key."""
        return any(child.dep_ == "poss" for child in place.lefts) or place.lemma_.lower() in self.book.lexicon.all("pockets")

    def _marks(self, word: "Token") -> bool:
        """True for a word that tells one thing from another of its kind: a colour, what it is made of or for."""
        if word.dep_ in ("compound", "nmod"):
            return word.text.isalpha()
        lexicon = self.book.lexicon
        if self.sorts.tells_people_apart(word) and self.sorts.unnamed(word.head):
            return True
        return colour([word.lower_], lexicon) is not None or word.lower_ in lexicon.all("materials")

    def _alike(self, prop: Prop, marks: frozenset[str], owner: str) -> bool:
        if owner and prop.owner != owner and (prop.owner or owner != "you"):
            return False
        return marks <= prop.marks or prop.marks <= marks

    def _first(self, head: str, marks: frozenset[str], owner: str, kind: EntityKind, noun: "Token") -> Prop | None:
        words = [child.lower_ for child in sorted(self.sorts.described(noun), key=lambda child: child.i) if child.lower_ in marks]
        tail = sorted(marks - set(words))
        named = self.book.entities.get(owner)
        whose = named.name if named is not None else self._made[owner].name if owner in self._made else owner
        name = " ".join([*words, head])
        id_ = snake(f"{owner} {' '.join([*tail, *sorted(words), head])}")
        if id_ in self.book.entities and self.book.entities[id_].of is None:
            return None
        if id_ in self._seen or id_ in self.book.entities:
            id_ = f"{id_}_{self.turn}"
            if id_ in self._seen:
                return None
        whole = ("your" if whose == "you" else f"{whose}'s") if owner else "the"
        end = "".join(f" of {self.book.entities[word].name if word in self.book.entities else word}" for word in tail)
        prop = Prop(id_, head, marks, owner, f"{whole} {name}{end}")
        self._by_head.setdefault(head, []).append(prop)
        self._made[id_] = Entity(id=id_, kind=kind, name=prop.name, introduced=self.turn, of=owner, pronouns=self.sorts.pronouns(head))
        return prop


def _between(words: list[str]) -> list[str]:
    """The words between whose a thing is and what it is: "Kip Tull's bay mare" gives bay."""
    first = next((i for i, word in enumerate(words) if word == "your" or word.endswith("'s")), 0)
    return words[first + 1 : -1]
