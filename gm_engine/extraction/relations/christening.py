"""Names of people, beasts, ships and towns: true names, only names, the name in the book; and who it was."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import SUBJECTS, Found, Scope, after
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

STOPS = frozenset({",", ".", ";", "!", "?", ":", "—", "–", ")"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of names, and of who somebody was."""
    lemma = token.lemma_.lower()
    if token.lower_ == "name" and token.pos_ == "NOUN":
        yield from _told_name(token, scope)
    elif lemma in scope.lexicon.all("telling.namings") and token.tag_ == "VBN":
        yield from _named(token, scope)
    elif lemma == "answer" and token.pos_ == "VERB":
        yield from _answers(token, scope)
    elif lemma in scope.lexicon.all("telling.enterings") and token.pos_ == "VERB":
        yield from _in_the_book(token, scope)
    elif token.pos_ in ("NOUN", "ADJ") and lemma in scope.lexicon.all("animals") | scope.lexicon.all("christened"):
        yield from _beside(token, scope)
    if lemma == "be" and token.pos_ in ("VERB", "AUX"):
        yield from _was_the_one(token, scope)


def run(first: int, scope: Scope, end: int) -> str:
    """The name that stands at a place of the text, without its article; empty where none does."""
    doc = scope.passage.doc
    if first < end and doc[first].lower_ in ("the", "simply", "plain", "only"):
        first += 1
    last = first
    while last < end and (
        doc[last].text[:1].isupper()
        or (last > first and last + 1 < end and doc[last].lower_ in ("of", "de", "von", "the") and doc[last + 1].text[:1].isupper())
    ):
        last += 1
    return scope.original(doc[first], doc[last - 1]) if last > first and doc[first].text.isalpha() else ""


def _renamed(token: "Token", scope: Scope) -> bool:
    words = scope.lexicon.all("telling.renamings")
    return any(word.lower_ in words for word in token.sent)


def _name(subject: Ref, words: str, at: "Token", scope: Scope, sure: int = 92) -> Iterator[Found]:
    doc = scope.passage.doc
    for word in at.sent:
        ref = scope.salience.meant(word) if word.i in scope.passage.names else None
        if ref is not None and ref.id != subject.id and ref.id in scope.passage.new and scope.name(ref) in words and doc[word.i].text:
            scope.passage.new.pop(ref.id, None)
    yield Found(subject, "name", Value(kind="text", text=words), at, sure=min(sure, subject.sure), lasting=True)


