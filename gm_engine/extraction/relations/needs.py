"""What acts need of a body: two legs to jump, two hands to clap, to have learned to swim."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

HANDY = frozenset({"hands", "arms", "fists", "boots", "feet", "legs", "eyes"})
BOTH_LEGS = frozenset({"boots", "feet", "legs"})
SPRUNG = frozenset({"run", "jump", "leap", "bound", "sprint", "bounds", "leaps"})
RATHER = frozenset({"try", "fail", "refuse", "want", "hope", "need", "pretend", "seem", "like", "love", "hate", "dream", "wish",
                    "learn", "forget", "cease", "stop", "use"})  # fmt: skip


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token shows that somebody has, by what they do with it."""
    lower = token.lower_
    if token.pos_ == "VERB" and token.tag_ != "VBN":
        if token.lemma_ in scope.lexicon.all("walk_verbs"):
            yield from _goes(token, scope)
        if token.lemma_ in scope.lexicon.all("limb_verbs"):
            yield from _handles(token, scope)
        if token.lemma_ in ("swim", "strike", "tread"):
            yield from _swims(token, scope)
    elif lower in HANDY and token.pos_ == "NOUN":
        yield from _pair(token, scope)
    elif lower in SPRUNG and token.dep_ == "pobj" and token.head.lower_ in ("at", "in"):
        yield from did(token.head.head, scope, "legs", "both", 78)
    elif lower in scope.lexicon.all("swim_ways"):
        yield from _strokes(token, scope)


def plain(verb: "Token") -> bool:
    """True for an act told as done: not tried, nor wished, nor denied."""
    if any(child.dep_ in ("neg", "auxpass") or child.lower_ in ("never", "can", "ca", "could", "cannot") for child in verb.children):
        return False
    return not (verb.dep_ in ("xcomp", "pcomp", "ccomp") and verb.head.lemma_ in RATHER)


def did(verb: "Token", scope: Scope, relation: str, value: str, sure: int, lasting: bool = False) -> Iterator[Found]:
    """The claim that whoever does this has or can what it takes; of ``can``, also once it is over (``lasting``)."""
    if not plain(verb):
        return
    kind = "text" if relation == "can" else "enum"
    for subject in scope.subjects(verb):
        if scope.kind(subject) == "character" and subject.id != scope.you and subject.sure >= 70:
            told = Value(kind="text", text=value) if kind == "text" else enum(value)
            yield Found(subject, relation, told, verb, sure=sure, momentary=not lasting, importance=1)


