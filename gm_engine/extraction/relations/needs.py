"""What acts need: eyes to spot a rider, ears to turn at a whisper, two legs to jump, letters to go through a contract."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from spacy.tokens import Token

HANDY = frozenset({"hands", "arms", "fists", "boots", "feet", "legs", "eyes"})
BOTH_LEGS = frozenset({"boots", "feet", "legs"})
RATHER = frozenset(
    {
        "try",
        "fail",
        "refuse",
        "want",
        "hope",
        "need",
        "pretend",
        "seem",
        "like",
        "love",
        "hate",
        "dream",
        "wish",
        "learn",
        "forget",
        "cease",
        "stop",
        "use",
    }
)
AWAY = frozenset({"away", "out", "over", "down", "through", "up", "off", "for", "at", "into", "from", "like"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token shows that somebody has, or can do, by what they do."""
    lower, words = token.lower_, scope.lexicon
    if token.pos_ == "VERB" and token.tag_ != "VBN":
        yield from _verb(token, scope)
    elif lower in HANDY and token.pos_ == "NOUN":
        yield from _pair(token, scope)
    elif token.lemma_ in words.all("sounds") and token.dep_ == "pobj" and token.head.lower_ in ("at", "to"):
        yield from _at_a_sound(token, scope)
    elif (
        lower in ("run", "jump", "leap", "bound", "sprint", "bounds", "leaps")
        and token.dep_ == "pobj"
        and token.head.lower_ in ("at", "in")
    ):
        yield from _did(token.head.head, scope, "legs", "both", 78)
    elif lower in ("sharp", "sharpest", "keen", "keenest", "good", "best") and token.head.lower_ == "eyes":
        yield from _sharp(token, scope)
    elif lower in ("through", "in") and token.dep_ == "prep":
        yield from _pages(token, scope)
    elif lower in words.all("languages") and token.dep_ == "pobj" and token.head.lower_ == "in":
        yield from _tongue(token, scope)
    elif lower in words.all("swim_ways"):
        yield from _strokes(token, scope)


def _plain(verb: "Token", scope: Scope) -> bool:
    """True for an act told as done: not tried, nor wished, nor denied."""
    if any(child.dep_ in ("neg", "auxpass") or child.lower_ in ("never", "can", "ca", "could", "cannot") for child in verb.children):
        return False
    return not (verb.dep_ in ("xcomp", "pcomp", "ccomp") and verb.head.lemma_ in RATHER)


def _did(verb: "Token", scope: Scope, relation: str, value: str, sure: int, lasting: bool = False) -> Iterator[Found]:
    """The claim that whoever does this has or can what it takes; of ``can``, also once it is over (``lasting``)."""
    if not _plain(verb, scope):
        return
    kind = "text" if relation == "can" else "enum"
    for subject in scope.subjects(verb):
        if scope.kind(subject) == "character" and subject.id != scope.you and subject.sure >= 70:
            told = Value(kind="text", text=value) if kind == "text" else enum(value)
            yield Found(subject, relation, told, verb, sure=sure, momentary=not lasting, importance=1)


