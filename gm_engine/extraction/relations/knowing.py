"""Who knows what, who has never heard of it, who has met whom."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import SUBJECTS, Found, Scope, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

QUESTION_WORDS = frozenset({"who", "whom", "whose", "what", "where", "when", "why", "how", "which", "whether", "if", "that"})
SINCE = frozenset({"since", "already", "always", "long", "along", "ago", "before", "earlier", "beforehand", "years", "months", "weeks"})
IDLE = QUESTION_WORDS | {"there", "such", "own", "old"}
ASIDE = frozenset({"since", "before", "after", "until", "till", "during", "from", "by", "because", "though", "although", "while", "as"})
"""What follows these says when, how or from whom it is known, and not what."""
BEYOND = frozenset({"beyond", "behind", "under", "against", "without", "past", "across"})
TIMES = frozenset(
    {
        "day",
        "days",
        "week",
        "weeks",
        "month",
        "months",
        "year",
        "years",
        "hour",
        "hours",
        "night",
        "tonight",
        "moment",
        "time",
        "now",
        "ago",
    }
)
OFFERED = frozenset({"pretend", "claim", "say", "insist", "swear", "seem", "want", "hope", "wish", "need", "let"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of somebody's knowing."""
    lemma, words = token.lemma_.lower(), scope.lexicon
    if token.pos_ in ("VERB", "AUX") and lemma in words.all("know_verbs"):
        yield from _knows(token, scope)
    elif token.pos_ in ("VERB", "AUX") and lemma in words.all("meet_verbs"):
        yield from _meets(token, scope)
    elif token.pos_ in ("VERB", "AUX") and lemma in words.all("inform_verbs"):
        yield from _told(token, scope)
    elif token.pos_ == "NOUN" and lemma in words.all("inklings"):
        yield from _inkling(token, scope)
    elif token.pos_ == "ADJ" and lemma in words.all("aware"):
        yield from _aware(token, scope)
    elif token.pos_ == "NOUN" and lemma in ("stranger", "friend", "acquaintance", "comrade", "chum"):
        yield from _company(token, scope)


def matter(verb: "Token", scope: Scope, *preps: str) -> "str":
    """What is known: the content words of the object or clause, in their order, the question word first; empty for none."""
    for child in verb.children:
        if child.i < verb.i:
            continue
        if child.dep_ in ("ccomp", "xcomp", "acl", "relcl") or (child.dep_ == "advcl" and _asks(child)):
            return _content(child, scope, _asks(child) or "that")
        if child.dep_ in ("dobj", "attr") and child.pos_ in ("NOUN", "PROPN") and child.lemma_.lower() not in scope.lexicon.all("inklings"):
            return _content(child, scope, "")
        if child.dep_ == "prep" and child.lower_ in (*(preps or ("of", "about")), "along"):
            for inner in child.children:
                if inner.dep_ == "pobj" and inner.pos_ in ("NOUN", "PROPN"):
                    return _content(inner, scope, "")
                if inner.dep_ in ("pcomp", "ccomp"):
                    return _content(inner, scope, _asks(inner) or "that")
    return ""


def _asks(clause: "Token") -> str:
    """The question word that opens a clause; "who" and "whom" are one."""
    first = next((word for word in clause.subtree if not word.is_punct), clause)
    if first.lower_ in ("of", "about", "as", "to") and first.i + 1 < len(first.doc):
        first = first.doc[first.i + 1]
    lower = first.lower_
    return {"whom": "who", "whose": "who", "if": "whether"}.get(lower, lower) if lower in QUESTION_WORDS else ""


def _content(head: "Token", scope: Scope, asks: str) -> str:
    """The words that say what it is about; names by their entity."""
    found = [asks] if asks else []
    denied = False
    aside = {inner.i for word in head.subtree if word.dep_ in ("prep", "mark") and word.lower_ in ASIDE for inner in _phrase(word)}
    for word in head.subtree:
        lower = word.lower_
        if word.i in aside or lower in TIMES or (word.dep_ in ("npadvmod", "advmod") and word.lemma_ in TIMES):
            continue
        if word.dep_ in ("appos", "parataxis") or word.text in (";", ":", "—", ","):
            if found[1:] or (found and not asks):
                break
            continue
        denied = denied or (word.dep_ == "neg")
        ref = scope.who(word) if word.i in scope.passage.names or word.pos_ == "PRON" else None
        if ref is not None and lower not in QUESTION_WORDS:
            found.append(ref.id)
        elif lower in BEYOND and word.pos_ == "ADP":
            found.append(lower)
        elif lower not in IDLE and (
            word.pos_ in ("NOUN", "PROPN", "ADJ", "NUM") or (word.pos_ == "VERB" and word.lemma_ not in ("be", "have", "do"))
        ):
            found.append(word.lemma_.lower())
    bare = [word for word in found if word not in QUESTION_WORDS]
    if not bare or denied:
        return ""
    return " ".join(dict.fromkeys(found))


