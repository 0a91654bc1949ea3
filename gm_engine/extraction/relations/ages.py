"""How old somebody is: "nineteen", "a man of sixty", "will not see forty again", "born forty-nine years ago", "in her fifties"."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, objects
from gm_engine.extraction.values import number
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

YOUNGEST, OLDEST = 1, 110
DECADE = 9
IF_A_DAY = 20
PEOPLE = frozenset(
    {"man", "woman", "boy", "girl", "lad", "child", "fellow", "youth", "person", "lady", "gentleman", "maiden", "youngster", "kid"}
)
SEASONS = frozenset({"winter", "summer", "spring", "birthday", "year", "autumn"})
PAST = frozenset({"past", "over", "beyond"})
NEAR = frozenset({"near", "pushing", "nearing", "approaching", "close", "nearly", "almost", "rising"})
AFTER_AGE = frozenset({",", ".", ";", "and", "this", "if", "but", "now", "—", "or", "next", "last", "come", "today", "at", "to", ":", ")"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of somebody's age."""
    lower, lemma = token.lower_, token.lemma_.lower()
    if lower == "old" or lower.endswith("-year-old"):
        yield from _years_old(token, scope)
    elif lemma in ("turn", "see", "reach") and token.pos_ == "VERB":
        yield from _seen(token, scope)
    elif lemma in ("bear", "come", "see") and token.pos_ == "VERB":
        yield from _begun(token, scope)
    elif lower == "ago":
        yield from _ago(token, scope)
    elif lower in scope.lexicon.all("decades"):
        yield from _decade(token, scope)
    elif token.pos_ == "NUM" or lower in scope.lexicon.all("number_words"):
        yield from _number(token, scope)


def spelled(token: "Token", scope: Scope) -> int | None:
    """The number that ends at a token: "eight" of "sixty - eight" gives 68; None where the number goes on or there is none."""
    doc, first = token.doc, token.i
    while first - 2 >= token.sent.start and doc[first - 1].text == "-" and doc[first - 2].lower_ in scope.lexicon.all("number_words"):
        first -= 2
    if token.i + 1 < len(doc) and doc[token.i + 1].text == "-":
        return None
    return number([word.text for word in doc[first : token.i + 1] if word.text != "-"], scope.lexicon)


def _aged(
    subject: Ref | None, low: int, high: int, at: "Token", scope: Scope, sure: int = 90, rough: bool = False, settled: bool = False
) -> Iterator[Found]:
    if subject is not None and scope.kind(subject) == "character" and YOUNGEST <= low <= OLDEST:
        text = str(low) if low == high else f"{low} or more" if high == OLDEST else f"{low} to {high}"
        value = Value(kind="number", text=text, low=low, high=max(low, high), unit="year", approximate=rough)
        yield Found(subject, "age", value, at, sure=sure, settled=settled)


