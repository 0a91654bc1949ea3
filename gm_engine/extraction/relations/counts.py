"""Numbers: how many of what, money in hand, prices, debts, cartridges."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, objects
from gm_engine.extraction.values import cents, number, whole

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token


WHOLE = 100
"""Cents in a dollar: what is added to dollars with "and" is less."""


@dataclass(frozen=True)
class Amount:
    """A number of things: ``noun`` is what is counted."""

    count: int
    noun: "Token"
    rough: bool


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a verb says of numbers."""
    if token.tag_ == "NNS" and token.lemma_.lower() in scope.lexicon.all("sites"):
        yield from _of_a_place(token, scope)
    if token.pos_ not in ("VERB", "AUX"):
        return
    lemma = token.lemma_
    if lemma in ("have", "carry", "own", "run", "keep", "employ", "hold", "graze", "contain", "house", "boast", "load", "chamber"):
        yield from _held(token, scope)
    elif lemma == "be":
        yield from _there_are(token, scope)
    elif lemma == "cost" or (lemma in scope.lexicon.all("price_frames") and after(token, "for")):
        yield from _price(token, scope)
    elif lemma in scope.lexicon.all("owe_verbs"):
        yield from _debt(token, scope)


def amount(noun: "Token", scope: Scope) -> Amount | None:
    """The number before a noun: "forty head of cattle", "some two score miners", "half a dozen horses"."""
    counted = noun
    measure = noun.lemma_.lower() in scope.lexicon.all("measures") or noun.lemma_.lower() in scope.lexicon.all("number_scales")
    if measure:
        inner = next((deep for _, deep in after(noun, "of")), None)
        if inner is None:
            return None
        counted = inner
    spelled = [child for child in noun.lefts if child.dep_ in ("nummod", "quantmod", "predet", "det", "amod", "compound", "advmod", "nmod")]
    words = sorted((word for child in spelled for word in child.subtree), key=lambda word: word.i)
    loose = scope.lexicon.all("approximate")
    rough = any(word.lower_ in loose for word in words)
    texts = [word.text for word in words if word.lower_ not in loose and word.text != "-"]
    known = [text for text in texts if number([text], scope.lexicon) is not None or text.lower() in ("half", "a", "and")]
    if noun.lemma_.lower() in scope.lexicon.all("number_scales") and measure:
        known.append(noun.lemma_.lower())
        if not spelled:
            return None
    if any(text.lower() == "no" for text in texts):
        return None
    count = number(known, scope.lexicon) if known else None
    if count is None or (count == 1 and not any(word.lower_ in ("only", "single") for word in words)):
        return None  # "one clean shot", "a name": no count of anything
    return Amount(count, counted, rough)


@dataclass(frozen=True)
class Cash:
    """A sum of money in cents; ``text`` is how it was said, ``rough`` whether it was told roughly."""

    cents: int
    text: str
    rough: bool


def money(noun: "Token", scope: Scope) -> Cash | None:
    """A sum of money: "four dollars", "$12.50", "two bits", "six dollars and fifty cents"."""
    words = _sum(noun)
    rough = any(word.lower_ in scope.lexicon.all("approximate") for word in words)
    found = _cents(words, scope)
    if found is None:
        return None
    small = next((other for other in noun.conjuncts if other.i > noun.i and 0 < (_cents(_sum(other), scope) or 0) < WHOLE <= found), None)
    if small is None:
        return Cash(found, scope.phrase(noun, of=False), rough)
    text = f"{scope.phrase(noun, of=False)} and {scope.phrase(small, of=False)}"
    return Cash(found + (_cents(_sum(small), scope) or 0), text, rough)


def _sum(noun: "Token") -> "list[Token]":
    return [noun.doc[i] for i in range(max(noun.left_edge.i, noun.i - 6), noun.i + 1)]


def _cents(words: "list[Token]", scope: Scope) -> int | None:
    return cents([word.text for word in words if word.lower_ not in scope.lexicon.all("approximate")], scope.lexicon)


