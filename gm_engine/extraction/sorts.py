"""What sort of thing a common noun means: somebody, a place, a thing that can be the same from turn to turn, or nothing of these."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gm_engine import wordnet
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.mending import FINITE
from gm_engine.story.entity import EntityKind

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

POINTING = frozenset({"the", "this", "that"})
TABLES: tuple[tuple[str, EntityKind], ...] = (("animals", "item"), ("goods", "item"), ("sites", "place"), ("events", "concept"))
PARTED = frozenset({"armed", "eyed", "handed", "legged", "haired", "faced", "bearded", "eared", "toothed", "fingered", "shouldered"})
CATEGORIES: dict[str, EntityKind] = {
    "person": "character", "animal": "item", "artifact": "item", "structure": "place", "place": "place", "group": "faction"
}  # fmt: skip
BRINGING = frozenset({"nsubj", "nsubjpass", "dobj", "dative", "ROOT", "conj", "pobj", "attr"})
NO_TAIL = 4
"""Letters that the known end of an unknown word must have: moonstone is a stone."""


@dataclass
class Sorts:
    """Asks the word tables first, then WordNet's categories."""

    lexicon: Lexicon
    _known: dict[str, EntityKind | None] = field(default_factory=dict)

    def kind(self, head: str) -> EntityKind | None:
        """What the noun (its base form) can stand for; None for what is no thing of its own: time, body, amount, "the end"."""
        if head not in self._known:
            self._known[head] = self._kind(head)
        return self._known[head]

    def _kind(self, head: str) -> EntityKind | None:
        lexicon = self.lexicon
        for table, kind in TABLES:
            if head in lexicon.all(table):
                return kind
        if head in lexicon.all("vague") or head in lexicon.all("parts") or head in lexicon.all("marks_on"):
            return None
        if head in lexicon.all("roles") or head in lexicon.all("kin") or head in lexicon.all("distant_kin"):
            return "character"
        if head in lexicon.all("documents"):
            return "item"
        if head in lexicon.all("not_owned") or head in lexicon.all("not_counted") or head in lexicon.all("forces"):
            return None
        if head in lexicon.all("place_nouns") and wordnet.category(head) in ("", "place", "structure", "artifact", "person"):
            return "place"
        found = wordnet.categories(head)
        if found:
            return CATEGORIES.get(found[0])
        tail = (
            head.rpartition("-")[2]
            if "-" in head
            else next((head[i:] for i in range(2, len(head) - NO_TAIL + 1) if wordnet.categories(head[i:])), "")
        )
        return CATEGORIES.get(wordnet.category(tail)) if tail else None

    def unnamed(self, noun: "Token") -> EntityKind | None:
        """character for "the boy", a word so loose that it is a person of the story only where nobody else can be meant."""
        head = noun.lower_
        if any(child.dep_ in ("poss", "relcl", "acl") for child in noun.children):
            return None
        if head in self.lexicon.all("unnamed_people"):
            return "character"
        told = head in self.lexicon.all("unnamed_people_told") and any(self.tells_people_apart(child) for child in noun.lefts)
        return "character" if told else None

    def tells_people_apart(self, word: "Token") -> bool:
        """True for old, tall, one-eyed: by these one person is told from another."""
        lower = word.lower_
        tables = ("people_told_by", "heights", "builds")
        parted = lower.partition("-")
        return any(lower in self.lexicon.all(table) for table in tables) or (bool(parted[1]) and parted[2] in PARTED)

    def group(self, kind: EntityKind | None) -> EntityKind | None:
        """What several of a kind are together: the riders a company, the flares a thing; None for what nobody counts as one."""
        return "faction" if kind == "character" else "item" if kind == "item" else None

    def these(self, noun: "Token") -> bool:
        """True for "these", "those" and "both" before several."""
        return any(child.lower_ in ("these", "those", "both") for child in noun.lefts)

    def listed(self, noun: "Token", kind: EntityKind | None) -> bool:
        """True for a bare line of gear: "Winchester, 11 rounds", "Canteen: half full"."""
        if kind != "item" or noun.i != noun.sent.start or noun.i + 1 >= len(noun.doc) or noun.nbor().text not in (":", ",", "(", "—"):
            return False
        return not any(word.tag_ in FINITE for word in noun.sent if word.i != noun.i)

    def pronouns(self, lemma: str, head: str = "") -> str:
        """he or she, for a noun that tells; they for somebody else and for several (``head`` in the plural), it for the rest."""
        if head.endswith("s") and head != lemma and not lemma.endswith("s"):
            return "they"
        head = lemma
        for table in ("gender_nouns", "beasts"):
            he, she = head in self.lexicon.all(f"{table}.he"), head in self.lexicon.all(f"{table}.she")
            if he != she:
                return "he" if he else "she"
        return "they" if self.kind(head) == "character" else "it"

    def described(self, noun: "Token") -> "list[Token]":
        """The words before a noun that describe it."""
        return [child for child in noun.lefts if child.dep_ in ("amod", "compound", "nmod", "nummod", "advmod")]

    def another(self, words: "list[Token]") -> bool:
        """True for "the other door", "the third key": one of several."""
        return any(child.lower_ in self.lexicon.all("telling.one_of_several") and child.tag_ != "NNP" for child in words)

    def pointed(self, noun: "Token") -> bool:
        """True for "the", "this" and "that" before the noun, for what is spoken of already; and for a place's own: "Aldwick mill"."""
        return any(child.dep_ == "det" and child.lower_ in POINTING for child in noun.lefts) or self._own(noun)

    def _own(self, noun: "Token") -> bool:
        """True for a place with a name right before it and no article: "Sand Creek dam"."""
        if self.kind(noun.lemma_.lower()) != "place" or noun.tag_ != "NN" or any(child.dep_ in ("det", "poss") for child in noun.lefts):
            return False
        before = noun.nbor(-1) if noun.i > noun.sent.start else None
        dates = self.lexicon.all("months") | {"north", "south", "east", "west"}
        name = before is not None and before.dep_ == "compound" and before.tag_ == "NNP" and before.text[:1].isupper()
        return name and before is not None and before.lower_ not in dates and not before.lower_.endswith("day")

    def brought_in(self, noun: "Token") -> bool:
        """True for "a brass key", where a thing comes into the story: not "like a key", "is a key", "no key"."""
        if noun.dep_ not in BRINGING or not any(child.dep_ == "det" and child.lower_ in ("a", "an") for child in noun.lefts):
            return False
        verb = noun.head
        if noun.dep_ == "pobj":
            if verb.lower_ not in ("in", "on", "with", "at", "into", "from", "by", "behind", "beside", "under", "near"):
                return False
            verb = verb.head
        if noun.dep_ == "attr" and not any(child.dep_ == "expl" for child in verb.children):
            return False
        steps = 0
        while verb.pos_ not in ("VERB", "AUX") and verb.head != verb and steps < 4:
            verb, steps = verb.head, steps + 1
        return not any(child.dep_ == "neg" or child.tag_ == "MD" or child.dep_ == "mark" for child in verb.children)
