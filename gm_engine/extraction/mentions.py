"""The nouns and pronouns of a sentence as mentions: whom they mean, how they are brought in, what describes and counts them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gm_engine import wordnet
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.pipeline import Passage
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.values import number
from gm_engine.story.gist import Determiner, Mention

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span, Token

NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
RELATIVE = frozenset({"who", "that", "which", "whom"})
OTHER = frozenset({"another", "other", "second", "new", "next", "different", "third"})
PLACING = frozenset({"of", "in", "at", "to", "on", "from", "for"})
ALONE = frozenset({"a", "an", "and", "of", "the", "some", "about", "nearly", "no", "half"})
"""Words that spell a number only with others."""
COUNTS = {"both": 2, "pair": 2, "single": 1, "dozen": 12}
DETERMINERS: Mapping[str, Determiner] = {
    "the": "the", "this": "this", "that": "this", "these": "this", "those": "this", "a": "a", "an": "a", "no": "no", "neither": "no",
    "another": "other", "every": "every", "each": "every", "all": "every", "any": "every", "both": "both",
}  # fmt: skip


class Mentioner:
    """Makes the mentions of one passage. ``meant`` says whom or what a word means."""

    def __init__(self, passage: Passage, meant: Mapping[int, Ref], lexicon: Lexicon) -> None:
        self._passage = passage
        self._meant = meant
        self._lexicon = lexicon
        self._counted: dict[str, int | None] = {}
        self._first = 0
        self._about = ""

    def of(self, sentence: "Span", about: str = "") -> tuple[dict[int, int], tuple[Mention, ...]]:
        """The mentions of a sentence, with the place of each among them by its word's number; a relative pronoun is its noun's.

        ``about`` is the id of whomever the sentence goes on about: a part of a body or of a dress in it is his.
        """
        self._about = about
        self._first = sentence.start
        places: dict[int, int] = {}
        mentions: list[Mention] = []
        relatives: list[Token] = []
        for token in sentence:
            if token.lower_ in RELATIVE and token.i not in self._meant and (noun := related(token)) is not None:
                relatives.append(token)
                places[token.i] = noun.i
            elif token.pos_ in NOMINAL or token.i in self._meant:
                places[token.i] = len(mentions)
                mentions.append(self._mention(token))
        for token in relatives:
            noun_place = places.get(places.pop(token.i))
            if noun_place is not None:
                places[token.i] = noun_place
        return places, tuple(mentions)

    def word(self, token: "Token") -> str:
        """A word's base form; of a name its last word as it is written, for the parser sees another in its place."""
        if token.pos_ == "PROPN" or self.proper(token):
            written = self._passage.text[self._passage.starts[token.i] : self._passage.ends[token.i]].replace("*", " ").split()
            return (written[-1] if written else token.text).lower()
        return token.lemma_.lower()

    def proper(self, token: "Token") -> bool:
        """True for a name of its own, in whose place the parser saw another word."""
        match = self._passage.names.get(token.i)
        return match is not None and match.proper

    def _mention(self, noun: "Token") -> Mention:
        ref, named = self._meant.get(noun.i), self.proper(noun)
        det: Determiner = ""
        mods: list[str] = []
        nums: list[int] = []
        owner = ownerlemma = ""
        of: list[str] = []
        for child in noun.lefts:
            lower, dep = child.lower_, child.dep_
            if dep == "poss":
                det, owner = det or "poss", self._id(child)
                ownerlemma = "" if child.pos_ == "PRON" and not self.proper(child) else self.word(child)
            elif dep in ("det", "predet", "neg") or lower in ("no", "neither", "both"):
                brought = DETERMINERS.get(lower, "")
                det = (det or brought) if brought == "the" else brought or det
                if lower == "both":
                    nums.append(2)
            elif dep in ("amod", "compound", "nmod", "nummod", "npadvmod", "advmod"):
                if lower in OTHER:
                    det = "other"
                counted = self._number(child) if dep in ("nummod", "amod", "compound") else None
                if counted is not None:
                    nums.append(counted)
                else:
                    mods.append(self.word(child))
                    mods += [self.word(inner) for inner in child.children if _describes(inner, noun)]
        for child in noun.rights:
            if child.dep_ == "prep" and child.lower_ in PLACING:
                for inner in child.children:
                    if inner.dep_ == "pobj":
                        of.append(self.word(inner))
                        if child.lower_ == "of":
                            owner = owner or self._id(inner)
            elif child.dep_ == "amod":
                mods.append(self.word(child))
        if self._about and not owner and not ownerlemma and det not in ("other", "every") and self._borne(noun):
            owner = self._about
        beside = [noun.head] if noun.dep_ == "appos" else []
        beside += [child for child in noun.rights if child.dep_ == "appos"]
        return Mention(
            at=noun.i - self._first,
            lemma=self.word(noun),
            id=ref.id if ref else "",
            sure=ref.sure if ref else 0,
            name=named or noun.pos_ == "PROPN",
            pron=noun.pos_ == "PRON" and not named,
            det=det,
            mods=tuple(mods),
            nums=tuple(nums),
            owner=owner,
            ownerlemma=ownerlemma,
            of=tuple(of),
            plural=noun.tag_ in ("NNS", "NNPS"),
            appos=tuple((self.word(other), self._id(other)) for other in beside),
        )

    def _borne(self, noun: "Token") -> bool:
        """True for what somebody has on him or in him: "one sleeve", "that head", "the voice"."""
        lemma = noun.lemma_.lower()
        return noun.pos_ == "NOUN" and (wordnet.is_a(lemma, "body") or lemma in self._lexicon.all("borne"))

    def _id(self, token: "Token") -> str:
        ref = self._meant.get(token.i)
        return ref.id if ref is not None else ""

    def _number(self, token: "Token") -> int | None:
        """The number that a word before a noun spells together with the words that belong to it; None where it spells none."""
        if self._spelt(token.lower_) is None:
            return None
        words = [child.lower_ for child in token.lefts if self._spelt(child.lower_) is not None]
        return self._spelt(" ".join([*words, token.lower_]))

    def _spelt(self, words: str) -> int | None:
        if words not in self._counted:
            known = COUNTS.get(words)
            self._counted[words] = known if known is not None or words in ALONE else number(words.split(), self._lexicon)
        return self._counted[words]


def related(token: "Token") -> "Token | None":
    """The noun that a relative pronoun stands for."""
    if token.dep_ not in ("nsubj", "nsubjpass", "dobj", "pobj"):
        return None
    verb = token.head
    while verb.dep_ in ("conj", "prep", "xcomp", "ccomp", "aux") and verb.head.i != verb.i:
        verb = verb.head
    return verb.head if verb.dep_ == "relcl" else None


def _describes(inner: "Token", noun: "Token") -> bool:
    """True for a word that describes through another one: "*iron*-bound chest", "a *tall* and thin man"."""
    return inner.dep_ in ("npadvmod", "compound", "amod") or (inner.dep_ == "conj" and inner.i < noun.i)
