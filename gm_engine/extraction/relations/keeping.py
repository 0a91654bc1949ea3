"""Keeping: in whose safe, pocket or saddlebag a thing is, hangs or has been all along."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, objects

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

OUT_OF = frozenset({"from", "out", "off"})
PLACED = (
    "at",
    "in",
    "on",
    "from",
    "round",
    "around",
    "under",
    "beneath",
    "into",
    "inside",
    "against",
    "about",
    "to",
    "behind",
    "across",
    "over",
    "upon",
    "between",
)
ALONG = frozenset({"never", "since", "ever", "whole", "along", "always"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a verb says of where somebody keeps a thing."""
    if token.pos_ not in ("VERB", "AUX"):
        return
    words, lemma = scope.lexicon, token.lemma_
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in token.children)
    if lemma in words.all("hang_at") or (passive and lemma in words.all("put_in")) or lemma == "go":
        yield from _hangs(token, scope, stirred=lemma == "go" or passive)
    elif lemma in words.all("put_in"):
        yield from _puts(token, scope)
    if lemma == "leave" and any(child.dep_ == "neg" for child in token.children):
        yield from _never_left(token, scope)
    if lemma in ("have", "keep", "carry", "hold"):
        yield from _denied(token, scope)
        yield from _has_on(token, scope)


def mine(noun: "Token", person: Ref, scope: Scope) -> bool:
    """True for "his pocket" of that person."""
    owner = next((scope.who(child) for child in noun.lefts if child.dep_ == "poss"), None)
    return owner is not None and owner.id == person.id


def fixed(noun: "Token", person: Ref, scope: Scope) -> bool:
    """True for a thing that its own words tell from others of the kind: "your rifle", "the brass compass", a name, the only banjo."""
    if mine(noun, person, scope):
        return True
    ref = scope.who(noun)
    if ref is None or noun.pos_ == "PRON":
        return False
    return scope.named(ref) or len(scope.name(ref).split()) > 2 or noun.lemma_.lower() not in scope.lexicon.all("many_of_a_kind")


def sources(verb: "Token") -> "list[Token]":
    """What something is drawn from: "from his vest", "out of her sleeve"."""
    found = [noun for prep, noun in after(verb) if prep.lower_ in OUT_OF]
    return found + [noun for thing in objects(verb) for prep, noun in after(thing) if prep.lower_ in OUT_OF]


def all_along(verb: "Token") -> bool:
    """True where the sentence tells that it has been so without a break: "where it has ridden ever since", "had never left"."""
    told = {token.lower_ for token in verb.sent}
    perfect = any(token.dep_ == "aux" and token.lemma_ == "have" for token in verb.sent)
    return perfect and bool(told & ALONG)


def firm(thing: Ref, person: Ref, verb: "Token", scope: Scope, sure: int) -> Found:
    """That somebody has had a thing all along."""
    return Found(thing, "held_by", scope.entity(person), verb, sure=sure, lasting=True, importance=2)


def _items(nouns: "list[Token]", scope: Scope) -> list[Ref]:
    return [ref for noun in nouns if (ref := scope.who(noun)) is not None and scope.kind(ref) == "item" and ref.sure >= 68][:1]


def _keeper(place: "Token", scope: Scope) -> Ref | None:
    """Whose pocket, safe or drawer it is: "at his neck", "the drawer of his safe", "Pruett's desk"."""
    at, steps = place, 0
    while steps < 3:
        owner = next((scope.who(child) for child in at.children if child.dep_ == "poss"), None)
        if owner is not None:
            return owner if scope.kind(owner) == "character" else None
        deeper = [noun for _, noun in after(at, "of", "in", "on", "at")]
        if not deeper:
            return None
        direct = scope.who(deeper[0])
        if direct is not None and scope.kind(direct) == "character":
            return direct
        at, steps = deeper[0], steps + 1
    return None


def _containers(verb: "Token", things: "list[Token]") -> "list[Token]":
    near = [noun for _, noun in after(verb, *PLACED)]
    return near + [noun for thing in things for _, noun in after(thing, *PLACED)]


