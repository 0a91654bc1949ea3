"""What is left in hand: "two flares left", "240 crates in the hold", "Belt: eighteen", "the well is dry"; and what is taken out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm_engine.extraction.matters import Matter, matter
from gm_engine.extraction.names import snake
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.extraction.values import number, whole

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

PARTY = frozenset({"you", "we", "your", "our", "us"})
LEFT = frozenset({"left", "remaining", "remain", "remains"})
HOLDING = frozenset({"have", "carry", "hold", "contain", "get", "keep", "count", "own", "list", "show"})
INSIDE = frozenset({"in", "inside", "aboard", "on", "within"})
SHOTS = frozenset({"shot", "round", "bullet", "time", "shell", "ball", "load"})
MOST_SHOTS = 12
TIMES = {"once": 1, "twice": 2, "thrice": 3}
DRY = frozenset({"dust", "sand", "mud", "nothing", "stones", "empty", "dry", "rope", "none", "no"})
SHEET = frozenset({":", "—", "–"})
UNITS_OF_TIME = frozenset({"day", "week", "hour", "meal"})


@dataclass(frozen=True)
class Lot:
    """So many of a thing: ``unit`` says of what, ``rough`` whether about so many."""

    count: int
    unit: str
    rough: bool
    noun: "Token"


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of what is left, of what is empty, and of shots fired."""
    if token.is_sent_start:
        yield from _sheet(token, scope)
        yield from _loads(token, scope)
    if token.pos_ in ("NOUN", "PROPN") and token.tag_ in ("NNS", "NN") and token.dep_ not in ("compound", "nmod"):
        yield from _counted(token, scope)
    if token.pos_ in ("VERB", "NOUN", "ADJ"):
        yield from _fired(token, scope)
    if token.lower_ in scope.lexicon.all("empty_words") and token.dep_ in ("acomp", "attr", "oprd", "amod", "advmod", "ROOT", "conj"):
        yield from _empty(token, scope)
    if token.lower_ in scope.lexicon.all("full_words"):
        yield from _full(token, scope)
    if token.pos_ == "VERB" and token.lemma_ in scope.lexicon.all("take_out"):
        yield from _drawn(token, scope)


def lot(noun: "Token", scope: Scope) -> Lot | None:
    """How many of what: "three sticks of dynamite", "all nine flares", "eight oxygen cells"; None where nothing is counted."""
    numbers = [child for child in noun.lefts if child.dep_ == "nummod" or child.lower_ in scope.lexicon.all("number_words")]
    if (
        not numbers
        or noun.lemma_.lower()
        in scope.lexicon.all("not_counted") | scope.lexicon.all("length_units") | scope.lexicon.all("money_units") | UNITS_OF_TIME
    ):
        return None
    words = sorted((word for child in numbers for word in child.subtree), key=lambda word: word.i)
    loose = scope.lexicon.all("approximate")
    count = number(
        [word.text for word in words if word.text != "-" and word.lower_ not in loose | {"all", "not", "still", "the"}], scope.lexicon
    )
    lefts = {child.lower_ for child in noun.lefts}
    if words[0].i > noun.sent.start and noun.doc[words[0].i - 1].lower_ == "not" and count == 1:
        count = 0
    if count is None or lefts & {"more", "other", "another", "extra", "new", "first", "last", "further", "additional", "these", "those"}:
        return None
    if any(child.dep_ == "poss" and child.lower_ not in PARTY for child in noun.lefts):
        return None
    rough = (
        any(word.lower_ in loose for word in noun.doc[max(noun.sent.start, words[0].i - 2) : noun.i]) or lefts & {"or", "couple"} != set()
    )
    unit = noun.lemma_.lower()
    of = next((inner for prep in noun.rights if prep.lower_ == "of" for inner in prep.children if inner.dep_ == "pobj"), None)
    if of is not None and (of.pos_ == "PRON" or of.lower_ == "them"):
        return None
    if of is not None:
        unit = f"{of.lemma_.lower()} {unit}"
    marks = [child.lemma_.lower() for child in noun.lefts if child.dep_ in ("compound", "nmod") and child.pos_ in ("NOUN", "PROPN")]
    return Lot(count, " ".join([*marks, unit]), rough, noun)


