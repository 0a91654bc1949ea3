"""Looks: colours told by comparison, hair that grows or does not, height in feet, build by likeness."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.relations.bodies import possessor
from gm_engine.extraction.scope import Found, Scope, after, enum
from gm_engine.extraction.values import FIGURE, colour, number
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span, Token

LIKENESS = frozenset({"as", "colour", "color", "shade", "hue", "like"})
PASSED = frozenset({"were", "are", "is", "was", "so", "as", "a", "an", "same", "quite", "almost", "nearly", "and", "colour",
                    "color", "shade", "hue", "of", "which", "that", "old", "young", "new", "still"})  # fmt: skip
DENIED = frozenset({"not", "n't", "never", "no", "neither", "nor", "than"})
SHADEISH = frozenset({"bright", "dark", "pale", "light", "deep", "clear", "fair", "same"})
HELD_BY = frozenset(
    {"pair", "mane", "strand", "shock", "mop", "plait", "braid", "head", "lock", "fringe", "crop", "tangle", "mass", "wealth", "thatch"}
)
PICTURED = frozenset({"mirror", "frame", "statue", "print"})
FOOT = frozenset({"feet", "foot", "ft"})
TALL, SHORT = 72, 61
"""Inches from which somebody is called tall, and up to which short."""


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of how somebody looks."""
    lower = token.lower_
    words = scope.lexicon
    if token.pos_ in ("NOUN", "PROPN"):
        if token.lemma_ == "eye" and token.tag_ in ("NNS", "NNPS"):
            yield from _shaded(token, scope, "eyes")
        elif lower in words.all("hair_growths"):
            if lower not in ("fringe", "mane", "mop", "bangs", "queue", "bun"):
                yield from _shaded(token, scope, "hair")
            yield from _grows(token, scope)
    if lower == "bald" or lower == "hairless":
        yield from _bald(token, scope)
    elif lower in FOOT or lower in ("'", "’", "′") or "'" in lower[1:-1]:
        yield from _stature(token, scope)
    elif lower in ("built", "thin", "lean", "skinny", "round", "fat", "stout", "broad", "big"):
        yield from _built(token, scope)
    elif lower in ("beard", "stubble", "moustache", "mustache", "chin", "whiskers"):
        yield from _chin(token, scope)


def pictured(sentence: "Span", scope: Scope) -> bool:
    """True where a sentence speaks of a portrait, or of how somebody looked long ago."""
    for token in sentence:
        if token.lemma_.lower() in scope.lexicon.all("pictures") and token.lemma_.lower() not in PICTURED:
            return True
        if token.lower_ in ("youth", "boyhood", "girlhood", "prime") and token.dep_ == "pobj":
            return True
    return False


def wearer(noun: "Token", scope: Scope) -> tuple[Ref, "Token", bool] | None:
    """Whose hair or eyes they are: by ``possessor``, by "a pair of …", or by whoever does something to their own."""
    verb = noun.head
    if noun.dep_ == "dobj" and verb.lemma_ == "have":  # "has her mother's brown eyes"
        kin = next(
            (child for child in noun.lefts if child.dep_ == "poss" and child.lemma_ in ("mother", "father", "grandmother", "grandfather")),
            None,
        )
        subject = next((ref for ref in scope.subjects(verb) if scope.kind(ref) == "character"), None)
        if kin is not None and subject is not None:
            return subject, verb, True
    held = possessor(noun, scope)
    if held is not None:
        return held
    if noun.dep_ == "pobj" and noun.head.lower_ == "of" and noun.head.head.lemma_ in HELD_BY:
        return wearer(noun.head.head, scope)
    if noun.dep_ == "dobj" and verb.lemma_ in scope.lexicon.all("groom_verbs") and not any(child.dep_ == "poss" for child in noun.lefts):
        subject = next((ref for ref in scope.subjects(verb) if scope.kind(ref) == "character"), None)
        theirs = any(
            child.dep_ == "poss" and (ref := scope.who(child)) is not None and subject is not None and ref.id == subject.id
            for token in verb.subtree
            if token.pos_ == "NOUN"
            for child in token.lefts
        )
        if subject is not None and theirs:
            return subject, verb, True
    return None


