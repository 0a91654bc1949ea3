"""What acts need of the senses: eyes to spot a rider, ears to turn at a whisper, a voice, letters, a tongue."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.relations.needs import did, plain
from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

SEEING = frozenset({"see", "look", "read", "recognise", "recognize", "aim", "count"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token shows that somebody sees, hears, says or reads."""
    lower, words = token.lower_, scope.lexicon
    if token.pos_ == "VERB" and token.tag_ != "VBN":
        yield from _verb(token, scope)
    elif token.lemma_ in words.all("sounds") and token.dep_ == "pobj" and token.head.lower_ in ("at", "to"):
        yield from _at_a_sound(token, scope)
    elif lower in ("sharp", "sharpest", "keen", "keenest") and token.head.lower_ == "eyes":
        yield from _sharp(token, scope)
    elif lower in ("through", "in") and token.dep_ == "prep":
        yield from _pages(token, scope)
    elif lower in words.all("languages") and token.dep_ == "pobj" and token.head.lower_ == "in":
        yield from _tongue(token, scope)


def _verb(verb: "Token", scope: Scope) -> Iterator[Found]:
    words, lemma = scope.lexicon, verb.lemma_
    if lemma in words.all("see_verbs") or (lemma in SEEING and (objects(verb) or after(verb))):
        yield from _sees(verb, objects(verb), scope)
    if lemma in ("listen", "eavesdrop"):
        if not any(noun.lemma_ in ("reason", "sense", "heart", "advice") for _, noun in after(verb)):
            yield from did(verb, scope, "can", "hear", 80)
    elif lemma == "overhear":
        yield from did(verb, scope, "can", "hear", 84)
    elif lemma == "write":
        slate = any(noun.lemma_ in ("slate", "face") for _, noun in after(verb, "on"))
        if not slate and any(noun.lemma_ in words.all("written") for noun in objects(verb)):
            yield from did(verb, scope, "reads", "yes", 78)
            yield from did(verb, scope, "can", "write", 78)
    elif lemma in words.all("poring"):
        if any(noun.lemma_.lower() in words.all("papers") for noun in [*objects(verb), *(inner for _, inner in after(verb))]):
            yield from did(verb, scope, "reads", "yes", 80)
            yield from did(verb, scope, "can", "see", 78)
    elif lemma == "read" and verb.tag_ == "VBZ" and any(noun.lower_ in ("languages", "tongues", "everything") for noun in objects(verb)):
        yield from did(verb, scope, "reads", "yes", 82, lasting=True)
    if lemma in words.all("speaking"):
        yield from _speaks(verb, objects(verb), scope)


def _sees(verb: "Token", nouns: "list[Token]", scope: Scope) -> Iterator[Found]:
    """Only what eyes alone can do: to see what is meant, or nothing, takes none."""
    lemma, words = verb.lemma_, scope.lexicon
    near = {token.lower_ for token in verb.doc[verb.i + 1 : min(verb.i + 4, verb.sent.end)]}
    if (
        near & (words.all("unseen") - {"light", "fit", "way"})
        or any(noun.lower_ in words.all("unseen") for noun in nouns)
        or any(child.dep_ in ("ccomp", "xcomp") for child in verb.children)
    ):
        return
    if any(
        token.lower_ in ("finger", "fingers", "fingertips", "touch", "braille", "dream", "dreams", "mind", "memory", "thumb", "raised")
        for token in verb.sent
    ):
        return
    preps = [(prep.lower_, noun) for prep, noun in after(verb)]
    if lemma == "see":
        seen = any(
            noun.pos_ in ("NOUN", "PROPN", "PRON") and noun.lower_ not in ("it", "that", "this", "what", "you", "him", "her", "them", "me")
            for noun in nouns
        )
        if not seen or any(noun.lemma_ in words.all("titles.any") | {"doctor", "lawyer", "friend", "family"} for noun in nouns):
            return
        sure = 76
    elif lemma == "look":
        far = any(prep in ("over", "across", "through", "up") for prep, _ in preps) or {"up", "down"} <= near
        if not far or any(noun.lemma_ in ("shoulder", "thing", "matter", "side") for _, noun in preps):
            return
        sure = 70
    elif lemma == "read":
        if not any(
            noun.lemma_.lower() in words.all("papers") | {"brand", "sign", "map", "print", "label", "name", "headstone", "small", "fine"}
            for noun in nouns
        ):
            return
        sure = 80
    elif lemma in ("recognise", "recognize"):
        if not any(
            prep in ("across", "from") and noun.lemma_ in ("street", "room", "photograph", "distance", "window", "far")
            for prep, noun in preps
        ):
            return
        sure = 78
    elif lemma == "aim":
        if not any(prep in ("at", "along", "down") for prep, _ in preps):
            return
        sure = 66
    elif lemma == "count":
        if not any(noun.lemma_ in ("rider", "horse", "man", "star", "lantern", "ship", "sail", "gun") for noun in nouns):
            return
        sure = 66
    elif lemma == "watch":
        if not nouns or any(
            noun.lemma_ in ("step", "tongue", "mouth", "back", "you", "door", "horse", "child", "house", "shop", "store") for noun in nouns
        ):
            return
        sure = 72
    else:
        sure = 80
    yield from did(verb, scope, "can", "see", sure)


