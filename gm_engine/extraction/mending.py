"""Mends what the parser often gets wrong: "the payroll key" taken for two objects of one verb, "he sails" for a pair of nouns."""

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

GIVING = (
    "giv",
    "gave",
    "hand",
    "show",
    "tell",
    "told",
    "offer",
    "teach",
    "taught",
    "bring",
    "brought",
    "send",
    "sent",
    "pay",
    "paid",
    "ask",
    "call",
    "mak",
    "made",
    "lend",
    "lent",
    "sell",
    "sold",
    "feed",
    "fed",
    "buy",
    "bought",
    "pass",
    "toss",
    "throw",
    "threw",
    "name",
    "wish",
    "owe",
    "pour",
    "deal",
    "cost",
    "nam",
    "think",
    "find",
)


def mend(doc: "Doc") -> "Doc":
    """The same words, two neighbours that are one verb's two objects joined to one noun; verbs of giving have two indeed.

    What a pronoun stands right before as its subject is a verb.
    """
    for noun in doc[1:]:
        if (
            noun.tag_ == "NNS"
            and noun.nbor(-1).lower_ in ("he", "she", "it")
            and noun.nbor(-1).head == noun
            and noun.nbor(-1).dep_ == "nsubj"
        ):
            noun.tag_, noun.pos_ = "VBZ", "VERB"
    for noun, head in itertools.pairwise(doc):
        if _torn(noun, head):
            for child in list(noun.lefts):
                child.head = head
            noun.head, noun.dep_ = head, "compound"
            head.tag_, head.pos_ = ("NN", "NOUN") if head.pos_ == "ADJ" else (head.tag_, head.pos_)
    return doc


def _torn(noun: "Token", head: "Token") -> bool:
    if noun.dep_ != "dobj" or head.dep_ != "dobj" or noun.head != head.head or noun.pos_ != "NOUN" or head.pos_ not in ("NOUN", "ADJ"):
        return False
    if head.head.lower_.startswith(GIVING) or list(head.lefts) or list(noun.rights):
        return False
    return any(child.dep_ in ("det", "poss") for child in noun.lefts)