def _shade(word: "Token", scope: Scope, relation: str) -> str:
    """The colour that a word names: "grey", "raven-black", "slate-coloured"; empty for none."""
    lower = word.lower_.replace("‑", "-")
    first, _, last = lower.rpartition("-")
    if last in ("coloured", "colored"):
        found = colour([first], scope.lexicon) or str(scope.lexicon.map("compared_colours").get(first, ""))
    else:
        found = colour([lower], scope.lexicon) or (colour([last], scope.lexicon) if first else None) or ""
    if relation == "eyes":
        return found if found in scope.lexicon.all("eye_colours") else ""
    return "" if found == "pale" else found


def _shaded(noun: "Token", scope: Scope, relation: str) -> Iterator[Found]:
    told, at = _after(noun, scope, relation)
    if not told:
        for word in scope.adjectives(noun):
            told = _shade(word, scope, relation) or told
        at = None
    if not told or (relation == "eyes" and told not in scope.lexicon.all("eye_colours")):
        return
    held = wearer(noun, scope)
    if held is None or not held[2] or pictured(noun.sent, scope):
        return
    yield Found(held[0], relation, enum(told), at or held[1], sure=90)


def _after(noun: "Token", scope: Scope, relation: str) -> "tuple[str, Token | None]":
    """The colour told after a noun, by words or by what it is like: "eyes as black as tar", "hair the colour of rust"."""
    verb: Token | None = None
    alike = False
    doc = noun.doc
    for i in range(noun.i + 1, min(noun.i + 14, noun.sent.end)):
        token = doc[i]
        lower = token.lower_
        if lower in DENIED:
            break
        if lower in ("are", "were", "is", "was", "'re", "'s") and noun.dep_ in ("nsubj", "dobj", "pobj", "attr"):
            verb = token
        shade = _shade(token, scope, relation)
        beside = doc[i + 1] if i + 1 < noun.sent.end else None
        if shade and shade not in ("dark", "pale", "fair") and (lower != "steel" or alike):
            of_another = (
                beside is not None and beside.pos_ in ("NOUN", "PROPN") and beside.lower_ not in scope.lexicon.map("compared_colours")
            )
            if of_another and not alike:
                break  # "his eyes, and the blue coat"
            return shade, verb
        if alike and lower in scope.lexicon.map("compared_colours"):
            return str(scope.lexicon.map("compared_colours")[lower]), verb
        alike = alike or lower in ("as", "colour", "color", "shade", "hue")
        if token.pos_ == "ADJ" and not shade and lower not in SHADEISH and scope.doc_has(i + 1, "as"):
            break  # "as hard as black glass"
        described = token.pos_ in ("ADJ", "ADV") or (token.pos_ == "NOUN" and alike) or shade
        near = lower == "the" and beside is not None and (alike or beside.lower_ in LIKENESS or bool(_shade(beside, scope, relation)))
        near = near or (lower == "the" and beside is not None and beside.lower_ in ("same", "very", "exact", "bright", "deep", "dark"))
        if not (lower in PASSED or token.text == "," or described or near or (token is verb)):
            break
    return "", None