def _told_name(noun: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "the ferry's name: the Lark", "her only name, the Lark", "the one name it has ever been given, LARK"."""
    before = {word.lower_ for word in noun.lefts}
    if before & scope.lexicon.all("telling.other_names") or _renamed(noun, scope) or after(noun, "for") or "no" in before:
        return
    end = noun.sent.end
    clause = next((child for child in noun.rights if child.dep_ == "relcl"), None)
    owner = scope.owner(noun)
    at = noun.i + 1
    if owner is None and clause is not None and before & {"one", "only", "first", "true", "real", "given"}:
        bearers = [child for child in clause.children if child.dep_ in ("nsubj", "nsubjpass", "dative") and child.i > noun.i]
        owner = next((ref for child in bearers if (ref := scope.who(child)) is not None), None)
        at = clause.right_edge.i + 1 if clause.right_edge.i < end else at
        at = next((i for i in range(clause.i + 1, end) if noun.doc[i].text in (",", ":", "—") or noun.doc[i].lower_ in ("is", "was")), at)
    if (
        owner is None
        and noun.dep_ == "dobj"
        and noun.head.lemma_ in ("give", "bear", "have", "carry")
        and before & {"one", "only", "true", "given", "christian"}
    ):
        passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in noun.head.children)
        owner = next(iter(scope.subjects(noun.head)), None) if passive or noun.head.lemma_ != "give" else None
    if owner is None and before & {"given", "christian", "true", "real", "full", "first", "birth"} and before & {"his", "her"}:
        # "Her given name is Ada Stark": whose name it is, the name says
        named = (
            [child for child in noun.head.children if child.dep_ == "attr" and child.i in scope.passage.names]
            if noun.head.lemma_ == "be"
            else []
        )
        owner = scope.person(named[0]) if named else None
        if owner is not None:
            yield Found(owner, "name", Value(kind="text", text=scope.name(owner)), noun.head, sure=85, lasting=True)
            return
    if owner is None or scope.kind(owner) not in ("character", "item", "place"):
        return
    for i in range(at, min(end, at + 10)):
        if i > at + 5 and noun.doc[i].text != ":":
            continue
        if noun.doc[i].text in (",", ":", "—") or noun.doc[i].lower_ in ("is", "was"):
            if words := run(i + 1, scope, end):
                verb = noun.head if noun.head.pos_ in ("VERB", "AUX") else noun
                yield from _name(owner, words, verb, scope)
            return


def _named(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "was christened the Lark", "is called Pepper"; a person may be called many things."""
    if _renamed(verb, scope) or verb.dep_ in ("acl", "relcl"):
        return
    words = run(verb.i + 1, scope, verb.sent.end)
    if not words:
        return
    if verb.lemma_ == "bear" and (
        verb.i + 1 not in scope.passage.names
        or "of" in words
        or len(words.split()) < 2
        or scope.lexicon.all("months") & set(words.lower().split())
    ):
        return
    subjects = scope.subjects(verb)
    if verb.i == verb.sent.start:
        main = verb.sent.root
        subjects = [
            ref for child in main.children if child.dep_ == "nsubj" and child.i > verb.i + 2 and (ref := scope.person(child)) is not None
        ]
    for subject in subjects:
        if verb.lemma_ in ("call", "name") and scope.kind(subject) == "character":
            continue
        if scope.kind(subject) in ("character", "item", "place"):
            yield from _name(subject, words, verb, scope)


def _answers(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "the dog answers to Rascal"."""
    if not scope.doc_has(verb.i + 1, "to") or _renamed(verb, scope):
        return
    words = run(verb.i + 2, scope, verb.sent.end)
    for subject in scope.subjects(verb) if words else []:
        if scope.kind(subject) == "item":
            yield from _name(subject, words, verb, scope)


def _in_the_book(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "stood in the muster book as Kip Tull": two entries of one person are one name."""
    if not any(word.lower_ in scope.lexicon.all("telling.registers") for word in verb.sent) or _renamed(verb, scope):
        return
    mark = next((word for word in verb.sent if word.lower_ == "as" and verb.i < word.i <= verb.i + 10), None)
    name = run(mark.i + 1, scope, verb.sent.end) if mark is not None else ""
    for subject in scope.subjects(verb) if name else []:
        if scope.kind(subject) == "character":
            yield from _name(subject, name, verb, scope, 85)


def _beside(noun: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "your grey mare, Juniper," and "the schooner *Lark*" of what has been told to be one thing."""
    ref = scope.salience.meant(noun)
    if (
        ref is None
        or scope.named(ref)
        or not scope.doc_has(noun.i + 1, ",")
        or scope.passage.pieces[scope.passage.piece[noun.i]][1] != "narration"
    ):
        return
    end = noun.sent.end
    first = noun.i + 2
    words = run(first, scope, end)
    stop = first
    while stop < end and noun.doc[stop].text not in STOPS:
        stop += 1
    alone = words and stop - first <= 3 and (stop >= end or not scope.doc_has(stop + 1, "and", "or")) and not scope.doc_has(first, "the")
    beside = first < end and (noun.doc[first].dep_ == "appos" or noun.doc[stop - 1].dep_ == "appos")
    if alone and beside and scope.original(noun.doc[first], noun.doc[stop - 1]) == words:
        yield from _name(ref, words, noun.doc[first] if noun.doc[first].dep_ == "appos" else noun.doc[stop - 1], scope, 80)


def _was_the_one(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "the masked man at the ball was Kip", "the man who shot the sheriff is Kip", "the portrait in the hall is of Kip"."""
    noun = next((child for child in verb.children if child.dep_ in SUBJECTS and child.pos_ == "NOUN" and child.tag_ == "NN"), None)
    if noun is None or not any(child.lower_ == "the" for child in noun.lefts):
        return
    likeness = noun.lemma_.lower() in scope.lexicon.all("telling.likenesses")
    if likeness:
        tokens = [inner for _, inner in after(verb, "of")]
    else:
        tokens = [child for child in verb.children if child.dep_ == "attr" and child.i > verb.i]
        if noun.lemma_.lower() not in scope.lexicon.all("anybodies"):
            return
    person = next((ref for token in tokens if token.i in scope.passage.names and (ref := scope.person(token)) is not None), None)
    key = _described(noun, scope)
    if person is not None and len(key.split()) >= 2:
        yield Found(person, "the_one", Value(kind="text", text=key), verb, sure=person.sure, lasting=True)


def _described(noun: "Token", scope: Scope) -> str:
    """The noun and the content words that tell whom it means."""
    found = [noun.lemma_.lower()]
    for word in noun.subtree:
        if word.i == noun.i or word.dep_ in ("det", "punct"):
            continue
        ref = scope.who(word) if word.i in scope.passage.names or word.pos_ == "PRON" else None
        if ref is not None:
            found.append(ref.id)
        elif word.pos_ in ("NOUN", "PROPN", "ADJ", "NUM", "VERB") and word.lower_ not in ("who", "that", "which"):
            found.append(word.lemma_.lower())
        elif word.dep_ == "neg":
            found.append("not")
    return " ".join(dict.fromkeys(found))
