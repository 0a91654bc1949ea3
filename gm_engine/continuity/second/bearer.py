"""Whom a sentence tells a thing of: the clause of a word, whose part it is, and what can have such a property at all."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S, cat

POSS = S("his her hers your yours their theirs its my")
THINGS = frozenset(("thing", "place"))
BEASTS = frozenset(("person", "animal"))
KINDS: dict[str, str] = lists("facets")["kinds"]
CATEGORIES: dict[str, str] = lists("facets")["categories"]
TOLD_OF = 80
"""How sure it is that somebody is meant whom a sentence names only as the owner of a thing, in per cent."""
DEEP = 12


def kind_of(mention: Mention, ground: Ground) -> str:
    """person, animal, thing, place …; empty where that is not known."""
    kind = ground.kind(mention.id)
    if kind:
        return KINDS.get(kind, kind)
    return "" if mention.name else CATEGORIES.get(cat(mention.lemma), "")


def fits(mention: Mention, of: frozenset[str], ground: Ground) -> bool:
    """Whether what is meant may have such a property at all."""
    kind = kind_of(mention, ground)
    return mention.id == "you" or (kind != "body" and (not kind or _can(kind, of)))


def suits(mention: Mention, of: frozenset[str], ground: Ground) -> bool:
    """Whether what is meant is surely of a kind that can have such a property."""
    if mention.id == "you":
        return "person" in of
    kind = kind_of(mention, ground)
    if kind in THINGS:
        return bool(of & THINGS)
    return bool(mention.id or mention.name) and (_can(kind, of) or (not kind and mention.name and "person" in of))


def _can(kind: str, of: frozenset[str]) -> bool:
    if kind in THINGS:
        return bool(of & THINGS)
    return kind in of or (kind in BEASTS and "animal" in of)


def clause_at(sentence: Sentence, at: int) -> Clause | None:
    """The clause in which a word (counted in the sentence) stands."""
    clauses = {clause.at: clause for clause in sentence.clauses}
    for _ in range(DEEP):
        if at in clauses:
            return clauses[at]
        if sentence.heads[at] == at:
            return None
        at = sentence.heads[at]
    return None


def named_in(sentence: Sentence, id: str, at: int) -> Mention:
    """The mention by which a sentence names somebody, or one made for him."""
    return next((mention for mention in sentence.mentions if mention.id == id), None) or Mention(at, id, id, TOLD_OF)


def bearer(
    sentence: Sentence, span: tuple[int, int], of: frozenset[str], ground: Ground, *, owner_first: bool
) -> tuple[Mention, bool] | None:
    """Whom the words of ``span`` tell of, and whether that is plain; None where nobody is near. Whose a part is comes before who acts
    if ``owner_first``.
    """
    first, last = span
    own = _owner(sentence, first, last, of, ground)
    if owner_first and own:
        return own, True
    clause = clause_at(sentence, first)
    for told in _clauses(sentence, clause, first):
        for mention in _actors(told, whole=owner_first):
            if suits(mention, of, ground):
                return mention, told is clause
    if own:
        return own, True
    near = [mention for mention in sentence.mentions if suits(mention, of, ground)]
    if near:
        return min(near, key=lambda mention: (abs(mention.at - first), mention.at)), False
    if sentence.about and suits(named_in(sentence, sentence.about, first), of, ground):
        return named_in(sentence, sentence.about, first), False
    for told in reversed(sentence.before.clauses if sentence.before else ()):
        for mention in told.roles.get("subj", ()):
            if suits(mention, of, ground):
                return mention, False
    return None


def _clauses(sentence: Sentence, clause: Clause | None, first: int) -> list[Clause]:
    """The clause itself and those before it, three at most."""
    others = [told for told in sentence.clauses if clause is None or (told is not clause and told.at <= first)]
    return [*([clause] if clause else []), *others[: 3 if clause is None else 2]]


def _actors(clause: Clause, *, whole: bool) -> Iterator[Mention]:
    """The subject, then what else can bear what a clause tells; its object only where that is told of as a ``whole``."""
    yield from clause.roles.get("subj", ())
    if clause.passive or not clause.roles.get("subj") or whole:
        yield from clause.roles.get("obj", ())
    yield from clause.roles.get("dat", ())
    yield from clause.roles.get("p:of", ())


def _owner(sentence: Sentence, first: int, last: int, of: frozenset[str], ground: Ground) -> Mention | None:
    """Whose the parts are that stand in a phrase or next to it."""
    for mention in (mention for mention in sentence.mentions if first - 1 <= mention.at <= last + 3):
        if sentence.words[mention.at] in POSS and suits(mention, of, ground):
            return mention
        if suits(mention, of, ground):  # "his brother" is not told of as a part of him
            continue
        if not mention.owner and mention.ownerlemma and mention.lemma not in POSS:
            for other in sentence.mentions:
                if other.lemma == mention.ownerlemma and other.name and suits(other, of, ground):
                    return other
        if mention.owner and suits(named_in(sentence, mention.owner, mention.at), of, ground):
            return named_in(sentence, mention.owner, mention.at)
    return None
