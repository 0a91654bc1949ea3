"""When it was done: the bank that opened in 1874, the day on which the treaty was signed, the hour at which the stage came in."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.dates import Dated, dates
from gm_engine.extraction.matters import Matter, matter
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.relations.naming import date_after
from gm_engine.extraction.scope import Found, Scope, after, objects
from gm_engine.extraction.values import year, year_value
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

WHEN = frozenset({"when", "that", "which"})
PARTY = frozenset({"you", "we", "they", "us", "i"})
CLIMB = 7
LOG = frozenset({"log"})
"""The mark of what a log notes of the travellers without naming them."""
LOG_START = 3


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a sentence says of when things were done; asked at its first word."""
    if not token.is_sent_start:
        return
    sentence, telling = token.sent, _telling(scope)
    if not any(word.text[:1].isdigit() or word.lower_ in telling for word in sentence):
        return
    for dated in dates(sentence, scope.lexicon):
        if (due := _due(dated, scope)) is not None:
            yield due
            continue
        verb = _verb(dated, scope)
        if verb is None:
            continue
        kind = _kind(verb, scope)
        for about, place in _about(verb, kind, scope):
            if verb.lemma_ in scope.lexicon.all("found_verbs") and about.named and scope.kind(about.ref) in ("place", "faction"):
                if (founded := _founded(dated)) is not None and date_after(verb, scope) is None:
                    yield Found(about.ref, "founded", founded, verb)
                if founded is not None:
                    continue
            marks = " ".join(sorted(about.marks))
            value = Value(kind="date", text=dated.text, unit=f"{kind}|{marks}|{place}", approximate=dated.rough)
            yield Found(about.ref, "dated", value, verb, lasting=True, over=False)


def _due(dated: Dated, scope: Scope) -> Found | None:
    """A deadline, "must have rails through Anvil Cut by July 4": of the named place or thing that is told last before it."""
    doc = scope.passage.doc
    by = next(
        (
            word
            for word in reversed(doc[max(doc[dated.first].sent.start, dated.first - 3) : dated.first])
            if word.lower_ in ("by", "before")
        ),
        None,
    )
    dues = scope.lexicon.all("telling.dues")
    if by is None or not any(word.lemma_.lower() in dues for word in doc[by.sent.start : by.i]):
        return None
    for noun in reversed(list(doc[by.sent.start : by.i])):
        found = matter(noun, scope) if noun.i in scope.passage.names or noun.pos_ == "PROPN" else None
        if found is not None and found.named and found.ref.id != scope.you and scope.kind(found.ref) != "character":
            value = Value(kind="date", text=dated.text, unit="due||", approximate=dated.rough)
            return Found(found.ref, "dated", value, by, sure=84, settled=True)
    return None


def _founded(dated: Dated) -> Value | None:
    """The year as a span of days; None where none is told."""
    told = year(dated.text.split()[-1])
    return year_value(told, dated.rough) if told else None


def _telling(scope: Scope) -> frozenset[str]:
    return (
        scope.lexicon.all("months") | scope.lexicon.all("ordinals") | scope.lexicon.all("dated_seasons") | scope.lexicon.all("number_words")
    )


def _kind(verb: "Token", scope: Scope) -> str:
    """The class of what is done; empty for a verb that tells no event."""
    table = scope.lexicon.map("happens")
    lower = verb.lower_
    kind = table.get(verb.lemma_.lower()) or table.get(lower.removesuffix("ed")) or table.get(lower.removesuffix("d")) or ""
    parts = {child.lower_ for child in verb.children if child.dep_ in ("prt", "advmod", "prep")}
    if lower.startswith("pass") and "away" not in parts:
        return ""
    if kind == "arrive" and lower.startswith(("roll", "pull")) and not parts & {"in", "into", "up"}:
        return ""
    if (
        kind == "fall"
        and lower.startswith(("fall", "fell"))
        and parts & {"asleep", "down", "ill", "sick", "behind", "in", "on", "from", "off", "into", "silent"}
    ):
        return ""
    if kind == "kill" and verb.lemma_ == "shoot" and not any(child.lower_ in ("dead",) for child in verb.children):
        return ""
    return str(kind)


