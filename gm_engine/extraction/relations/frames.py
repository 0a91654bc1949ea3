"""What is never done, always done, or was done once: a subject, a verb and the head of what goes with it.

A frame is kept as words in the value's text, and to be compared as ``SCOPE VERB KEY…`` in its unit. What is denied has one key;
what is told has all the keys under which it may be denied: "shot Pike" was a shot at ``@pike``, at a ``person``, at anything (``*``).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.relations.frame_words import habitual, key_of, keys_of, lifelong, scope_of, since, unnarrowed
from gm_engine.extraction.scope import Found, Scope, after, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

NOBODY = frozenset({"nobody", "none", "no-one", "noone"})
ANYBODY = frozenset({"one", "man", "soul", "person", "body"})
STAYS = frozenset({"live", "dwell", "reside", "work", "winter", "serve", "stay", "study", "spend", "be", "learn", "go", "travel", "teach"})
WAYS = frozenset({"to", "in", "at", "into", "inside", "through"})
TOO_PLAIN = frozenset({"do", "have", "seem", "look", "say", "know", "think", "feel", "appear", "become"})
LIVING = frozenset({"live:in", "live:at", "sleep:in", "work:in"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a verb says of what is never, always or long since done."""
    if token.pos_ not in ("VERB", "AUX") or token.dep_ in ("aux", "auxpass", "amod"):
        return
    if token.lemma_ == "be":
        yield from _abstains(token, scope)
    if token.lemma_ in TOO_PLAIN:
        return
    denied = _denied(token)
    if any(child.dep_ == "aux" and (child.tag_ == "MD" or child.lower_ == "to") for child in token.children) or token.dep_ == "xcomp":
        return
    when = _never(token, denied) if denied else scope_of(token, scope)
    if not when:
        return
    passive = any(child.dep_ == "auxpass" for child in token.children)
    if not passive:
        for subject in scope.subjects(token) if denied != "nobody" else ():
            if scope.kind(subject) == "character":
                yield from _done(subject, token, when, bool(denied), scope)
    yield from _suffered(token, when, denied, passive, scope)


def _denied(verb: "Token") -> str:
    """ "never", "not", "nobody" or nothing: how a clause is denied."""
    for child in verb.children:
        if child.dep_ in ("nsubj", "nsubjpass") and (
            child.lower_ in NOBODY or (child.lemma_.lower() in ANYBODY and any(word.lower_ == "no" for word in child.lefts))
        ):
            return "nobody"
        if child.lower_ == "never" or (child.dep_ == "neg" and any(word.lower_ in ("ever", "once") for word in verb.children)):
            return "never"
    if any(child.dep_ == "neg" for child in verb.children):
        return "not"
    none = [*objects(verb), *(noun for _, noun in after(verb))]
    return (
        "no"
        if any(
            noun.lower_ in ("nothing", "nobody", "none") or any(word.lower_ == "no" and word.dep_ == "det" for word in noun.lefts)
            for noun in none
        )
        else ""
    )


def _never(verb: "Token", denied: str) -> str:
    """The scope of what is denied; empty where it is denied of a moment, or of some cases only."""
    if any(
        child.dep_ == "advcl"
        or child.lower_ in ("before", "until", "without", "unless", "except", "but", "almost", "quite", "alone", "yet", "so")
        for child in verb.children
    ):
        return ""
    perfect = any(child.dep_ == "aux" and child.lower_ in ("has", "have", "'s", "'ve", "’s", "’ve") for child in verb.children)
    past = verb.tag_ == "VBD" or any(child.dep_ in ("aux", "auxpass") and child.tag_ == "VBD" for child in verb.children)
    if since(verb):
        return "since" if perfect else ""
    if denied in ("never", "nobody") and (perfect or (past and denied == "never" and lifelong(verb))):
        return "ever"
    if denied == "no" and perfect:
        return "ever"
    if denied == "never" and verb.tag_ in ("VBZ", "VBP"):
        return "habit"
    flatly = any(child.lower_ in ("does", "do") for child in verb.children if child.dep_ == "aux")
    told_flatly = any(word.lower_ == "all" and word.nbor(-1).lower_ == "at" for word in verb.subtree if word.i) or verb.lemma_ in (
        "smoke",
        "gamble",
    )
    return (
        "habit"
        if (denied == "no" and verb.tag_ == "VBZ" and verb.lemma_ in ("eat", "drink", "smoke", "carry")) or (flatly and told_flatly)
        else ""
    )


