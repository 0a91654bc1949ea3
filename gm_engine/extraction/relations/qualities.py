"""What a thing is like, where that may contradict itself: huge or tiny, stone or wood, dry or brimful."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

IS = frozenset({"be", "stand", "lie", "remain", "stay", "sit"})
HOLDERS = frozenset(
    {
        "purse",
        "wagon",
        "bag",
        "sack",
        "pouch",
        "bucket",
        "cart",
        "pack",
        "satchel",
        "saddlebag",
        "trunk",
        "crate",
        "wallet",
        "bottle",
        "canteen",
    }
)
PLAIN = frozenset({"thing", "place", "affair", "one", "creature", "beast", "building", "structure", "piece"})
DEGREES = frozenset({"too", "enough", "so", "less", "more", "half", "nearly", "almost", "as", "rather", "fairly", "most"})
PASSING = frozenset({"today", "tonight", "now", "suddenly", "again", "sometimes", "often", "once", "by", "here", "there", "down", "up"})
FOR_GOOD = frozenset({"always", "never", "ever", "still", "since"})
HARMLESS = frozenset({"of", "without", "as", "since"})
THROUGHOUT = frozenset({"end", "top", "brim", "rafter", "bone", "wall", "roof"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What an adjective, or "made of …", says of a thing."""
    words = scope.lexicon.map("quality_words")
    if token.lower_ not in words:
        return
    verb = token if token.tag_ == "VBN" and any(child.dep_ == "auxpass" for child in token.children) else _verb(token)
    if verb is None or _passing(token, verb):
        return
    axis, pole = str(words[token.lower_]).split("/")
    always = " always" if any(child.lower_ in FOR_GOOD for child in verb.children) or after(verb, "since") else ""
    for thing in scope.subjects(verb):
        if scope.kind(thing) in ("item", "place") and thing.sure >= 70 and not (axis == "weight" and _holds(thing, scope)):
            value = Value(kind="text", text=token.lower_, unit=f"{axis} {pole}{always}")
            yield Found(thing, "quality", value, verb, sure=90)


def _holds(thing: Ref, scope: Scope) -> bool:
    """True for what is heavy or light by what is in it."""
    return scope.name(thing).split()[-1] in HOLDERS


def _verb(word: "Token") -> "Token | None":
    """The verb by which the word is said of its subject."""
    head = word.head
    if word.dep_ in ("acomp", "oprd", "attr", "amod", "conj") and head.lemma_ in IS and word.dep_ != "amod":
        return head
    if word.dep_ == "conj" and head.dep_ in ("acomp", "attr") and head.head.lemma_ in IS:
        return head.head
    if word.dep_ == "amod" and head.dep_ == "attr" and head.head.lemma_ in IS and head.lemma_ in PLAIN | _own(head):
        return head.head
    if (
        word.dep_ == "pobj"
        and head.lower_ in ("of", "from")
        and head.head.lemma_ in ("make", "build", "be", "hew", "cast")
        and head.head.tag_ != "VB"
    ):
        return head.head
    return None


def _own(noun: "Token") -> frozenset[str]:
    """The subject's own noun: "the bridge is a narrow bridge"."""
    return frozenset(child.lemma_ for child in noun.head.children if child.dep_ == "nsubj")


def _passing(word: "Token", verb: "Token") -> bool:
    """True for what holds today, here and there, or more or less: "shallow at the ford", "too thin", "light of heart"."""
    near = [*word.children, *verb.children]
    if any(
        child.lower_ in DEGREES | PASSING or child.dep_ in ("neg", "npadvmod")
        for child in near
        if child.lower_ != "as" or child.i < word.i - 1
    ):
        return True
    if any(child.dep_ in ("aux",) and child.lower_ not in ("has", "have", "had", "'s", "is", "was") for child in verb.children):
        return True
    for child in near:
        if child.dep_ in ("prep", "advcl", "mark") and child.i > word.i and child.lower_ not in HARMLESS and verb.lower_ != child.lower_:
            comma = any(mark.text in (",", ";", "—") for mark in word.doc[word.i + 1 : child.left_edge.i + 1])
            throughout = any(noun.dep_ == "pobj" and noun.lemma_ in THROUGHOUT for noun in child.children)
            if not comma and not throughout:
                return True
        if child.dep_ == "prep" and child.i < verb.i:
            return True
    return False