def _years_old(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "is sixty years old", "sixty years old" after a name, "the ten-year-old Nell"."""
    if token.lower_ != "old":
        count = number(token.lower_.removesuffix("-year-old").split("-"), scope.lexicon)
        if count is not None and token.dep_ == "amod":
            yield from _aged(scope.person(token.head), count, count, token, scope, 85)
        return
    years = next((child for child in token.children if child.dep_ == "npadvmod" and child.lemma_ == "year"), None)
    if years is None and token.i >= 2 and token.doc[token.i - 1].lemma_ == "year":
        years = token.doc[token.i - 1]
    count = spelled(years.doc[years.i - 1], scope) if years is not None and years.i else None
    if years is None or count is None:
        return
    rough = _rough(years, scope)
    if token.dep_ == "acomp":
        for subject in scope.subjects(token.head) if token.head.lemma_ == "be" else []:
            yield from _aged(subject, count, count, token.head, scope, 100, rough)
    else:
        yield from _aged(scope.person(token.head), count, count, token, scope, 100, rough)


def _rough(token: "Token", scope: Scope) -> bool:
    return any(word.lower_ in scope.lexicon.all("approximate") for word in token.doc[max(token.sent.start, token.i - 5) : token.i])


def _seen(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "turned fourteen last week", "will not see forty again", "has seen seventy winters"."""
    for noun in [
        child for child in verb.children if child.dep_ in ("dobj", "attr", "acomp", "npadvmod", "nummod", "oprd") and child.i > verb.i
    ]:
        told = noun if noun.lower_ in scope.lexicon.all("number_words") or noun.pos_ == "NUM" else None
        if told is not None:
            count = spelled(told, scope)
            closed = told.i + 1 >= len(told.doc) or told.doc[told.i + 1].lower_ in AFTER_AGE | {"again", "the", "on"}
            if count is None or count < 3 or not closed:
                continue
            for subject in scope.subjects(verb):
                if verb.lemma_ == "see" and any(word.lower_ == "again" for word in verb.children) and _denied(verb):
                    yield from _aged(subject, count, OLDEST, verb, scope, settled=True)
                elif verb.lemma_ in ("turn", "reach"):
                    yield from _aged(subject, count, count, verb, scope, 88)
        elif verb.lemma_ == "see" and noun.lemma_.lower() in SEASONS - {"birthday", "year"}:
            count = spelled(noun.doc[noun.i - 1], scope)
            if count is None or count <= DECADE:
                continue
            for subject in scope.subjects(verb):
                yield from _aged(subject, count, count, verb, scope, 85, rough=True)


def _denied(verb: "Token") -> bool:
    return any(child.dep_ == "neg" or child.lower_ in ("never", "not") for child in verb.children)


def _begun(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "came into the world forty-nine years ago", "first saw the light sixty years ago"."""
    into = verb.lemma_ == "come" and any(noun.lower_ == "world" for _, noun in after(verb, "into"))
    light = verb.lemma_ == "see" and any(noun.lower_ == "light" for noun in objects(verb))
    born = verb.lemma_ == "bear" and verb.tag_ == "VBN"
    if not (into or light or born):
        return
    ago = next((word for word in verb.sent if word.lower_ == "ago" and 0 < word.i - verb.i < 14), None)
    years = _years_before(ago, scope) if ago is not None else None
    for subject in scope.subjects(verb) if years is not None else []:
        yield from _aged(subject, years or 0, years or 0, verb, scope, 92, rough=_rough(ago, scope) if ago is not None else False)


def _years_before(ago: "Token", scope: Scope) -> int | None:
    years = ago.doc[ago.i - 1] if ago.i > ago.sent.start else None
    return spelled(years.doc[years.i - 1], scope) if years is not None and years.lemma_ == "year" and years.i > ago.sent.start else None


def _ago(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "Forty years ago she was born": the verb after its date."""
    years = _years_before(token, scope)
    verb = next((word for word in token.sent if word.i > token.i and word.lemma_ == "bear" and word.tag_ == "VBN"), None)
    for subject in scope.subjects(verb) if years is not None and verb is not None else []:
        yield from _aged(subject, years or 0, years or 0, verb or token, scope, 88)


def _decade(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "in her fifties", "a woman in her late forties"."""
    low = int(scope.lexicon.map("decades")[token.lower_])
    if not any(child.lower_ in ("his", "her", "their") for child in token.lefts) or token.head.lower_ not in ("in", "into"):
        return
    part = {child.lower_ for child in token.lefts}
    span = (low, low + 3) if "early" in part else (low + 6, low + DECADE) if "late" in part else (low, low + DECADE)
    yield from _of(token.head.head, *span, token, scope)


def _of(head: "Token", low: int, high: int, at: "Token", scope: Scope, rough: bool = False) -> Iterator[Found]:
    """The age of the one that a noun means or is said to be: "a man of sixty" after a name, or after "is"."""
    if head.pos_ in ("VERB", "AUX"):
        if head.lemma_ in ("be", "look", "seem") and head.lemma_ == "be":
            for subject in scope.subjects(head):
                yield from _aged(subject, low, high, head, scope, 90, rough)
        return
    direct = scope.person(head)
    if direct is not None:
        yield from _aged(direct, low, high, at, scope, 85, rough)
    elif head.lemma_.lower() in PEOPLE and head.dep_ == "attr" and head.head.lemma_ == "be":
        for subject in scope.subjects(head.head):
            yield from _aged(subject, low, high, head.head, scope, 90, rough)
    elif head.lemma_.lower() in PEOPLE and head.dep_ == "appos":
        yield from _aged(scope.person(head.head), low, high, at, scope, 85, rough)


def _number(token: "Token", scope: Scope) -> Iterator[Found]:
    count = spelled(token, scope)
    if count is None or not YOUNGEST <= count <= OLDEST or token.lower_ == "no":
        return
    before = [word.lower_ for word in token.doc[max(token.sent.start, token.i - 6) : token.i] if word.text != "-"]
    before = before[:-1] if before and before[-1] in scope.lexicon.all("number_words") else before
    last = before[-1] if before else ""
    following = token.doc[token.i + 1] if token.i + 1 < token.sent.end else None
    closed = following is None or following.lower_ in AFTER_AGE or following.is_punct or following.lower_ == "years"
    if (
        following is not None
        and following.lower_ == "years"
        and not (token.i + 2 < len(token.doc) and token.doc[token.i + 2].lower_ in (",", ".", ";"))
    ):
        closed = False
    if (
        last == "of"
        and token.head.lower_ in ("of", "years", "year")
        and (closed or (following is not None and following.lower_ in ("with", "who", "in")))
    ):
        prep = token.head if token.head.lower_ == "of" else token.head.head
        if prep.head.lemma_.lower() in PEOPLE and count >= 3:
            yield from _of(prep.head, count, count, token, scope)
        return
    if last == "aged" and closed:
        aged = next((word for word in token.doc[max(0, token.i - 4) : token.i] if word.lower_ == "aged"), token)
        for subject in [scope.person(aged.head)] if aged.head.pos_ not in ("VERB", "AUX") else scope.subjects(aged.head):
            yield from _aged(subject, count, count, token, scope, 88)
        return
    if following is not None and following.lower_ == "years":
        return
    verb = _copula(token)
    if verb is not None and closed and count >= 3:
        yield from _is(token, count, verb, scope)
    elif (
        token.dep_ in ("appos", "nummod", "npadvmod")
        and last == ","
        and token.head.i < token.i
        and following is not None
        and following.text in (",", ".", ";")
        and count >= 3
    ):
        yield from _aged(scope.person(token.head), count, count, token, scope, 85)


def _copula(token: "Token") -> "Token | None":
    """The "is" or "was" of which a number is said, over the few words that may stand between."""
    doc, at = token.doc, token.i - 1
    skipped = {
        "-",
        "about",
        "nearly",
        "almost",
        "only",
        "just",
        "barely",
        "some",
        "perhaps",
        "maybe",
        "around",
        "not",
        "yet",
        "past",
        "over",
        "near",
        "all",
        "of",
        "now",
        "still",
        "well",
        "close",
        "to",
        "on",
        "the",
        "wrong",
        "side",
        "pushing",
        "nearing",
        "going",
        "rising",
        "already",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "sixty",
        "seventy",
        "eighty",
        "ninety",
    }
    while at >= token.sent.start and doc[at].lower_ in skipped:
        at -= 1
    return (
        doc[at]
        if at >= token.sent.start and doc[at].lower_ in ("is", "was", "'s", "’s", "are", "were", "am") and doc[at].pos_ in ("AUX", "VERB")
        else None
    )


def _is(token: "Token", count: int, verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "is nineteen", "is not yet thirty", "is on the wrong side of fifty", "is sixty if he is a day"."""
    if (
        token.lower_ == "one"
        or any(child.dep_ in ("nummod", "det", "relcl") for child in token.children if child.text != "-")
        or any(child.dep_ in ("prep", "quantmod") for child in token.rights)
    ):
        return
    between = {word.lower_ for word in token.doc[verb.i + 1 : token.i]}
    rest = [word.lower_ for word in token.doc[token.i + 1 : token.i + 7]]
    low, high, rough, settled = count, count, any(word in scope.lexicon.all("approximate") for word in between), False
    if "not" in between and "yet" in between:
        low, high, rough, settled = YOUNGEST, count - 1, False, True
    elif "not" in between:
        return
    elif between & PAST or "wrong" in between:
        high, rough = OLDEST, False
    elif between & NEAR:
        low, high, rough = count - 6, count, False
    elif rest[:1] == ["if"] and "day" in rest:
        high, settled = min(OLDEST, count + IF_A_DAY), True
    for subject in scope.subjects(verb):
        yield from _aged(subject, low, high, verb, scope, 90, rough, settled)