def _grows(noun: "Token", scope: Scope) -> Iterator[Found]:
    """Who combs their hair has some; who has not one hair has none."""
    verb = noun.head
    none = scope.has_no(noun) or any(
        token.lower_ in ("not", "n't", "without", "no", "never") for token in noun.doc[max(noun.sent.start, noun.i - 4) : noun.i]
    )
    if none and noun.lower_ == "hair" and noun.tag_ == "NN":
        owner = next(
            (
                ref
                for _, place in after(noun, "on", "upon")
                if place.lemma_ in ("head", "body", "skull", "scalp") and (ref := scope.owner(place))
            ),
            None,
        )
        if owner is None and noun.dep_ in ("dobj", "pobj"):
            counted = any(child.lower_ in ("a", "one", "single", "no", "any") for child in noun.lefts)
            held = possessor(noun, scope) if counted else None
            owner = held[0] if held else None
        if owner is None and noun.dep_ == "attr":
            owner = next(
                (
                    ref
                    for _, place in after(verb, "on", "upon")
                    if place.lemma_ in ("head", "body", "skull", "scalp") and (ref := scope.owner(place))
                ),
                None,
            )
        if (
            owner is not None
            and scope.kind(owner) == "character"
            and not any(child.lower_ in ("gray", "grey", "white", "dark", "loose") for child in noun.lefts)
        ):
            at = noun.doc[noun.i] if noun.dep_ != "dobj" else noun
            yield Found(owner, "hairs", enum("none"), at, sure=88)
        return
    if verb.pos_ == "VERB" and verb.lemma_ in scope.lexicon.all("groom_verbs") and noun.dep_ == "dobj":
        done = verb
    elif noun.dep_ == "pobj" and verb.lower_ in ("through", "over") and verb.head.lemma_ in ("run", "pass", "rake", "drag", "draw", "push"):
        done = verb.head
    else:
        return
    if any(word.lower_ in ("last", "thin", "thinning", "few", "remaining", "sparse", "grey") for word in noun.lefts) or after(
        noun, "on", "over", "around", "about"
    ):
        return
    subject = next((ref for ref in scope.subjects(done) if scope.kind(ref) == "character"), None)
    owner = scope.owner(noun)
    bare = owner is None and any(child.lower_ == "the" for child in noun.lefts)
    back = any(inner.lower_ in ("forehead", "eyes", "brow", "face") and inner.dep_ == "pobj" for inner in done.subtree)
    if subject is not None and ((owner is not None and owner.id == subject.id) or (bare and back)):
        yield Found(subject, "hairs", enum("some"), done, sure=85, momentary=True, importance=1)


def _bald(word: "Token", scope: Scope) -> Iterator[Found]:
    if pictured(word.sent, scope) or scope.doc_has(word.i + 1, "on", "in", "at", "patch", "spot", "crown"):
        return
    if any(child.lower_ in ("half", "nearly", "almost", "balding", "partly", "going") for child in word.children):
        return
    if word.dep_ == "acomp" and word.head.lemma_ == "be":
        subjects = scope.subjects(word.head)
    elif word.dep_ in ("amod", "appos", "advcl", "conj"):
        noun = word.head
        ref = scope.person(noun)
        subjects = [ref] if ref else scope.subjects(noun.head) if noun.dep_ == "attr" and noun.lemma_ in ("man", "woman", "fellow") else []
    else:
        subjects = []
    for subject in subjects:
        if scope.kind(subject) == "character":
            yield Found(subject, "hairs", enum("none"), word.head if word.dep_ == "acomp" else word, sure=86)