def _phrase(word: "Token") -> "list[Token]":
    """A preposition with its phrase; a conjunction with its whole clause."""
    return list(word.subtree) if word.dep_ == "prep" else list(word.head.subtree) if word.head.dep_ == "advcl" else [word]


def _known(
    people: list[Ref], told: str, at: "Token", scope: Scope, *, polarity: bool = True, learned: bool = False, only: bool = False
) -> Iterator[Found]:
    """Claims of knowing. The unit says when: ``long`` from before the telling, ``still`` up to now."""
    if not told:
        return
    for subject in people:
        if scope.kind(subject) == "character":
            value = Value(kind="text", text=told, unit="only" if only else _when(at))
            yield Found(subject, "knows", value, at, polarity=polarity, sure=min(subject.sure, 90), lasting=True, change=learned)


def _when(at: "Token") -> str | None:
    """``long`` where the words put the knowing back before this moment; ``until`` where it ends with something told."""
    lowers = [word.lower_ for word in at.sent]
    perfect = any(child.dep_ == "aux" and child.lower_ in ("had", "has", "have", "'d", "'ve", "'s") for child in at.children)
    back = SINCE & set(lowers) or ("for" in lowers and any(word in lowers for word in ("year", "week", "month", "day", "days", "ever")))
    from_the = "from" in lowers and any(
        word in lowers for word in ("beginning", "start", "first", "outset", "girlhood", "boyhood", "childhood")
    )
    if any(child.lower_ in ("until", "till", "before") for child in at.children) and not perfect:
        return "until"
    return "long" if (perfect or at.tag_ in ("VBD", "VBZ", "VBP", "VBN")) and (back or from_the) else "perfect" if perfect else None