def _done(subject: Ref, verb: "Token", when: str, denied: bool, scope: Scope) -> Iterator[Found]:
    """What a person never or once did."""
    for act, keys, words in _frames(verb, when, denied, scope):
        if not denied and when == "deed" and act.partition("+")[0] not in scope.lexicon.all("frame_kept"):
            continue
        yield _found(subject, verb, when, act, keys, words, denied)


def _found(subject: Ref, verb: "Token", when: str, act: str, keys: list[str], words: str, denied: bool) -> Found:
    value = Value(kind="text", text=words.lower(), unit=" ".join([when, act, *keys]))
    negated = any(child.dep_ == "neg" or child.lower_ == "never" or child.lower_ in NOBODY for child in verb.children)
    return Found(subject, "does", value, verb, polarity=not denied or negated, sure=min(subject.sure, 90), importance=2)


def _frames(verb: "Token", when: str, denied: bool, scope: Scope) -> "Iterator[tuple[str, list[str], str]]":
    """The verb in its plain form, the keys of what goes with it, and the words of both."""
    act = str(scope.lexicon.map("frame_verbs").get(verb.lemma_, verb.lemma_))
    things = [noun for noun in objects(verb) if noun.dep_ == "dobj"]
    if habit := habitual(verb, things, denied, scope):
        yield habit, ["-"], _words(verb, things[:1], scope)
        return
    if act in scope.lexicon.all("frame_acts"):
        act = verb.lemma_
    things = _of_clause(verb, things)
    places = _stays(verb, things, denied, when, scope)
    for key, words in places:
        yield "visit", [key], words
    if things and not (act in ("visit", "enter") and (places or things[0].lemma_ in scope.lexicon.all("frame_stays"))):
        noun = things[0]
        if denied:
            if unnarrowed(verb, noun) and (key := key_of(noun, scope)):
                yield act, [key], _words(verb, [noun], scope)
        elif keys := keys_of(noun, scope):
            yield act, keys, _words(verb, [noun], scope)
    elif not places and (after(verb) or denied or when == "habit"):
        yield from _beside(verb, act, denied, when, scope)


def _of_clause(verb: "Token", things: "list[Token]") -> "list[Token]":
    """The objects, with the noun itself in a clause that tells of it: "the ship that he lost", "the man he killed"."""
    if verb.dep_ != "relcl" or verb.head.i > verb.i:
        return things
    subjects = [child for child in verb.children if child.dep_ in ("nsubj", "nsubjpass")]
    if things and things[0].lower_ in ("that", "which", "whom", "who"):
        return [verb.head]
    whose = bool(subjects) and not any(child.lower_ in ("who", "that", "which") for child in subjects)
    return [verb.head] if not things and whose else things


def _beside(verb: "Token", act: str, denied: bool, when: str, scope: Scope) -> "Iterator[tuple[str, list[str], str]]":
    """Verbs with a preposition, or with nothing: "sleeps in his chair", "swims"."""
    near = [(prep, noun) for prep, noun in after(verb) if not lifelong_words(noun)]
    if not near:
        if (
            denied
            and unnarrowed(verb, None)
            and not any(child.dep_ in ("acomp", "attr", "ccomp", "xcomp", "oprd") for child in verb.children)
            and act != "be"
        ):
            yield act, ["-"], _words(verb, [], scope)
        return
    prep, noun = near[0]
    if act == "be" or (denied and len(near) > 1):
        return
    key = key_of(noun, scope) if not denied or unnarrowed(verb, noun) else ""
    if key and (when in ("habit", "past") or denied):
        yield f"{act}:{prep.lower_}", [key], scope.original(verb, noun)


def lifelong_words(noun: "Token") -> bool:
    """True for "in his life", "in years"."""
    return noun.lemma_ in ("life", "year", "day", "memory", "time", "age", "decade")


