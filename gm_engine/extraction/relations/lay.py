"""The lay of the land, named places or not: which side, which bank, how near, on what ground."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.matters import Matter, matter
from gm_engine.extraction.names import snake
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.relations.places import by_way
from gm_engine.extraction.scope import Found, Scope, after
from gm_engine.extraction.values import number, whole
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

POINTS = frozenset({"north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest"})
NEXT_DOOR = 300
"""Yards: what is next door, opposite or across the street is no farther."""


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of the lay of the land."""
    lower = token.lower_
    if (
        lower in scope.lexicon.all("telling.streams")
        or lower.removesuffix("ern") in POINTS
        or lower.replace("-", "") in POINTS
        or lower in ("left", "right")
    ):
        yield from _side(token, scope)
    if lower in scope.lexicon.all("telling.near_by"):
        yield from _near(token, scope)
    if token.lemma_ in scope.lexicon.all("length_units") and token.pos_ == "NOUN":
        yield from _far(token, scope)
    if lower == "sun" or lower in ("sunrise", "sunset"):
        yield from _sun(token, scope)
    if lower in ("out", "from") and token.i > token.sent.start:
        yield from _heading(token, scope)
    if token.lemma_ in scope.lexicon.all("telling.facings") and token.pos_ == "VERB":
        yield from _facing(token, scope)
    if token.lemma_.lower() in scope.lexicon.map("grounds") and token.pos_ in ("NOUN", "PROPN"):
        yield from _ground(token, scope)
    lemma = token.lemma_.lower()
    if token.pos_ == "NOUN" and (lemma in scope.lexicon.all("telling.boats") or lemma in scope.lexicon.all("telling.moorings")):
        yield from _afloat(token, scope)


def place(noun: "Token", scope: Scope) -> Matter | None:
    """A place by name, or a building or a landmark by its noun; None for what may move."""
    ref = scope.who(noun)
    if ref is not None and scope.kind(ref) == "place" and scope.named(ref):
        return Matter(ref, frozenset(), named=True)
    lemma = noun.lemma_.lower()
    fixed = scope.lexicon.all("place_nouns") | scope.lexicon.all("sites") | scope.lexicon.all("landmarks")
    named = noun.pos_ == "PROPN" and noun.text[:1].isupper() and ref is None
    if not named and lemma not in fixed and noun.lower_ not in fixed and not lemma.endswith("'s"):
        return None
    about = matter(noun, scope)
    if about is None or (about.named and ref is not None and scope.kind(ref) != "place"):
        return None
    marks = "_".join(sorted(mark for mark in about.marks if mark not in POINTS))
    return Matter(Ref(snake(f"the_{marks}_{lemma}") if marks else f"the_{snake(lemma)}", about.ref.sure), frozenset(), about.named)


def _subject(at: "Token", scope: Scope) -> Matter | None:
    """The place that a phrase is told of: the subject of the verb above it, or the noun that it hangs on."""
    token, steps = at, 0
    if at.dep_ == "ROOT" and at.pos_ != "VERB" and (nouns := scope.subject_tokens(at)):
        return place(nouns[0], scope)
    before = at.doc[at.i - 1] if at.i > at.sent.start else None
    if at.dep_ == "prep" and before is not None and before.text == "," and before.i > at.sent.start:
        noun = at.doc[before.i - 1]
        if (found := place(noun, scope)) is not None:
            return found
    while token.head != token and steps < 6:
        token, steps = token.head, steps + 1
        if token.pos_ in ("VERB", "AUX"):
            if token.lemma_ not in scope.lexicon.all("lie_verbs") | {"lie", "be", "stand", "sit", "rise", "nestle", "perch", "live"}:
                return None
            if any(child.dep_ == "expl" for child in token.children):
                return None
            nouns = scope.subject_tokens(token)
            if not nouns and token.dep_ == "ROOT":
                nouns = [child for child in token.rights if child.dep_ in ("nsubj", "attr")]
            return place(nouns[0], scope) if nouns else None
        if (
            token.pos_ in ("NOUN", "PROPN")
            and token.dep_ != "attr"
            and token.lemma_.lower() not in scope.lexicon.all("telling.flanks") | scope.lexicon.all("length_units")
        ):
            return place(token, scope) if token.dep_ in ("nsubj", "pobj", "appos", "ROOT", "dobj", "nsubjpass") else None
    return None


