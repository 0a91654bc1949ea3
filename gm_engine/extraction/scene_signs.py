"""Signs of a scene in a text: where it has whom it plays for, and who says their own name in it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from gm_engine import wordnet
from gm_engine.extraction import page, speech
from gm_engine.extraction.pipeline import Pipeline
from gm_engine.story.sentences import spans_of_sentences

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Doc, Token

INSIDE = frozenset({"in", "at", "inside", "into", "within", "on", "through", "to"})
SUPPOSED = frozenset({"advcl", "relcl", "acl", "ccomp"})
"""Clauses that may tell of another time, or of what may be."""
FIRST = frozenset({"i", "me"})
LONGEST = 80
"""Words of a sentence that are looked at."""


class SceneSigns(NamedTuple):
    """In what places the narration has somebody, in its own words, and who says in a speech what they are called."""

    stays: tuple[str, ...] = ()
    introduced: tuple[str, ...] = ()


def scene_signs(pipeline: Pipeline, text: str, called: str) -> SceneSigns:
    """The signs in a text of a scene that plays for whoever is ``called`` so."""
    stays: dict[str, None] = {}
    names: dict[str, None] = {}
    for block in page.blocks(text):
        for piece in speech.pieces(block.text) if block.kind != "heading" else ():
            told = block.text[piece.start : piece.end]
            for start, end in spans_of_sentences(told):
                words = pipeline.split(told[start:end])[:LONGEST]
                if piece.kind == "narration":
                    stays |= dict.fromkeys(stays_in(pipeline.parse_words(words, [True] * len(words)), called))
                elif (FIRST | {"my"}) & {word.lower() for word in words}:
                    names |= dict.fromkeys(introduced(pipeline.parse_words(words, [True] * len(words))))
    return SceneSigns(tuple(stays), tuple(names))


def stays_in(doc: "Doc", called: str) -> Iterator[str]:
    """The words for each place in which a text has somebody, by the grammar of it: "You sit in the common room of the Wether"."""
    for token in doc:
        if token.dep_ not in ("nsubj", "nsubjpass") or token.lower_ != called.rpartition(" ")[2].lower():
            continue
        verb = token.head
        if verb.dep_ in SUPPOSED or any(child.dep_ == "neg" or child.tag_ == "MD" or child.lower_ in ("had", "to") for child in verb.lefts):
            continue
        for each in (verb, *verb.conjuncts):
            for link in each.rights:
                yield from (_words(noun) for noun in _places(link)) if link.dep_ == "prep" and link.lower_ in INSIDE else ()


def _places(link: "Token") -> "Iterator[Token]":
    for noun in link.rights:
        if noun.dep_ == "pobj" and (noun.pos_ == "PROPN" or wordnet.called_so(noun.lemma_.lower()) == "place"):
            yield noun


def _words(noun: "Token") -> str:
    return " ".join(token.text for token in noun.subtree)


def introduced(doc: "Doc") -> Iterator[str]:
    """The names by which somebody in a speech says who they are: "It is me, Barney", "I am Hanna Reed", "My name is Tobin"."""
    for token in doc:
        if token.pos_ != "PROPN":
            continue
        first = token.left_edge.i
        beside = (
            first > 1 and token.doc[first - 1].text == "," and token.doc[first - 2].lower_ == "me" and token.head.lemma_ in ("be", "'s")
        )
        said_of_me = beside or (token.dep_ == "appos" and token.head.lower_ in FIRST)
        subject = next((child for child in token.head.lefts if child.dep_ == "nsubj"), None)
        if token.dep_ == "attr" and token.head.lemma_ == "be" and subject is not None:
            mine = subject.lower_ == "name" and any(child.lower_ == "my" for child in subject.lefts)
            said_of_me = said_of_me or subject.lower_ in FIRST or mine
        if said_of_me:
            yield " ".join([*(child.text for child in token.lefts if child.dep_ == "compound" and child.pos_ == "PROPN"), token.text])
