"""Things: who owns, carries, gives and loses them, whether they are whole, and how a house stands."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

OWNABLE = frozenset({"place", "item"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of things and whose they are."""
    words = scope.lexicon
    if token.pos_ in ("VERB", "AUX"):
        lemma = token.lemma_
        if lemma in words.all("own_verbs"):
            yield from _owns(token, scope)
        elif lemma == "belong":
            yield from _belongs(token, scope)
        elif lemma == "have" or lemma in words.all("carry_verbs"):
            yield from _has(token, scope)
        elif lemma in words.all("buy_verbs"):
            yield from _gets(token, scope)
        elif lemma in words.all("sell_verbs"):
            yield from _gives(token, scope)
        if lemma in words.all("destroyed_states") or lemma in words.all("state_verbs"):
            yield from _broken(token, scope)
    if token.lower_ == "own":
        yield from _own(token, scope)
    if token.dep_ in ("acomp", "oprd") and token.head.lemma_ in ("be", "stand", "lie", "remain"):
        yield from _stands(token, token.head, scope)
    elif token.pos_ == "ADJ" and any(child.dep_ == "auxpass" for child in token.children):
        yield from _stands(token, token, scope)


def _things(nouns: "list[Token]", scope: Scope) -> "Iterator[tuple[Token, Ref]]":
    """The nouns that are things or houses with a name."""
    for noun in nouns:
        ref = scope.who(noun)
        if ref is not None and scope.kind(ref) in OWNABLE and ref.sure >= 75:
            yield noun, ref


def _people(refs: list[Ref], scope: Scope) -> list[Ref]:
    return [ref for ref in refs if scope.kind(ref) in ("character", "faction")]


def _owns(verb: "Token", scope: Scope) -> Iterator[Found]:
    passive = any(child.dep_ == "auxpass" for child in verb.children) or (verb.tag_ == "VBN" and verb.dep_ == "acl")
    things = scope.subject_tokens(verb) if passive else objects(verb)
    owners = [ref for _, noun in after(verb, "by") if (ref := scope.who(noun))] if passive else scope.subjects(verb)
    for owner in _people(owners, scope):
        for _, thing in _things(things, scope):
            yield Found(thing, "owner", scope.entity(owner), verb, sure=owner.sure)
        if not passive:
            yield from _unnamed(owner, things, verb, scope)


def _own(own: "Token", scope: Scope) -> Iterator[Found]:
    """ "The stallion is Pettit's own", "trots by on the stallion, still his own"."""
    noun = own if own.dep_ in ("attr", "appos", "pobj", "conj", "dep", "npadvmod", "acomp", "ROOT", "oprd", "advcl") else None
    whose = next((child for child in (noun.lefts if noun is not None else ()) if child.dep_ == "poss"), None)
    owner = scope.who(whose) if whose is not None else None
    if owner is None or noun is None or scope.kind(owner) != "character":
        return
    verb = noun.head
    near = (
        scope.subject_tokens(verb)
        if noun.dep_ == "attr"
        else [token for token in noun.doc[max(noun.sent.start, noun.i - 6) : noun.i] if token.pos_ == "NOUN"]
    )
    for _, thing in list(_things(near, scope))[-1:]:
        if scope.kind(thing) == "item":
            yield Found(thing, "owner", scope.entity(owner), verb if verb.pos_ in ("VERB", "AUX") else noun, sure=owner.sure)


def _belongs(verb: "Token", scope: Scope) -> Iterator[Found]:
    for _, noun in after(verb, "to"):
        owner = scope.who(noun)
        for thing in scope.subjects(verb):
            if owner is not None and scope.kind(owner) == "character" and scope.kind(thing) in OWNABLE:
                yield Found(thing, "owner", scope.entity(owner), verb, sure=owner.sure)
            elif owner is not None and scope.kind(owner) == "faction" and scope.kind(thing) == "character":
                yield Found(thing, "member_of", scope.entity(owner), verb, sure=owner.sure)


def _has(verb: "Token", scope: Scope) -> Iterator[Found]:
    if any(child.dep_ in ("xcomp", "ccomp") for child in verb.children) or verb.dep_ == "aux":
        return
    if verb.lemma_ == "keep" and any(child.dep_ in ("acomp", "oprd", "prt") for child in verb.children):
        return
    for owner in _people(scope.subjects(verb), scope):
        yield from _unnamed(owner, objects(verb), verb, scope)
        for _, thing in _things(objects(verb), scope):
            if scope.kind(thing) != "item" or not scope.named(thing):
                continue
            yield Found(owner, "has", Value(kind="text", text=scope.name(thing), entity=thing.id), verb, sure=thing.sure)