def _stature(token: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "stands six foot three", "is five feet nothing", "6'2"", "six feet and an inch"."""
    inches, end = _inches(token, scope)
    if inches is None or not 40 <= inches <= 95:
        return
    follows = token.doc[end + 1].lower_ if end + 1 < len(token.doc) else ""
    if follows in (
        "away",
        "from",
        "off",
        "deep",
        "wide",
        "long",
        "behind",
        "below",
        "above",
        "of",
        "down",
        "up",
        "to",
        "apart",
        "under",
        "short",
        "back",
        "or",
        "out",
    ):
        return
    for subject in _measured(token, scope):
        rough = any(
            word.lower_ in scope.lexicon.all("approximate") or word.lower_ == "barely" for word in token.doc[max(token.i - 4, 0) : token.i]
        )
        measure = Value(kind="number", text=f"{inches // 12} feet {inches % 12}", low=inches, high=inches, unit="inch", approximate=rough)
        yield Found(subject, "stature", measure, token, sure=90)
        if inches >= TALL or inches <= SHORT:
            yield Found(subject, "height", enum("tall" if inches >= TALL else "short"), token, sure=84)


def _inches(token: "Token", scope: Scope) -> tuple[int | None, int]:
    """The inches that a measure in feet tells, and the place of its last word."""
    doc = token.doc
    lower = token.lower_
    if "'" in lower[1:-1] or "’" in lower[1:-1]:
        feet, _, rest = lower.replace("’", "'").partition("'")
        more = rest.strip("\"'”")
        return (int(feet) * 12 + (int(more) if more.isdigit() else 0) if feet.isdigit() else None), token.i
    if token.i == token.sent.start:
        return None, token.i
    feet_ = number([doc[token.i - 1].text], scope.lexicon)
    if feet_ is None or not 3 <= feet_ <= 7:
        return None, token.i
    at, more_ = token.i + 1, 0
    if scope.doc_has(at, "and"):
        at += 1
    if scope.doc_has(at, "nothing", "even", "flat"):
        return feet_ * 12, at
    if at < len(doc):
        told = (
            1
            if scope.doc_has(at, "an") and scope.doc_has(at + 1, "inch")
            else number([doc[at].text], scope.lexicon)
            if FIGURE.match(doc[at].text) or doc[at].lower_ in scope.lexicon.all("number_words")
            else None
        )
        if told is not None and 0 < told < 12 and not scope.doc_has(at, "no"):
            more_ = told
            while scope.doc_has(at + 1, "inch", "inches", "-", "a", "half", '"', "”"):
                at += 1
            return feet_ * 12 + more_, at
    return feet_ * 12, token.i


def _measured(token: "Token", scope: Scope) -> list[Ref]:
    """Whose height it is: of whoever stands or is so many feet, or of the name before the commas."""
    at, steps = token, 0
    while at.pos_ not in ("VERB", "AUX") and at.head != at and steps < 5:
        if at.dep_ in ("appos", "npadvmod", "nummod", "conj", "attr") and (ref := scope.person(at.head)) is not None:
            return [ref]
        at, steps = at.head, steps + 1
    if at.lemma_ not in ("be", "stand", "measure", "top"):
        return []
    return [ref for ref in scope.subjects(at) if scope.kind(ref) == "character"]


def _built(word: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "built like a barrel", "thin as a rail"."""
    for token in word.doc[word.i + 1 : min(word.i + 5, word.sent.end)]:
        kind = scope.lexicon.map("built_like").get(token.lower_)
        if kind is not None and any(mark.lower_ in ("like", "as") for mark in word.doc[word.i + 1 : token.i]):
            at = word
            subjects = scope.subjects(at) or (scope.subjects(at.head) if at.dep_ in ("acomp", "oprd", "advcl", "conj") else [])
            for subject in subjects:
                if scope.kind(subject) == "character":
                    yield Found(subject, "build", enum(str(kind)), at.head if at.dep_ == "acomp" else at, sure=85)
            return


def _chin(noun: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "has never grown a beard", "keeps his chin shaved", "scratches three days of stubble", "tugs at his beard"."""
    if pictured(noun.sent, scope):
        return
    if noun.lower_ == "chin":
        words = [*noun.children, *noun.head.children] if noun.dep_ in ("nsubj", "dobj", "nsubjpass") else list(noun.children)
        held = possessor(noun, scope)
        if held is not None and any(word.lower_ in ("shaved", "shaven", "hairless", "beardless", "bare") for word in words):
            yield Found(held[0], "beard", enum("none"), noun, sure=82)
        return
    verb = noun.head
    grows = noun.dep_ == "dobj" and verb.lemma_ == "grow"
    if grows and any(child.dep_ == "neg" or child.lower_ == "never" for child in verb.children):
        for subject in scope.subjects(verb):
            if scope.kind(subject) == "character":
                yield Found(subject, "beard", enum("hairless"), noun, sure=85)
    elif noun.lower_ == "stubble" and any(token.lower_ in ("chin", "cheek", "cheeks", "jaw", "face", "days", "day") for token in noun.sent):
        head = noun.head.head if noun.dep_ == "pobj" and noun.head.lower_ == "of" else noun
        clause = head.head
        if head.dep_ == "dobj" and clause.lemma_ in ("scratch", "rub", "rasp", "finger", "stroke", "scrape", "feel"):
            for subject in scope.subjects(clause):
                if scope.kind(subject) == "character":
                    yield Found(subject, "beard", enum("stubble"), clause, sure=82)
