"""Bodies: eyes, hair, scars, limbs and what is missing of them, build, clothes."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.extraction.values import colour

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

SHADES = frozenset({"pale", "dark"})
PERSONS = frozenset(
    {"giant", "person", "figure", "creature", "soul", "youth", "stranger", "sort", "beauty", "brute", "body", "one", "child", "thing"}
)
PARTED = frozenset({"eyed", "haired", "handed", "bearded", "legged", "armed", "shouldered"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of somebody's body."""
    if token.pos_ in ("NOUN", "PROPN"):
        lemma = token.lemma_.lower()
        if lemma == "eye" or lemma in scope.lexicon.all("hair_words") or token.lower_ in scope.lexicon.all("hair_words"):
            yield from _coloured(token, scope, "eyes" if lemma == "eye" else "hair")
        if lemma in scope.lexicon.all("parts"):
            yield from _limb(token, scope)
        if lemma == "sleeve":
            yield from _sleeve(token, scope)
        if lemma == "scar":
            yield from _scar(token, scope)
        if token.lower_ in scope.lexicon.all("beard_words"):
            yield from _beard(token, scope)
        if lemma == "limp":
            yield from _limp_noun(token, scope)
    if token.lower_ == "they" and token.dep_ == "nsubj" and token.head.lemma_ == "be":
        yield from _they(token, scope)
    if token.lower_.rpartition("-")[2] in PARTED or (
        token.pos_ in ("ADJ", "VERB", "NOUN") and token.dep_ in ("acomp", "amod", "attr", "conj", "appos", "advcl", "acl", "ROOT", "oprd")
    ):
        yield from _adjective(token, scope)
    if token.pos_ == "VERB":
        yield from _verb(token, scope)


def possessor(noun: "Token", scope: Scope) -> tuple[Ref, "Token", bool] | None:
    """Whose body part it is, the token whose clause says so, and whether it is said to be there.

    "her eyes", "she has gray eyes", "a woman with gray eyes".
    """
    ref = scope.owner(noun)
    if ref is not None:
        return (ref, noun, True) if scope.kind(ref) == "character" else None
    head = noun.head
    if noun.dep_ == "dobj" and head.lemma_ in ("have", "sport", "wear", "grow"):
        for subject in scope.subjects(head):
            if scope.kind(subject) == "character":
                return subject, head, not scope.has_no(noun)
    if noun.dep_ == "pobj" and head.lower_ in ("with", "without") and head.dep_ == "prep":
        ref = scope.person(head.head)
        if ref is None and head.head.lemma_ == "be":
            ref = next(iter(scope.subjects(head.head)), None)
        if ref is None and head.head.dep_ in ("attr", "appos"):
            ref = scope.person(head.head.head) if head.head.dep_ == "appos" else next(iter(scope.subjects(head.head.head)), None)
        if ref is None and head.head.pos_ == "VERB":
            ref = next(iter(scope.subjects(head.head)), None)
        if ref is not None and scope.kind(ref) == "character":
            return ref, head, head.lower_ == "with" and not scope.has_no(noun)
    if not any(child.dep_ == "poss" for child in noun.lefts) and (ref := scope.sketched(noun)) is not None:
        return ref, noun, not scope.has_no(noun)
    if noun.dep_ == "conj":
        return possessor(noun.head, scope) if noun.head.pos_ in ("NOUN", "PROPN") else None
    return None


def _said_of(noun: "Token") -> "list[Token]":
    """What is said of a noun by a copula: "her eyes are gray and cold", "her eyes, which are gray"."""
    clauses = [noun.head] if noun.dep_ in ("nsubj", "nsubjpass") else []
    clauses += [child for child in noun.rights if child.dep_ == "relcl" and any(word.lower_ in ("which", "that") for word in child.lefts)]
    for clause in clauses:
        if clause.lemma_ in ("be", "look", "turn", "go", "remain", "seem"):
            found = [child for child in clause.children if child.dep_ in ("acomp", "attr", "oprd")]
            return [*found, *(word for child in found for word in child.conjuncts)]
    return []