def _at_a_sound(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "turns at the whisper", "lifts her head at the sound of hoofs", "spun round at the sound of it"."""
    verb = noun.head.head
    if verb.pos_ != "VERB" and verb.head.pos_ == "VERB":
        verb = verb.head
    starts = scope.lexicon.all("starts")
    if noun.head.lower_ == "to" and not (
        verb.lemma_ == "listen" or (verb.lemma_ in ("turn", "wake") and noun.lemma_ in ("sound", "noise", "voice"))
    ):
        return
    by_touch = any(token.lower_ in ("floor", "boards", "felt", "feels", "vibration") for token in noun.sent)
    if (verb.lemma_ in starts or verb.lemma_ == "listen") and not by_touch:
        yield from did(verb, scope, "can", "hear", 84)


def _speaks(verb: "Token", nouns: "list[Token]", scope: Scope) -> Iterator[Found]:
    """Who says, sings or calls has a voice; who tells it with their hands, or on a slate, may have none."""
    ways = scope.lexicon.all("speechless_ways")
    if any(prep.lower_ in ("with", "in", "on", "by") and noun.lower_ in ways for prep, noun in after(verb)):
        return
    if any(noun.lower_ in ("nothing", "no", "volumes", "goodbye") or scope.has_no(noun) for noun in nouns):
        return
    if any(
        token.lower_ in ("slate", "pencil", "writes", "signs", "gestures", "mouths", "writing", "signing", "interpreter", "eyes")
        for token in verb.sent
    ):
        return
    if verb.lemma_ in ("tell", "ask", "call", "answer", "say", "talk") and not _voiced(verb, scope):
        return
    yield from did(verb, scope, "can", "speak", 84)


def _voiced(verb: "Token", scope: Scope) -> bool:
    """True where a weak verb of saying stands beside words in quotation marks, or tells of the voice."""
    pieces, at = scope.passage.pieces, scope.passage.piece[verb.i]
    beside = [pieces[i] for i in (at - 1, at + 1) if 0 <= i < len(pieces)]
    spoken = any(block == pieces[at][0] and kind == "speech" for block, kind, _ in beside)
    voice = any(token.lower_ in ("voice", "whisper", "aloud", "loudly", "softly", "hoarsely") for token in verb.sent)
    return spoken or voice


def _tongue(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "argues with the porter in fluent German", "in the Spanish he has spoken since childhood, bids you good day"."""
    lefts = {child.lower_ for child in noun.lefts}
    if lefts & {"bad", "broken", "poor", "halting", "mock", "no", "worst", "awful", "dreadful", "his", "bits"}:
        return
    if any(
        token.lower_ in ("interpreter", "translator", "through", "clerk", "translated", "written", "printed", "carved", "try", "tries")
        for token in noun.sent
    ):
        return
    if scope.doc_has(noun.i + 1, "novel", "book", "newspaper", "wine", "coin", "lace"):
        return
    at = noun.head.head
    for _ in range(4):
        if at.pos_ in ("VERB", "AUX") and at.lemma_ in scope.lexicon.all("said") | scope.lexicon.all("speaking") | scope.lexicon.all(
            "conversing"
        ):
            if at.tag_ == "VBN" and any(child.lower_ in ("he", "she", "they") for child in at.children) and at.head != at:
                at = at.head
            yield from did(at, scope, "speaks", noun.lower_, 84)
            return
        if at.pos_ in ("VERB", "AUX") or at.head == at or at.lemma_ in scope.lexicon.all("papers"):
            return
        at = at.head


def _sharp(word: "Token", scope: Scope) -> Iterator[Found]:
    """ "has the sharpest eyes in the county"."""
    noun = word.head
    if noun.dep_ == "dobj" and noun.head.lemma_ == "have" and word.lower_ not in ("good", "best"):
        for subject in scope.subjects(noun.head):
            if scope.kind(subject) == "character" and not any(child.dep_ == "neg" for child in noun.head.children):
                yield Found(subject, "can", Value(kind="text", text="see"), noun.head, sure=84, momentary=True, importance=1)


def _pages(prep: "Token", scope: Scope) -> Iterator[Found]:
    """ "goes through the contract clause by clause", "sits deep in a newspaper", "is buried in a book"."""
    near = [token.lemma_.lower() for token in prep.doc[prep.i + 1 : min(prep.i + 4, prep.sent.end)]]
    if not any(word in scope.lexicon.all("papers") - {"it", "list", "line"} or word == "novel" for word in near):
        return
    before = prep.doc[prep.i - 1] if prep.i > prep.sent.start else prep
    deep = prep.lower_ == "in" and before.lower_ in ("deep", "buried", "absorbed", "engrossed", "immersed")
    verb = prep.head
    while verb.pos_ not in ("VERB", "AUX") and verb.head != verb:
        verb = verb.head
    if (prep.lower_ == "through" and prep.head.lemma_ in ("go", "work", "read", "leaf", "flip", "page")) or deep:
        for subject in scope.subjects(verb) if plain(verb) or (deep and verb.tag_ == "VBN") else ():
            if scope.kind(subject) == "character" and subject.id != scope.you and subject.sure >= 70:
                yield Found(subject, "reads", enum("yes"), verb, sure=76, momentary=True, importance=1)