def _held(verb: "Token", scope: Scope) -> Iterator[Found]:
    for noun in [*objects(verb), *(inner for _, inner in after(verb, "with"))]:
        cash = money(noun, scope)
        if cash is not None:
            for subject in scope.subjects(verb):
                if scope.kind(subject) == "character" and verb.lemma_ in ("have", "carry") and noun.dep_ == "dobj":
                    yield Found(subject, "money", whole(cash.cents, "cent", cash.text, cash.rough), verb, sure=88)
            continue
        held = amount(noun, scope)
        if held is None or held.noun.lemma_.lower() in scope.lexicon.all("not_counted") | scope.lexicon.all("length_units"):
            continue
        unit = held.noun.lemma_.lower()
        for subject in scope.subjects(verb):
            if scope.kind(subject) == "item" and unit in scope.lexicon.all("shells"):
                yield Found(subject, "loaded", whole(held.count, "cartridge", str(held.count), held.rough), verb)
            elif noun.dep_ == "dobj" and verb.lemma_ not in ("load", "chamber"):
                where = _place_of(verb, scope) if verb.lemma_ in ("run", "keep", "graze", "employ") else None
                yield _count(where or subject, held, verb)


def _count(subject: Ref, held: Amount, at: "Token") -> Found:
    unit = held.noun.lemma_.lower()
    return Found(subject, "count", whole(held.count, unit, f"{held.count} {unit}", held.rough), at, sure=85)


def _place_of(verb: "Token", scope: Scope) -> Ref | None:
    for _, noun in after(verb, "at", "in", "on", "inside"):
        ref = scope.who(noun)
        if ref is not None and scope.kind(ref) == "place":
            return ref
    return None


def _there_are(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "There are eleven graves at Dry Fork.\""""
    if not any(child.dep_ == "expl" and child.lower_ == "there" for child in verb.children):
        return
    for noun in objects(verb, "attr", "nsubj", "dobj"):
        held = amount(noun, scope)
        if held is None or held.noun.lemma_.lower() in scope.lexicon.all("not_counted"):
            continue
        unit = held.noun.lemma_.lower()
        if unit in scope.lexicon.all("shells"):
            for _, inner in [*after(noun, "in"), *after(verb, "in")]:
                gun = scope.who(inner)
                if gun is not None and scope.kind(gun) == "item":
                    yield Found(gun, "loaded", whole(held.count, "cartridge", str(held.count), held.rough), verb)
            continue
        place = _place_of(verb, scope) or _place_of(noun, scope) or _place_of(held.noun, scope)
        if place is not None:
            yield _count(place, held, verb)


def _of_a_place(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "Calico's two wells"."""
    owner = next((scope.who(child) for child in noun.lefts if child.dep_ == "poss"), None)
    held = amount(noun, scope) if owner is not None and scope.kind(owner) == "place" else None
    if owner is not None and held is not None and not any(child.lower_ in ("new", "first", "last") for child in noun.lefts):
        yield _count(owner, held, noun)


def _price(verb: "Token", scope: Scope) -> Iterator[Found]:
    nouns = objects(verb, "dobj", "npadvmod", "attr") if verb.lemma_ == "cost" else [noun for _, noun in after(verb, "for")]
    for noun in nouns:
        cash = money(noun, scope)
        if cash is not None:
            for subject in scope.subjects(verb):
                if scope.kind(subject) in ("item", "place"):
                    yield Found(subject, "price", whole(cash.cents, "cent", cash.text, cash.rough), verb)


def _debt(verb: "Token", scope: Scope) -> Iterator[Found]:
    creditors = [ref for noun in objects(verb, "dative") if (ref := scope.who(noun)) is not None]
    creditors += [ref for _, noun in after(verb, "to") if (ref := scope.who(noun)) is not None]
    sums = []
    for noun in objects(verb, "dobj", "dative", "npadvmod"):
        cash = money(noun, scope)
        if cash is not None:
            sums.append(cash)
        elif noun.dep_ == "dobj" and (ref := scope.who(noun)) is not None:
            creditors.append(ref)
    for cash in sums[:1]:
        for subject in scope.subjects(verb):
            if scope.kind(subject) == "character" and creditors and creditors[0].id != subject.id:
                yield Found(
                    subject,
                    "debt",
                    whole(cash.cents, "cent", cash.text, cash.rough, creditors[0].id),
                    verb,
                    sure=creditors[0].sure,
                )
