"""What people can and cannot do: read, swim, speak a language."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

LASTING = frozenset({"read", "write", "swim", "ride", "shoot", "cook", "dance", "sing", "sew"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of an ability."""
    words = scope.lexicon
    if token.pos_ == "VERB" and token.lemma_ in words.all("skills"):
        yield from _can(token, scope)
    if token.pos_ == "VERB" and token.lemma_ in ("speak", "know", "understand"):
        yield from _speaks(token, scope)
    if token.pos_ == "VERB" and token.lemma_ in ("know", "meet") and token.tag_ == "VBN":
        yield from _acquainted(token, scope)
    if token.lower_ in words.all("languages") and token.dep_ == "dobj" and token.head.lemma_ == "have":
        for subject in scope.subjects(token.head):
            if scope.kind(subject) == "character":
                yield Found(subject, "speaks", enum(token.lower_), token.head, polarity=not scope.has_no(token))
    if token.lower_ in words.all("languages") and token.dep_ == "pobj" and token.head.lower_ == "of":
        yield from _no_word_of(token, scope)
    if token.pos_ == "VERB" and token.lemma_ == "read":
        yield from _reads_aloud(token, scope)
        yield from _reads_tongue(token, scope)
    if (
        token.lower_ in ("deaf", "mute")
        and token.dep_ in ("acomp", "oprd", "ccomp", "dobj")
        and token.head.lemma_ in ("be", "leave", "go", "turn", "strike")
    ):
        yield from _without(token, scope)
    heard = objects(token) if token.pos_ == "VERB" and token.lemma_ in ("hear", "overhear") else []
    if heard and not any(noun.lower_ in ("nothing", "none", "voices", "god") or scope.has_no(noun) for noun in heard):
        for subject in scope.subjects(token):
            if scope.kind(subject) == "character" and subject.id != scope.you and not any(child.dep_ == "aux" for child in token.children):
                yield Found(subject, "can", Value(kind="text", text="hear"), token, sure=80, momentary=True, importance=1)
    letters = token.lemma_ == "letter" and token.dep_ == "dobj" and token.head.lemma_ in ("learn", "know") and token.tag_ == "NNS"
    if letters and any(child.dep_ == "poss" for child in token.lefts):
        for subject in scope.subjects(token.head):
            if scope.kind(subject) == "character":
                yield Found(subject, "reads", enum("yes"), token.head, sure=85, able=True)
    if token.lower_ in words.all("languages") and token.dep_ == "pobj" and token.head.lower_ == "in":
        yield from _in_tongue(token, scope)
    if token.lower_ in ("illiterate", "unlettered") and token.dep_ in ("acomp", "attr"):
        for subject in scope.subjects(token.head):
            if scope.kind(subject) == "character":
                yield Found(subject, "reads", enum("yes"), token.head, polarity=False)


def _no_word_of(tongue: "Token", scope: Scope) -> Iterator[Found]:
    """ "has not a word of French", "hasn't a lick of Spanish"."""
    noun = tongue.head.head
    verb = noun.head
    if noun.lemma_ not in ("word", "lick", "syllable", "scrap") or noun.dep_ != "dobj" or verb.lemma_ != "have":
        return
    denied = scope.has_no(noun) or any(child.dep_ == "neg" for child in (*noun.children, *verb.children))
    for subject in scope.subjects(verb) if denied else ():
        if scope.kind(subject) == "character":
            yield Found(subject, "speaks", enum(tongue.lower_), noun, polarity=False, sure=90)