def _unnamed(owner: Ref, nouns: "list[Token]", verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "a bay mare": what is owned and has no name of its own."""
    for noun in nouns:
        met = scope.who(noun)
        if (
            noun.pos_ != "NOUN"
            or (met is not None and scope.named(met))
            or noun.lemma_ in scope.lexicon.all("not_owned")
            or noun.tag_ == "NNS"
        ):
            continue
        if any(child.dep_ in ("nummod", "poss") for child in noun.lefts) or any(child.lower_ == "of" for child in noun.rights):
            continue
        none = scope.has_no(noun)
        if none or any(child.lower_ in ("a", "an") for child in noun.lefts):
            yield Found(
                owner, "has", Value(kind="text", text=scope.phrase(noun, of=False).lower().removeprefix("no ")), verb, not none, sure=80
            )


def _gets(verb: "Token", scope: Scope) -> Iterator[Found]:
    passive = any(child.dep_ == "auxpass" for child in verb.children)
    things = scope.subject_tokens(verb) if passive else objects(verb)
    buyers = [ref for _, noun in after(verb, "by") if (ref := scope.who(noun))] if passive else scope.subjects(verb)
    for buyer in _people(buyers, scope):
        for _, thing in _things(things, scope):
            yield Found(thing, "owner", scope.entity(buyer), verb, sure=buyer.sure, lasting=True, change=True)


def _gives(verb: "Token", scope: Scope) -> Iterator[Found]:
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)
    things = scope.subject_tokens(verb) if passive else objects(verb)
    takers = [ref for _, noun in after(verb, "to") if (ref := scope.who(noun))]
    takers += [ref for noun in objects(verb, "dative") if (ref := scope.who(noun))]
    for _, thing in _things(things, scope):
        people = _people(takers, scope)
        for taker in people[:1]:
            if verb.lemma_ in ("lend", "loan") or (verb.lemma_ in ("hand", "give") and not scope.named(thing)):
                continue
            yield Found(thing, "owner", scope.entity(taker), verb, sure=taker.sure, lasting=True, change=True)
        if not people and verb.lemma_ == "sell" and not passive:
            for giver in _people(scope.subjects(verb), scope):
                yield Found(thing, "owner", scope.entity(giver), verb, polarity=False, sure=85, lasting=True, change=True)


def _broken(verb: "Token", scope: Scope) -> Iterator[Found]:
    lemma = verb.lemma_
    if verb.dep_ == "amod":
        return
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)
    own = objects(verb)
    bare = not own and not passive and lemma in ("burn", "close", "open", "shut", "collapse", "flood", "break", "shatter")
    tokens = scope.subject_tokens(verb) if passive or bare else own
    when = [noun for _, noun in after(verb, "in") if noun.text.isdigit()]
    for _, thing in _things(tokens, scope):
        if scope.kind(thing) == "item" and lemma in scope.lexicon.all("destroyed_states"):
            word = str(scope.lexicon.map("destroyed_states")[lemma])
            yield Found(thing, "destroyed", enum(word), verb, lasting=True, change=True)
        elif scope.kind(thing) == "place" and (lemma in scope.lexicon.all("state_verbs") or lemma in ("destroy", "wreck")):
            if lemma == "open" and (when or passive or not bare):
                continue
            word = str(scope.lexicon.map("state_verbs").get(lemma, "ruined"))
            yield Found(thing, "state", enum(word), verb, lasting=True, change=True)


def _stands(token: "Token", verb: "Token", scope: Scope) -> Iterator[Found]:
    lower = token.lower_
    for thing in scope.subjects(verb):
        if scope.kind(thing) == "place" and lower in scope.lexicon.all("state_adjectives"):
            yield Found(thing, "state", enum(str(scope.lexicon.map("state_adjectives")[lower])), verb)
        elif scope.kind(thing) == "item" and lower in scope.lexicon.all("destroyed_states"):
            yield Found(thing, "destroyed", enum(str(scope.lexicon.map("destroyed_states")[lower])), verb)
