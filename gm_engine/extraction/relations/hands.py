"""Hands: a thing that passes from one to another, that is thrown away, or that somebody draws from a pocket of their own."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.coreference import Ref
from gm_engine.extraction.scope import Found, Scope, after, objects

if TYPE_CHECKING:
    from spacy.tokens import Token

OUT_OF = frozenset({"from", "out", "off"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a verb says of who has a thing with them."""
    if token.pos_ != "VERB":
        return
    words, lemma = scope.lexicon, token.lemma_
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in token.children)
    if lemma in words.all("hand_over") or (lemma == "leave" and after(token, "with")):
        yield from _passes(token, scope, passive)
    elif lemma in words.all("throw_away") and not passive:
        yield from _thrown(token, scope)
    elif lemma in ("go", "pass") and not objects(token):
        yield from _goes(token, scope)
    if passive:
        return
    drawn = list(_drawn(token, scope)) if lemma in words.all("draw_out") else []
    yield from drawn
    if lemma in words.all("get_hold") and not drawn:
        yield from _got(token, scope)
    elif lemma in words.all("hang_at"):
        yield from _hangs(token, scope)


def _items(nouns: "list[Token]", scope: Scope) -> "list[tuple[Token, Ref]]":
    found = [(noun, ref) for noun in nouns if (ref := scope.who(noun)) is not None and scope.kind(ref) == "item" and ref.sure >= 70]
    return found[:1]


def _people(refs: "list[Ref | None]", scope: Scope) -> list[Ref]:
    return [ref for ref in refs if ref is not None and scope.kind(ref) == "character"]


def _has(thing: Ref, person: Ref, at: "Token", scope: Scope, holds: bool, sure: int = 90) -> Found:
    sure = sure * person.sure // 100
    return Found(thing, "held_by", scope.entity(person), at, polarity=holds, sure=sure, lasting=True, change=True, importance=2)


def _passes(verb: "Token", scope: Scope, passive: bool) -> Iterator[Found]:
    """ "hands Kip the key", "sells the mule to Kip", "leaves the rifle with Kip"."""
    things = _items(scope.subject_tokens(verb) if passive else objects(verb), scope)
    preps = ("with",) if verb.lemma_ == "leave" else ("to",)
    others = [noun for _, noun in after(verb, *preps)] + objects(verb, "dative")
    if not others and verb.lemma_ not in ("sell", "pawn", "surrender"):
        return
    takers = _people([scope.who(noun) for noun in others if noun.dep_ != "prep"], scope)
    givers = _people([scope.who(noun) for _, noun in after(verb, "by")] if passive else list(scope.subjects(verb)), scope)
    for _, thing in things:
        if takers and givers and takers[0].id == givers[0].id:
            return
        for giver in givers[:1]:
            yield _has(thing, giver, verb, scope, False)
        for taker in takers[:1]:
            yield _has(thing, taker, verb, scope, True)


def _goes(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The pistol goes to Kip." """
    takers = _people([scope.who(noun) for _, noun in after(verb, "to")], scope)
    for _, thing in _items(scope.subject_tokens(verb), scope):
        owner = scope.owner_of(thing)
        for taker in takers[:1]:
            yield _has(thing, taker, verb, scope, True)
            if owner and owner != taker.id:
                yield _has(thing, Ref(owner), verb, scope, False)


def _thrown(verb: "Token", scope: Scope) -> Iterator[Found]:
    gone = any(noun.lemma_.lower() in scope.lexicon.all("depths") for _, noun in after(verb, "into", "in", "down", "off", "over"))
    if not gone and verb.lemma_ not in ("lose", "discard", "pawn"):
        return
    if verb.lemma_ == "lose" and any(child.dep_ == "neg" for child in verb.children):
        return
    for _, thing in _items(objects(verb), scope):
        for person in _people(list(scope.subjects(verb)), scope)[:1]:
            yield _has(thing, person, verb, scope, False)


def _sources(verb: "Token") -> "list[Token]":
    """What something is drawn from: "from his vest", "out of her sleeve"."""
    found = [noun for prep, noun in after(verb) if prep.lower_ in OUT_OF]
    return found + [noun for thing in objects(verb) for prep, noun in after(thing) if prep.lower_ in OUT_OF]


def _drawn(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "takes the watch from his vest pocket": it was there, so nobody has handed it away."""
    people = _people(list(scope.subjects(verb)), scope)[:1]
    for person in people:
        own = [noun for noun in _sources(verb) if noun.lemma_.lower() in scope.lexicon.all("pockets") and _mine(noun, person, scope)]
        for noun, thing in _items(objects(verb), scope):
            weapon = verb.lemma_ in ("draw", "level", "cock") and _mine(noun, person, scope)
            if own or weapon:
                sure = person.sure * (92 if own else 80) // 100
                yield Found(thing, "held_by", scope.entity(person), verb, sure=sure, momentary=True, importance=1)


def _mine(noun: "Token", person: Ref, scope: Scope) -> bool:
    owner = next((scope.who(child) for child in noun.lefts if child.dep_ == "poss"), None)
    return owner is not None and owner.id == person.id


def _got(verb: "Token", scope: Scope) -> Iterator[Found]:
    for person in _people(list(scope.subjects(verb)), scope)[:1]:
        for _, thing in _items(objects(verb), scope):
            if not any(_mine(noun, person, scope) for noun in _sources(verb)):
                yield _has(thing, person, verb, scope, True)


def _hangs(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The knife hangs at his belt." """
    for _, thing in _items(scope.subject_tokens(verb), scope):
        for _, place in after(verb, "at", "in", "on", "from", "round", "around", "under", "beneath"):
            owner = scope.owner(place)
            if owner is not None and scope.kind(owner) == "character" and place.lemma_.lower() in scope.lexicon.all("pockets"):
                yield Found(thing, "held_by", scope.entity(owner), verb, sure=owner.sure * 88 // 100, momentary=True, importance=1)
                return
