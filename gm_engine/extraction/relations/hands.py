"""Hands: a thing that passes from one to another, is put away or taken, and who is seen to use it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.relations.keeping import all_along, firm, fixed, mine, sources
from gm_engine.extraction.scope import Found, Scope, after, objects

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

AWAY = frozenset({"away", "overboard", "aside", "off"})
LONG_AGO = frozenset({"ago", "once", "formerly"})
PRONOUNS = frozenset({"him", "her", "his", "their", "them", "me", "us", "you"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a verb says of who has a thing with them."""
    if token.pos_ not in ("VERB", "AUX"):
        return
    words, lemma = scope.lexicon, token.lemma_
    if any(word.lower_ in LONG_AGO for word in token.sent):
        return
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in token.children)
    if lemma in words.all("hand_over"):
        yield from _passes(token, scope, passive)
    if lemma in words.all("throw_away") and not passive:
        yield from _thrown(token, scope)
    if lemma in words.all("put_by"):
        yield from _put_by(token, scope, passive)
    if lemma in words.all("take_off"):
        yield from _taken(token, scope, passive)
    if lemma in ("go", "pass") and not objects(token):
        yield from _goes(token, scope)
    if passive:
        return
    drawn = list(_drawn(token, scope)) if lemma in words.all("draw_out") or lemma in words.all("wield") or lemma == "open" else []
    yield from drawn
    if lemma in words.all("reach_in"):
        yield from _reaches(token, scope)
    if lemma == "belong":
        yield from _belongs(token, scope)
    if lemma in words.all("get_hold") and not drawn:
        yield from _got(token, scope)


def items(nouns: "list[Token]", scope: Scope) -> "list[tuple[Token, Ref]]":
    """The first of the nouns that is a thing for sure."""
    found = [
        (noun, ref)
        for noun in nouns
        if (ref := scope.who(noun)) is not None and scope.kind(ref) == "item" and ref.sure >= (62 if noun.pos_ == "PRON" else 70)
    ]
    return found[:1]


def people(refs: "list[Ref | None]", scope: Scope) -> list[Ref]:
    """Those of them who are persons."""
    return [ref for ref in refs if ref is not None and scope.kind(ref) == "character"]


def passes(thing: Ref, person: Ref, at: "Token", scope: Scope, holds: bool, sure: int = 90) -> Found:
    """That a thing has come to somebody, or has left them."""
    sure = sure * person.sure // 100
    return Found(thing, "held_by", scope.entity(person), at, polarity=holds, sure=sure, lasting=True, change=True, importance=2)


def _near(verb: "Token", things: "list[tuple[Token, Ref]]", *preps: str) -> "list[Token]":
    """The nouns after a verb's prepositions, and after its object's: the parser hangs "to Kip" on either."""
    return [noun for _, noun in after(verb, *preps)] + [noun for thing, _ in things for _, noun in after(thing, *preps)]


def _somebody(noun: "Token", scope: Scope) -> bool:
    """True for a word that can only be a person, known or not."""
    ref = scope.who(noun)
    if ref is not None:
        return scope.kind(ref) in ("character", "faction")
    if noun.lower_ in PRONOUNS or noun.pos_ == "PROPN":
        return True
    lemma, words = noun.lemma_.lower(), scope.lexicon
    return noun.pos_ == "NOUN" and any(
        lemma in words.all(name) for name in ("roles", "gender_nouns.he", "gender_nouns.she", "kin", "distant_kin", "takers")
    )


def _passes(verb: "Token", scope: Scope, passive: bool) -> Iterator[Found]:
    """ "hands Kip the key", "sells the mule to a drover", "leaves the rifle with Kip"."""
    things = items(scope.subject_tokens(verb) if passive else objects(verb), scope)
    preps = ("with",) if verb.lemma_ in ("leave", "deposit", "lodge") else ("to",)
    others = [noun for noun in [*_near(verb, things, *preps), *objects(verb, "dative")] if noun.dep_ != "prep" and _somebody(noun, scope)]
    keeping = [noun for noun in _near(verb, things, "into", "in", "to") if noun.lemma_.lower() in scope.lexicon.all("keeping")]
    others += [child for noun in keeping for child in noun.lefts if child.dep_ == "poss" and _somebody(child, scope)]
    away = any(child.dep_ in ("prt", "advmod") and child.lower_ in AWAY for child in verb.children)
    if not others and verb.lemma_ not in scope.lexicon.all("rid_of") and not (away and verb.lemma_ in ("give", "sign", "trade")):
        return
    takers = people([scope.who(noun) for noun in others], scope)
    givers = people([scope.who(noun) for _, noun in after(verb, "by")] if passive else list(scope.subjects(verb)), scope)
    for _, thing in things:
        if passive and not givers and (owner := scope.owner_of(thing)):
            givers = [Ref(owner, 80)]
        if takers and givers and takers[0].id == givers[0].id:
            return
        for giver in givers[:1]:
            yield passes(thing, giver, verb, scope, False)
        for taker in takers[:1]:
            yield passes(thing, taker, verb, scope, True)


