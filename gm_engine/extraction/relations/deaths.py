"""Ways to die that no verb of dying tells: the last breath, the heart that stops, the box, the pyre, the shot between the eyes."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, enum, objects

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

BARELY = frozenset(
    {
        "nearly",
        "almost",
        "not",
        "n't",
        "never",
        "barely",
        "if",
        "would",
        "could",
        "might",
        "will",
        "skip",
        "momentarily",
        "briefly",
        "again",
    }
)
RESTS = frozenset({"lie", "hang", "float", "sway", "swing", "dangle", "sprawl", "drift", "rot"})
RECOVERED = frozenset(
    {"find", "discover", "recover", "drag", "bury", "burn", "wrap", "haul", "claim", "identify", "wash", "bring", "carry"}
)
"""What a body does, and what is done to one, when it is told of apart from who it was."""
CUT = frozenset({"cut", "slit", "slash", "open"})
BROKEN = frozenset({"break", "snap", "wring", "crack"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of somebody's end."""
    lower = token.lower_
    if token.pos_ in ("VERB", "AUX"):
        yield from _verb(token, scope)
    elif lower in ("heart", "pulse", "neck", "throat") and token.pos_ == "NOUN":
        yield from _part(token, scope)
    elif (
        lower == "death"
        and scope.doc_has(token.i - 1, "of")
        and scope.doc_has(token.i - 2, "time", "hour", "moment", "date")
        and token.i >= 2
    ):
        yield from _certified(token, scope)
    elif lower in scope.lexicon.all("own_grave"):
        yield from _grave(token, scope)
    elif lower == "nothing":
        yield from _nothing_left(token, scope)
    elif lower == "body" and token.pos_ == "NOUN":
        yield from _body(token, scope)
    elif lower == "cold" and token.dep_ == "acomp" and token.head.lemma_ in ("lie", "be"):
        floors = {noun.lemma_ for word in (token, token.head) for _, noun in after(word, "on")}
        if floors & {"carpet", "floor", "ground", "slab", "board", "deck", "table", "stone", "tile", "sand", "cot", "flagstone"}:
            yield from _dead(list(scope.subjects(token.head)), token.head, scope, 78)


def _dead(refs: "Sequence[Ref | None]", at: "Token", scope: Scope, sure: int) -> Iterator[Found]:
    for ref in refs:
        if ref is not None and scope.kind(ref) == "character" and ref.id != scope.you and ref.sure >= 65:
            yield Found(ref, "condition", enum("dead"), at, lasting=True, sure=sure)


def _untrue(verb: "Token") -> bool:
    return any(child.lower_ in BARELY and child.dep_ in ("neg", "advmod", "aux", "mark") for child in verb.children)


def _verb(verb: "Token", scope: Scope) -> Iterator[Found]:
    words, lemma = scope.lexicon, verb.lemma_
    denied = any(child.dep_ == "neg" or child.lower_ == "never" for child in verb.children)
    rights = {child.lower_ for child in verb.rights}
    if denied:
        ended = (
            lemma == "survive"
            and not any(
                child.dep_ == "aux" and child.lower_ in ("can", "could", "would", "will", "may", "might") for child in verb.children
            )
        ) or (
            lemma in ("wake", "awaken", "rise", "stir", "breathe")
            and "again" in rights
            and not any(child.dep_ == "aux" and child.lower_ in ("would", "could", "will") for child in verb.children)
        )
        if ended and not any(child.dep_ == "advcl" for child in verb.children):
            for found in _dead(list(scope.subjects(verb)), verb, scope, 86):
                # the denial of the verb tells the death: where the clause is denied, so is its opposite
                yield Found(found.subject, "condition", enum("dead"), verb, polarity=False, lasting=True, sure=86)
        return
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)
    nouns = objects(verb)
    preps = [(prep.lower_, noun) for prep, noun in after(verb)]
    ghost = lemma == "give" and "up" in rights and any(noun.lemma_ == "ghost" for noun in nouns)
    if ghost or (lemma in ("breathe", "draw") and _last_breath(verb)):
        yield from _dead(list(scope.subjects(verb)), verb, scope, 90)
    elif lemma in words.all("pierced") or lemma == "kill":
        yield from _pierced(verb, nouns, preps, passive, scope)
    if lemma in words.all("plague_verbs") and not passive and not _untrue(verb):
        plague = next((child for child in verb.children if child.dep_ == "nsubj"), None)
        if (
            plague is not None
            and plague.lemma_.lower() in words.all("plagues")
            and (lemma != "carry" or rights & {"off", "away"})
            and not _taken_to(preps)
        ):
            yield from _dead([scope.who(noun) for noun in nouns], verb, scope, 84)
    if lemma in words.all("laid"):
        where = [(prep, noun) for prep, noun in preps if noun.lemma_.lower() in words.all("laid_in")]
        mine = not any(child.dep_ == "poss" and child.lower_ == "own" for _, noun in where for child in noun.lefts)
        to_rest = lemma == "lay" and any(prep == "to" and noun.lower_ == "rest" for prep, noun in preps)
        if (where and mine and any(noun.lemma_ != "hammock" or lemma in ("sew", "stitch") for _, noun in where)) or to_rest:
            alive = any(token.lower_ in ("alive", "living") for token in verb.sent)
            victims = list(scope.subjects(verb)) if passive else [scope.who(noun) for noun in nouns]
            if not alive and not _untrue(verb):
                yield from _dead(victims, verb, scope, 86)
    if lemma == "bury" and not passive and not _untrue(verb):
        yield from _buries(verb, nouns, preps, scope)
    if lemma == "fall" and any(prep in ("in", "at", "during") and noun.lemma_.lower() in words.all("felled_in") for prep, noun in preps):
        yield from _dead(list(scope.subjects(verb)), verb, scope, 80)


