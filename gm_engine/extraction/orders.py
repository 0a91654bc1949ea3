"""Orders: sentences of a note that bid whoever tells the story do something, and tell nothing of it."""

from typing import TYPE_CHECKING

from gm_engine.extraction.sentence import Sentence

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl", "attr", "agent")
CLAUSES = ("ccomp", "parataxis", "dep")
"""What stands so before an order is no part of it: a clause in which somebody does something."""
BIDDING = frozenset({"must", "should", "shall"})
"""With these, "you" are told what to do."""
DOING = frozenset({"do", "n't", "not", "dont", "don't"})
"""Helpers of an order: "do not", "don't"."""


def bids(sentence: Sentence) -> bool:
    """True where a sentence that stands in nobody's mouth is an order, outright ("Never speak of it.") or by what "you" must do."""
    if sentence.kind != "narration" or sentence.block == "quoted":
        return False
    words = list(sentence.words)
    if not words or words[-1].text == "?":
        return False
    return any(_bids(word) for word in words if word.dep_ == "ROOT" or word.head == word)


def _bids(root: "Token") -> bool:
    if root.pos_ not in ("VERB", "AUX"):
        return False
    helpers = [child for child in root.children if child.dep_ in ("aux", "auxpass")]
    subject = next((child for child in root.children if child.dep_ in SUBJECTS and child.i < root.i), None)
    if subject is not None:
        return subject.lower_ == "you" and any(helper.lower_ in BIDDING for helper in helpers)
    if any(child.dep_ in CLAUSES and child.i < root.i for child in root.children):
        return False  # what stands before it tells something, whatever the parser made of the word behind
    if any(child.dep_ == "conj" and any(inner.dep_ in SUBJECTS for inner in child.children) for child in root.children):
        return False  # "follow the road and you come to Oakford" tells what comes of it
    return root.tag_ in ("VB", "VBP") and all(helper.lower_ in DOING for helper in helpers)