def _goes(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The pistol goes to Kip." """
    things = items(scope.subject_tokens(verb), scope)
    others = _near(verb, things, "to")
    takers = people([scope.who(noun) for noun in others], scope)
    for _, thing in things:
        owner = scope.owner_of(thing) or (scope.you or "")
        for taker in takers[:1]:
            yield passes(thing, taker, verb, scope, True)
        if owner and any(_somebody(noun, scope) for noun in others) and owner not in [taker.id for taker in takers]:
            yield passes(thing, Ref(owner, 85), verb, scope, False)


def _belongs(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "Your rifle belongs to the pawnbroker now." """
    others = [noun for _, noun in after(verb, "to")]
    for _, thing in items(scope.subject_tokens(verb), scope):
        owner = scope.owner_of(thing)
        takers = people([scope.who(noun) for noun in others], scope)
        if owner and any(_somebody(noun, scope) for noun in others) and owner not in [taker.id for taker in takers]:
            yield passes(thing, Ref(owner, 85), verb, scope, False)


def _reaches(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "You dig in your satchel", "reaches back into the saddlebags": whoever does has it by them."""
    for person in people(list(scope.subjects(verb)), scope)[:1]:
        bags = [noun for _, noun in after(verb, "in", "into", "inside", "through")]
        bags += [noun for child in verb.children if child.dep_ == "advmod" for _, noun in after(child, "in", "into")]
        for noun, thing in items(bags, scope):
            if fixed(noun, person, scope):
                yield Found(thing, "held_by", scope.entity(person), verb, sure=person.sure * 84 // 100, momentary=True, importance=1)


def _thrown(verb: "Token", scope: Scope) -> Iterator[Found]:
    things = items(objects(verb), scope)
    where = _near(verb, things, "into", "in", "down", "off", "over", "through", "to")
    gone = any(noun.lemma_.lower() in scope.lexicon.all("depths") for noun in where)
    away = any(child.lower_ in ("away", "overboard") for child in verb.children)
    if not (gone or away) and verb.lemma_ not in ("lose", "discard", "jettison"):
        return
    if verb.lemma_ == "lose" and any(child.dep_ == "neg" for child in verb.children):
        return
    for _, thing in things:
        for person in people(list(scope.subjects(verb)), scope)[:1]:
            yield passes(thing, person, verb, scope, False)


def _put_by(verb: "Token", scope: Scope, passive: bool) -> Iterator[Found]:
    """Reads "bury the mask under the oak", "deposits it in the bank", "leave your saddlebags in the shack", "your bag stays behind"."""
    own = objects(verb)
    things = items(scope.subject_tokens(verb) if passive or not own else own, scope)
    behind = any(child.lower_ == "behind" for child in verb.children)
    where = _near(verb, things, "in", "inside", "under", "beneath", "at", "on", "behind", "by", "into", "below")
    bare = not own and not passive
    if bare and not (behind and verb.lemma_ in ("stay", "remain", "lie")):
        return
    if not behind and (not where or verb.lemma_ in ("stay", "remain", "lie")):
        return
    for _, thing in things:
        leavers = people([scope.who(noun) for _, noun in after(verb, "by")] if passive else list(scope.subjects(verb)), scope)
        owner = scope.owner_of(thing)
        leavers = leavers or ([Ref(owner, 85)] if owner else [])
        for leaver in leavers[:1]:
            carried = [noun for noun in where if noun.lemma_.lower() in scope.lexicon.all("pockets")]
            if not carried:
                yield passes(thing, leaver, verb, scope, False, 85)


def _taken(verb: "Token", scope: Scope, passive: bool) -> Iterator[Found]:
    """Reads "confiscates your revolver", "two men steal the mule from Pardee's yard", "your horse has been stolen"."""
    things = items(scope.subject_tokens(verb) if passive else objects(verb), scope)
    takers = people([scope.who(noun) for _, noun in after(verb, "by")] if passive else list(scope.subjects(verb)), scope)
    for _noun, thing in things:
        losers = people([scope.who(other) or scope.owner(other) for other in _near(verb, things, "from", "off")], scope)
        owner = scope.owner_of(thing)
        losers = losers or ([Ref(owner, 88)] if owner else [])
        plain = verb.lemma_ in scope.lexicon.all("get_hold") and verb.lemma_ not in ("steal", "seize", "confiscate")
        if plain and not _near(verb, things, "from", "off"):
            continue
        if any(child.dep_ == "prep" and child.lower_ in ("out", "of") for child in verb.children):
            continue
        for loser in losers[:1]:
            if loser.id not in [taker.id for taker in takers] and (takers or passive or scope.subject_tokens(verb)):
                yield passes(thing, loser, verb, scope, False)
        if takers and losers and takers[0].id != losers[0].id:
            yield passes(thing, takers[0], verb, scope, True)


def _drawn(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "takes the watch from his vest pocket": it was there, so nobody has handed it away."""
    for person in people(list(scope.subjects(verb)), scope)[:1]:
        own = [noun for noun in sources(verb) if noun.lemma_.lower() in scope.lexicon.all("pockets") and mine(noun, person, scope)]
        for noun, thing in items(objects(verb), scope):
            snapped = verb.lemma_ == "open" and verb.dep_ == "xcomp"
            used = (snapped or verb.lemma_ in scope.lexicon.all("wield")) and fixed(noun, person, scope)
            if own or used:
                sure = person.sure * (92 if own else 80) // 100
                if own and all_along(verb):
                    yield firm(thing, person, verb, scope, sure)
                else:
                    yield Found(thing, "held_by", scope.entity(person), verb, sure=sure, momentary=True, importance=1)


def _got(verb: "Token", scope: Scope) -> Iterator[Found]:
    for person in people(list(scope.subjects(verb)), scope)[:1]:
        for _, thing in items(objects(verb), scope):
            if not any(mine(noun, person, scope) for noun in sources(verb)):
                yield passes(thing, person, verb, scope, True)