def _can(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "cannot swim", "never learned to read", "knows how to ride"."""
    helper = next((child for child in verb.children if child.dep_ == "aux" and child.lower_ in ("can", "ca", "could")), None)
    negated = any(child.dep_ == "neg" or child.lower_ == "neither" for child in verb.children)
    learnt = verb.dep_ == "xcomp" and verb.head.lemma_ in ("learn", "know")
    bare = not objects(verb) and all(prep.lower_ == "like" for prep, _ in after(verb))
    if helper is not None and helper.lower_ == "could" and not (negated and verb.lemma_ in ("read", "write", "swim") and _letters(verb)):
        return
    if helper is not None:  # "can see the road" is no ability worth keeping; "cannot swim" and "can read" are
        if verb.lemma_ not in LASTING or not (
            bare or (negated and verb.lemma_ in ("read", "write", "swim") and _letters(verb) and not after(verb))
        ):
            return
    elif not learnt and not (verb.lemma_ == "read" and verb.tag_ == "VB" and negated and bare):
        return
    at = verb.head if learnt else verb
    for subject in scope.subjects(at):
        if scope.kind(subject) == "character":
            if verb.lemma_ == "read":
                unpaired = any(child.lower_ == "neither" for child in verb.children)  # "can neither read nor write"
                yield Found(subject, "reads", enum("yes"), at, polarity=not unpaired, sure=90, able=True)
            else:
                yield Found(subject, "can", Value(kind="text", text=verb.lemma_), at, sure=88, able=True)


def _reads_aloud(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "reads the letter aloud", "reads it off to you", "is reading a newspaper": who does it is able to."""
    if verb.tag_ in ("VB", "VBN") or any(
        child.dep_ in ("neg", "auxpass") or child.lower_ in ("can", "ca", "could") for child in verb.children
    ):
        return
    papers = any(noun.lemma_.lower() in scope.lexicon.all("papers") for noun in objects(verb))
    aloud = any(child.lower_ in ("aloud", "off", "out") for child in verb.children) or (bool(after(verb, "from")) and papers)
    if not (papers or aloud) or any(
        noun.lemma_ in ("face", "sign", "track", "trail", "palm", "hand", "mind", "card") for noun in objects(verb)
    ):
        return
    for subject in scope.subjects(verb):
        if scope.kind(subject) == "character":
            yield Found(subject, "reads", enum("yes"), verb, sure=88, momentary=True, importance=1)


def _acquainted(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "has never met Thorne" and "has known Thorne for years", which cannot both be; to know somebody today may be new."""
    never = any(child.dep_ == "neg" or child.lower_ == "never" for child in verb.children)
    long = any(noun.lemma_ in ("year", "childhood") for _, noun in after(verb, "for", "since"))
    perfect = any(child.dep_ == "aux" and child.lower_ in ("has", "have", "'s", "'ve") for child in verb.children)
    if not perfect or (verb.lemma_ == "know" and not long) or (verb.lemma_ == "meet" and not never):
        return
    for noun in objects(verb):
        other = scope.person(noun)
        for subject in scope.subjects(verb) if other is not None else ():
            if other is not None and scope.kind(subject) == "character" and scope.you not in (subject.id, other.id):
                yield Found(subject, "knows", Value(kind="text", text=scope.name(other), entity=other.id), verb, sure=other.sure, able=True)


def _without(word: "Token", scope: Scope) -> Iterator[Found]:
    """ "is stone deaf", "a fever left him deaf"; not "deaf to reason" nor "deaf in one ear"."""
    if (
        after(word, "to", "in", "with")
        or scope.doc_has(word.i + 1, "to", "in", "with")
        or any(child.lower_ in ("half", "nearly", "almost", "as", "partly", "momentarily") for child in word.children)
    ):
        return
    verb = word.head
    given = [
        ref
        for noun in [*objects(verb, "dobj", "dative"), *(child for child in word.lefts if child.dep_ in ("nsubj", "compound"))]
        if (ref := scope.who(noun)) is not None
    ]
    for subject in given if verb.lemma_ in ("leave", "strike", "turn") else scope.subjects(verb):
        if scope.kind(subject) == "character":
            yield Found(
                subject,
                "can",
                Value(kind="text", text="hear" if word.lower_ == "deaf" else "speak"),
                verb,
                polarity=False,
                sure=90,
                lasting=True,
            )


def _in_tongue(tongue: "Token", scope: Scope) -> Iterator[Found]:
    """ "says in Spanish", "in fluent Spanish": who does so speaks it."""
    verb = tongue.head.head
    if verb.pos_ in ("NOUN", "PRON") and verb.lower_ in ("something", "nothing", "word", "words", "oath"):
        verb = verb.head
    if verb.lemma_ not in scope.lexicon.all("said") | {"speak", "talk", "curse", "sing", "pray"}:
        return
    if any(child.lower_ in ("bad", "broken", "poor", "halting", "mock") for child in tongue.lefts):
        return
    for subject in scope.subjects(verb):
        if scope.kind(subject) == "character":
            yield Found(subject, "speaks", enum(tongue.lower_), verb, sure=82, momentary=True, importance=1)


def _letters(verb: "Token") -> bool:
    """True for "cannot read a word", false for "cannot read the sign from here"."""
    return all(
        noun.lemma_ in ("word", "letter", "line", "name", "stroke", "yard", "lick")
        and not any(child.lower_ in ("the", "this", "that") for child in noun.lefts)
        for noun in objects(verb)
    )


def _speaks(verb: "Token", scope: Scope) -> Iterator[Found]:
    tongues, negated = _tongues(verb, scope)
    if verb.dep_ == "relcl" and verb.head.lower_ in scope.lexicon.all("languages") and verb.lemma_ == "speak":
        tongues.append(verb.head)
    for tongue in tongues:
        for subject in scope.subjects(verb):
            if scope.kind(subject) == "character":
                yield Found(subject, "speaks", enum(tongue.lower_), verb, polarity=not negated)


def _reads_tongue(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "reads Latin", "reads no English", "cannot read a word of Spanish"."""
    tongues, negated = _tongues(verb, scope)
    for tongue in tongues:
        for subject in scope.subjects(verb):
            if scope.kind(subject) == "character":
                yield Found(subject, "reads", enum(tongue.lower_), verb, polarity=not negated, able=True)


def _tongues(verb: "Token", scope: Scope) -> "tuple[list[Token], bool]":
    """The languages that are a verb's object, bare or as "a word of Spanish"; and whether a "no" stands with it."""
    languages = scope.lexicon.all("languages")
    tongues: list[Token] = []
    beside = verb.doc[verb.i + 2] if verb.i + 2 < verb.sent.end and scope.doc_has(verb.i + 1, "no") else None
    negated = beside is not None and beside.lower_ in languages and beside.dep_ != "dobj"
    if negated and beside is not None:
        tongues.append(beside)
    for noun in objects(verb):
        negated = negated or scope.has_no(noun)
        if noun.lower_ == "whatever":
            tongues += [child for child in noun.lefts if child.lower_ in languages]
        if noun.lower_ in languages:
            tongues.append(noun)
        elif noun.lemma_ in ("word", "bit", "lick", "little"):
            tongues += [deep for _, deep in after(noun, "of") if deep.lower_ in languages]
    return tongues, negated
