"""Mends what the parser often gets wrong: "the payroll key" taken for two objects of one verb, "he sails" for a pair of nouns."""

import itertools
import re
from typing import TYPE_CHECKING

from gm_engine import wordnet

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

LEAD = 4
"""Words before somebody who opens a sentence."""
FINITE = ("VBZ", "VBD", "VBP", "MD")
NO_DEEDS = frozenset(
    {"person", "animal", "plant", "body", "artifact", "structure", "place", "food", "substance", "group", "time", "amount"}
)
"""What a noun means that is hardly a verb after another noun: the gate guards, the hotel stairs."""

GIVING = re.compile(
    r"giv|gave|hand|show|tell|told|offer|teach|taught|bring|brought|send|sent|pay|paid|ask|call|mak|made|lend|lent|sell|"
    r"sold|feed|fed|buy|bought|pass|toss|throw|threw|name|wish|owe|pour|deal|cost|nam|think|find"
)
"""Beginnings of the verbs of giving and naming, which have two objects indeed."""


def mend(doc: "Doc") -> "Doc":
    """The same words, two neighbours that are one verb's two objects joined to one noun; verbs of giving have two indeed.

    What somebody at the head of a sentence without a verb stands before is one, and so is what a pronoun stands right before.
    """
    for noun in doc[1:]:
        if (
            noun.tag_ == "NNS"
            and noun.nbor(-1).lower_ in ("he", "she", "it")
            and noun.nbor(-1).head == noun
            and noun.nbor(-1).dep_ == "nsubj"
        ):
            noun.tag_, noun.pos_ = "VBZ", "VERB"
        elif noun.pos_ == "ADJ" and noun.dep_ in ("nsubj", "dobj", "pobj") and _noun(noun):
            noun.tag_, noun.pos_ = "NN", "NOUN"
        elif noun.dep_ == "compound" and noun.head.i > noun.i and noun.tag_ == "NN":
            for child in list(noun.lefts):
                if child.dep_ == "det":
                    child.head = noun.head
    for noun, verb in itertools.pairwise(doc):
        if _acts(noun, verb):
            for child in list(verb.lefts):
                if child != noun and child.i < noun.i:
                    child.head = noun
            noun.dep_, verb.tag_, verb.pos_ = "nsubj", "VBZ", "VERB"
            noun.tag_, noun.pos_ = "NN", "NOUN"
    for noun, head in itertools.pairwise(doc):
        if head.lower_ == "gelding" and head.tag_ == "VBG" and head.head == noun:
            _lead(noun, head)
        if _torn(noun, head):
            for child in list(noun.lefts):
                child.head = head
            noun.head, noun.dep_ = head, "compound"
            head.tag_, head.pos_ = ("NN", "NOUN") if head.pos_ == "ADJ" else (head.tag_, head.pos_)
    return doc


def _noun(word: "Token") -> bool:
    """True for a noun taken for an adjective, right after "the": the stranger, the safe, your key."""
    before = word.nbor(-1).dep_
    return (before == "det" and _only_somebody(word.lower_)) or (before in ("det", "poss") and wordnet.is_a(word.lower_, "artifact"))


def _only_somebody(word: str) -> bool:
    """True for a noun for people that is no adjective: stranger."""
    return wordnet.category(word) == "person" and not (wordnet.synonyms(word, "a") or wordnet.opposites(word, "a", near=True))


def _acts(noun: "Token", verb: "Token") -> bool:
    """True for "the driver waves", "the lantern swings" where it was taken for a pair of nouns in a sentence without a verb."""
    if noun.head != verb or verb.tag_ != "NNS" or verb.dep_ != "ROOT" or not verb.is_lower or noun.i - noun.sent.start > LEAD:
        return False
    somebody = wordnet.category(noun.lower_) == "person" and noun.tag_ == "NN" and noun.dep_ == "compound"
    if not somebody and not (noun.dep_ in ("compound", "amod") and wordnet.is_a(noun.lower_, "animal", "artifact", "structure")):
        return False
    if noun.i == noun.sent.start or noun.nbor(-1).dep_ not in ("det", "poss", "amod", "compound", "nmod", *(() if somebody else ("case",))):
        return False
    deed = next((verb.lower_[:-end] for end in (1, 2) if wordnet.verb_class(verb.lower_[:-end])), "")
    if not deed or (not somebody and wordnet.category(deed) in NO_DEEDS):
        return False
    return all(child.tag_ not in FINITE for child in verb.children)


def _lead(noun: "Token", head: "Token") -> None:
    """Makes a noun's last word its head: the bay gelding is a gelding, and nobody gelds a bay."""
    head.tag_, head.pos_ = "NN", "NOUN"
    above, dep = noun.head, noun.dep_
    children = [child for child in noun.children if child.i != head.i]
    head.head, head.dep_ = (head if above == noun else above), dep
    for child in children:
        child.head = head
    noun.head, noun.dep_ = head, "compound"


def _torn(noun: "Token", head: "Token") -> bool:
    if noun.dep_ != "dobj" or head.dep_ != "dobj" or noun.head != head.head or noun.pos_ != "NOUN":
        return False
    if head.pos_ not in ("NOUN", "ADJ") and not (head.pos_ == "PROPN" and wordnet.is_a(noun.lower_, "substance")):
        return False
    if GIVING.match(head.head.lower_) or list(head.lefts) or list(noun.rights):
        return False
    return any(child.dep_ in ("det", "poss") for child in noun.lefts)
