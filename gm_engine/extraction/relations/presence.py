"""Presence: who is where at a told time, who is away until when, locked in, left behind, on the way; and who is seen where."""

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.moments import Moment, moment_of
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

INSIDE = (
    "in",
    "at",
    "on",
    "inside",
    "within",
    "aboard",
    "outside",
    "by",
    "from",
    "behind",
    "to",
    "over",
    "under",
    "before",
    "beside",
    "through",
    "across",
)
BY_WIRE = frozenset(
    {
        "radio",
        "telephone",
        "phone",
        "wire",
        "intercom",
        "letter",
        "voice",
        "screen",
        "telegram",
        "portrait",
        "photograph",
        "picture",
        "statue",
        "ghost",
        "mirror",
        "dream",
        "hologram",
        "recording",
        "video",
        "postcard",
        "memory",
        "channel",
        "comm",
        "comms",
        "speaker",
        "line",
        "painting",
    }
)
WITH_ONE = frozenset({"aboard", "inside", "in", "among"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a verb says of where somebody is, and when."""
    if token.pos_ not in ("VERB", "AUX") or token.dep_ in ("aux", "auxpass", "amod", "compound"):
        return
    lemma, words = token.lemma_, scope.lexicon
    denied = any(child.dep_ == "neg" or child.lower_ == "never" for child in token.children)
    if lemma in words.all("shut_in") and not denied:
        yield from _held(token, scope)
    if lemma in ("stay", "remain", "leave", "strand", "abandon") and not denied:
        yield from _left(token, scope)
    if denied:
        yield from _denied(token, scope)
    elif lemma in words.all("set_out"):
        yield from _gone(token, scope)
        yield from _carried(token, scope)
    if not denied and (
        lemma in words.all("acts") or lemma in words.all("stay_verbs") or lemma in words.all("sighted") or lemma in ("be", "spend", "have")
    ):
        yield from _there(token, scope)
        if lemma in ("be", "board", "sail", "take"):
            yield from _on_the_way(token, scope)


def _moment(token: "Token", scope: Scope, back: bool = True) -> Moment:
    """The sentence's moment; where it tells none, that of the sentence before it in the same text."""
    sentence = token.sent
    for _ in range(3 if back else 1):
        found = scope.moments.get(sentence.start)
        if found is None:
            found = scope.moments[sentence.start] = moment_of([word.lower_ for word in sentence], scope.lexicon)
        if found.told or sentence.start == 0:
            return found
        sentence = token.doc[sentence.start - 1].sent
    return Moment()


def _people(tokens: "list[Token]", scope: Scope, *kinds: str) -> list[Ref]:
    """The persons among the tokens, but for whom the narrator addresses; with "item" among the kinds, the things too."""
    found = [ref for token in tokens if (ref := scope.who(token)) is not None and ref.id != scope.you and ref.sure >= 65]
    return [ref for ref in found if scope.kind(ref) in ("character", *kinds)]


def _places(verb: "Token", scope: Scope) -> "list[tuple[str, Token]]":
    """The places after a verb and after its objects, each with its preposition; those with a name first."""
    pairs = [(prep.lower_, noun) for prep, noun in after(verb, *INSIDE)]
    for child in verb.children:
        if child.dep_ in ("dobj", "attr", "advmod", "acomp", "advcl", "npadvmod", "prep", "xcomp", "prt"):
            pairs += [(prep.lower_, noun) for prep, noun in after(child, *INSIDE)]
    for _, noun in list(pairs):
        pairs += [(prep.lower_, deep) for prep, deep in after(noun, *INSIDE, "of") if prep.lower_ not in ("to", "from")]
    pairs += [
        (child.lower_, noun)
        for child in verb.children
        if child.lower_ in ("outside", "aboard", "inside")
        for noun in child.children
        if noun.dep_ in ("pobj", "dobj", "npadvmod")
    ]
    found = [(prep, noun) for prep, noun in pairs if placelike(noun, scope)]
    return sorted(found, key=lambda pair: (not pair[1].text[:1].isupper(), pair[1].i))


def placelike(noun: "Token", scope: Scope) -> bool:
    """True for a place with a name, a room, a house, a landscape."""
    ref = scope.who(noun)
    if ref is not None and scope.kind(ref) != "item":
        return scope.kind(ref) == "place"
    lemma, words = noun.lemma_.lower(), scope.lexicon
    if noun.pos_ == "PROPN" or (noun.text[:1].isupper() and noun.i != noun.sent.start):
        return lemma not in words.all("not_names") and lemma not in words.map("months")
    return lemma in words.all("place_nouns") or lemma in words.all("sites") or lemma in words.all("rooms")


def _value(noun: "Token | None", scope: Scope, moment: Moment, mode: str) -> Value:
    written = moment.written(mode)
    if noun is None:
        return Value(kind="text", text="here", unit=written)
    ref = scope.who(noun)
    if ref is not None and scope.kind(ref) == "place":
        return Value(kind="text", text=scope.name(ref), entity=ref.id, unit=written)
    return Value(kind="text", text=scope.phrase(noun, of=False), unit=written)


def _stays(ref: Ref, value: Value, at: "Token", sure: int = 92, settled: bool = False) -> Found:
    return Found(ref, "stays", value, at, sure=sure, importance=2, settled=settled)


def _held(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "Rook is locked in the brig", "they chain Kramer in the cellar"."""
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children) or verb.tag_ == "VBN"
    who = scope.subject_tokens(verb) if passive else objects(verb)
    for prep, noun in _places(verb, scope):
        if prep in ("in", "inside", "at", "on", "behind", "into", "within"):
            for ref in _people(who, scope, "item"):
                yield _stays(ref, _value(noun, scope, _moment(verb, scope, False), "held"), verb)
            return


def _left(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "Hayes stays behind in Tucson", "you leave Juno at the clinic", "Wat was left outside the walls"."""
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)
    moves = verb.lemma_ in ("leave", "strand", "abandon")
    who = scope.subject_tokens(verb) if passive or not moves else objects(verb)
    behind = any(child.lower_ in ("behind", "ashore") for child in verb.children)
    spots = [(prep, noun) for prep, noun in _places(verb, scope) if prep in ("in", "at", "on", "aboard", "with", "inside", "outside", "by")]
    moment = _moment(verb, scope, False)
    named = [noun for _, noun in spots]
    if not (behind or named) or (verb.lemma_ in ("stay", "remain") and not (behind or (named and named[0].text[:1].isupper()))):
        return
    for ref in _people(who, scope):
        yield _stays(ref, _value(named[0] if named else None, scope, moment, "left"), verb)


def _denied(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "never leaves the apartment that night", "will not be back in Ridley before Saturday", "has not set foot off the island"."""
    moment = _moment(verb, scope, False)
    people = _people(scope.subject_tokens(verb), scope)
    foretold = any(child.dep_ == "aux" and child.lower_ in ("will", "'ll", "wo", "would") for child in verb.children)
    perfect = any(child.dep_ == "aux" and child.lemma_ == "have" for child in verb.children)
    told = {token.lower_ for token in verb.sent}
    if verb.lemma_ in ("leave", "quit") and not foretold:
        for noun in [noun for noun in objects(verb) if placelike(noun, scope)][:1]:
            mode = "never" if perfect and told & {"years", "year", "life"} else "only"
            if mode == "never" or moment.told:
                for ref in people:
                    yield _stays(ref, _value(noun, scope, moment, mode), verb, settled=True)
    elif verb.lemma_ == "set" and any(noun.lower_ == "foot" for noun in objects(verb)):
        off = [
            (prep.lower_, noun)
            for prep, noun in [*after(verb), *(pair for thing in objects(verb) for pair in after(thing))]
            if placelike(noun, scope)
        ]
        for prep, noun in off[:1]:
            mode = ("never" if prep in ("off", "outside", "beyond") else "") if perfect else "from" if foretold else ""
            for ref in people if mode else ():
                yield _stays(ref, _value(noun, scope, moment, mode), verb, settled=True)
    elif foretold and verb.lemma_ in ("be", "return", "come") and (moment.term or "week" in moment.flags):
        back = verb.lemma_ == "return" or any(child.lower_ in ("back", "home", "again") for child in verb.children)
        spots = [
            noun
            for prep, noun in [*_places(verb, scope), *[("to", noun) for child in verb.children for _, noun in after(child, "to", "in")]]
            if placelike(noun, scope)
        ]
        for ref in people if back and spots else ():
            yield _stays(ref, _value(spots[0], scope, moment, "from"), verb, settled=True)


def _gone(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "rode out for Fort Sill at first light, a three-day ride", "sails from Bergen on the second of May, nine days"."""
    moment = _moment(verb, scope, False)
    text = [token.lower_ for token in verb.sent]
    bound = [noun for prep, noun in after(verb, "for", "to", "toward", "towards")] + [
        noun for child in verb.children for _, noun in after(child, "for", "to")
    ]
    if not moment.term and not any(noun.pos_ == "PROPN" or placelike(noun, scope) for noun in bound):
        return
    if verb.tag_ == "VBG" or not (moment.low is not None or moment.day or moment.term or "same" in moment.flags):
        return
    origin = [
        noun
        for _, noun in [*after(verb, "from"), *(pair for child in verb.children for pair in after(child, "from"))]
        if placelike(noun, scope)
    ]
    origin += [noun for noun in objects(verb) if placelike(noun, scope) and verb.lemma_ in ("leave", "quit", "depart")]
    if verb.lemma_ == "board":
        origin += [noun for _, noun in _places(verb, scope) if noun.text[:1].isupper()]
    if "back" in text and "before" not in text:
        return
    for ref in _people(scope.subject_tokens(verb), scope):
        yield _stays(ref, _value(origin[0] if origin else None, scope, moment, "out"), verb)


def _carried(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The coach left at six with Miss Ames aboard." """
    if not any(noun.lemma_.lower() in scope.lexicon.all("vehicles") for noun in scope.subject_tokens(verb)):
        return
    riders = [noun for token in verb.sent for _, noun in (after(token, "with") if token.head == verb or token == verb else ())]
    riders += [
        token
        for token in verb.sent
        if token.dep_ in ("nsubj", "pobj")
        and token.i > verb.i
        and any(near.lower_ == "aboard" for near in verb.doc[token.i : min(token.i + 4, verb.sent.end)])
    ]
    for ref in _people(list(dict.fromkeys(riders)), scope):
        yield _stays(ref, _value(None, scope, _moment(verb, scope, False), "out"), verb)


def _on_the_way(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The packet is four days out from Cadiz tonight, with Don Felipe aboard", "Maddox is two days out on the Benson road"."""
    text = [token.lower_ for token in verb.sent]
    moment = _moment(verb, scope, False)
    out = any(a in ("days", "weeks") and b in ("out", "off", "away") for a, b in itertools.pairwise(text))
    vehicle = [noun for _, noun in after(verb, "on", "aboard") if noun.lemma_.lower() in scope.lexicon.all("vehicles")]
    if verb.lemma_ == "be" and (out or vehicle) and moment.told and "though" not in text and "still" not in text:
        people = _people(scope.subject_tokens(verb), scope)
        if not people:
            people = _people([token for token in verb.sent if token.i > verb.i and token.dep_ in ("nsubj", "pobj")], scope)
        for ref in people:
            yield _stays(ref, _value(None, scope, moment, "way"), verb)


def _there(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Somebody is, acts or is met at a place: with a told time a stay, else a sight of now."""
    text = {token.lemma_.lower() for token in verb.sent}
    if text & BY_WIRE:
        return
    tokens = scope.subject_tokens(verb)
    if verb.lemma_ in ("meet", "find", "see", "spot", "watch", "pass"):
        tokens = list(objects(verb)) if any(ref.id == scope.you for ref in scope.subjects(verb)) else tokens
    people = _people(tokens, scope, *(("item",) if verb.lemma_ in ("be", "lie", "sit", "stand", "rest", "hang") else ()))
    if not people:
        return
    spots = [(prep, noun) for prep, noun in _places(verb, scope) if prep not in ("to", "from")]
    if not spots and all(scope.kind(ref) == "item" for ref in people):
        spots = [(prep.lower_, noun) for prep, noun in after(verb, *INSIDE, "across", "beneath", "upon") if noun.pos_ == "NOUN"]
    moment = _moment(verb, scope)
    whole = {token.lower_ for token in verb.sent} & {"all", "whole", "alone", "never"} or moment.term
    aboard = next((child for child in verb.children if child.lower_ in ("aboard", "ashore")), None)
    for ref in people:
        noun = next((noun for prep, noun in spots if (where := scope.who(noun)) is None or where.id != ref.id), None)
        if (
            noun is not None
            and moment.told
            and "other" not in moment.flags
            and verb.lemma_ in {"be", "spend"} | scope.lexicon.all("stay_verbs")
            and verb.dep_ != "advcl"
        ):
            prep = next(prep for prep, other in spots if other == noun)
            mode = (
                "beyond"
                if prep == "outside"
                else "only"
                if (whole and verb.lemma_ != "be") or (whole and noun.text[:1].islower())
                else "at"
            )
            yield _stays(ref, _value(noun, scope, moment, mode), verb)
        elif noun is None and aboard is not None and verb.lemma_ == "be":
            yield Found(
                ref, "seen", Value(kind="text", text="aboard", unit=moment.written("seen")), verb, sure=90, momentary=True, importance=1
            )
        elif verb.dep_ in ("ROOT", "conj", "ccomp", "parataxis", "advcl", "relcl") and (
            noun is not None or (moment.told and verb.lemma_ not in ("be", "have"))
        ):
            yield Found(ref, "seen", _value(noun, scope, moment, "seen"), verb, sure=90, momentary=True, importance=1)
        if moment.told and noun is not None and ("other" in moment.flags or verb.tag_ == "VBD"):
            yield Found(ref, "been", _value(noun, scope, moment, "been"), verb, sure=90, importance=1)