def _verb(verb: "Token", scope: Scope) -> Iterator[Found]:
    words, lemma = scope.lexicon, verb.lemma_
    nouns = objects(verb)
    preps = after(verb)
    bare = all(noun.lemma_ in words.all("climbed") for noun in nouns) and not any(
        child.dep_ in ("xcomp", "ccomp") for child in verb.children
    )
    if lemma in words.all("see_verbs") or (lemma in ("see", "look", "read", "recognise", "recognize", "aim", "count") and (nouns or preps)):
        yield from _sees(verb, nouns, scope)
    if lemma in ("listen", "eavesdrop") and not any(noun.lemma_ in ("reason", "sense", "heart", "advice") for _, noun in preps):
        yield from _did(verb, scope, "can", "hear", 80)
    elif lemma == "overhear":
        yield from _did(verb, scope, "can", "hear", 84)
    if bare and lemma in words.all("walk_verbs"):
        metaphor = any(
            prep.lower_ in ("of", "at", "for", "like")
            or noun.lemma_ in ("mind", "memory", "chance", "risk", "trouble", "conclusion", "head")
            for prep, noun in preps
        )
        drift = any(child.dep_ == "prt" and child.lower_ in ("out", "over", "on", "off") for child in verb.children) and lemma in (
            "run",
            "climb",
        )
        if not metaphor and not drift:
            yield from _did(verb, scope, "can", "walk", 84)
            if lemma in words.all("two_legged") or (
                lemma == "run" and any(prep.lower_ in ("to", "up", "down", "across", "for", "after", "into", "along") for prep, _ in preps)
            ):
                yield from _did(verb, scope, "legs", "both", 80)
    if (
        lemma == "clap"
        and (not nouns or any(noun.lemma_ == "hand" for noun in nouns))
        and not any(prep.lower_ in ("on", "to", "over", "in") for prep, _ in preps)
    ):
        yield from _did(verb, scope, "hands", "both", 84)
    if lemma == "shuffle" and any(noun.lemma_ in ("card", "deck", "pack") for noun in nouns):
        yield from _did(verb, scope, "hands", "both", 70)
    if (
        lemma == "light" and any(noun.lemma_ in ("cigarette", "lamp", "match", "pipe", "candle", "cigar", "lantern") for noun in nouns)
    ) or (
        lemma in ("deal", "untie", "unbutton", "button", "knot", "thread", "whittle", "juggle", "unscrew")
        and nouns
        and nouns[0].lemma_ != "eye"
    ):
        yield from _did(verb, scope, "hands", "used", 74)
    if lemma == "play" and any(noun.lemma_ in words.all("played_by_two") for noun in nouns):
        yield from _did(verb, scope, "hands", "both", 72)
    if lemma in ("stamp", "kick", "wiggle", "wriggle", "swing") and any(
        noun.lemma_ in ("foot", "leg", "toe", "heel", "boot") for noun in nouns
    ):
        yield from _did(verb, scope, "can", "walk", 78)
    if (
        lemma == "swim"
        and not any(noun.lemma_ not in ("river", "lake", "channel", "bay", "mile", "length", "creek", "strait", "yard") for noun in nouns)
        and verb.tag_ in ("VBZ", "VBD", "VBP", "VBG")
    ):
        yield from _did(
            verb, scope, "can", "swim", 82, lasting=verb.tag_ == "VBZ" and not nouns and all(prep.lower_ == "like" for prep, _ in preps)
        )
    if (
        lemma == "strike"
        and any(child.lower_ == "out" for child in verb.children)
        and any(noun.lemma_ in words.all("shores") and prep.lower_ in ("for", "toward", "towards") for prep, noun in preps)
    ):
        if any(token.lower_ in words.all("swim_ways") or token.lemma_ in ("swim", "water", "wave", "stroke", "sea") for token in verb.sent):
            yield from _did(verb, scope, "can", "swim", 76)
    if lemma == "tread" and any(noun.lemma_ == "water" for noun in nouns):
        yield from _did(verb, scope, "can", "swim", 82)
    if lemma == "write" and not any(
        child.dep_ == "prep" and child.lower_ in ("on",) and any(inner.lemma_ in ("slate", "face") for inner in child.children)
        for child in verb.children
    ):
        if any(
            noun.lemma_
            in (
                "letter",
                "note",
                "bill",
                "name",
                "book",
                "line",
                "report",
                "reply",
                "novel",
                "diary",
                "poem",
                "word",
                "page",
                "receipt",
                "list",
                "will",
            )
            for noun in nouns
        ):
            yield from _did(verb, scope, "reads", "yes", 78)
            yield from _did(verb, scope, "can", "write", 78)
    if (
        lemma in words.all("poring")
        and (nouns or preps)
        and any(noun.lemma_.lower() in words.all("papers") for noun in [*nouns, *(inner for _, inner in preps)])
    ):
        yield from _did(verb, scope, "reads", "yes", 80)
        yield from _did(verb, scope, "can", "see", 78)
    if lemma in words.all("speaking"):
        yield from _speaks(verb, nouns, scope)
    if lemma == "read" and verb.tag_ == "VBZ" and any(noun.lower_ in ("languages", "tongues", "everything") for noun in nouns):
        yield from _did(verb, scope, "reads", "yes", 82, lasting=True)


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
    yield from _did(verb, scope, "can", "see", sure)


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
    if verb.lemma_ in starts or verb.lemma_ == "listen":
        if not any(token.lower_ in ("floor", "boards", "felt", "feels", "vibration") for token in noun.sent):
            yield from _did(verb, scope, "can", "hear", 84)


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
    yield from _did(verb, scope, "can", "speak", 84)


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
            yield from _did(at, scope, "speaks", noun.lower_, 84)
            return
        if at.pos_ in ("VERB", "AUX") or at.head == at or at.lemma_ in scope.lexicon.all("papers"):
            return
        at = at.head


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
            yield from _did(verb, scope, "hands", "both", 80)
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
            yield from _did(at, scope, "legs", "both", 80)
    elif noun.lower_ in BOTH_LEGS and noun.dep_ == "nsubj" and verb.dep_ == "advcl" and verb.tag_ == "VBG":
        yield from _did(verb.head, scope, "legs", "both", 78)
    elif (
        noun.lower_ == "eyes"
        and noun.dep_ == "dobj"
        and verb.lemma_ in ("open", "narrow", "fix", "keep", "squint", "rub", "blink", "widen")
    ):
        if verb.lemma_ in ("fix", "open", "narrow", "keep"):
            yield from _did(verb, scope, "sight", "both", 80)


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
        for subject in scope.subjects(verb) if _plain(verb, scope) or (deep and verb.tag_ == "VBN") else ():
            if scope.kind(subject) == "character" and subject.id != scope.you and subject.sure >= 70:
                yield Found(subject, "reads", enum("yes"), verb, sure=76, momentary=True, importance=1)


def _strokes(word: "Token", scope: Scope) -> Iterator[Found]:
    """ "struck out overarm for the reef"."""
    verb = word.head
    while verb.pos_ not in ("VERB", "AUX") and verb.head != verb:
        verb = verb.head
    if verb.lemma_ in ("strike", "set", "swim", "go", "head", "make") and word.lower_ != "crawl":
        yield from _did(verb, scope, "can", "swim", 84)