def _verb(dated: Dated, scope: Scope) -> "Token | None":
    """The verb that a date is told of."""
    doc = scope.passage.doc
    first, last = doc[dated.first], doc[dated.last]
    sentence = first.sent
    if (after_it := _clause_after(last, scope)) is not None:
        return after_it
    if (before_it := _clause_before(first, scope)) is not None:
        return before_it
    for token in doc[dated.first : dated.last + 1]:
        at, steps = token, 0
        while at.head != at and steps < CLIMB:
            at, steps = at.head, steps + 1
            if at.pos_ in ("VERB", "AUX"):
                if _kind(at, scope):
                    return at
                break
            if at.pos_ == "NOUN" and at.tag_ in ("VBD", "VBN") and _kind(at, scope):
                return at
    opening = next((token for token in sentence if token.is_alpha), None)
    start = next((token for token in sentence if token.lower_.endswith("ed") and token.is_alpha), None)
    if (
        start is not None
        and len(sentence) < 14
        and _kind(start, scope)
        and opening is not None
        and start.i - opening.i < 3
        and not any(token.tag_ in ("VBZ", "VBP", "MD") for token in sentence)
    ):
        return start
    return None


def _dates(noun: "Token", scope: Scope) -> bool:
    """True for "the year", "the night": a noun that only says when."""
    return noun.lower_ in scope.lexicon.all("telling.date_nouns")


def _clause_after(last: "Token", scope: Scope) -> "Token | None":
    """The verb of "1871, the year the Exchange opened", "the nineteenth of August when the Kestrel left Luna"."""
    doc, at = last.doc, last.i + 1
    while at < last.sent.end and doc[at].lower_ in (",", "the", "—", "very", "same"):
        at += 1
    if at >= last.sent.end:
        return None
    word = doc[at]
    if _dates(word, scope):
        return next((child for child in word.children if child.dep_ in ("relcl", "acl") and _kind(child, scope)), None) or _next_verb(
            at, last, scope
        )
    return _next_verb(at, last, scope) if word.lower_ == "when" else None


def _next_verb(at: int, last: "Token", scope: Scope) -> "Token | None":
    """The first event told after a place, in the same clause."""
    for token in last.doc[at + 1 : min(at + 12, last.sent.end)]:
        if token.text in (",", ";", ":"):
            return None
        if token.pos_ == "VERB":
            return token if _kind(token, scope) else None
    return None


def _clause_before(first: "Token", scope: Scope) -> "Token | None":
    """The verb of "the year the bank opened, 1878", "the date on which it was lit: the ninth of June"."""
    at = first.i - 1
    while at > first.sent.start and first.doc[at].lower_ in ("the", "on", "in", "deep", "high", "mid", "dead", "of", "a"):
        at -= 1
    if first.doc[at].text not in (",", ":", "(", "—", "is", "was"):
        return None
    for noun in reversed(list(first.doc[first.sent.start : at])):
        if _dates(noun, scope) and first.i - noun.i < 14:
            return next(
                (child for child in noun.children if child.dep_ in ("relcl", "acl") and child.i < first.i and _kind(child, scope)), None
            )
    return None


def _about(verb: "Token", kind: str, scope: Scope) -> Iterator[tuple[Matter, str]]:
    """What an event is told of, each with the place that it is told with."""
    nouns = objects(verb)
    if kind in scope.lexicon.all("happens_moving"):
        yield from _moved(verb, scope)
        return
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children) or (
        verb.tag_ == "VBN" and verb.dep_ in ("acl", "amod", "ROOT", "advcl")
    )
    people = kind in ("die", "enlist", "retire", "abdicate", "vanish")
    own = any(noun.lemma_ in ("door", "gate") and any(child.lower_ in ("its", "her", "their") for child in noun.lefts) for noun in nouns)
    tokens = scope.subject_tokens(verb) if passive or people or own or not nouns else nouns
    if not tokens and verb.tag_ == "VBN":
        yield from _noted(verb, scope)
        return
    if not tokens and verb.dep_ in ("acl", "relcl") and verb.head.pos_ in ("NOUN", "PROPN"):
        tokens = [verb.head]
    for noun in tokens[:2]:
        if noun.lower_ in ("that", "which", "who") or (verb.dep_ == "relcl" and noun == verb.head):
            noun = _antecedent(verb) or noun
        found = matter(noun, scope)
        if found is not None and found.ref.id != scope.you and not _dates(noun, scope):
            yield found, ""