def _taken_to(preps: "list[tuple[str, Token]]") -> bool:
    """True where somebody is taken somewhere, and so not taken for good."""
    return any(prep in ("to", "into", "from", "back", "past", "across", "downstream") for prep, _ in preps)


def _last_breath(verb: "Token") -> bool:
    near = [token.lower_ for token in verb.doc[verb.i + 1 : min(verb.i + 4, verb.sent.end)]]
    return (
        len(near) > 1 and near[0] in ("his", "her", "their") and near[1] == "last" and (verb.lemma_ == "breathe" or near[2:] == ["breath"])
    )


def _pierced(verb: "Token", nouns: "list[Token]", preps: "list[tuple[str, Token]]", passive: bool, scope: Scope) -> Iterator[Found]:
    """ "is shot through the heart", "your bullet takes him between the eyes", "the blade goes through Kesh's heart"."""
    words = scope.lexicon
    vital = next(
        (
            noun
            for prep, noun in preps
            if noun.lower_ in words.all("vitals")
            and (
                (prep in ("through", "into") and noun.lower_ != "eyes")
                or (prep == "between" and noun.lower_ == "eyes")
                or (
                    prep == "in"
                    and noun.lower_ in ("heart", "head", "forehead", "brain", "throat", "temple")
                    and verb.lemma_ in ("shoot", "stab", "take", "hit", "catch")
                )
            )
        ),
        None,
    )
    if vital is None or _untrue(verb):
        return
    doer = next((child for child in verb.children if child.dep_ == "nsubj"), None)
    armed = doer is not None and doer.lemma_.lower() in words.all("missiles")
    if verb.lemma_ in ("shoot", "stab", "drill", "plug", "run", "pierce"):
        victims = list(scope.subjects(verb)) if passive else [scope.who(noun) for noun in nouns]
        if verb.lemma_ == "run" and not ("through" in {prep for prep, _ in preps} and nouns):
            return
    elif armed:
        victims = [scope.owner(vital)] if scope.owner(vital) is not None else [scope.who(noun) for noun in nouns]
    else:
        return
    yield from _dead(victims, verb, scope, 82)


def _buries(verb: "Token", nouns: "list[Token]", preps: "list[tuple[str, Token]]", scope: Scope) -> Iterator[Found]:
    """ "we bury Kip on the hill", "went over the falls, and you buried what the river gave back"."""
    alive = any(token.lower_ in ("alive", "deep", "work", "debts", "quarrel") for token in verb.sent)
    if alive or any(
        prep in ("in", "under") and noun.lemma_ in ("work", "paper", "hand", "kiss", "debt", "snow", "rubble", "book")
        for prep, noun in preps
    ):
        return
    if any(noun.lower_ == "what" for noun in verb.children) or any(
        child.dep_ == "ccomp" and any(word.lower_ == "what" for word in child.children) for child in verb.children
    ):
        before = verb.head if verb.dep_ == "conj" else None
        if before is not None:
            yield from _dead(list(scope.subjects(before))[:1], verb, scope, 80)
        return
    yield from _dead([scope.who(noun) for noun in nouns if noun.dep_ == "dobj"], verb, scope, 84)


