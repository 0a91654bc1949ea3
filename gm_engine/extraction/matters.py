"""What a noun is about, named or not: "the Dry Fork bell" and "the bell" are one matter where their marks do not differ."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm_engine.extraction.names import snake
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Scope

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

POINTING = frozenset({"the", "this", "that", "its", "your", "our", "his", "her", "their"})
DULL = frozenset(
    {
        "old",
        "great",
        "little",
        "big",
        "small",
        "new",
        "last",
        "first",
        "own",
        "same",
        "good",
        "poor",
        "long",
        "only",
        "whole",
        "very",
        "famous",
        "large",
    }
)
OTHER = frozenset(
    {
        "other",
        "another",
        "second",
        "third",
        "next",
        "new",
        "latest",
        "rebuilt",
        "former",
        "different",
        "every",
        "each",
        "some",
        "any",
        "no",
    }
)
SURE_NAMED, SURE_LEXICAL = 92, 84


@dataclass(frozen=True)
class Matter:
    """What is spoken of: ``ref`` an entity, or a head noun's own id ("the_bell"); ``marks`` tell it from its like."""

    ref: Ref
    marks: frozenset[str] = frozenset()
    named: bool = False


def matter(noun: "Token", scope: Scope, *, loose: bool = False) -> Matter | None:
    """What a noun is about; None for what is not definite, is one of several or is said to be another one.

    ``loose`` takes nouns without an article as well, as a log or a sheet has them.
    """
    ref = scope.who(noun)
    if ref is not None and noun.pos_ == "PRON" and not scope.named(ref):
        return _taken_up(ref, scope)
    if ref is not None and (scope.named(ref) or noun.pos_ == "PRON"):
        return Matter(ref, frozenset(), named=True)
    if noun.pos_ not in ("NOUN", "PROPN") or noun.lower_ in scope.lexicon.all("months"):
        return None
    lefts = list(noun.lefts)
    determined = {child.lower_ for child in lefts if child.dep_ in ("det", "poss", "nummod")}
    proper = noun.pos_ == "PROPN" and noun.text[:1].isupper()
    owned = [child for child in lefts if child.dep_ == "poss"]
    if {child.lower_ for child in lefts} & OTHER or not (proper or loose or owned or determined & POINTING):
        return None
    if noun.tag_ == "NNS" and not proper and noun.lower_ not in scope.lexicon.all("landmarks"):
        return None
    marks = set()
    for child in lefts:
        if child.dep_ in ("amod", "compound", "nmod", "poss") and child.lower_ not in DULL | POINTING and child.text[:1].isalpha():
            marks.add(_word(child, scope))
            marks |= {
                _word(word, scope)
                for word in child.lefts
                if word.dep_ in ("compound", "poss", "amod") and word.text[:1].isalpha() and word.lower_ not in DULL | POINTING
            }
    for prep in noun.rights:
        if prep.dep_ == "prep" and prep.lower_ in ("of", "in", "at", "on"):
            for inner in prep.children:
                if inner.dep_ == "pobj" and inner.pos_ in ("NOUN", "PROPN") and inner.lemma_.lower() not in DULL:
                    marks |= {_word(inner, scope), *(_word(word, scope) for word in inner.lefts if word.dep_ == "compound")}
    head = noun.lemma_.lower() if not proper else noun.lower_
    return Matter(Ref(f"the_{snake(head)}", SURE_LEXICAL), _bare(marks), named=proper)


def _taken_up(ref: Ref, scope: Scope) -> Matter:
    """What "it" is about: the thing that it takes up, under the id that its own noun gives."""
    *marks, head = [word for word in scope.name(ref).lower().split() if word not in POINTING] or [ref.id]
    return Matter(Ref(f"the_{snake(head)}", min(ref.sure, SURE_LEXICAL)), _bare({word for word in marks if word not in DULL}))


def _word(token: "Token", scope: Scope) -> str:
    """A mark: the words of an entity's id, or the word itself."""
    ref = scope.salience.meant(token) if token.i in scope.passage.names else None
    return ref.id if ref is not None else token.lower_ if token.pos_ == "PROPN" else token.lemma_.lower()


def _bare(marks: set[str]) -> frozenset[str]:
    """Marks word by word: a name and its words in another order mark the same thing."""
    return frozenset(word for mark in marks for word in mark.split("_") if word not in POINTING)