def _stays(verb: "Token", things: "list[Token]", denied: bool, when: str, scope: Scope) -> "list[tuple[str, str]]":
    """Where somebody was, went or lived: named places, and prison, church, the army."""
    lemma = verb.lemma_
    if denied:
        if lemma == "set" and any(noun.lemma_ == "foot" for noun in things):
            nouns = [noun for child in [verb, *things] for _, noun in after(child)]
        elif lemma in ("be", "go", "travel", "journey", "come", "serve"):
            nouns = [noun for prep, noun in after(verb) if prep.lower_ in WAYS]
            nouns += _way_of(verb, scope)
        elif lemma in ("visit", "enter"):
            nouns = things
        else:
            return []
        if any(
            child.dep_ == "advmod" and child.lower_ not in ("never", "ever", "even", "once", "n't", "not") and not after(child, "of")
            for child in verb.children
        ):
            return []
    elif when == "past" or (when == "deed" and lemma in ("visit", "enter")):
        nouns = things if lemma in ("visit", "enter") else [noun for prep, noun in after(verb) if prep.lower_ in WAYS]
        nouns += [
            noun
            for child in verb.children
            if child.dep_ == "xcomp" and when == "past"
            for prep, noun in after(child)
            if prep.lower_ in WAYS
        ]
        nouns += _way_of(verb, scope) if when == "past" else []
        nouns += [
            noun
            for thing in things
            if thing.lemma_ in scope.lexicon.all("frame_times")
            for prep, noun in after(thing)
            if prep.lower_ in WAYS
        ]
        if lemma == "visit" and any(noun.lemma_ in scope.lexicon.all("frame_stays") for noun in nouns):
            return []
    else:
        return []
    found = []
    for noun in nouns:
        ref = scope.who(noun)
        direction = next(
            (child.lower_ for child in (noun.head.head,) if noun.head.lower_ == "of" and child.lower_ in scope.lexicon.all("directions")),
            "",
        )
        if ref is not None and scope.kind(ref) == "place" and ref.sure >= 75:
            found.append((f"{direction}@{ref.id}", scope.original(verb, noun) if noun.i > verb.i else scope.name(ref)))
        elif noun.lemma_ in scope.lexicon.all("frame_stays"):
            found.append((noun.lemma_, scope.original(verb, noun) if noun.i > verb.i else noun.text))
    return found


def _way_of(verb: "Token", scope: Scope) -> "list[Token]":
    """The place in "west of the river"."""
    ways = [child for child in verb.children if child.lower_ in scope.lexicon.all("directions")]
    return [noun for way in ways for _, noun in after(way, "of")]


def _suffered(verb: "Token", when: str, denied: str, passive: bool, scope: Scope) -> Iterator[Found]:
    """What is never, or was once, done to a thing or in a place, whoever did it."""
    act = str(scope.lexicon.map("frame_verbs").get(verb.lemma_, verb.lemma_))
    act = verb.lemma_ if act in scope.lexicon.all("frame_acts") else act
    if denied and denied not in ("nobody",) and not passive:
        return
    done = scope.subject_tokens(verb) if passive else objects(verb)
    named = [(f"~{act}", noun) for noun in done]
    if not passive and not done:
        named += [(f"~{act}:{prep.lower_}", noun) for prep, noun in after(verb)]
    for frame, noun in named:
        lives = frame[1:] in LIVING and verb.tag_ in ("VBZ", "VBP")
        kept = when != "deed" or act in scope.lexicon.all("frame_kept")
        ref = scope.who(noun)
        if ref is None or scope.kind(ref) not in ("place", "item") or ref.sure < 75 or not (kept or lives):
            continue
        if denied and not unnarrowed(verb, noun, subject=passive):
            continue
        words = scope.original(verb, verb) if passive else scope.original(*sorted((verb, noun), key=lambda token: token.i))
        yield _found(ref, verb, "habit" if lives else when, frame, ["-"], words, bool(denied))


def _abstains(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "is a teetotaler", "is a vegetarian"."""
    for noun in objects(verb, "attr", "acomp"):
        act = {
            "teetotaler": "drink",
            "teetotaller": "drink",
            "teetotal": "drink",
            "abstainer": "drink",
            "vegetarian": "eat",
            "pacifist": "kill",
        }.get(noun.lemma_.lower())
        if act in ("drink", "eat") and not _denied(verb):
            for subject in scope.subjects(verb):
                if scope.kind(subject) == "character":
                    text = "drinks liquor" if act == "drink" else "eats meat"
                    value = Value(kind="text", text=text, unit=f"habit {'drink+liquor' if act == 'drink' else 'eat+meat'} -")
                    yield Found(subject, "does", value, verb, polarity=False, sure=88, importance=2)


def _words(verb: "Token", things: "list[Token]", scope: Scope) -> str:
    return scope.original(verb, things[0]) if things and things[0].i > verb.i else verb.text
