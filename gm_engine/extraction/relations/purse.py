"""The purse: who has no money left, and who is seen to spend."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, enum, objects

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

SPENT = frozenset(
    {
        "give",
        "lay",
        "spend",
        "pay",
        "hand",
        "toss",
        "drop",
        "throw",
        "lose",
        "bet",
        "push",
        "slide",
        "put",
        "set",
        "flip",
        "stake",
        "drink",
        "press",
        "slip",
        "lend",
    }
)
PAID = frozenset(
    {
        "attention",
        "heed",
        "mind",
        "respect",
        "respects",
        "visit",
        "call",
        "court",
        "homage",
        "notice",
        "compliment",
        "price",
        "tribute",
        "penalty",
        "regard",
    }
)


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of an empty purse, or of money spent."""
    lemma = token.lemma_.lower()
    words = scope.lexicon
    if token.pos_ == "VERB" and lemma == "clean" and any(child.lower_ == "out" for child in token.children):
        passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in token.children)
        for noun in scope.subject_tokens(token) if passive else objects(token):
            yield from _empty(scope.who(noun), token, scope, 90)
    elif lemma in words.all("penniless") and token.dep_ in ("acomp", "oprd", "ROOT", "attr") and token.pos_ in ("ADJ", "VERB", "ADV"):
        for ref in scope.subjects(token if token.dep_ == "ROOT" else token.head)[:1]:
            if lemma != "broke" or token.dep_ == "acomp":
                yield from _empty(ref, token, scope, 90)
    elif token.pos_ in ("NOUN", "PROPN") and lemma in words.all("coins"):
        yield from _coin(token, scope)
    elif token.pos_ == "VERB":
        yield from _pays(token, scope)


def _empty(ref: Ref | None, at: "Token", scope: Scope, sure: int) -> Iterator[Found]:
    if ref is not None and scope.kind(ref) == "character":
        yield Found(ref, "purse", enum("empty"), at, sure=sure, lasting=True, change=True, importance=2)


def _coin(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "your last dollar", "not a cent to his name", "every peso he owns"."""
    told = {child.lower_ for child in noun.lefts}
    verb = noun.head
    if "last" in told and any(child.dep_ == "poss" for child in noun.lefts) and noun.dep_ == "dobj" and verb.lemma_ in SPENT:
        owner = next(scope.who(child) for child in noun.lefts if child.dep_ == "poss")
        yield from _empty(owner, verb, scope, 90)
        return
    lone = (
        "not" in told
        or "no" in told
        or "nary" in told
        or (noun.i > 1 and noun.doc[noun.i - 2].lower_ in ("not", "without") and "a" in told)
    )
    named = [inner for _, inner in [*after(noun, "to"), *after(verb, "to")] if inner.lower_ in ("name",)]
    if lone or ({"a"} & told and any(child.dep_ == "neg" for child in verb.children)):
        for place in named:
            owner = next((scope.who(child) for child in place.lefts if child.dep_ == "poss"), None)
            for found in _empty(owner, verb if verb.pos_ in ("VERB", "AUX") else noun, scope, 90):
                yield Found(found.subject, "purse", found.value, place, sure=found.sure, lasting=True, change=True, importance=2)
    if "every" in told and verb.lemma_ == "lose" and noun.dep_ == "dobj":
        for ref in scope.subjects(verb)[:1]:
            yield from _empty(ref, verb, scope, 85)


def _pays(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "pays the barman", "counts out six dollars", "peels a ten off his roll", "buys a melon out of your purse"."""
    words, lemma = scope.lexicon, verb.lemma_
    if any(child.dep_ in ("auxpass", "neg") for child in verb.children) or lemma not in words.all("spend_verbs"):
        return
    nouns = objects(verb)
    money = [noun for noun in nouns if noun.lemma_.lower() in words.all("coins") | words.all("cash") and noun.lower_ not in ("change",)]
    out_of = [
        noun
        for _, noun in [
            *after(verb, "from", "of", "out", "off", "with"),
            *(pair for thing in nouns for pair in after(thing, "from", "off", "of", "out")),
        ]
    ]
    from_roll = [noun for noun in out_of if noun.lemma_.lower() in words.all("cash")]
    pays = lemma in ("pay", "tip", "settle") and not any(noun.lemma_.lower() in PAID for noun in nouns) and (nouns or after(verb, "for"))
    if not (money or from_roll or pays):
        return
    if lemma == "pay" and not nouns and not after(verb, "for"):
        return
    for ref in scope.subjects(verb)[:1]:
        if scope.kind(ref) == "character":
            yield Found(ref, "purse", enum("full"), verb, sure=ref.sure * 88 // 100, momentary=True, importance=1)
