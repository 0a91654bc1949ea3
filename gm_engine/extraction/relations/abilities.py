"""What people can and cannot do: read, swim, speak a language."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from spacy.tokens import Token

LASTING = frozenset({"read", "write", "swim", "ride", "shoot", "cook", "dance", "sing", "sew"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of an ability."""
    words = scope.lexicon
    if token.pos_ == "VERB" and token.lemma_ in words.all("skills"):
        yield from _can(token, scope)
    if token.pos_ == "VERB" and token.lemma_ in ("speak", "know", "understand"):
        yield from _speaks(token, scope)
    if token.lower_ in words.all("languages") and token.dep_ == "dobj" and token.head.lemma_ == "have":
        for subject in scope.subjects(token.head):
            if scope.kind(subject) == "character":
                yield Found(subject, "speaks", enum(token.lower_), token.head, polarity=not scope.has_no(token))
    if token.lower_ in ("illiterate", "unlettered") and token.dep_ in ("acomp", "attr"):
        for subject in scope.subjects(token.head):
            if scope.kind(subject) == "character":
                yield Found(subject, "reads", enum("yes"), token.head, polarity=False)


def _can(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "cannot swim", "never learned to read", "knows how to ride"."""
    helper = next((child for child in verb.children if child.dep_ == "aux" and child.lower_ in ("can", "ca")), None)
    negated = any(child.dep_ == "neg" for child in verb.children)
    learnt = verb.dep_ == "xcomp" and verb.head.lemma_ in ("learn", "know")
    bare = not objects(verb) and not after(verb)
    if helper is not None:  # "can see the road" is no ability worth keeping; "cannot swim" and "can read" are
        if verb.lemma_ not in LASTING or not (bare or (negated and verb.lemma_ in ("read", "write") and _letters(verb))):
            return
    elif not learnt and not (verb.lemma_ == "read" and verb.tag_ == "VB" and negated and bare):
        return
    at = verb.head if learnt else verb
    for subject in scope.subjects(at):
        if scope.kind(subject) == "character":
            if verb.lemma_ == "read":
                yield Found(subject, "reads", enum("yes"), at, sure=90, able=True)
            else:
                yield Found(subject, "can", Value(kind="text", text=verb.lemma_), at, sure=88, able=True)


def _letters(verb: "Token") -> bool:
    """True for "cannot read a word", false for "cannot read the sign from here"."""
    return all(noun.lemma_ in ("word", "letter", "line", "name") for noun in objects(verb))


def _speaks(verb: "Token", scope: Scope) -> Iterator[Found]:
    tongues = [noun for noun in objects(verb) if noun.lower_ in scope.lexicon.all("languages")]
    negated = False
    for noun in objects(verb):
        negated = negated or scope.has_no(noun)
        if noun.lemma_ in ("word", "bit", "lick", "little"):
            tongues += [
                deep
                for child in noun.children
                if child.lower_ == "of"
                for deep in child.children
                if deep.lower_ in scope.lexicon.all("languages")
            ]
    for tongue in tongues:
        for subject in scope.subjects(verb):
            if scope.kind(subject) == "character":
                yield Found(subject, "speaks", enum(tongue.lower_), verb, polarity=not negated)
