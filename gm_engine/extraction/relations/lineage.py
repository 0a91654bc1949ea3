"""Kin that somebody has or lacks: an only child, a lifelong bachelor, an orphan; her nephew, his wife of twenty years."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.afterlife import no_sign_of_life
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import SUBJECTS, Found, Scope, after, enum, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

NOT_BY_BLOOD = frozenset(
    {
        "adopted",
        "adoptive",
        "foster",
        "step",
        "spiritual",
        "surrogate",
        "honorary",
        "would-be",
        "common-law",
        "future",
        "intended",
        "imaginary",
        "supposed",
        "pretended",
        "so-called",
        "long-lost",
        "unborn",
    }
)
BE = frozenset({"be", "become", "remain", "stay", "die", "bear", "live"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of the kin that somebody has, or has not."""
    lower, words = token.lower_, scope.lexicon
    if token.pos_ in ("NOUN", "PROPN", "PRON") and token.lemma_.lower() in words.all("kin_groups"):
        yield from _has(token, scope)
    if lower == "child" and any(left.lower_ == "only" for left in token.lefts):
        yield from _lacks(token, "sibling", scope)
    elif lower in words.all("lacks"):
        yield from _lacks(token, str(words.map("lacks")[lower]), scope)
    if lower in ("married", "wed") and token.pos_ in ("VERB", "ADJ") and not after(token, "to", "by") and not objects(token):
        for subject in _people(scope.subjects(token if token.pos_ == "VERB" else token.head), scope):
            if any(child.lower_ == "never" for child in (*token.children, *token.head.children)) and not _until(token):
                yield Found(subject, "has_kin", _ever("spouse", token), token, lasting=True)
    if token.pos_ == "VERB" and token.lemma_ == "marry" and token.tag_ in ("VB", "VBP"):
        did = any(child.lower_ in ("did", "do", "does", "would") for child in token.children)
        if did and not objects(token) and any(child.dep_ == "neg" for child in token.children):
            for subject in _people(scope.subjects(token), scope):
                yield Found(subject, "has_kin", enum("spouse"), token, lasting=True)


def borne_by(noun: "Token", scope: Scope) -> list[Ref]:
    """Of whom a noun is said: "he is an orphan", "Kip, an orphan, …", "An orphan, Kip …", "he died a bachelor"."""
    if noun.dep_ in ("attr", "acomp", "oprd", "xcomp") and noun.head.lemma_ in BE | {"raise", "leave"}:
        return _people(scope.subjects(noun.head), scope)
    if noun.dep_ == "appos":
        return _people([ref for ref in (scope.who(noun.head),) if ref], scope)
    if noun.dep_ == "conj" and noun.head.i < noun.i and noun.head.pos_ in ("NOUN", "ADJ", "VERB"):
        return borne_by(noun.head, scope)
    if noun.dep_ in ("advcl", "acl", "amod") and noun.i and noun.dep_ != "amod":
        return _people(scope.subjects(noun), scope)
    first, last = noun.left_edge.i, noun.right_edge.i
    if scope.doc_has(last + 1, ","):
        after_comma = noun.doc[last + 2] if last + 2 < len(noun.doc) else None
        if after_comma is not None and after_comma.dep_ in SUBJECTS and first == noun.sent.start:
            return _people([ref for ref in (scope.who(after_comma),) if ref], scope)
    if first >= 2 and noun.doc[first - 1].text in (",", ";", "—") and first - 2 in scope.passage.names and noun.dep_ in ("dep", "npadvmod"):
        return _people([ref for ref in (scope.who(noun.doc[first - 2]),) if ref], scope)
    return []


def _people(refs: list[Ref], scope: Scope) -> list[Ref]:
    return [ref for ref in refs if scope.kind(ref) == "character"]


def _ever(what: str, token: "Token") -> Value:
    """The lack as a value; its unit tells that it was so all along: "never", "lifelong", "all her life"."""
    always = any(word.lower_ in ("never", "lifelong", "life-long", "confirmed", "always", "life") for word in token.sent)
    return Value(kind="enum", text=what, unit="ever" if always else None)


def _until(token: "Token") -> bool:
    """True where a clause tells how long it was so: "a bachelor until June"."""
    return any(word.lower_ in ("until", "till", "before", "yet") for word in token.sent)


def _lacks(token: "Token", what: str, scope: Scope) -> Iterator[Found]:
    """An only child has no brother; an orphan no living parent; a lifelong bachelor no wife."""
    if any(left.lower_ in ("practically", "virtually", "almost", "no", "former", "grass", "like") for left in token.lefts) or _until(token):
        return
    if token.dep_ == "amod" and token.head.lower_ in ("child", "boy", "girl", "son", "daughter"):
        return
    people = borne_by(token, scope)
    if not people and token.tag_ == "VBN":
        people = _people(scope.subjects(token), scope)
    at = token.head if token.dep_ in ("attr", "acomp", "oprd") else token
    for subject in people:
        yield Found(subject, "has_kin", _ever(what, token), at, polarity=False, lasting=True)