def _hangs(verb: "Token", scope: Scope, stirred: bool) -> Iterator[Found]:
    """ "The knife hangs at his belt", "the book goes into the drawer of his safe", "it is sewn into the hem of her cloak"."""
    tokens = scope.subject_tokens(verb)
    for thing in _items(tokens, scope):
        for place in _containers(verb, tokens if verb.lemma_ != "be" else []):
            words = {place.lemma_.lower(), *(noun.lemma_.lower() for _, noun in after(place))}
            owner = _keeper(place, scope)
            if not words & (scope.lexicon.all("pockets") | scope.lexicon.all("strongholds")):
                continue
            if owner is None:
                loser = scope.owner_of(thing) or (scope.you or "")
                if stirred and loser and _strangers(place):
                    yield Found(
                        thing,
                        "held_by",
                        scope.entity(Ref(loser, 80)),
                        verb,
                        polarity=False,
                        sure=78,
                        lasting=True,
                        change=True,
                        importance=2,
                    )
                    return
                continue
            sure = owner.sure * 88 // 100
            if all_along(verb):
                yield firm(thing, owner, verb, scope, sure)
            elif stirred:
                yield Found(thing, "held_by", scope.entity(owner), verb, sure=sure, lasting=True, change=True, importance=2)
            else:
                yield Found(thing, "held_by", scope.entity(owner), verb, sure=sure, momentary=True, importance=1)
            return


def _strangers(place: "Token") -> bool:
    """True for "Pruett's desk", "the drawer of Pruett's desk", where nobody knows Pruett."""
    spots = [place, *(noun for _, noun in after(place, "of", "in"))]
    return any(child.dep_ == "poss" and child.pos_ == "PROPN" for spot in spots for child in spot.lefts)


def _puts(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "Varga locks the passport in her desk", "she has sewn it into the lining of her coat"."""
    things = objects(verb)
    for thing in _items(things, scope):
        for place in _containers(verb, things):
            owner = _keeper(place, scope)
            words = {place.lemma_.lower(), *(noun.lemma_.lower() for _, noun in after(place))}
            if owner is not None and words & (scope.lexicon.all("pockets") | scope.lexicon.all("strongholds")):
                sure = owner.sure * 88 // 100
                yield Found(thing, "held_by", scope.entity(owner), verb, sure=sure, lasting=True, change=True, importance=2)
                return


def _never_left(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The ring has never left your finger." """
    for thing in _items(scope.subject_tokens(verb), scope):
        for part in objects(verb):
            owner = _keeper(part, scope)
            if owner is not None and part.lemma_.lower() in scope.lexicon.all("pockets") | {
                "hand",
                "side",
                "sight",
                "person",
                "possession",
                "keeping",
            }:
                yield Found(thing, "held_by", scope.entity(owner), verb, polarity=False, sure=owner.sure * 90 // 100, lasting=True)


def _denied(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "Jess has never held it": said as so, with a denial by the verb itself."""
    if not any(child.dep_ == "neg" or child.lower_ == "never" for child in verb.children):
        return
    for thing in _items(objects(verb), scope):
        for person in scope.subjects(verb)[:1]:
            if scope.kind(person) == "character" and verb.lemma_ in ("hold", "carry", "have"):
                yield Found(thing, "held_by", scope.entity(person), verb, sure=person.sure * 85 // 100, lasting=True, importance=2)


def _has_on(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The abbess has the amber key on her girdle", "you have the deed in your own saddlebag"."""
    if any(child.dep_ == "neg" or child.lower_ == "never" for child in verb.children):
        return
    things = objects(verb)
    since = (
        verb.lemma_ in ("have", "carry")
        and all_along(verb)
        and any(child.dep_ == "aux" and child.lemma_ == "have" for child in verb.children)
    )
    for person in scope.subjects(verb)[:1]:
        for thing in _items(things, scope):
            if scope.kind(person) != "character":
                continue
            if since:
                yield firm(thing, person, verb, scope, person.sure * 88 // 100)
                continue
            if any(mine(noun, person, scope) and noun.lemma_.lower() in scope.lexicon.all("pockets") for noun in _containers(verb, things)):
                yield firm(thing, person, verb, scope, person.sure * 88 // 100)
            elif verb.lemma_ == "keep" and not any(child.dep_ in ("acomp", "oprd", "prt") for child in verb.children):
                yield firm(thing, person, verb, scope, person.sure * 84 // 100)
