"""Offices and trades: what people are."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

MAKING = frozenset({"elect", "appoint", "name", "make", "swear", "ordain"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of somebody's office or trade."""
    made = token.dep_ in ("oprd", "ccomp") and token.head.lemma_ in MAKING
    if (
        not (made or token.pos_ in ("NOUN", "PROPN"))
        or token.tag_ in ("NNS", "NNPS")
        or token.lemma_.lower() not in scope.lexicon.all("roles")
    ):
        return
    value = _office(token, scope)
    fresh = any(child.lower_ in ("new", "newly", "next", "newest") for child in token.lefts)
    over = any(child.lower_ in scope.lexicon.all("former") for child in token.lefts)
    polarity = not scope.has_no(token)
    if made:
        people = [ref for child in token.lefts if child.dep_ == "compound" and (ref := scope.who(child)) is not None]
        people = people or [ref for noun in objects(token.head) if (ref := scope.who(noun)) is not None] or scope.subjects(token.head)
        for subject in people:
            if scope.kind(subject) == "character":
                yield Found(subject, "role", value, token.head, lasting=True, change=True)
    elif token.dep_ in ("attr", "oprd") and token.head.lemma_ in ("be", "become", "remain", "work", "stay"):
        for subject in scope.subjects(token.head):
            if scope.kind(subject) == "character":
                yield Found(subject, "role", value, token.head, over=over, polarity=polarity, change=fresh)
    elif token.dep_ == "appos" and token.head.head.lemma_ not in ("call", "name", "dub", "nickname"):
        ref = scope.person(token.head)
        if ref is not None:
            yield Found(ref, "role", value, token, over=over, change=fresh)
    elif (beside := _named_beside(token, scope)) is not None:
        yield Found(beside, "role", value, token, over=over, change=fresh, sure=88)
    elif token.dep_ in ("dep", "npadvmod") and (near := between_commas(token, scope)) is not None:
        yield Found(near, "role", value, token, over=over, sure=85, change=fresh)
    elif (
        token.dep_ == "pobj"
        and token.head.lower_ == "as"
        and token.head.head.lemma_ in ("work", "serve", "hire", "act", "employ", "elect", "appoint")
    ):
        for subject in scope.subjects(token.head.head):
            if scope.kind(subject) == "character":
                yield Found(subject, "role", value, token.head.head, over=over)


def _office(noun: "Token", scope: Scope) -> Value:
    """The trade, with the place that it is held in: "mayor of Dry Fork"; a place that nobody knows is the unit."""
    told = Value(kind="text", text=role(noun, scope))
    for prep, inner in after(noun, "of", "in", "at", "for"):
        if prep.i == noun.i + 1 and inner.pos_ == "PROPN":
            ref = scope.who(inner)
            if ref is not None and scope.kind(ref) in ("place", "faction", "item"):
                return told.model_copy(update={"entity": ref.id})
            return told.model_copy(update={"unit": scope.phrase(inner, of=False).lower()})
    return told


def _named_beside(noun: "Token", scope: Scope) -> Ref | None:
    """Who holds it by the name beside it: "the vet, Ana Rao,", "medic Ana Rao"."""
    at = noun.i + 1
    if scope.doc_has(at, ","):
        the = any(child.lower_ == "the" or child.dep_ == "poss" for child in noun.lefts)
        beside = at + 1 in scope.passage.names and noun.doc[at + 1].dep_ == "appos" and noun.doc[at + 1].head == noun
        return scope.person(noun.doc[at + 1]) if the and beside else None
    if at in scope.passage.names and noun.dep_ in ("compound", "nmod") and noun.head.i == at:
        return scope.person(noun.doc[at])
    return None


def between_commas(noun: "Token", scope: Scope) -> Ref | None:
    """The person before a noun that stands between commas and that the parser has hung elsewhere."""
    first, last = noun.left_edge.i, noun.right_edge.i
    if first < 2 or last + 1 >= len(noun.doc) or noun.doc[first - 1].text != "," or noun.doc[last + 1].text != ",":
        return None
    return scope.person(noun.doc[first - 2]) if first - 2 in scope.passage.names else None


def role(noun: "Token", scope: Scope) -> str:
    """The trade in a word or two: "town marshal"."""
    before = [(child, child.lower_.removeprefix("the ")) for child in noun.lefts]
    ranks = {word for _, word in before if word in scope.lexicon.all("roles")}
    words = [word for child, word in before if word in ranks or (child.dep_ in ("compound", "nmod") and child.i not in scope.passage.names)]
    return " ".join([*words, noun.lemma_.lower()])
