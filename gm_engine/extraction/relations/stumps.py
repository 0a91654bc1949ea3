"""Limbs and fingers that are gone: taken off, lost, never there, or made of wood."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.relations.lacks import lacking, owner_of, people
from gm_engine.extraction.scope import Found, Scope, after, enum

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

LIMBS = {
    "hand": "hands",
    "hands": "hands",
    "arm": "hands",
    "arms": "hands",
    "leg": "legs",
    "legs": "legs",
    "foot": "legs",
    "feet": "legs",
    "eye": "sight",
    "eyes": "sight",
}
FALSE_LEGS = frozenset({"wooden", "peg", "cork", "false", "artificial", "timber", "prosthetic", "oaken", "pegleg"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of a limb that somebody has not."""
    lower = token.lower_
    if lower in LIMBS and token.pos_ in ("NOUN", "PROPN", "ADV", "ADJ"):
        yield from _limbs(token, scope)
    elif lower == "fingers":
        yield from _fingers(token, scope)
    elif lower in ("one-legged", "pegleg", "peg-legged", "armless", "wooden-legged"):
        yield from _word(token, scope)


def _limbs(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "took off Kip's right arm", "lost both legs", "has one leg", "no arms", "a wooden leg", "a leg gone"."""
    kind = LIMBS[noun.lower_]
    lefts = {child.lower_ for child in noun.lefts}
    verb = noun.head
    top = noun
    if noun.dep_ == "pobj" and verb.lower_ == "of" and verb.head.lower_ in ("both", "one", "half"):
        lefts |= {verb.head.lower_}
        top = verb.head
        verb = top.head
    side_ = next((word for word in ("left", "right") if word in lefts), "")
    many = noun.tag_ in ("NNS", "NNPS")
    both = "both" in lefts or (many and not side_ and "one" not in lefts)
    owner = owner_of(noun, scope)
    gone = False
    subject = owner
    severed = verb.lemma_ in scope.lexicon.all("sever_verbs") and any(child.lower_ in ("off", "away") for child in verb.children)
    passive = any(child.dep_ == "nsubjpass" for child in verb.children)
    if top.dep_ in ("dobj", "nsubjpass") and (severed or verb.lemma_ in ("amputate", "sever")):
        gone = True
    elif top.dep_ == "dobj" and verb.lemma_ == "lose" and not passive:
        doers = people(scope.subjects(verb), scope)
        subject = doers[0] if doers and (owner is None or owner.id == doers[0].id) else None
        gone = subject is not None and bool(lefts & {"a", "an", "both", "his", "her", "left", "right", "one", "your", "their"})
        gone = gone and not any(
            child.lower_ in ("of", "in", "for") for child in noun.rights if child.i == noun.i + 1 and child.lower_ == "of"
        )
    elif noun.dep_ == "dobj" and verb.lemma_ == "have" and not any(child.dep_ == "neg" for child in verb.children):
        doers = people(scope.subjects(verb), scope)
        subject = doers[0] if doers else None
        extra = (
            any(prep.lower_ not in ("since", "after", "from", "at") for prep, _ in after(verb))
            or any(child.dep_ in ("relcl", "acl", "prep") for child in noun.rights)
            or any(child.dep_ in ("ccomp", "xcomp") for child in verb.children)
        )
        if (
            subject is not None
            and not extra
            and not any(child.dep_ == "amod" and child.lower_ not in ("good", "only", "sound") for child in noun.lefts)
        ):
            if "no" in lefts:
                yield Found(subject, kind, enum("none"), noun, sure=85)
            elif "one" in lefts and not many:
                yield Found(subject, kind, enum("one"), noun, sure=85)
        if subject is not None and lefts & FALSE_LEGS and kind == "legs" and not many:
            yield Found(subject, "legs", enum("one"), noun, sure=86)
        return
    elif lefts & FALSE_LEGS and kind == "legs" and not many and noun.lower_ == "leg":
        worn = owner
        if worn is None and noun.dep_ == "pobj" and verb.lower_ in ("on", "with") and lefts & {"a", "his", "her"}:
            worn = next(iter(people(scope.subjects(verb.head), scope)), None) if verb.head.pos_ == "VERB" else scope.person(verb.head)
        if worn is not None and scope.kind(worn) == "character":
            yield Found(worn, "legs", enum("one"), noun, sure=84)
        return
    elif top.dep_ in ("nsubj", "nsubjpass") and both and owner is not None:
        said = {verb.lower_, *(child.lower_ for child in verb.children)}
        if kind == "sight" and "out" in said and verb.lemma_ in ("put", "burn", "gouge"):
            yield Found(owner, "sight", enum("none"), verb, sure=86)
            yield lacking(owner, "see", verb, sure=86)
        elif (
            kind == "legs"
            and said & {"useless", "paralysed", "paralyzed", "dead", "withered"}
            and verb.lemma_ in ("be", "hang", "paralyse", "paralyze")
        ):
            yield lacking(owner, "walk", verb, sure=84)
        return
    if (
        not gone
        or subject is None
        or any(child.dep_ == "neg" for child in verb.children)
        or any(child.lower_ in ("nearly", "almost") for child in verb.children)
    ):
        return
    amount = "none" if both else "one"
    yield Found(subject, kind, enum(amount), noun if owner is None else verb, lasting=True, sure=86)
    if both and kind == "legs":
        yield lacking(subject, "walk", verb, sure=80)
    if both and kind == "sight":
        yield lacking(subject, "see", verb, sure=84)
    if side_ and not many and kind != "sight":
        part = {"foot": "leg"}.get(noun.lower_, noun.lower_)
        yield Found(subject, f"{side_}_{part}", enum("missing"), verb, lasting=True, sure=86)


def _fingers(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "took three fingers off his right hand": that hand has not all of them; "the five fingers of his right hand": it has."""
    verb = noun.head
    lost = noun.dep_ in ("dobj", "nsubjpass") and (
        verb.lemma_ in ("lose", "sever", "miss", "lack", "amputate")
        or (verb.lemma_ in scope.lexicon.all("sever_verbs") and any(child.lower_ in ("off", "away", "from") for child in verb.children))
    )
    hands = [
        inner for _, inner in [*after(noun, "of", "on", "off", "from"), *after(verb, "off", "from", "on", "of")] if inner.lemma_ == "hand"
    ]
    told = next(iter(hands), None)
    which = next((word for word in ("left", "right") if told is not None and any(child.lower_ == word for child in told.lefts)), "")
    if told is None or not which:
        return
    owner = owner_of(told, scope) or next(iter(people(scope.subjects(verb), scope)), None)
    if owner is None:
        return
    if lost and not any(child.dep_ == "neg" for child in verb.children):
        yield Found(owner, f"{which}_fingers", enum("short"), verb, lasting=True, sure=86)
    elif any(
        child.lower_ in ("five", "all") or (child.lower_ == "four" and "thumb" in {word.lower_ for word in noun.sent})
        for child in noun.lefts
    ):
        yield Found(owner, f"{which}_fingers", enum("whole"), verb, sure=86, momentary=True, importance=1)


def _word(word: "Token", scope: Scope) -> Iterator[Found]:
    """ "one-legged Kip", "Kip is legless"."""
    at = word.head if word.dep_ in ("amod", "compound", "nmod") else word
    ref = scope.person(at)
    if ref is None and (at.dep_ in ("attr", "acomp", "ROOT")):
        ref = next(iter(people(scope.subjects(at.head), scope)), None)
    if ref is None and at.dep_ == "appos":
        ref = scope.person(at.head)
    if ref is not None and scope.kind(ref) == "character":
        kind = "hands" if word.lower_ == "armless" else "legs"
        yield Found(ref, kind, enum("none" if word.lower_ == "armless" else "one"), word, sure=86)