def _has(noun: "Token", scope: Scope) -> Iterator[Found]:
    """A kin noun that is somebody's: "Kip's wife", "her nephew Eli", "has two sisters", "had no children"."""
    group = str(scope.lexicon.map("kin_groups")[noun.lemma_.lower()])
    if noun.dep_ in ("compound", "nmod", "amod", "oprd", "poss", "npadvmod") and noun.head.i not in scope.passage.names:
        return
    if any(left.lower_ in NOT_BY_BLOOD or left.lower_ in scope.lexicon.all("figurative_kin") for left in noun.lefts):
        return
    if scope.doc_has(noun.i - 1, "like", "brother", "sister") or any(left.lower_ in ("like", "another") for left in noun.lefts):
        return
    had = _had(noun, scope)
    if had is not None:
        verb, people = had
        none = scope.has_no(noun) or _not_one(noun) or any(child.lower_ == "any" for child in noun.lefts)
        denied = any(child.dep_ == "neg" for child in verb.children)
        if none or denied:
            if group == "kin" and not any(left.lower_ in ("living", "surviving", "blood") for left in noun.lefts):
                return
            if any(word.lower_ in ("with", "here", "yet", "anymore", "left", "today") for word in noun.sent[noun.i - noun.sent.start :]):
                return
            group = "living kin" if group == "kin" else _sexed(noun, group)
            for subject in people:
                yield Found(subject, "has_kin", _ever(group, noun), verb, polarity=denied, lasting=True)
        elif group not in ("kin", "parent"):
            for subject in people:
                yield Found(subject, "has_kin", enum(_sexed(noun, group)), verb, lasting=True)
        return
    anchor = scope.owner(noun)
    if group == "parent" and anchor is not None and scope.kind(anchor) == "character" and _gone(noun):
        yield Found(anchor, "has_kin", enum("living parent"), noun, polarity=False, sure=anchor.sure, lasting=True)
        return
    if anchor is None or scope.kind(anchor) != "character" or anchor.sure < 70 or group == "kin" or scope.has_no(noun):
        return
    if noun.dep_ == "attr" or (noun.dep_ == "dobj" and noun.head.lemma_ in ("call", "want", "wish", "seek", "need", "miss", "mourn")):
        return
    if noun.dep_ == "pobj" and noun.head.lower_ in ("like", "as", "without", "unlike"):
        return
    weds_here = group == "spouse" and any(token.lemma_ in ("marry", "wed") for token in noun.sent)
    if group != "parent" and not weds_here:
        yield Found(anchor, "has_kin", enum(_sexed(noun, group)), noun, sure=anchor.sure, lasting=True)
    verb = noun.head
    alive = (
        noun.dep_ == "nsubj"
        and verb.lemma_ in scope.lexicon.all("acts")
        and verb.tag_ in ("VBZ", "VBP", "VBD")
        and verb.dep_ not in ("relcl", "acl", "advcl")
        and not any(token.text.isdigit() or token.lower_ in ("once", "used", "always", "ghost", "never") for token in noun.sent)
        and not any(left.lower_ in ("late", "dead", "ghostly") for left in noun.lefts)
        and not no_sign_of_life(verb, [noun], scope.lexicon)
    )
    if alive:
        yield Found(anchor, "has_kin", enum(f"living {group}"), verb, sure=anchor.sure, momentary=True)


def _sexed(noun: "Token", group: str) -> str:
    """A son and a daughter are told apart, and both are children."""
    return f"child {noun.lemma_.lower()}" if group == "child" and noun.lemma_.lower() in ("son", "daughter") else group


def _had(noun: "Token", scope: Scope) -> "tuple[Token, list[Ref]] | None":
    """The "has" of which a kin noun is the object, with who has it."""
    at = noun
    while at.dep_ == "conj" and at.head.i < at.i:
        at = at.head
    if at.dep_ == "pobj" and at.head.lower_ == "of" and at.head.head.dep_ == "dobj":
        at = at.head.head
    if (
        at.dep_ != "dobj"
        or at.head.lemma_ not in ("have", "bear", "raise", "father", "beget", "sire", "rear")
        or scope.owner(noun) is not None
    ):
        return None
    if at.head.lemma_ in ("bear", "raise", "rear") and not scope.has_no(noun):
        return None
    return at.head, _people(scope.subjects(at.head), scope)


def _not_one(noun: "Token") -> bool:
    before = [noun.doc[i].lower_ for i in range(max(noun.sent.start, noun.i - 3), noun.i)]
    return "not" in before or before[-1:] == ["nary"]


def _gone(noun: "Token") -> bool:
    """Reads "both of Kip's parents are dead", "her parents died of the fever"."""
    if noun.tag_ != "NNS":
        return False
    verb = noun.head
    while verb.pos_ in ("NOUN", "ADP", "DET", "PRON") and verb.head != verb:
        verb = verb.head
    both = all(word.lower_ not in ("one", "either", "neither", "almost", "nearly") for word in noun.sent)
    dead = any(child.lower_ in ("dead", "gone", "buried") and child.dep_ in ("acomp", "attr") for child in verb.children)
    return both and ((verb.lemma_ == "be" and dead) or (verb.lemma_ in ("die", "perish", "drown") and verb.dep_ == "ROOT"))