def _antecedent(verb: "Token") -> "Token | None":
    """The noun right before "which" or "that": the parser may hang the clause on one farther off."""
    opening = next((word for word in verb.doc[max(verb.sent.start, verb.i - 5) : verb.i] if word.lower_ in ("that", "which", "who")), None)
    if opening is None or opening.i - 2 < verb.sent.start:
        return None
    at = verb.doc[opening.i - 1]
    at = verb.doc[opening.i - 2] if at.text == "," else at
    return at if at.pos_ in ("NOUN", "PROPN") else None


def _noted(verb: "Token", scope: Scope) -> Iterator[tuple[Matter, str]]:
    """What an inscription without a subject may be about, "You read the stone over the door: built in 1688": any thing told before it."""
    nouns = [noun for noun in verb.doc[verb.sent.start : verb.i] if noun.pos_ in ("NOUN", "PROPN") and not _dates(noun, scope)]
    for noun in nouns[-4:]:
        found = matter(noun, scope)
        if found is not None and found.ref.id != scope.you:
            yield Matter(Ref(found.ref.id, min(78, found.ref.sure)), found.marks, found.named), ""


def _moved(verb: "Token", scope: Scope) -> Iterator[tuple[Matter, str]]:
    """Who or what set out or came in, with the place from or to which: "The Petrel sailed from Bristol", "Departed Vesta Dock"."""
    preps = ("from", "out") if _kind(verb, scope) == "leave" else ("at", "in", "into", "to")
    places = [noun for _, noun in after(verb, *preps)] + [
        noun for noun in objects(verb, "dobj", "npadvmod", "dep", "attr") if noun.pos_ in ("PROPN", "NOUN")
    ]
    named = [
        found
        for noun in places
        if noun.i > verb.i
        and not _dates(noun, scope)
        and (found := matter(noun, scope)) is not None
        and noun.lower_ not in scope.lexicon.all("months")
    ]
    place = named[0].ref.id if named else ""
    if not place and (bare := _names_after(verb, scope)):
        place = bare
    tokens = scope.subject_tokens(verb)
    if not tokens and place:
        yield Matter(Ref(scope.you or "you", 84), LOG), place
    elif not tokens and verb.i - verb.sent.start < LOG_START:
        yield Matter(Ref(scope.you or "you", 84), LOG), ""
    for noun in tokens[:1]:
        if noun.lower_ in PARTY:
            if place:
                yield Matter(Ref(scope.you or "you", 84)), place
            continue
        found = matter(noun, scope)
        if found is None:
            return
        yield found, place
        carriers = scope.lexicon.all("telling.carriers")
        if place and ({word.lower_ for word in noun.subtree} & carriers or found.ref.id.split("_")[-1] in carriers):
            yield Matter(Ref(scope.you or "you", 78)), place


def _names_after(verb: "Token", scope: Scope) -> str:
    """The name right after a verb, where the parser saw no object: "Departed Vesta Dock 3 May"."""
    following = verb.doc[verb.i + 1 : min(verb.i + 4, verb.sent.end)]
    words = []
    for token in following:
        if token.i in scope.passage.names:
            ref = scope.salience.meant(token)
            return ref.id if ref is not None else ""
        if not token.text[:1].isupper() or token.lower_ in scope.lexicon.all("months"):
            break
        words.append(token.lower_)
    return "_".join(words)
