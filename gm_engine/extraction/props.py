"""What has no name and is yet the same from turn to turn: "the grey mule", "your saddle", "the gambler", "the bridge at the ford"."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gm_engine.extraction.kindred import Kindred
from gm_engine.extraction.lasting_marks import Marks, alike, sharp
from gm_engine.extraction.names import NameBook, parted, snake
from gm_engine.extraction.sorts import Sorts
from gm_engine.story.entity import Entity, EntityKind

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

SURE, SURE_OWN, SURE_NEW, SURE_FAR = 76, 80, 70, 66
"""How sure it is, in per cent, that "the mule" is the mule spoken of before; "your mule" is surer, a mule of long ago less so."""
FAR = 24
"""After so many turns without a word of it, what only has its kind to tell it may be another."""
OUT_OF_SIGHT = 60
"""After so many turns without a word of them, the next of that trade is another."""
NEAR, AGAIN = 2, 10
"""For so many turns "the door" is the same door; for so many the bridge or the box."""
LATELY = 16
"""For so many turns "the horse" may be the mare, and the lamp spoken of last the one that is meant."""


@dataclass(eq=False)
class Prop:
    """A thing or a person by the head noun, the words that tell it from its like, and whose it is.

    ``called`` are all the nouns that were said of it; ``marks`` grow with what is said.
    """

    id: str
    head: str
    marks: frozenset[str]
    owner: str
    name: str = ""
    person: bool = False
    called: set[str] = field(default_factory=set)


@dataclass
class Props:
    """The unnamed of a story, those told of before and those of the text being read (``turn``)."""

    book: NameBook
    sorts: Sorts
    kindred: Kindred
    turn: int = 0
    _by_head: dict[str, list[Prop]] = field(default_factory=dict)
    _made: dict[str, Entity] = field(default_factory=dict)
    _before: int = 0
    _latest: dict[str, str] = field(default_factory=dict)
    _seen: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.marks = Marks(self.book.lexicon, self.sorts)
        self._before = self.book.count

    def _with(self, head: str) -> list[Prop]:
        """Those of a noun; those told of before are laid out when the noun is first asked for."""
        if head not in self._by_head:
            self._by_head[head] = []
            for entity in self.book.unnamed_by(head, self._before):
                name = entity.name.split()
                words, tail = parted(name)
                between = _between(words) if entity.of else words[1:-1]
                told = [snake(" ".join(tail)).removeprefix("the_")] if len(words) < len(name) else []
                marks = frozenset((*(self.marks.plain(word) for word in between), *told))
                self._keep(Prop(entity.id, head, marks, entity.of or "", entity.name, entity.kind == "character"))
                self._seen.setdefault(entity.id, entity.introduced)
        return self._by_head[head]

    def _keep(self, prop: Prop) -> None:
        prop.called.add(prop.head)
        self._with(prop.head).append(prop)

    def entity(self, id_: str) -> Entity | None:
        """The thing of that id, where the text being read speaks of it for the first time."""
        return self._made.get(id_)

    def turn_to(self, turn: int) -> None:
        """Goes on to the text of another turn."""
        self.turn = turn

    def call(self, noun: "Token", owner: str | None, id_: str) -> None:
        """Learns that a noun is said of somebody or of a beast with a name: "Ada Pell, the smith's daughter", "your mare, Sugar"."""
        head, implied = self.kindred.plain(noun.lemma_.lower())
        kind = self.sorts.kind(head)
        named = kind == "character" or self.kindred.takes_name(head)
        anybody = self.book.lexicon.all("anybody") | self.book.lexicon.all("anybodies")
        telling = kind != "character" or noun.lemma_.lower() not in anybody
        pointed = owner or self.sorts.pointed(noun) or (telling and self.sorts.brought_in(noun))
        if not named or noun.tag_ in ("NNS", "NNPS") or not pointed:
            return
        marks = self.marks.before(noun, self.sorts.described(noun)) | implied
        kept = [prop for prop in self._with(head) if not (prop.owner == (owner or "") and prop.marks == marks)]
        self._by_head[head] = kept
        self._keep(Prop(id_, head, marks, owner or "", person=kind == "character"))
        self._seen[id_] = self.turn

    def known_as(self, noun: "Token", owner: str | None) -> str | None:
        """The id of the beast or vessel of that owner that has a name already and of which the same words were said."""
        head, implied = self.kindred.plain(noun.lemma_.lower())
        marks = self.marks.before(noun, self.sorts.described(noun)) | implied
        named = [prop.id for prop in self._with(head) if owner and prop.owner == owner and prop.marks == marks and not prop.name]
        return named[0] if len(named) == 1 else None

    def meant(
        self,
        noun: "Token",
        owner: str | None,
        place: str | None = None,
        names: Mapping[int, str] | None = None,
        kind: EntityKind | None = None,
    ) -> tuple[str, int] | None:
        """Which thing or person a noun means and how sure that is; None where it may mean several, or is nothing of the kind.

        ``owner`` is whose it is said to be, by "your" or "Kip's"; ``place`` the id of the named one after "at" or "of";
        ``names`` the ids of the words that are names; ``kind`` is what it is, where that is known.
        """
        many = noun.tag_ in ("NNS", "NNPS")
        lemma = noun.lemma_.lower()
        head, implied = (noun.lower_, frozenset[str]()) if many else self.kindred.plain(lemma)
        pair = many and head in self.book.lexicon.all("pairs")
        kind = kind or ("item" if pair else self.sorts.kind(lemma if many else head))
        if many and not pair:
            kind = self.sorts.group(kind)
        listed = self.sorts.listed(noun, kind)
        if noun.dep_ in ("compound", "nmod", "npadvmod", "amod") and not listed:
            return None
        if kind is None:
            return self._coat(noun, lemma, owner) or self._general(noun, lemma, owner)
        if any(child.lower_ == "another" for child in noun.lefts):
            self._one_more(head)
            return None
        whose = next((child for child in noun.lefts if child.dep_ == "poss"), None)
        theirs = (
            ((names or {}).get(whose.i, "").removeprefix("the_") or self.marks.whose(whose)) if whose is not None and owner is None else ""
        )
        if whose is not None and owner is None and not theirs:
            return None
        words = self.sorts.described(noun)
        marks = self.marks.before(noun, words, names or {}) | implied
        if theirs:
            marks |= {theirs}
        if head in self.book.heads and not sharp(marks) and owner is None:
            return None
        pointed = self.sorts.pointed(noun) or (many and self.sorts.these(noun)) or listed
        if whose is None and not pointed:
            return self._brought_in(noun, head, kind, marks) if not many else None
        if whose is None and (found := self._coat(noun, lemma, owner)) is not None:
            return found
        if self.sorts.another(words):
            self._one_more(head)
            return None
        told = self.marks.after(noun, place)
        if told is None and kind != "item":
            return None
        found = self._take_up(head, marks | frozenset(told or ()), owner or "", kind, noun)
        return (found[0], min(found[1], SURE_NEW)) if found is not None and many and not pair else found

    def _coat(self, noun: "Token", lemma: str, owner: str | None) -> tuple[str, int] | None:
        """ "The bay": the bay gelding spoken of before, where there is but one."""
        if not self.kindred.is_coat(lemma) or noun.tag_ != "NN" or not (owner or self.sorts.pointed(noun)):
            return None
        mark = self.marks.plain(lemma)
        found = [
            prop
            for head in sorted(self.kindred.horses())
            for prop in self._with(head)
            if mark in prop.marks and (not owner or prop.owner in (owner, ""))
        ]
        ids = {prop.id for prop in found}
        if len(ids) != 1:
            return None
        return self._met(found[0], found[0].head, owner or "", found[0].marks)

    def _general(self, noun: "Token", lemma: str, owner: str | None) -> tuple[str, int] | None:
        """ "The picture", "the animal": a noun too general for a thing of its own, where it can only be the one spoken of before."""
        if not self.kindred.of(lemma) or noun.tag_ != "NN" or not (owner or self.sorts.pointed(noun)):
            return None
        words = self.sorts.described(noun)
        marks = self.marks.before(noun, words)
        found = [] if self.sorts.another(words) else self._by_another_noun(lemma, marks, owner or "", noun)
        return self._met(found[0], found[0].head, owner or "", marks) if found else None

    def _take_up(self, head: str, marks: frozenset[str], owner: str, kind: EntityKind, noun: "Token") -> tuple[str, int] | None:
        known = self._known(head, marks, owner, kind, noun)
        exact = [prop for prop in known if prop.marks == marks and prop.owner == owner]
        if len(known) > 1:
            latest = next((prop for prop in known if prop.id == self._latest.get(head)), None)
            if latest is not None and self._seen.get(latest.id, 0) == self.turn:
                known = [latest]
            elif len(exact) == 1 and (marks or owner):
                known = exact
            else:
                return None
        if not known:
            known = self._by_another_noun(head, marks, owner, noun)
        prop = known[0] if known else self._first(head, marks, owner, kind, noun)
        return self._met(prop, head, owner, marks) if prop is not None else None

    def _met(self, prop: Prop, head: str, owner: str, marks: frozenset[str]) -> tuple[str, int]:
        """Remembers that the thing is spoken of, by which noun and which marks; how sure it is that it is the one."""
        before = self._seen.get(prop.id, self.turn)
        other = head not in prop.called
        told = bool(prop.marks & marks)
        self._latest[head], self._seen[prop.id] = prop.id, self.turn
        prop.marks |= marks
        if other:
            prop.called.add(head)
            self._with(head).append(prop)
        if prop.owner and prop.owner == owner:
            return prop.id, SURE_OWN if head not in self.book.lexicon.all("several_kin") else SURE_NEW
        if other and not told:
            return prop.id, SURE_NEW
        return prop.id, SURE if told or self.turn - before <= FAR else SURE_FAR

    def _known(self, head: str, marks: frozenset[str], owner: str, kind: EntityKind, noun: "Token") -> list[Prop]:
        """Those of that noun that may be meant."""
        known = [prop for prop in self._with(head) if self._alike(prop, marks, owner)]
        within = self._within(noun.lemma_.lower(), kind, owner)
        if within is not None and not any(child.lower_ == "same" for child in noun.lefts):
            telling = sharp(marks)
            known = [
                prop
                for prop in known
                if not prop.name or (telling and telling <= prop.marks) or self.turn - self._seen.get(prop.id, 0) <= within
            ]
        return known

    def _within(self, head: str, kind: EntityKind, owner: str) -> int | None:
        """For how many turns the noun alone means the same; None where it does so for good."""
        if head in self.book.lexicon.all("furnishings") and not owner:
            return AGAIN if head in self.book.lexicon.all("met_again") else NEAR
        return OUT_OF_SIGHT if kind == "character" and not owner else None

    def _by_another_noun(self, head: str, marks: frozenset[str], owner: str, noun: "Token") -> list[Prop]:
        """ "Your horse" for your mare, "the box" for the strongbox: where there is but one that it can be."""
        if noun.tag_ not in ("NN", "NNP") or any(child.lower_ == "another" for child in noun.lefts):
            return []
        found = {
            prop.id: prop
            for other in sorted(self.kindred.of(head))
            for prop in self._with(other)
            if "" not in prop.marks
            and self._alike(prop, marks, owner)
            and (not sharp(prop.marks) or self.kindred.is_general(head, prop.head) or (owner and prop.owner == owner))
            and all(self.kindred.may_be(called, head) for called in prop.called)
            and (not owner or prop.owner == owner or marks & prop.marks)
            and ((owner and prop.owner == owner) or self.turn - self._seen.get(prop.id, 0) <= LATELY)
        }
        return list(found.values()) if len(found) == 1 else []

    def _brought_in(self, noun: "Token", head: str, kind: EntityKind, marks: frozenset[str]) -> tuple[str, int] | None:
        """ "A brass key hangs there": the first word of a thing that "the key" will take up."""
        if kind == "concept" or not self.sorts.brought_in(noun):
            return None
        if self.sorts.another(self.sorts.described(noun)):
            self._one_more(head)
            return None
        if any(prop.marks == marks and not prop.owner and self._seen.get(prop.id) == self.turn for prop in self._with(head)):
            return None
        prop = self._first(head, marks, "", kind, noun)
        if prop is None:
            return None
        self._latest[head], self._seen[prop.id] = prop.id, self.turn
        return prop.id, SURE_NEW

    def _one_more(self, head: str) -> None:
        """ "The other key", "a second key": there are several, and "the key" alone no longer says which."""
        if not any("" in prop.marks for prop in self._with(head)):
            self._keep(Prop(f"other_{head}", head, frozenset({""}), ""))
        self._seen[f"other_{head}"] = self.turn

    def _alike(self, prop: Prop, marks: frozenset[str], owner: str) -> bool:
        if owner and prop.owner != owner and (prop.owner or owner != "you" or any(mark.endswith("'s") for mark in prop.marks)):
            return False
        if prop.owner and not owner and any(mark.endswith("'s") for mark in marks):
            return False
        return alike(prop.marks, marks, people=prop.person)

    def _first(self, head: str, marks: frozenset[str], owner: str, kind: EntityKind, noun: "Token") -> Prop | None:
        before = sorted((word.i, self.marks.plain(word.lower_)) for word in noun.subtree if word.i < noun.i)
        words = list(dict.fromkeys(word for _, word in before if word in marks))
        words = [*words, *sorted(mark for mark in marks - set(words) if self.marks.leads(mark))]
        tail = sorted(marks - set(words))
        named = self.book.entities.get(owner)
        whose = named.name if named is not None else self._made[owner].name if owner in self._made else owner
        name = " ".join([*words, head])
        id_ = snake(f"{owner} {' '.join([*tail, *sorted(words), head])}")
        if id_ in self.book.entities and self.book.entities[id_].of is None:
            return None
        if id_ in self._seen or id_ in self.book.entities:
            id_ = f"{id_}_{self.turn}"
            if id_ in self._seen or self.book.learnt(id_, self._before) is not None:
                return None
        whole = ("your" if whose == "you" else f"{whose}'s") if owner else "the"
        end = "".join(f" of {self._spoken(mark)}" for mark in tail)
        prop = Prop(id_, head, marks, owner, f"{whole} {name}{end}", kind == "character")
        self._keep(prop)
        self._made[id_] = Entity(
            id=id_, kind=kind, name=prop.name, introduced=self.turn, of=owner, pronouns=self.sorts.pronouns(noun.lemma_.lower(), head)
        )
        return prop

    def _spoken(self, mark: str) -> str:
        """A mark as it is said: the name of the place whose id it is."""
        place = self.book.entities.get(mark) or self.book.entities.get(f"the_{mark}")
        return place.name if place is not None else mark.replace("_", " ")


def _between(words: list[str]) -> list[str]:
    """The words between whose a thing is and what it is: "Kip Tull's bay mare" gives bay."""
    first = next((i for i, word in enumerate(words) if word == "your" or word.endswith("'s")), 0)
    return words[first + 1 : -1]
