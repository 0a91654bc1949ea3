"""Names and beginnings: by-names, whom a town is named for, when it was founded, when somebody was born."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, objects
from gm_engine.extraction.values import day_value, ordinal, year, year_value
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a verb says of names and beginnings."""
    if token.lemma_ == "name" and token.dep_ == "nsubj" and token.head.lemma_ == "be":
        yield from _given(token, scope)
    elif token.lower_ == "name":
        yield from _christened(token, scope)
    if token.pos_ not in ("VERB", "AUX"):
        return
    lemma = token.lemma_
    if lemma == "call":
        yield from _called(token, scope)
    elif lemma == "know" and token.tag_ == "VBN":
        for subject in scope.subjects(token):
            for _, noun in after(token, "as"):
                if scope.kind(subject) == "character":
                    yield from _by_name(subject, noun, token, scope)
    elif lemma in ("christen", "baptize", "baptise") and token.tag_ == "VBN":
        for subject in scope.subjects(token):
            for noun in (
                child for child in token.children if child.dep_ in ("oprd", "attr", "dobj", "xcomp", "ccomp") and child.text[:1].isupper()
            ):
                if scope.kind(subject) == "character":
                    words = scope.original(noun.doc[noun.left_edge.i], noun)
                    yield Found(subject, "name", Value(kind="text", text=words), token)
    elif lemma == "name" and token.tag_ == "VBN":
        for subject in scope.subjects(token):
            for _, noun in after(token, "for", "after"):
                yield Found(subject, "named_for", scope.text(noun), token)
    elif lemma == "bear" and token.tag_ == "VBN":
        yield from _dated(token, "born", ("character",), scope)
    elif lemma in scope.lexicon.all("found_verbs"):
        yield from _dated(token, "founded", ("place", "faction"), scope)


def _given(noun: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "His given name is Josiah Tull."."""
    owner = scope.owner(noun) or _bearer(noun, scope)
    if owner is None:
        yield from _christened(noun, scope)
    kinds = {child.lower_ for child in noun.lefts}
    if (
        owner is None
        or scope.kind(owner) != "character"
        or after(noun, "for")
        or kinds & {"last", "family", "false", "other", "stage", "middle", "maiden", "first", "new", "pen", "assumed", "own"}
    ):
        return
    for attr in noun.head.children:
        if attr.dep_ == "attr" and attr.pos_ == "PROPN":
            words = scope.original(attr.doc[attr.left_edge.i], attr)
            ref = scope.who(attr)
            if ref is not None and ref.id in scope.passage.new:
                del scope.passage.new[ref.id]
            yield Found(owner, "name", Value(kind="text", text=words), noun.head)


def _christened(noun: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "the name that his parents gave him, and that he hates, is Ezra Tull": the words between may be many."""
    rest = noun.doc[noun.i + 1 : noun.sent.end]
    given = next((token for token in rest[:8] if token.lemma_ in ("give", "christen", "baptize", "bear")), None)
    verb = next(
        (
            token
            for token in rest
            if given is not None and token.i > given.i and token.lower_ in ("is", "was", ":") and _capital(token, noun)
        ),
        None,
    )
    if given is None or verb is None:
        return
    person = next((token for token in noun.doc[noun.i : given.i + 2] if token.lower_ in ("his", "him", "her", "he", "she")), None)
    owner = scope.person(person) if person is not None else None
    last = noun.doc[verb.i + 1]
    while last.i + 1 < noun.sent.end and last.i not in scope.passage.names and noun.doc[last.i + 1].text[:1].isupper():
        last = noun.doc[last.i + 1]
    if owner is not None:
        words = scope.original(noun.doc[verb.i + 1], last)
        yield Found(owner, "name", Value(kind="text", text=words), given, sure=90)


def _capital(token: "Token", noun: "Token") -> bool:
    """True before a word with a capital in the same sentence."""
    return token.i + 1 < noun.sent.end and token.doc[token.i + 1].text[:1].isupper()


def _bearer(noun: "Token", scope: Scope) -> Ref | None:
    """Who bears a name: "the name his mother gave him", "the name she was born with"."""
    clause = next((child for child in noun.rights if child.dep_ == "relcl"), None)
    if clause is None or clause.lemma_ not in ("give", "bear", "christen", "have", "baptize"):
        return None
    for child in clause.children:
        if child.lower_ in ("him", "her", "you") or (child.lower_ in ("he", "she") and clause.lemma_ != "give"):
            return scope.person(child)
    return None


def _called(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "Folks call Bohannon the Deacon", "is called the Deacon"."""
    given = [child for child in verb.children if child.dep_ in ("oprd", "attr")]
    if any(child.dep_ == "auxpass" for child in verb.children):
        subjects = scope.subjects(verb)
    else:
        nouns = objects(verb, "dobj", "nsubj")
        subjects = [ref for noun in nouns if (ref := scope.who(noun)) is not None][-1:]
        given = given or [child for noun in nouns for child in noun.rights if child.dep_ == "appos"]
        given = given or [noun for noun in objects(verb) if scope.who(noun) is None]
    for subject in subjects:
        if scope.kind(subject) == "character":
            for noun in given:
                yield from _by_name(subject, noun, verb, scope)


def _by_name(subject: Ref, noun: "Token", verb: "Token", scope: Scope) -> Iterator[Found]:
    first = noun.doc[noun.left_edge.i]
    words = scope.original(first, noun)
    other = scope.who(noun)
    if noun.pos_ == "PROPN" and words[:1].isalnum() and (other is None or other.id != subject.id):
        if other is not None and other.id in scope.passage.new:
            del scope.passage.new[other.id]
            other = None
        if other is not None and scope.kind(other) == "character":
            yield Found(subject, "same_as", scope.entity(other), verb, sure=75)
        else:
            yield Found(subject, "alias", Value(kind="text", text=words), verb, sure=85)


def _dated(verb: "Token", relation: str, kinds: tuple[str, ...], scope: Scope) -> Iterator[Found]:
    """A founding or a birth with its year: "was founded in 1859", "opened in 1876"."""
    value = date_after(verb, scope)
    if value is None:
        return
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children) or verb.dep_ == "acl"
    things = [noun for noun in objects(verb) if not any(child.dep_ == "poss" for child in noun.lefts)]  # "opened its doors"
    tokens = scope.subject_tokens(verb) if passive or not things else things
    for noun in tokens:
        ref = scope.who(noun)
        if ref is not None and scope.kind(ref) in kinds:
            yield Found(ref, relation, value, verb)


def date_after(verb: "Token", scope: Scope) -> Value | None:
    """The date that stands with a verb: "in 1859", "on the third of June, 1881", "in the spring of 1874"."""
    for prep, noun in after(verb, "in", "on", "since", "about", "around", "before", "of"):
        words = [noun.doc[i] for i in range(noun.left_edge.i, min(noun.right_edge.i + 1, noun.i + 8))]
        years = [found for word in words if (found := year(word.text)) is not None]
        months = [
            int(scope.lexicon.map("months")[word.lower_])
            for word in words
            if word.lower_ in scope.lexicon.all("months") and word.text[:1].isupper()
        ]
        days = [found for word in words if (found := ordinal(word.text, scope.lexicon)) is not None]
        if not years and months and scope.calendar is not None and prep.lower_ != "before":
            years = [scope.calendar.moment(scope.minute).year]
        if not years:
            continue
        rough = prep.lower_ in ("about", "around", "before")
        if months and days:
            return day_value(years[0], months[0], days[0])
        if months:
            return day_value(years[0], months[0], None)
        return year_value(years[0], rough)
    return None