def _knows(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "knows who …", "does not know of …", "has never heard of …", "learns that …", "you find out only now …"."""
    kind = str(scope.lexicon.map("know_verbs")[verb.lemma_.lower()])
    if kind == "hear" and not any(child.lower_ == "of" for child in verb.children):
        return
    if kind == "find" and not any(child.lower_ == "out" for child in verb.children):
        return
    if kind == "learn" and any(child.dep_ == "xcomp" for child in verb.children):
        return
    if (verb.dep_ == "xcomp" and verb.head.lemma_ in OFFERED) or verb.tag_ == "VBG" or any(c.dep_ == "auxpass" for c in verb.children):
        return
    told = matter(verb, scope, *(("of",) if kind == "hear" else ("of", "about")))
    preps = {child.lower_ for child in verb.children if child.dep_ == "prep"}
    if not told and kind == "know" and not preps:
        return
    now = any(child.lower_ == "now" for child in verb.children)
    people = _people(verb, scope)
    only = any(word.lower_ == "only" and word.i < verb.i and word.head.dep_ in SUBJECTS for word in verb.sent)
    yield from _known(people, told, verb, scope, learned=kind in ("learn", "find") or now, only=only)
    person = next((child for child in objects(verb) if scope.person(child) is not None), None)
    if kind == "know" and person is not None and not any(inner.dep_ in ("ccomp",) for inner in verb.children):
        yield from _acquainted(people, [person], verb, scope)


def _people(verb: "Token", scope: Scope) -> list[Ref]:
    return [ref for ref in scope.subjects(verb) if scope.kind(ref) == "character"]


def _inkling(noun: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "has no idea that …", "hasn't a clue about …", "had got wind of …"."""
    told = matter(noun, scope, "of", "about", "as")
    if not told and noun.head.lemma_ in ("have", "get"):
        told = (
            matter(noun.head, scope, "of", "about", "as")
            if any(c.dep_ in ("ccomp", "prep") and c.i > noun.i for c in noun.head.children)
            else ""
        )
    verb = noun.head
    if any(child.dep_ == "aux" and child.lemma_ == "have" for child in noun.children):  # "hadn't the least idea", as the parser sees it
        people = [ref for child in noun.children if child.dep_ == "nsubj" and (ref := scope.person(child)) is not None]
        if any(child.dep_ == "neg" for child in noun.children):
            yield from _known(people, matter(noun, scope, "of", "about", "as"), noun, scope, polarity=False)
        return
    if verb.lemma_ not in ("have", "get") or noun.dep_ not in ("dobj", "attr"):
        return
    if verb.lemma_ == "get" and noun.lemma_ == "wind":
        yield from _known(_people(verb, scope), told, verb, scope)
        return
    none = scope.has_no(noun) or any(child.dep_ == "neg" or child.lower_ == "never" for child in verb.children)
    if none:
        denied = any(child.dep_ == "neg" or child.lower_ == "never" for child in verb.children)
        yield from _known(_people(verb, scope), told, verb, scope, polarity=denied)


def _aware(word: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "is unaware of the warrant", "had been aware that …", "knows nothing of …"."""
    polarity = str(scope.lexicon.map("aware")[word.lemma_.lower()]) == "yes"
    verb = word.head
    told = matter(word, scope, "of", "about", "to") or ""
    if verb.lemma_ in ("be", "remain", "become", "stay"):
        yield from _known(_people(verb, scope), told, verb, scope, polarity=polarity, learned=verb.lemma_ == "become")


def _told(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "Kip tells you who …", "nobody has told Kip about …", "had been told of …": whoever is told knows."""
    if verb.tag_ == "VBG" or (verb.dep_ == "xcomp" and verb.head.lemma_ in OFFERED):
        return
    told = _news(verb, scope)
    if not told:
        return
    passive = any(child.dep_ == "auxpass" for child in verb.children)
    nobody = any(child.dep_ in SUBJECTS and child.lower_ in ("nobody", "none") for child in verb.children) or any(
        child.dep_ in SUBJECTS and child.lower_ == "one" and any(inner.lower_ == "no" for inner in child.children)
        for child in verb.children
    )
    if passive:
        hearers = _people(verb, scope)
    else:
        hearers = [ref for child in verb.children if child.dep_ in ("dobj", "dative") and (ref := scope.person(child)) is not None]
    if nobody and not passive:
        denied = any(child.lower_ == "nobody" for child in verb.children)
        yield from _known(hearers, told, verb, scope, polarity=denied)
    else:
        yield from _known(hearers, told, verb, scope, learned=True)


def _news(verb: "Token", scope: Scope) -> str:
    """What somebody is told: "that …", "who …", "about the tunnel", "the password", "everything about the will"."""
    for child in verb.children:
        if child.i > verb.i and child.dep_ in ("ccomp", "advcl") and _asks(child) and child.pos_ in ("VERB", "AUX"):
            return _content(child, scope, _asks(child))
        if child.dep_ == "prep" and child.lower_ in ("of", "about"):
            return next((_content(inner, scope, "") for inner in child.children if inner.dep_ == "pobj"), "")
        if child.dep_ == "dobj" and child.lower_ in ("everything", "all", "whole", "nothing"):
            return matter(child, scope)
        if (
            child.dep_ == "dobj"
            and child.pos_ == "NOUN"
            and scope.person(child) is None
            and any(one.dep_ == "dative" for one in verb.children)
        ):
            return "" if child.lemma_ in ("story", "tale", "lie", "truth", "thing", "name") else _content(child, scope, "")
    return ""


def _meets(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "you have never met Kip", "has never laid eyes on Kip", "had served with Kip"."""
    never = any(child.dep_ == "neg" or child.lower_ == "never" for child in verb.children)
    kind = str(scope.lexicon.map("meet_verbs")[verb.lemma_.lower()])
    if not never or verb.tag_ not in ("VBN", "VBD", "VB"):
        return
    nouns = [child for child in objects(verb) if kind == "meet"]
    if kind == "lay":
        if not any(child.lower_ in ("eye", "eyes") for child in objects(verb)):
            return
        nouns = [inner for word in verb.subtree if word.lower_ in ("on", "upon") for inner in word.children if inner.dep_ == "pobj"]
    if verb.lemma_ == "see" and not any(child.lower_ in ("before",) for child in verb.sent):
        return
    yield from _acquainted(_people(verb, scope), nouns, verb, scope)


def _acquainted(people: list[Ref], nouns: "list[Token]", at: "Token", scope: Scope) -> Iterator[Found]:
    for subject in people:
        for noun in nouns:
            other = scope.person(noun)
            if other is not None and other.id != subject.id:
                value = Value(kind="text", text=scope.name(other), entity=other.id, unit=_when(at))
                yield Found(subject, "met", value, at, sure=min(subject.sure, other.sure), lasting=True)


def _company(noun: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "is a stranger to you", "Kip and you are old friends"."""
    if noun.dep_ != "attr" or noun.head.lemma_ != "be":
        return
    people = _people(noun.head, scope)
    others = [
        ref
        for child in noun.children
        if child.dep_ == "prep" and child.lower_ in ("to", "of", "with")
        for inner in child.children
        if inner.dep_ == "pobj" and (ref := scope.person(inner)) is not None
    ]
    pair = [people[0], others[0]] if people and others else people[:2]
    if len(pair) != 2 or pair[0].id == pair[1].id:
        return
    stranger = noun.lemma_ == "stranger"
    old = any(child.lower_ in ("old", "lifelong", "childhood", "dear") for child in noun.lefts) or noun.lemma_ == "comrade"
    if stranger or old:
        value = Value(kind="text", text=scope.name(pair[1]), entity=pair[1].id, unit=None if stranger else "long")
        yield Found(pair[0], "met", value, noun.head, polarity=not stranger, sure=min(one.sure for one in pair), lasting=True)