def _goes(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "climbs the ladder", "strolls in"; not "jumps at the chance", "runs a boarding-house", "runs out of flour"."""
    words, lemma = scope.lexicon, verb.lemma_
    if any(noun.lemma_ not in words.all("climbed") for noun in objects(verb)) or any(
        child.dep_ in ("xcomp", "ccomp") for child in verb.children
    ):
        return
    preps = [(prep.lower_, noun.lemma_) for prep, noun in after(verb)]
    if any(prep in ("of", "at", "for", "like") or noun in words.all("not_a_way") for prep, noun in preps):
        return
    if lemma in ("run", "climb") and any(child.dep_ == "prt" and child.lower_ in ("out", "over", "on", "off") for child in verb.children):
        return
    yield from did(verb, scope, "can", "walk", 84)
    if lemma in words.all("two_legged") or (
        lemma == "run" and any(prep in ("to", "up", "down", "across", "after", "into", "along") for prep, _ in preps)
    ):
        yield from did(verb, scope, "legs", "both", 80)


def _handles(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "claps her hands", "shuffles the cards", "plays the fiddle", "lights a cigarette", "stamps his foot"."""
    nouns, lemma = [noun.lemma_ for noun in objects(verb)], verb.lemma_
    if lemma == "clap":
        if (not nouns or "hand" in nouns) and not any(prep.lower_ in ("on", "to", "over", "in") for prep, _ in after(verb)):
            yield from did(verb, scope, "hands", "both", 84)
    elif lemma == "shuffle":
        if {"card", "deck", "pack"} & set(nouns):
            yield from did(verb, scope, "hands", "both", 70)
    elif lemma == "play":
        if scope.lexicon.all("played_by_two") & set(nouns):
            yield from did(verb, scope, "hands", "both", 72)
    elif lemma in ("stamp", "kick", "wiggle", "wriggle", "swing"):
        if {"foot", "leg", "toe", "heel", "boot"} & set(nouns):
            yield from did(verb, scope, "can", "walk", 78)
    elif nouns and (lemma != "light" or scope.lexicon.all("lit_by_hand") & set(nouns)):
        yield from did(verb, scope, "hands", "used", 74)


def _swims(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "swims the river", "swims like a fish", "struck out for the reef" in the water, "treads water"; not "swims her horse across"."""
    words, nouns, preps = scope.lexicon, objects(verb), after(verb)
    if verb.lemma_ == "swim":
        if all(noun.lemma_ in words.all("swum") for noun in nouns):
            lasting = verb.tag_ == "VBZ" and not nouns and all(prep.lower_ == "like" for prep, _ in preps)
            yield from did(verb, scope, "can", "swim", 82, lasting=lasting)
    elif verb.lemma_ == "tread":
        if any(noun.lemma_ == "water" for noun in nouns):
            yield from did(verb, scope, "can", "swim", 82)
    elif any(child.lower_ == "out" for child in verb.children):
        ashore = any(noun.lemma_ in words.all("shores") and prep.lower_ in ("for", "toward", "towards") for prep, noun in preps)
        if ashore and any(token.lemma_ in ("swim", "water", "wave", "stroke", "sea") for token in verb.sent):
            yield from did(verb, scope, "can", "swim", 76)


def _pair(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "stamps both feet", "both boots on the stairs", "laces the fingers of both hands", "runs on two legs"."""
    before = {token.lower_ for token in noun.doc[max(noun.i - 3, noun.sent.start) : noun.i]}
    if "both" not in before:
        return
    verb = noun.head
    if noun.lower_ in ("hands", "arms", "fists"):
        if (
            noun.dep_ == "pobj"
            and verb.lower_ == "of"
            and verb.head.lower_ in ("fingers", "knuckles", "palms", "thumbs")
            and verb.head.dep_ in ("dobj", "pobj")
        ):
            verb = verb.head.head if verb.head.dep_ == "dobj" else verb.head.head.head
        elif noun.dep_ == "pobj" and verb.lower_ in ("in", "with", "between", "on"):
            verb = verb.head
        elif noun.dep_ != "dobj" or verb.lemma_ in scope.lexicon.all("handles"):
            return
        if verb.pos_ != "VERB" or verb.lemma_ in (
            "lose",
            "have",
            "take",
            "tie",
            "bind",
            "shake",
            "hurt",
            "break",
            "hold",
            "miss",
            "lack",
            "cut",
        ):
            return
        if not any(
            child.dep_ == "poss" and (ref := scope.who(child)) is not None and not any(ref.id == one.id for one in scope.subjects(verb))
            for child in noun.lefts
        ):
            yield from did(verb, scope, "hands", "both", 80)
    elif noun.lower_ in BOTH_LEGS and noun.dep_ in ("dobj", "pobj"):
        at = verb if noun.dep_ == "dobj" else verb.head
        if at.pos_ == "VERB" and at.lemma_ in (
            "stamp",
            "kick",
            "plant",
            "swing",
            "put",
            "set",
            "stretch",
            "land",
            "jump",
            "stand",
            "prop",
            "pull",
            "dangle",
            "hop",
            "come",
            "get",
            "cross",
            "tuck",
            "brace",
            "draw",
            "lift",
            "drum",
            "tap",
            "tramp",
        ):
            yield from did(at, scope, "legs", "both", 80)
    elif noun.lower_ in BOTH_LEGS and noun.dep_ == "nsubj" and verb.dep_ == "advcl" and verb.tag_ == "VBG":
        yield from did(verb.head, scope, "legs", "both", 78)
    elif noun.lower_ == "eyes" and noun.dep_ == "dobj" and verb.lemma_ in ("open", "narrow", "fix", "keep"):
        yield from did(verb, scope, "sight", "both", 80)


def _strokes(word: "Token", scope: Scope) -> Iterator[Found]:
    """ "struck out overarm for the reef"."""
    verb = word.head
    while verb.pos_ not in ("VERB", "AUX") and verb.head != verb:
        verb = verb.head
    if verb.lemma_ in ("strike", "set", "swim", "go", "head", "make") and word.lower_ != "crawl":
        yield from did(verb, scope, "can", "swim", 84)
