"""What there is none of in a place, one of, or more: "no church", "the only well in Carver", "Carver's other well"."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after
from gm_engine.story.claim import Value
from gm_engine.wordnet import category

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

ONLY = frozenset({"only", "sole", "single"})
ONE = frozenset({"only", "but", "just", "exactly", "precisely"})
FURTHER = frozenset({"other", "second", "third", "fourth"})
SEVERAL = frozenset({"two", "three", "four", "five", "six", "both", "several", "many", "all"})
INSIDE = ("in", "of", "at", "on", "over", "into", "aboard", "out", "through", "across", "inside", "within", "to")


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a noun with "no", "only", "one", "other", "second" or "both" says of how many of its kind there are."""
    if token.pos_ != "NOUN" or not _counts(token, scope):
        return
    told = _told(token, scope)
    if not told or _narrowed(token):
        return
    if (where := _where(token, scope)) is not None:
        words = [child.lower_ for child in token.lefts if child.dep_ == "compound"]
        value = Value(kind="text", text=" ".join([*words, token.lemma_.lower()]), unit=told)
        yield Found(where, "sole", value, token.head if token.dep_ == "attr" else token, sure=min(where.sure, 88))


def _counts(noun: "Token", scope: Scope) -> bool:
    """True for what one counts the places of: buildings, roads and trades; men and passengers come and go."""
    lemma = noun.lemma_.lower()
    return (
        lemma in scope.lexicon.all("sole_kinds")
        or lemma in scope.lexicon.all("roles")
        or (category(lemma) == "structure" and lemma not in scope.lexicon.all("telling.parts_of_buildings"))
    )


def _told(noun: "Token", scope: Scope) -> str:
    """ "none", "one", "more", "some" (of which nobody tells how many) or nothing."""
    marks = [child for child in noun.lefts if child.dep_ in ("amod", "nummod", "det", "predet", "advmod", "quantmod", "nmod", "poss")]
    words = {child.lower_ for child in marks}
    plural = noun.tag_ == "NNS"
    definite = bool(words & {"the", "both", "these", "those"}) or any(child.dep_ == "poss" for child in marks)
    existing = _existing(noun)
    if not plural:
        if "no" in words:
            return "one" if "other" in words else "none" if existing else ""
        if words & {"only", "sole"} and definite and not words & FURTHER:
            return "one"
        if "single" in words and existing and words & {"a", "the"} and not _denied(noun):
            return "one"
        if "one" in words and existing and not words & FURTHER and not _denied(noun):
            return "one"
        if words & FURTHER and definite:
            return "more" if noun.head.lemma_ not in scope.lexicon.all("telling.counts_past") else ""
        if definite:
            return "some"
        return "more" if "another" in words and noun.dep_ == "nsubj" and noun.head.lemma_ in ("be", "stand", "lie") else ""
    if words & {"other"} and definite:
        return "more"
    if words & SEVERAL and (definite or existing) and not words & {"no"}:
        return "more"
    return "more" if noun.dep_ == "pobj" and noun.head.lower_ == "of" and noun.head.head.lower_ == "one" and definite else ""


def _denied(noun: "Token") -> bool:
    """True for "not one", "not a single": that is none."""
    near = [*noun.lefts, *noun.head.lefts, *(deep for child in noun.lefts for deep in child.children)]
    return any(child.dep_ == "neg" or child.lower_ in ("not", "n't", "never") for child in near)


def _existing(noun: "Token") -> bool:
    """True for "there is …" and "Carver has …"."""
    verb = noun.head
    if noun.dep_ in ("attr", "nsubj", "dobj") and verb.lemma_ == "be":
        return any(child.dep_ == "expl" for child in verb.children)
    return noun.dep_ == "dobj" and verb.lemma_ in ("have", "boast", "possess") and not any(child.dep_ == "aux" for child in verb.children)


def _narrowed(noun: "Token") -> bool:
    """True where more words tell which: "the only well that never fails", "the second-best hotel", "one airlock open to you"."""
    for child in noun.children:
        if child.dep_ in ("relcl", "acl") and child.i > noun.i and noun.doc[child.left_edge.i - 1].text != ",":
            return True
        if child.dep_ == "amod" and (child.i > noun.i or child.lower_ not in ONLY | FURTHER | SEVERAL | {"one"}):
            return True
    return any(
        word.lower_ in ("left", "open", "like", "worth", "but", "besides", "except", "than") for word in noun.doc[noun.i + 1 : noun.i + 3]
    )


def _where(noun: "Token", scope: Scope) -> Ref | None:
    """The place of which it is said."""
    for child in noun.lefts:
        if child.dep_ == "poss":
            return _placed(child, scope)
    for _, inner in after(noun, *INSIDE):
        return _placed(inner, scope)
    if not _existing(noun) and noun.dep_ != "attr":
        return None
    verb = noun.head
    for _, inner in after(verb, *INSIDE):
        if (found := _placed(inner, scope)) is not None:
            return found
    if verb.lemma_ != "be":
        return next((ref for ref in scope.subjects(verb) if scope.kind(ref) in ("place", "item")), None)
    return None


def _placed(noun: "Token", scope: Scope) -> Ref | None:
    ref = scope.who(noun)
    return ref if ref is not None and scope.kind(ref) in ("place", "item") else None
