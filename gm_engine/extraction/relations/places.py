"""Places: who is where, who lives where, what lies in what, how far and which way."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, objects
from gm_engine.extraction.values import number, whole
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

WAYS = frozenset({"water", "sea", "road", "rail", "river", "boat", "trail", "air", "train", "coach", "ship", "land"})
"""By what a distance may be told: by another of them it is another."""


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of where somebody or something is."""
    words = scope.lexicon
    if token.pos_ in ("VERB", "AUX"):
        lemma = token.lemma_
        if lemma == "be" and any(child.dep_ == "expl" and child.lower_ == "there" for child in token.children):
            yield from _there_is(token, scope)
        if lemma == "be" or lemma in words.all("stay_verbs"):
            yield from _at(token, scope)
        elif lemma in words.all("arrive_verbs"):
            yield from _arrive(token, scope)
        elif lemma in words.all("live_verbs"):
            for subject in scope.subjects(token):
                if scope.kind(subject) == "character":
                    for _, place in after(token, "in", "at", "on", "above", "over", "behind", "near"):
                        if _placelike(place, scope):
                            yield Found(subject, "lives_at", scope.text(place), token)
                            break
        elif lemma in ("come", "hail"):
            for subject in scope.subjects(token):
                if scope.kind(subject) == "character":
                    for _, place in after(token, "from"):
                        ref = scope.who(place)
                        progressive = any(child.dep_ == "aux" and child.lemma_ == "be" for child in token.children)
                        if (place.pos_ == "PROPN" or (ref and scope.kind(ref) == "place")) and not progressive:
                            yield Found(subject, "comes_from", scope.text(place), token, sure=80)
        if lemma == "be":
            for place in (noun for child in token.children if child.dep_ == "prep" and child.lower_ == "from" for noun in child.children):
                for subject in scope.subjects(token):
                    if scope.kind(subject) == "character" and (place.pos_ == "PROPN" or scope.who(place) is not None):
                        yield Found(subject, "comes_from", scope.text(place), token, sure=80)
    if token.lower_ in words.all("directions") and token.dep_ in ("advmod", "npadvmod", "acomp", "attr"):
        yield from _bearing(token, scope)
    if token.lemma_ in words.all("length_units") and token.pos_ == "NOUN":
        yield from _distance(token, scope)