def _counted(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "Two flares left", "you have six potions", "there are eight cells in the rack", "the hold contains 212 crates"."""
    found = lot(noun, scope)
    if found is None:
        return
    verb = _governor(noun)
    doc = noun.doc
    following = {word.lower_ for word in doc[noun.i + 1 : min(noun.i + 4, noun.sent.end)]}
    before = {word.lower_ for word in doc[max(noun.sent.start, noun.i - 5) : noun.i]}
    left = bool(following & LEFT) or (verb is not None and verb.lemma_ == "remain" and noun.dep_ == "nsubj") or {"down", "to"} <= before
    if found.count == 1 and not left and not before & {"only", "single"}:
        return  # "one clean shot" counts nothing
    denied = verb is not None and any(child.dep_ == "neg" and child.i < noun.i for child in verb.children)
    if any(child.dep_ == "relcl" for child in noun.children) or (denied and found.count):
        return
    boxes = _boxes(noun, verb, scope)
    if boxes is None:
        return
    holder = _holder(noun, verb, scope)
    if holder is None:
        return
    there = verb is not None and verb.lemma_ == "be" and any(child.dep_ == "expl" for child in verb.children)
    held = verb is not None and verb.lemma_ in HOLDING and noun.dep_ == "dobj" and (holder.id == scope.you or bool(boxes))
    told = left or (held and verb is not None and verb.lemma_ != "keep") or (there and bool(boxes))
    if not told and not (verb is None or verb.pos_ not in ("VERB", "AUX")):
        return
    if not told and not _listed(noun, scope):
        return
    box = next(iter(boxes), None)
    value = whole(found.count, found.unit, f"{found.count} {found.unit}", found.rough, box.ref.id if box is not None else None)
    yield Found(holder, "stock", value, noun, sure=86)


def _governor(noun: "Token") -> "Token | None":
    at, steps = noun, 0
    while at.head != at and steps < 4:
        at, steps = at.head, steps + 1
        if at.pos_ in ("VERB", "AUX"):
            return at
    return None


def _listed(noun: "Token", scope: Scope) -> bool:
    """True for what a list of goods tells without a verb."""
    return any(word.lower_ in scope.lexicon.all("inventories") for word in noun.sent)


def _boxes(noun: "Token", verb: "Token | None", scope: Scope) -> list[Matter] | None:
    """Where the things lie, the thing itself named first; None for somebody else's."""
    places = [
        inner for word in (noun, verb) if word is not None for prep, inner in after(word) if prep.lower_ in INSIDE and inner.i > word.i
    ]
    subjects = scope.subject_tokens(verb) if verb is not None and verb.lemma_ in ("hold", "contain", "show", "list", "have") else []
    found = []
    for place in [*places, *(word for word in subjects if word.pos_ == "NOUN")]:
        owners = [child for child in place.lefts if child.dep_ == "poss"]
        if any(child.lower_ not in PARTY | {"its"} for child in owners):
            return None
        if place.pos_ == "NOUN" and place.lemma_.lower() in scope.lexicon.all("containers") and (about := matter(place, scope)) is not None:
            found.append(Matter(Ref(f"the_{snake(place.lemma_.lower())}", 84), about.marks))
    return found


def _holder(noun: "Token", verb: "Token | None", scope: Scope) -> Ref | None:
    """Who has them: whoever has, by the words, else the one who is addressed."""
    party = Ref(scope.you or "you", 90)
    if verb is None or verb.lemma_ not in HOLDING | {"leave"}:
        return party
    for token in scope.subject_tokens(verb):
        if token.lower_ in PARTY or token.i == noun.i:
            return party
        ref = scope.who(token)
        if ref is not None and scope.kind(ref) == "character":
            return ref
        if token.pos_ in ("PRON", "PROPN") or token.lemma_.lower() not in scope.lexicon.all("containers"):
            return None
    return party


def _sheet(first: "Token", scope: Scope) -> Iterator[Found]:
    """The lines of a sheet: "Colt: six; belt, eighteen", "Winchester: three left", "Flares: two"."""
    tokens = [token for token in first.sent if not token.is_space]
    if len(tokens) > 40 or not any(token.text in SHEET for token in tokens):
        return
    if not tokens[0].text[:1].isupper() or tokens[0].tag_ in ("PRP", "EX", "MD"):
        return
    name: list[str] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.text in SHEET or (token.text == "," and name):
            rest = tokens[at + 1 : at + 4]
            words = []
            for word in rest:
                if word.text == "-" or number([word.text], scope.lexicon) is not None or word.lower_ == "none":
                    words.append("zero" if word.lower_ in ("none", "no") else word.text)
                else:
                    break
            count = number([word for word in words if word != "-"], scope.lexicon) if words else None
            after_it = rest[len(words)] if len(words) < len(rest) else None
            closed = (
                after_it is None
                or after_it.text in (".", ";", ",")
                or after_it.lower_ in LEFT | SHOTS | {"loads", "rounds", "shells", "balls", "cartridges"}
            )
            listed = rest[len(words) + 1 :][:1]
            several = after_it is not None and after_it.text == "," and bool(listed) and number([listed[0].text], scope.lexicon) is not None
            left = any(word.lower_ in LEFT for word in rest)
            known = bool(name) and (
                left or name[-1] in scope.lexicon.all("arms") | scope.lexicon.all("shells") | scope.lexicon.all("supplies")
            )
            if count is not None and closed and known and not several and len(name) <= 3:
                unit = " ".join(name)
                yield Found(Ref(scope.you or "you", 86), "stock", whole(count, unit, f"{unit}: {count}"), token, sure=86, settled=True)
            name, at = [], at + 1 + len(words)
            continue
        name = (
            [*name, token.lemma_.lower()] if token.is_alpha and (token.pos_ in ("NOUN", "PROPN", "ADJ") or token.text[:1].isupper()) else []
        )
        at += 1


def _loads(first: "Token", scope: Scope) -> Iterator[Found]:
    """ "Two rounds in the Webley, none in your pockets", "two in the Colt, none in the belt": what each arm holds, in a fragment."""
    if any(token.tag_ in ("VBZ", "VBP", "VBD", "MD") for token in first.sent):
        return
    for prep in first.sent:
        if prep.lower_ not in ("in", "on") or prep.i == first.i or prep.i + 2 >= len(prep.doc):
            continue
        told = prep.doc[prep.i - 1]
        shells = told.lemma_.lower() in scope.lexicon.all("shells") | {"ball"}
        told = prep.doc[prep.i - 2] if shells and prep.i - 2 >= first.i else told
        count = 0 if told.lower_ in ("none", "nothing") else number([told.text], scope.lexicon)
        arm = prep.doc[prep.i + 2] if prep.doc[prep.i + 1].lower_ in ("the", "your") else prep.doc[prep.i + 1]
        if count is not None and arm.lemma_.lower() in scope.lexicon.all("arms"):
            unit = arm.lemma_.lower()
            yield Found(Ref(scope.you or "you", 86), "stock", whole(count, unit, f"{unit}: {count}"), first, sure=86, settled=True)


def _fired(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "You fire three times", "five shots in one breath": so many shots of the one who is addressed."""
    count = None
    if token.lemma_ in ("fire", "shoot", "loose", "empty") and token.pos_ != "NOUN":
        if not any(word.lower_ == "you" for word in scope.subject_tokens(token)):
            return
        if any(objects(token)) and not any(noun.lemma_ in SHOTS or noun.lemma_ in ("arrow", "bolt") for noun in objects(token)):
            return
        for child in token.children:
            if child.lower_ in TIMES:
                count = TIMES[child.lower_]
            elif child.lemma_ in SHOTS | {"arrow", "bolt"} and child.dep_ in ("npadvmod", "dobj", "dep"):
                count = number(
                    [word.text for word in child.lefts if word.lower_ in scope.lexicon.all("number_words") or word.text.isdigit()],
                    scope.lexicon,
                )
    elif token.lemma_ == "shot" and token.i - token.sent.start <= 2 and token.dep_ in ("ROOT", "dep", "nsubj", "npadvmod"):
        count = number([word.text for word in token.lefts if word.lower_ in scope.lexicon.all("number_words")], scope.lexicon)
        rest = [word.lower_ for word in token.doc[token.i + 1 : token.i + 8]]
        if not (rest[:1] == [","] or {"breath", "row", "seconds", "heartbeats"} & set(rest)):
            return
    if count and count <= MOST_SHOTS:
        unit = next((noun.lemma_ for noun in objects(token) if noun.lemma_ in ("arrow", "bolt")), "shot")
        yield Found(Ref(scope.you or "you", 84), "spent", whole(count, unit, f"{count} {unit}s"), token, sure=86, momentary=True)


def _things(token: "Token", scope: Scope) -> list[Matter]:
    """What a word for empty or full is said of."""
    head = token.head
    if token.dep_ == "amod":
        return []
    verb = token if token.dep_ == "ROOT" else head
    nouns = scope.subject_tokens(verb) if verb.pos_ in ("VERB", "AUX") else []
    if head.lemma_ in ("come", "go", "run", "stand", "sit", "lie", "be", "hang") or head.pos_ == "AUX":
        return [
            found
            for noun in nouns
            if noun.pos_ in ("NOUN", "PROPN")
            and noun.lemma_.lower() in scope.lexicon.all("vessels")
            and (found := _vessel(noun, scope)) is not None
        ]
    return []


def _vessel(noun: "Token", scope: Scope) -> Matter | None:
    """A well, a tank, a box: by its own noun and the marks beside it, whoever's it is."""
    if any(child.lower_ in ("other", "another", "second", "every", "no", "some", "any", "a", "an") for child in noun.lefts):
        return None
    about = matter(noun, scope)
    if about is None and noun.tag_ == "NNS":
        about = Matter(Ref("x", 80), frozenset(child.lemma_.lower() for child in noun.lefts if child.dep_ in ("compound", "nmod")))
    return Matter(Ref(f"the_{snake(noun.lemma_.lower())}", 84), about.marks) if about is not None else None


def _state(thing: Matter, word: str, at: "Token", *, momentary: bool = False) -> Found:
    value = enum(word).model_copy(update={"unit": " ".join(sorted(thing.marks))})
    return Found(thing.ref, "fill", value, at, sure=86, momentary=momentary)


def _empty(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "the cistern is dry", "the tin is empty now"."""
    for thing in _things(token, scope):
        yield _state(thing, "empty", token.head if token.dep_ != "ROOT" else token)


def _full(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "the tank is three-quarters full", "the gauge sits at three-quarters", "you haul up the bucket, brim full"."""
    for thing in _things(token, scope):
        yield _state(thing, "full", token.head)


def _behind(thing: "Token") -> "list[tuple[Token, Token]]":
    inner = [noun for prep in thing.rights if prep.lower_ == "of" for noun in prep.children if noun.dep_ == "pobj"]
    return [pair for word in [thing, *inner] for pair in after(word, "from", "out")]


def _vessel_before(pronoun: "Token", scope: Scope) -> "Token":
    """The box or well that "it" takes up in the same sentence."""
    earlier = [
        word
        for word in pronoun.doc[pronoun.sent.start : pronoun.i]
        if word.pos_ == "NOUN" and word.lemma_.lower() in scope.lexicon.all("vessels")
    ]
    return earlier[-1] if earlier else pronoun


def _some_of(part: "Token", scope: Scope) -> Lot | None:
    """ "two of the candles"."""
    of = next((inner for prep in part.rights if prep.lower_ == "of" for inner in prep.children if inner.dep_ == "pobj"), None)
    count = number([part.text], scope.lexicon) if part.pos_ == "NUM" and of is not None else None
    return Lot(count, of.lemma_.lower(), False, of) if count is not None and of is not None and of.pos_ == "NOUN" else None


def _drawn(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "you take two bars from the strongbox", "you draw a bucket from the well": there was something in it."""
    taken = objects(verb)
    dusty = any(word.lower_ in DRY for word in verb.sent)
    if not taken or dusty:
        return
    water = any(thing.lemma_.lower() in ("bucket", "water", "pail") for thing in taken)
    nouns = [noun for _, noun in [*after(verb, "from", "of", "out"), *(pair for thing in taken for pair in _behind(thing))]]
    if water and verb.lemma_ in ("draw", "haul", "pull", "lift", "fill", "dip", "fetch"):
        nouns += [noun for _, noun in after(verb, "at") if noun.lemma_.lower() in ("well", "pump", "spring", "cistern", "trough")]
    for told in nouns:
        noun = _vessel_before(told, scope) if told.lower_ == "it" else told
        if noun.lemma_.lower() not in scope.lexicon.all("vessels") or any(thing.lemma_ == noun.lemma_ for thing in taken):
            continue
        thing = _vessel(noun, scope)
        for part in taken:
            if (some := _some_of(part, scope) or lot(part, scope)) is not None and any(
                word.lower_ == "you" for word in scope.subject_tokens(verb)
            ):
                yield Found(
                    Ref(scope.you or "you", 84),
                    "spent",
                    whole(some.count, some.unit, f"{some.count} {some.unit}"),
                    verb,
                    sure=84,
                    momentary=True,
                )
        if thing is not None:
            yield _state(thing, "in use", verb, momentary=True)