def _bearing(subject: Matter | None, way: str, ref: str, at: "Token", sure: int = 84) -> Iterator[Found]:
    if subject is not None and ref and subject.ref.id != ref:
        yield Found(subject.ref, "bearing", Value(kind="enum", text=way, entity=ref), at, sure=sure)


def _side(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "stands north of the tracks", "on the east bank of the Sable", "at the palace's southern corner", "upriver from the town"."""
    lower = token.lower_.replace("-", "")
    way = str(scope.lexicon.map("telling.streams").get(lower, lower.removesuffix("ern")))
    side = token.head if token.head.lower_ in scope.lexicon.all("telling.flanks") and token.i < token.head.i else None
    if side is not None:
        yield from _on_side(side, way, scope)
        return
    if lower in ("left", "right") or lower.endswith("ern") or token.dep_ in ("amod", "compound", "nmod"):
        return
    following = token.doc[token.i + 1] if token.i + 1 < token.sent.end else None
    if following is None or following.lower_ not in ("of", "from"):
        return
    noun = next((child for child in following.children if child.dep_ == "pobj"), None)
    about = place(noun, scope) if noun is not None else None
    subject = _subject(token, scope)
    if about is None or subject is None or (scope_knows(noun, scope) and subject.named and lower in POINTS):
        return
    yield from _bearing(subject, way, about.ref.id, token)


def _heading(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "Heading east out of Pell, the road climbs into the Iron Hills": the hills lie east of Pell."""
    way = token.doc[token.i - 1].lower_
    if way not in POINTS or not any(word.lemma_ in ("head", "lead", "run", "go", "ride", "travel", "climb") for word in token.sent):
        return
    start = next((word for word in token.doc[token.i + 1 : token.i + 4] if word.pos_ in ("PROPN", "NOUN")), None)
    about = place(start, scope) if start is not None else None
    if start is None or about is None or not about.named:
        return
    for word in token.doc[start.i + 1 : token.sent.end]:
        if word.lower_ in ("into", "to", "through", "toward", "towards", "over"):
            end = next((noun for noun in word.children if noun.dep_ == "pobj"), None)
            goal = place(end, scope) if end is not None else None
            if goal is not None and goal.named:
                yield from _bearing(goal, way, about.ref.id, word)
            return


def scope_knows(noun: "Token | None", scope: Scope) -> bool:
    """True for a place with an entity of its own, whose bearings are read elsewhere."""
    ref = scope.who(noun) if noun is not None else None
    return ref is not None and scope.kind(ref) == "place"


def _on_side(side: "Token", way: str, scope: Scope) -> Iterator[Found]:
    """ "on the east bank of the Sable", "at the northern corner of the palace", "the palace's southern corner"."""
    if side.head.lower_ not in ("on", "at", "from", "upon", "in", "against", "to") or (way in ("left", "right") and side.lower_ != "side"):
        return
    owner = next((child for child in side.lefts if child.dep_ == "poss"), None)
    of = next((inner for prep in side.rights if prep.lower_ == "of" for inner in prep.children if inner.dep_ == "pobj"), owner)
    about = place(of, scope) if of is not None else None
    if of is not None and about is None:
        return
    ref = about.ref.id if about is not None else "the_river" if side.lower_ in ("bank", "shore") else ""
    if any(child.lower_ in ("far", "other", "near", "opposite") for child in side.lefts):
        return
    yield from _bearing(_subject(side.head, scope), way, ref, side)


def _near(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "next door to the inn", "across the street from the jail", "opposite the bank"."""
    doc = token.doc
    for phrase in scope.lexicon.map("telling.near_by")[token.lower_]:
        words = phrase.split()
        end = token.i + 1 + len(words)
        if end < token.sent.end and [word.lower_ for word in doc[token.i + 1 : end]] == words:
            noun = next(
                (word for word in doc[end : end + 4] if word.pos_ in ("NOUN", "PROPN") and word.dep_ not in ("compound", "poss", "nmod")),
                None,
            )
            owner = next((word for word in doc[end : end + 3] if word.lower_ in ("'s", "’s")), None)
            about = place(noun, scope) if noun is not None and owner is None else None
            subject = _subject(token, scope)
            if about is not None and subject is not None and about.ref.id != subject.ref.id:
                value = Value(kind="number", text="next door", low=0, high=NEXT_DOOR, unit="yard", entity=about.ref.id)
                yield Found(subject.ref, "distance", value, token, sure=84)
            return


def _far(unit: "Token", scope: Scope) -> Iterator[Found]:
    """ "a mile from the inn", "forty leagues from the sea", "orbits at 400 kilometres": where not both places have names."""
    count = _length(unit, scope)
    if count is None:
        return
    yards, rough = count
    doc = unit.doc
    if unit.head.lower_ == "at" and unit.head.head.lemma_ == "orbit":
        subjects = scope.subject_tokens(unit.head.head) if unit.head.head.pos_ == "VERB" else []
        for told in subjects[:1]:
            orbiting = matter(told, scope)
            if orbiting is not None:
                yield Found(orbiting.ref, "distance", whole(yards, "yard", scope.phrase(unit, of=False), rough, "orbit"), unit, sure=84)
        return
    for token in doc[unit.i + 1 : min(unit.i + 5, unit.sent.end)]:
        if token.pos_ in ("VERB", "AUX") or token.is_punct:
            return
        if token.lower_ in ("from", "of", "outside", "beyond"):
            noun = next((child for child in token.children if child.dep_ == "pobj"), None)
            if noun is None or any(child.lower_ in ("any", "no", "every") for child in noun.lefts):
                return
            about = place(noun, scope)
            subject = _subject(unit, scope) or _to(token, scope)
            if (
                about is None
                or subject is None
                or by_way(unit)
                or (subject.named and about.named and scope_knows(noun, scope))
                or subject.ref.id == about.ref.id
            ):
                return
            yield Found(
                subject.ref, "distance", whole(yards, "yard", f"{scope.phrase(unit, of=False)}", rough, about.ref.id), unit, sure=84
            )
            return


def _to(prep: "Token", scope: Scope) -> Matter | None:
    """The mine in "It is thirty miles from Harlan to the mine"."""
    opening = prep.sent[0].lower_ == "it" and len(prep.sent) > 1 and prep.sent[1].lemma_ == "be"
    nouns = [noun for word in prep.sent if word.lower_ == "to" and word.i > prep.i for noun in word.children if noun.dep_ == "pobj"]
    return place(nouns[0], scope) if opening and nouns else None


def _length(unit: "Token", scope: Scope) -> tuple[int, bool] | None:
    """The yards that a noun of length tells, and whether roughly; None for an uncounted one."""
    spelled = sorted((word for child in unit.lefts for word in child.subtree), key=lambda word: word.i)
    loose = scope.lexicon.all("approximate")
    texts = [
        word.lower_
        for word in spelled
        if word.text != "-" and word.lower_ not in loose | {"the", "good", "long", "full", "hard", "dry", "bare"}
    ]
    rough = any(word.lower_ in loose for word in spelled)
    each = float(scope.lexicon.map("length_units")[unit.lemma_])
    if texts in (["a"], ["one"]):
        return round(each), rough
    if texts in (["half", "a"], ["a", "half"]):
        return round(each / 2), rough
    count = number(texts, scope.lexicon) if texts else None
    return (round(count * each), rough) if count is not None and "few" not in texts else None


def _window(sentence: "Token") -> str:
    """The window, door or porch that a view is had from, with the room that it belongs to; empty where none is told."""
    for word in sentence.sent:
        if (
            word.lower_ in ("window", "windows", "porch", "veranda", "balcony", "door")
            and word.pos_ == "NOUN"
            and word.i > sentence.sent.start
        ):
            marks = sorted(
                {child.lemma_.lower() for child in word.lefts if child.dep_ in ("compound", "poss", "amod")}
                - {"your", "my", "our", "its", "small", "big", "only"}
            )
            return "_".join(["the", *marks, word.lemma_.lower()])
    return ""


def _sun(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "at the kitchen window while the sun rises over the quarry": the quarry lies east of it."""
    verb = token.head if token.dep_ == "nsubj" else token
    way = scope.lexicon.map("telling.suns").get(verb.lemma_)
    view = _window(token)
    if way is None or not view or (verb.lemma_ in ("come", "go") and not any(child.lower_ in ("up", "down") for child in verb.children)):
        return
    for _, noun in after(verb, "over", "behind", "beyond", "above"):
        yield from _bearing(place(noun, scope), way, view, verb)


def _facing(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The kitchen window looks due west, straight out at the old quarry"."""
    way = next((word.lower_ for word in verb.sent if verb.i < word.i < verb.i + 4 and word.lower_ in POINTS), None)
    view = _window(verb)
    if (
        way is None
        or not view
        or not any(noun.lower_ in ("window", "windows", "porch", "veranda", "balcony", "door") for noun in scope.subject_tokens(verb))
    ):
        return
    for word in verb.sent:
        if word.i > verb.i and word.lower_ in ("at", "over", "onto", "on", "toward", "towards"):
            for noun in word.children:
                if noun.dep_ == "pobj":
                    yield from _bearing(place(noun, scope), way, view, verb)


def _ground(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "stands upon an island", "in a valley", "on top of a mountain", "far from any water"."""
    ground = str(scope.lexicon.map("grounds")[token.lemma_.lower()])
    prep = token.head
    if prep.lower_ == "of" and prep.head.lower_ in ("top", "summit", "middle", "heart", "crest", "bottom", "foot"):
        if prep.head.lower_ == "foot":
            return
        prep = prep.head.head
    lefts = {child.lower_ for child in token.lefts}
    if ground == "water":
        if "any" in lefts and token.head.lower_ == "from":
            yield from _grounded("dry", token.head, token, scope)
        return
    if prep.lower_ not in ("on", "upon", "in", "atop", "amid", "amidst", "at") or prep.dep_ != "prep" or not (lefts & {"a", "an", "the"}):
        return
    if (ground in ("valley", "mountain") and "the" in lefts and not prep.head.lower_.endswith("top")) or lefts & {"river", "other"}:
        return
    yield from _grounded(ground, prep, token, scope)


def _grounded(ground: str, at: "Token", noun: "Token", scope: Scope) -> Iterator[Found]:
    subject = _subject(at, scope)
    if subject is not None and subject.ref.id != f"the_{noun.lemma_.lower()}":
        yield Found(subject.ref, "terrain", Value(kind="enum", text=ground), noun, sure=84)


def _afloat(token: "Token", scope: Scope) -> Iterator[Found]:
    """ "At Dry Wells a paddle steamer ties up at the wharf": there is water at the place."""
    verb = next((word for word in token.ancestors if word.pos_ == "VERB"), None)
    if token.lemma_.lower() in scope.lexicon.all("telling.boats") and (
        verb is None or verb.lemma_ not in ("tie", "dock", "moor", "anchor", "land", "berth", "cast", "steam", "sail")
    ):
        return
    for word in token.sent:
        if word.lower_ in ("in", "at") and word.dep_ == "prep":
            for noun in word.children:
                ref = scope.who(noun) if noun.dep_ == "pobj" else None
                if ref is not None and scope.kind(ref) == "place" and scope.named(ref):
                    yield Found(ref, "terrain", Value(kind="enum", text="shore"), token, sure=82)