def _coloured(noun: "Token", scope: Scope, relation: str) -> Iterator[Found]:
    if (relation == "eyes") != (noun.tag_ in ("NNS", "NNPS")) and noun.lemma_ in ("eye", "hair"):
        return  # "a gray eye" and "no gray hairs" tell of one eye and of some hairs
    held = possessor(noun, scope)
    if held is None or (scope.lexicon.all("pictures") - {"mirror", "frame"}) & {token.lemma_.lower() for token in noun.sent}:
        return  # a portrait may lie
    subject, at, there = held
    said = [token for token in _said_of(noun) if token.head.lemma_ in ("be", "turn") or token.dep_ == "conj"]
    word = colour([token.lower_ for token in said], scope.lexicon)
    place = said[0].head if word else at
    if word is None:
        word = colour([token.lower_ for token in scope.adjectives(noun) if token.lower_ not in SHADES], scope.lexicon)
    if word is None or (relation == "eyes" and word in ("red", "bald", "white", "fair")) or word in SHADES:
        return
    yield Found(subject, relation, enum(word), place, polarity=there)


def _they(pronoun: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "You meet Thorne's eyes. They are gray.": the eyes are the only ones whom the sentence before can mean."""
    start = pronoun.sent.start
    before = pronoun.doc[start - 1].sent if start else ()
    many = [noun for noun in before if noun.tag_ in ("NNS", "NNPS")]
    ref = scope.owner(many[0]) if len(many) == 1 and many[0].lemma_ == "eye" else None
    word = colour([token.lower_ for token in _said_of(pronoun)], scope.lexicon)
    if ref is not None and word is not None and word not in SHADES and scope.kind(ref) == "character":
        yield Found(ref, "eyes", enum(word), pronoun.head, sure=88)


def side(noun: "Token") -> str | None:
    """left or right, where the words before a noun say so."""
    for child in noun.lefts:
        if child.lower_ in ("left", "right"):
            return child.lower_
    return None


def _limb(noun: "Token", scope: Scope) -> Iterator[Found]:
    which = side(noun)
    if which is None or noun.tag_ in ("NNS", "NNPS"):
        return
    relation = f"{which}_{scope.lexicon.map('parts')[noun.lemma_.lower()]}"
    if (relation.endswith("leg") and noun.lemma_ in ("knee",)) or noun.lemma_ in ("wrist", "elbow"):
        return
    states = scope.lexicon.map("part_states")
    held = possessor(noun, scope)
    if held is not None:
        subject, at, there = held
        if not there:
            yield Found(subject, relation, enum("missing"), at)
            return
        for token in _said_of(noun):
            if token.lower_ in states or token.lemma_ in states:
                yield Found(subject, relation, enum(states.get(token.lower_, states.get(token.lemma_, ""))), noun.head)
                return
        for token in scope.adjectives(noun):
            if token.lower_ in states:
                yield Found(subject, relation, enum(states[token.lower_]), at)
                return
        if noun.dep_ == "nsubjpass" and noun.head.lemma_ in states:
            yield Found(subject, relation, enum(states[noun.head.lemma_]), noun.head, lasting=True)
            return
        if noun.dep_ == "dobj" and noun.head.lemma_ in states and noun.head.lemma_ not in (*scope.lexicon.all("lose_verbs"), "go"):
            yield Found(subject, relation, enum(states[noun.head.lemma_]), noun.head, lasting=True)
            return
    if noun.dep_ == "dobj" and noun.head.lemma_ in scope.lexicon.all("lose_verbs"):
        if noun.head.lemma_ == "miss" and noun.head.tag_ != "VBG":
            return
        for subject in scope.subjects(noun.head):
            if scope.kind(subject) == "character":
                yield Found(subject, relation, enum("missing"), noun.head, lasting=True)


def _sleeve(noun: "Token", scope: Scope) -> Iterator[Found]:
    """An empty sleeve, or one that is pinned up, is an arm that is missing."""
    which = side(noun)
    held = possessor(noun, scope) if which else None
    if held is None:
        return
    words = [*scope.adjectives(noun), *_said_of(noun), *(child for child in noun.children if child.dep_ == "acl")]
    if noun.dep_ == "nsubjpass":
        words += [noun.head, *(child for child in noun.head.children if child.dep_ in ("oprd", "acomp", "advmod"))]
    if any(word.lower_ in ("empty", "pinned") for word in words):
        yield Found(held[0], f"{which}_arm", enum("missing"), held[1], held[2], sure=85)


def _scar(noun: "Token", scope: Scope) -> Iterator[Found]:
    where = _marked(noun, scope)
    held = possessor(noun, scope)
    if held is not None:
        if where is not None:
            yield Found(held[0], "scar", enum(where), held[1], polarity=held[2])
        elif not held[2]:
            yield Found(held[0], "scar", enum("any"), held[1], polarity=False)
        return
    verb = noun.head
    there = noun.dep_ == "attr" and any(child.dep_ == "expl" for child in verb.children)
    if (noun.dep_ == "nsubj" or there) and verb.pos_ in ("VERB", "AUX"):
        places = [*objects(verb), *(inner for _, inner in after(verb)), *(inner for _, inner in after(noun))]
        for place in places:
            owner = scope.owner(place)
            if owner is not None and scope.kind(owner) == "character" and (spot := _spot(place, scope)):
                yield Found(owner, "scar", enum(spot), verb, sure=90)
                return


def _marked(noun: "Token", scope: Scope) -> str | None:
    for _, inner in after(noun, "on", "across", "over", "down", "along", "above", "below", "through", "under", "beneath"):
        if spot := _spot(inner, scope):
            return spot
    if noun.head.pos_ in ("VERB", "AUX"):
        for _, inner in after(noun.head, "on", "across", "over", "down", "along", "above", "below", "through", "under"):
            if spot := _spot(inner, scope):
                return spot
    return None


def _spot(noun: "Token", scope: Scope) -> str | None:
    if noun.lemma_.lower() not in scope.lexicon.all("marks_on"):
        return None
    which = side(noun)
    return f"{which} {noun.lemma_.lower()}" if which else noun.lemma_.lower()


def _beard(noun: "Token", scope: Scope) -> Iterator[Found]:
    held = possessor(noun, scope)
    if held is not None:
        kind = str(scope.lexicon.map("beard_words")[noun.lower_])
        if not held[2] and scope.adjectives(noun):
            return
        said = [token for token in _said_of(noun) if token.head.lemma_ == "be" or token.dep_ == "conj"]
        words = [token.lower_ for token in said] + [token.lower_ for token in scope.adjectives(noun) if token.lower_ not in SHADES]
        shade = colour(words, scope.lexicon)
        full = f"{shade} {kind}" if shade and shade != "bald" else kind
        yield Found(held[0], "beard", enum(full if held[2] else "none"), held[1], sure=90)


def _limp_noun(noun: "Token", scope: Scope) -> Iterator[Found]:
    held = possessor(noun, scope)
    if held is not None:
        legs = [leg for _, leg in [*after(noun, "in", "on"), *after(held[1], "in", "on")] if leg.lemma_ in ("leg", "foot")]
        which = next((side(leg) for leg in legs if side(leg)), None)
        yield Found(held[0], "limp", enum(f"{which} leg" if which else "any"), held[1], polarity=held[2])


def _adjective(token: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "gray-eyed", "left-handed", "tall", "clean-shaven", "one-armed"."""
    words = scope.lexicon
    lower = token.lower_
    states: list[tuple[str, str]] = []
    if token.pos_ == "VERB" and lower not in words.all("beard_states") and "-" not in lower:
        return
    if lower in words.all("heights") and not (lower in ("short", "small") and token.dep_ not in ("acomp", "amod", "conj")):
        states.append(("height", str(words.map("heights")[lower])))
    if lower in words.all("builds"):
        states.append(("build", str(words.map("builds")[lower])))
    if lower in words.all("beard_states"):
        states.append(("beard", str(words.map("beard_states")[lower])))
    if lower == "bald":
        states.append(("hair", "bald"))
    if lower in ("lame", "blind", "deaf") or (lower in words.all("part_states") and token.dep_ == "acomp"):
        for _, part in [*after(token, "in", "of"), *(after(token.head, "in", "of") if token.dep_ == "acomp" else ())]:
            which, kind = side(part), words.map("parts").get(part.lemma_)
            if which and kind and lower == "lame":
                states.append(("limp", f"{which} leg"))
            elif which and kind:
                states.append((f"{which}_{kind}", str(words.map("part_states").get(lower, lower))))
    if lower == "lame" and not states:
        states.append(("limp", "any"))
    first, _, last = lower.replace("‑", "-").rpartition("-")
    if last in PARTED:
        shade = colour([first, first.rpartition("-")[2]], words)
        if last == "eyed" and shade:
            states.append(("eyes", shade))
        if last == "haired" and shade:
            states.append(("hair", shade))
        if last == "bearded" and shade:
            states.append(("beard", f"{shade} beard"))
        if last == "handed" and first in ("left", "right"):
            states.append(("handed", f"{first}-handed"))
    if not states:
        return
    for subject in described(token, scope):
        for relation, word in states:
            if lower in ("small", "tiny", "short") and subject.sure < 90:
                continue  # "He was small and woolly" may well be a bear
            yield Found(subject, relation, enum(word), token if token.dep_ != "acomp" else token.head, sure=92)


def described(token: "Token", scope: Scope) -> list[Ref]:
    """Which characters an adjective describes: "a tall man" is he who is one, "tall Jack", "he is tall"."""
    found: list[Ref] = []
    if token.i + 1 < len(token.doc) and token.i + 1 in scope.passage.names and token.dep_ not in ("acomp", "oprd"):
        ref = scope.who(token.doc[token.i + 1])
        found = [ref] if ref else []
    elif any(child.dep_ == "auxpass" for child in token.children):
        found = scope.subjects(token)
    elif token.dep_ in ("acomp", "oprd"):
        if token.head.lemma_ in ("be", "stand", "grow", "remain"):
            found = scope.subjects(token.head)
    elif token.dep_ == "amod":
        noun = token.head
        ref = scope.who(noun)
        if ref is not None:
            found = [ref]
        elif (
            noun.dep_ == "attr"
            and noun.head.lemma_ == "be"
            and noun.lemma_
            in (PERSONS | scope.lexicon.all("gender_nouns.he") | scope.lexicon.all("gender_nouns.she") | scope.lexicon.all("roles"))
        ):
            found = scope.subjects(noun.head)
        elif noun.dep_ == "appos":
            ref = scope.who(noun.head)
            found = [ref] if ref else []
    elif token.dep_ == "acl" and token.head.i in scope.passage.names:
        ref = scope.who(token.head)
        found = [ref] if ref else []
    elif token.dep_ in ("conj", "appos") and token.head.pos_ in ("ADJ", "NOUN", "PROPN"):
        if token.head.dep_ in ("acomp", "amod"):
            found = described(token.head, scope)
        elif token.dep_ == "appos":
            ref = scope.who(token.head)
            found = [ref] if ref else []
    return [ref for ref in found if scope.kind(ref) == "character"]


def _verb(verb: "Token", scope: Scope) -> Iterator[Found]:
    if verb.lemma_ == "limp":
        near = [inner for _, inner in after(verb, "on", "in", "with")]
        leg = next((inner for inner in near if inner.lemma_ in ("leg", "foot", "left", "right")), None)
        which = leg.lower_ if leg is not None and leg.lower_ in ("left", "right") else side(leg) if leg is not None else None
        for subject in scope.subjects(verb):
            if scope.kind(subject) == "character":
                yield Found(subject, "limp", enum(f"{which} leg" if which else "any"), verb)
    elif verb.lemma_ in scope.lexicon.all("wear_verbs"):
        for thing in objects(verb):
            if thing.lower_ in scope.lexicon.all("hair_words") or thing.lower_ in scope.lexicon.all("beard_words"):
                continue
            if thing.pos_ != "NOUN" or thing.lemma_ in ("look", "expression", "smile", "face", "air", "beard", "moustache", "mustache"):
                continue
            for subject in scope.subjects(verb):
                if scope.kind(subject) == "character":
                    yield Found(subject, "wears", scope.text(thing), verb, polarity=not scope.has_no(thing))