def _part(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "her heart stopped at dawn", "has no pulse", "the noose snaps his neck", "cut Kip's throat"."""
    verb = noun.head
    if _untrue(verb):
        return
    owner = next((ref for child in noun.lefts if child.dep_ == "poss" and (ref := scope.who(child))), None)
    if noun.lower_ == "pulse":
        if noun.dep_ == "dobj" and verb.lemma_ == "have" and scope.has_no(noun):
            yield from _dead(list(scope.subjects(verb)), noun, scope, 84)
        return
    if owner is None:
        return
    if noun.lower_ == "heart" and noun.dep_ == "nsubj" and verb.lemma_ in ("stop", "cease") and verb.tag_ != "VBG":
        again = any(
            token.lower_
            in (
                "again",
                "moment",
                "second",
                "instant",
                "beat",
                "almost",
                "sight",
                "had",
                "start",
                "minute",
                "minutes",
                "seconds",
                "restart",
            )
            for token in noun.sent
        )
        sights = any(
            prep.lower_ in ("at", "for", "with", "when")
            and inner.lemma_ in ("sight", "thought", "sound", "word", "news", "moment", "joy", "fear")
            for prep, inner in after(verb)
        )
        if not again and not sights:
            yield from _dead([owner], verb, scope, 82)
    elif noun.dep_ == "dobj" and ((noun.lower_ == "neck" and verb.lemma_ in BROKEN) or (noun.lower_ == "throat" and verb.lemma_ in CUT)):
        own = any(child.dep_ == "nsubj" and (ref := scope.who(child)) is not None and ref.id == owner.id for child in verb.children)
        if not own or noun.lower_ == "throat":
            yield from _dead([owner], verb, scope, 82)
    elif noun.dep_ in ("nsubj", "nsubjpass") and noun.lower_ == "neck" and verb.lemma_ in ("snap", "break"):
        yield from _dead([owner], verb, scope, 82)


def _certified(death: "Token", scope: Scope) -> Iterator[Found]:
    """ "Lind, Oskar. Time of death 2203": of the one person whom the line names, or the last one spoken of."""
    near = {ref.id: ref for token in death.sent if (ref := scope.person(token)) is not None and ref.id != scope.you}
    told = any(token.text.isdigit() or token.lower_ in ("call", "calls", "called", "noted", "is", "was", ":", "—") for token in death.sent)
    if not told or any(token.text == "?" for token in death.sent):
        return
    one = next(iter(near.values())) if len(near) == 1 else scope.salience.lately(death.sent.start) if not near else None
    if one is not None:
        yield from _dead([Ref(one.id, max(one.sure, 70))], death, scope, 82)


def _body(body: "Token", scope: Scope) -> Iterator[Found]:
    """ "Thorne's body lies in the street", "they find the body of Elias Thorne"."""
    verb = body.head
    subject = body.dep_ in ("nsubj", "nsubjpass")
    if verb.lemma_ not in (RESTS if body.dep_ == "nsubj" else RECOVERED) or not (subject or body.dep_ == "dobj") or _untrue(verb):
        return
    doers = [child for child in verb.children if child.dep_ in ("nsubj", "agent")] if not subject else []
    if any(child.lower_ in ("nobody", "none") for child in doers) or any(child.dep_ == "prt" for child in verb.children):
        return
    if any(child.pos_ == "NOUN" and scope.who(child) is None for child in doers):
        return  # a shot finds his body, a chill takes hold of it
    owner = scope.owner(body)
    if owner is not None and all(ref is None or ref.id != owner.id for ref in map(scope.who, doers)):
        yield from _dead([owner], body, scope, 80)


def _grave(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "has his cairn there", "lower Kip's coffin into the clay"."""
    verb = noun.head
    owner = next((ref for child in noun.lefts if child.dep_ == "poss" and (ref := scope.who(child))), None)
    if owner is None or any(child.lower_ in ("own", "empty", "open", "unused", "early", "future") for child in noun.lefts):
        return
    makes = any(child.dep_ == "nsubj" and (ref := scope.who(child)) is not None and ref.id == owner.id for child in verb.children)
    if makes and verb.lemma_ != "have":
        return
    if verb.lemma_ in ("build", "plan", "order", "buy", "dig", "measure", "sell", "make", "want", "promise", "choose", "paint", "carve"):
        return
    yield from _dead([owner], noun, scope, 84)


def _nothing_left(word: "Token", scope: Scope) -> Iterator[Found]:
    """ "nothing is left of Hugh but a boot heel"."""
    near = list(word.doc[word.i + 1 : min(word.i + 9, word.sent.end)])
    left = next((token for token in near if token.lower_ in ("left", "remains", "remained")), None)
    if left is None or not any(token.lower_ in ("but", "except", "save") for token in near):
        return
    of = next((token for token in near if token.i > left.i and token.lower_ == "of"), None)
    if of is not None:
        yield from _dead([scope.person(token) for token in near if token.i > of.i and token.head == of], word, scope, 84)