def _there_is(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "there is a back door", "there is no cellar under the store": of the place that is named, else of the scene's."""
    for noun in objects(verb, "attr", "nsubj", "dobj"):
        if noun.lemma_.lower() not in scope.lexicon.all("fixtures"):
            continue
        named = [ref for _, other in [*after(verb), *after(noun)] if (ref := scope.who(other)) is not None and scope.kind(ref) == "place"]
        here = Ref(scope.place, 90) if scope.place else None
        if where := next(iter(named), here):
            value = Value(kind="text", text=scope.phrase(noun, of=False).lower())
            yield Found(where, "feature", value, verb, polarity=not scope.has_no(noun), sure=where.sure)


def _placelike(noun: "Token", scope: Scope) -> bool:
    ref = scope.who(noun)
    if ref is not None:
        return scope.kind(ref) == "place"
    return noun.lemma_.lower() in scope.lexicon.all("place_nouns") or noun.pos_ == "PROPN"


def _at(verb: "Token", scope: Scope) -> Iterator[Found]:
    if any(child.dep_ in ("attr", "acomp") for child in verb.children):
        return
    near = after(verb)
    for prep, noun in [*near, *(deep for _, inner in near if not _known(inner, scope) for deep in after(inner, "in", "at", "inside"))]:
        where = scope.who(noun)
        if where is None or not _known(noun, scope) or scope.kind(where) != "place" or prep.lower_ not in scope.lexicon.all("inside_preps"):
            continue
        for subject in scope.subjects(verb):
            if subject.id == where.id:
                continue
            if scope.kind(subject) == "place":
                if prep.lower_ in ("in", "within", "inside", "at", "on") and verb.lemma_ in scope.lexicon.all("lie_verbs"):
                    yield Found(subject, "within", scope.entity(where), verb, sure=where.sure)
            elif scope.kind(subject) in ("character", "item"):
                yield Found(subject, "at", scope.entity(where), verb, sure=where.sure)
        return


def _known(noun: "Token", scope: Scope) -> bool:
    """True for a place with a name: there may be a well in every yard."""
    ref = scope.who(noun)
    return ref is not None and scope.named(ref)


def _arrive(verb: "Token", scope: Scope) -> Iterator[Found]:
    places = [noun for _, noun in after(verb, "in", "at")] if verb.lemma_ == "arrive" else [c for c in verb.children if c.dep_ == "dobj"]
    for noun in places:
        where = scope.who(noun)
        if where is not None and scope.kind(where) == "place" and scope.named(where):
            for subject in scope.subjects(verb):
                if scope.kind(subject) == "character":
                    yield Found(subject, "at", scope.entity(where), verb, sure=where.sure)


def _bearing(way: "Token", scope: Scope) -> Iterator[Found]:
    """ "lies north of Redemption", with no distance told."""
    verb = way.head
    if verb.lemma_ not in scope.lexicon.all("lie_verbs") | {"lie", "be"} or any(
        child.lemma_ in scope.lexicon.all("length_units") for child in [*way.children, *verb.children]
    ):
        return
    for _, noun in after(way, "of"):
        other = scope.who(noun)
        if other is not None and scope.kind(other) == "place":
            for subject in scope.subjects(verb):
                if scope.kind(subject) == "place" and subject.id != other.id:
                    word = way.lower_.replace("-", "")
                    yield Found(subject, "bearing", Value(kind="enum", text=word, entity=other.id), verb, sure=other.sure)


def _distance(unit: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "nine miles north of Redemption", "two miles from town"."""
    spelled = [child for child in unit.lefts if child.dep_ in ("nummod", "det", "quantmod", "amod", "predet")]
    texts = [word.text for child in spelled for word in child.subtree if word.text not in ("-", "the")]
    rough = any(text.lower() in scope.lexicon.all("approximate") for text in texts)
    count = number([text for text in texts if text.lower() not in scope.lexicon.all("approximate")], scope.lexicon)
    if count is None and [text.lower() for text in texts] in (["a"], ["one"]):
        count = 1
    if count is None:
        return
    way, other = _reference(unit, scope)
    if other is None or by_way(unit):
        return
    subject = _placed(unit, scope)
    if subject is None or subject.id == other.id:
        return
    yards = round(count * float(scope.lexicon.map("length_units")[unit.lemma_]))
    yield Found(subject, "distance", whole(yards, "yard", f"{count} {unit.text}", rough, other.id), unit, sure=other.sure)
    if way is not None:
        yield Found(subject, "bearing", Value(kind="enum", text=way, entity=other.id), unit, sure=other.sure)


def by_way(unit: "Token") -> bool:
    """True for "two miles from the village by water": by another way it is another distance."""
    words = [token.lower_ for token in unit.sent if token.i > unit.i and token.lower_ != "the"]
    return any(word == "by" and after_it in WAYS for word, after_it in pairwise(words))


def _reference(unit: "Token", scope: Scope) -> "tuple[str | None, Ref | None]":
    """The direction and the place from which a distance is told."""
    start = unit.i
    for token in unit.doc[start + 1 : min(start + 8, unit.sent.end)]:
        if token.pos_ in ("VERB", "AUX") or token.text in (".", ";"):
            return None, None
        if token.lower_ in ("of", "from", "to", "beyond", "past", "outside"):
            way = next((word for word in unit.doc[start + 1 : token.i] if word.lower_ in scope.lexicon.all("directions")), None)
            for noun in token.children:
                if noun.dep_ == "pobj" and (ref := scope.who(noun)) is not None and scope.kind(ref) == "place" and token.lower_ != "to":
                    return (way.lower_.replace("-", "") if way is not None else None), ref
            return None, None
    return None, None


def _placed(unit: "Token", scope: Scope) -> Ref | None:
    """The place that a distance is told of."""
    at = unit
    steps = 0
    while at.head != at and steps < 5:
        at, steps = at.head, steps + 1
        if at.pos_ in ("VERB", "AUX"):
            if at.lemma_ not in scope.lexicon.all("lie_verbs") | {"lie", "be"}:
                return None
            return next((ref for ref in scope.subjects(at) if scope.kind(ref) == "place"), None)
        if at.pos_ in ("NOUN", "PROPN") and at != unit:
            ref = scope.who(at)
            if ref is not None and scope.kind(ref) == "place":
                return ref
    return None
