"""What the patterns see of a sentence: its words, who is meant by them, and the tables."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm_engine.extraction.coreference import RELATIVE, Salience
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.pipeline import Passage
from gm_engine.extraction.pronouns import Ref
from gm_engine.story.calendar import Calendar
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

SUBJECTS = ("nsubj", "nsubjpass", "csubj")
LEFT_OUT = frozenset({"the", "a", "an", "his", "her", "its", "their", "your", "my", "our", "this", "that", "these", "those"})


@dataclass(frozen=True)
class Found:
    """A rough claim. ``at`` is the token whose clause says how real it is; ``sure`` is in per cent.

    ``lasting`` results outlive a past perfect; ``over`` is a thing of the past; ``change`` tells how it came to be so; ``able`` speaks
    of an ability, so that "can" supposes nothing; ``momentary`` holds while the sentence lasts: what somebody is seen to do.
    """

    subject: Ref
    relation: str
    value: Value
    at: "Token"
    polarity: bool = True
    sure: int = 100
    lasting: bool = False
    over: bool = False
    change: bool = False
    able: bool = False
    importance: int | None = None
    momentary: bool = False


@dataclass
class Scope:
    """One text's reading: asked for every pattern."""

    passage: Passage
    lexicon: Lexicon
    salience: Salience
    calendar: Calendar | None = None
    minute: int = 0
    place: str | None = None
    you: str | None = None

    def who(self, token: "Token") -> Ref | None:
        """Whom or what a noun or pronoun means."""
        ref = self.salience.meant(token)
        if ref is not None:
            return ref
        if token.lower_ in RELATIVE and token.dep_ in ("nsubj", "nsubjpass", "dobj", "poss", "pobj"):
            verb = token.head
            steps = 0
            while verb.dep_ != "relcl" and verb.head != verb and steps < 5:
                verb, steps = verb.head, steps + 1
            if verb.dep_ == "relcl" and verb.head != token:
                return self.who(verb.head)
            return None
        if (
            token.pos_ == "NOUN"
            and token.dep_ in ("dep", "npadvmod", "nsubj")
            and any(child.lower_ in ("a", "an") for child in token.lefts)
        ):
            return self._beside(token)
        if token.pos_ in ("NOUN", "PROPN", "VERB", "ADV"):
            for child in token.lefts:
                if child.dep_ in ("compound", "nmod") and child.i in self.passage.names:
                    named = self.salience.meant(child)
                    if named and self.kind(named) == "place" and token.lemma_.lower() in self.lexicon.all("place_nouns"):
                        return named
            for child in token.rights:
                if child.dep_ == "appos" and child.i in self.passage.names and child.i - token.i <= 3:
                    return self.salience.meant(child)
        return None

    def _beside(self, noun: "Token") -> Ref | None:
        """The subject that follows a loose apposition: "A tall man, Calder turns"."""
        edge = noun.right_edge.i
        if edge + 2 >= len(noun.doc) or noun.doc[edge + 1].text != "," or noun.doc[edge + 2].i not in self.passage.names:
            return None
        subject = noun.doc[edge + 2]
        return self.salience.meant(subject) if subject.dep_ in SUBJECTS and subject.head == noun.head else None

    def kind(self, ref: Ref) -> str:
        """character, place, item, faction or concept."""
        return self.salience.kind(ref.id)

    def named(self, ref: Ref) -> bool:
        """True for what has a name of its own, false for "the grey mule"."""
        if self.salience.props is not None and self.salience.props.entity(ref.id) is not None:
            return False
        entity = self.salience.book.entities.get(ref.id)
        return entity is None or entity.of is None

    def person(self, token: "Token") -> Ref | None:
        """Who is meant, where that is a character."""
        ref = self.who(token)
        return ref if ref is not None and self.kind(ref) == "character" else None

    def subject_tokens(self, verb: "Token") -> "list[Token]":
        """The tokens that a verb is said of, found over conjunctions, participles and controlled infinitives."""
        at, steps = verb, 0
        while steps < 6:
            own = [child for child in at.children if child.dep_ in SUBJECTS]
            own = own or [deep for child in at.children if child.dep_ == "auxpass" for deep in child.children if deep.dep_ in SUBJECTS]
            if own:
                return [*own, *(word for child in own for word in child.conjuncts if word.i > child.i)]
            if at.dep_ in ("acl", "relcl"):
                return [at.head]
            if at.dep_ == "appos" and at.head.pos_ in ("NOUN", "PROPN", "PRON"):
                return [at.head]
            if at.dep_ in ("conj", "xcomp", "advcl", "dep", "acomp", "ccomp", "pcomp", "oprd") and at.head != at:
                if at.dep_ == "xcomp" and any(child.dep_ in ("dobj", "dative") for child in at.head.children):
                    return [child for child in at.head.children if child.dep_ in ("dobj", "dative")]
                if at.dep_ == "ccomp" and at.tag_ not in ("VBG", "VBN"):
                    return []
                at, steps = at.head, steps + 1
                continue
            if at.dep_ == "prep" and at.head != at:
                at, steps = at.head, steps + 1
                continue
            return []
        return []

    def subjects(self, verb: "Token") -> list[Ref]:
        """Who or what a verb is said of, where that is known."""
        return [ref for token in self.subject_tokens(verb) if (ref := self.who(token)) is not None]

    def doc_has(self, at: int, *words: str) -> bool:
        """True where the word at that place of the text is one of these."""
        return at < len(self.passage.doc) and self.passage.doc[at].lower_ in words

    def owner(self, noun: "Token") -> Ref | None:
        """Whose it is: "her eyes", "Thorne's eyes", "the eyes of Thorne", "gray eyes, Thorne's"."""
        for child in noun.children:
            if child.dep_ == "poss":
                return self.who(child)
        if self.doc_has(noun.i + 1, ","):
            for mark in noun.doc[noun.i + 3 : noun.i + 7]:
                if mark.lower_ in ("'s", "’s", "'", "’") and self.doc_has(mark.i + 1, ",", "."):
                    return self.who(noun.doc[mark.i - 1])
                if mark.text in (",", ".", ";"):
                    break
        for child in noun.rights:
            if child.dep_ == "prep" and child.lower_ == "of":
                for inner in child.children:
                    if inner.dep_ == "pobj":
                        return self.who(inner)
        return None

    def phrase(self, noun: "Token", of: bool = True) -> str:
        """The noun with what stands before it, and its "of …": "bay mare", "deed of sale". Articles are left out."""
        words = [child for child in noun.lefts if child.dep_ in ("amod", "compound", "nmod", "nummod", "poss", "npadvmod")]
        first = min([*(min((inner.i for inner in word.subtree), default=word.i) for word in words), noun.i])
        last = noun.i
        if of:
            for child in noun.rights:
                if child.dep_ == "prep" and child.lower_ in ("of", "for") and child.i == noun.i + 1:
                    last = max(inner.i for inner in child.subtree if inner.i - noun.i < 7)
        tokens = [noun.doc[i] for i in range(first, last + 1)]
        while len(tokens) > 1 and tokens[0].lower_ in LEFT_OUT:
            tokens = tokens[1:]
        return self.original(tokens[0], tokens[-1])

    def original(self, first: "Token", last: "Token") -> str:
        """The text's own words from one token to another, without marks and line ends."""
        words = []
        for i in range(first.i, last.i + 1):
            piece = self.passage.text[self.passage.starts[i] : self.passage.ends[i]]
            glued = i > first.i and self.passage.starts[i] == self.passage.ends[i - 1]
            words.append(piece if glued or i == first.i else f" {piece}")
        return " ".join("".join(words).replace("*", "").split())

    def name(self, ref: Ref) -> str:
        """What an entity is called."""
        fresh = self.salience.props.entity(ref.id) if self.salience.props is not None else None
        entity = fresh or self.salience.book.entities.get(ref.id)
        return entity.name if entity is not None else ref.id

    def entity(self, ref: Ref) -> Value:
        """An entity as a value."""
        return Value(kind="entity", text=self.name(ref), entity=ref.id)

    def text(self, noun: "Token") -> Value:
        """A noun as words, with the entity where it is one."""
        ref = self.who(noun)
        brought_in = any(child.lower_ in ("a", "an") for child in noun.lefts)
        if ref is not None and not brought_in and self.kind(ref) in ("place", "item", "character", "faction"):
            return Value(kind="text", text=self.name(ref), entity=ref.id)
        return Value(kind="text", text=self.phrase(noun).lower() if noun.pos_ == "NOUN" else self.phrase(noun))


def enum(word: str) -> Value:
    """A lower-case word as a value."""
    return Value(kind="enum", text=word)
