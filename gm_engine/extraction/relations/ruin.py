"""Ruin: a thing is burnt, melted, blown up or lost in the deep for good; and somebody is seen to use it whole."""

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.relations.hands import items
from gm_engine.extraction.scope import Found, Scope, after, enum, objects

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

UP = frozenset({"up", "down"})
FOR_GOOD = frozenset({"good", "ever", "always"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of a thing's end, or of its being whole."""
    words = scope.lexicon
    if token.pos_ in ("VERB", "AUX"):
        lemma = token.lemma_
        if lemma in words.all("ruin_verbs"):
            yield from _ruined(token, scope)
        if lemma in words.all("fall_verbs") or lemma in words.all("throw_away"):
            yield from _sunk(token, scope)
        if lemma in ("be", "go", "lie", "blow", "lay"):
            yield from _gone(token, scope)
        if lemma in words.all("wield") or lemma in words.all("draw_out") or lemma in words.all("use_verbs"):
            yield from _used(token, scope)
    elif token.lower_ == "nothing" and token.dep_ in ("nsubj", "nsubjpass", "attr") and token.head.lemma_ in ("be", "remain", "leave"):
        for _, noun in [*after(token, "of"), *after(token.head, "of"), *(pair for kid in token.head.children for pair in after(kid, "of"))]:
            for _, thing in items([noun], scope):
                yield _end(thing, "destroyed", token.head, 88)


def _end(thing: Ref, word: str, at: "Token", sure: int = 95) -> Found:
    return Found(thing, "destroyed", enum(word), at, sure=sure, lasting=True, change=True)


def _lights(thing: "Token", scope: Scope) -> bool:
    return thing.lemma_.lower() in scope.lexicon.all("burners")


def _ruined(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The deed was burned", "it burns to ash", "the fiddle was smashed", "they melt the idol down"."""
    if verb.dep_ in ("amod", "compound"):
        return
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)
    own = objects(verb)
    lemma = verb.lemma_
    ends = any(noun.lemma_.lower() in scope.lexicon.all("nothing_left") for _, noun in after(verb, "to", "into", "in"))
    whole = ends or any(child.dep_ in ("prt", "advmod") and child.lower_ in UP for child in verb.children)
    if lemma in ("burn", "melt", "crush", "split", "tear", "rip") and not (
        passive or whole or (own and verb.tag_ in ("VBD", "VBN", "VBZ", "VBP"))
    ):
        where = any(noun.lemma_.lower() in scope.lexicon.all("blazes") for _, noun in after(verb, "in", "with"))
        if not where:
            return
    if lemma in ("crush", "split", "tear", "rip") and not ends and not (passive and lemma == "crush"):
        return
    if lemma == "sink" and own:
        return
    tokens = scope.subject_tokens(verb) if passive or not own else own
    for noun, thing in items(tokens, scope):
        if lemma == "burn" and _lights(noun, scope):
            continue
        yield _end(thing, "destroyed", verb)


def _sunk(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The whistle drops through the grating", "you throw the key into the river", "you feed the letter to the stove"."""
    own = objects(verb)
    if any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children):
        own = scope.subject_tokens(verb)
    elif not own and verb.lemma_ not in scope.lexicon.all("fall_verbs"):
        return
    tokens = own or scope.subject_tokens(verb)
    where = after(verb, "into", "in", "through", "to", "over", "down", "off")
    where += [pair for noun in own for pair in after(noun, "into", "in", "through", "to", "over", "down")]
    for noun, thing in items(tokens, scope):
        for prep, place in where:
            lemma = place.lemma_.lower()
            if lemma in scope.lexicon.all("blazes") and prep.lower_ in ("into", "in", "to", "on"):
                if noun.lemma_.lower() in scope.lexicon.all("papers"):
                    yield _end(thing, "destroyed", verb, 84)
            elif (
                lemma in scope.lexicon.all("waters")
                or (prep.lower_ in ("over", "through", "off") and lemma in ("rail", "side", "gunwale", "grating"))
            ) and prep.lower_ != "to":
                yield _end(thing, "gone", verb, 84)


def _gone(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The phone is gone for good", "the charter went up with the rest", "it lies in pieces", "the letter is ash"."""
    subjects = scope.subject_tokens(verb)
    for noun, thing in items(subjects, scope):
        if verb.lemma_ == "be":
            told = [child for child in verb.children if child.dep_ in ("attr", "acomp", "advmod", "ROOT")]
            if any(child.lemma_.lower() in scope.lexicon.all("nothing_left") and not list(child.lefts) for child in told):
                yield _end(thing, "destroyed", verb)
        ends = {noun_.lemma_.lower() for _, noun_ in after(verb, "in", "to", "into")}
        if verb.lemma_ in ("lie", "lay", "be") and ends & {"piece", "splinter", "shard", "ruin", "fragment", "atom"}:
            yield _end(thing, "destroyed", verb, 90)
        if (
            any(child.lower_ == "up" for child in verb.children)
            and (verb.lemma_ == "blow" or (verb.lemma_ == "go" and (ends & scope.lexicon.all("blazes") or after(verb, "with"))))
            and not _lights(noun, scope)
        ):
            yield _end(thing, "destroyed", verb, 88)
        sentence = [token.lower_ for token in verb.sent]
        lost = any(
            (token.lower_ in ("gone", "lost") and token.head in (verb, verb.head)) or (token == verb and token.lower_ in ("gone", "lost"))
            for token in verb.subtree
        )
        if (lost and any(a == "for" and b in FOR_GOOD for a, b in itertools.pairwise(sentence))) or (lost and "forever" in sentence):
            yield _end(thing, "gone", verb, 92)


def _used(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Somebody handles a thing as it was: what is destroyed can be handled so no more."""
    if not any(scope.kind(ref) == "character" for ref in scope.subjects(verb)[:1]) or any(child.dep_ == "neg" for child in verb.children):
        return
    told = {token.lower_ for token in verb.sent}
    if told & scope.lexicon.all("remnants"):
        return
    nouns = objects(verb) + [
        noun for prep, noun in after(verb, "from", "into") if verb.lemma_ in ("pour", "read", "climb", "drink", "play", "step")
    ]
    for noun, thing in items(nouns, scope):
        if noun.pos_ == "PRON" or any(child.dep_ == "prep" and child.lower_ in ("of", "from", "in") for child in noun.rights):
            continue
        whole = bool(told & scope.lexicon.all("unharmed")) or {"so", "much", "chip"} <= told
        yield Found(thing, "destroyed", enum("whole"), verb, sure=92 if whole else 84, momentary=True, importance=1)
