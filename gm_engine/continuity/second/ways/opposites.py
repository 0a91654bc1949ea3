"""Opposite sides of one facet: blind and reading, bald and combing, hornless and goring."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.openings import both
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.sides import Side, sides_of

GRADE = {
    "verb": "act", "done": "act", "has": "has", "part": "has", "unable": "un", "mod": "is", "adj": "is", "noun": "is",
    "lose": "phr", "phrase": "phr", "near": "near",
}  # fmt: skip
"""The tier of a type, by the kind of words that say so."""
ELSEWHERE = frozenset(("life", "known"))
"""Groups of facets that ways of their own look after."""
BOTH = frozenset(("skill", "sense"))
"""Groups of which one sentence may tell both sides without taking one back."""
MADE_GOOD = {
    "face": frozenset(("now", "grow", "dye", "trim", "again", "new")),
    "thing": frozenset(
        ("now", "mend", "repair", "fix", "restart", "new", "replace", "rebuild", "patch", "restore", "wind", "solder", "tune")
    ),
}
"""The groups of facets that grow back or are mended, and the words by which a sentence tells that they have been."""
SURE, PROBABLE, LEAST = 3.0, 2.2, 1.2
HEARD = 76


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Both sides of one facet, said of one."""
    ones, others = sides_of(earlier, ground), sides_of(later, ground)
    if not ones or not others:
        return
    good = {group for group, words in MADE_GOOD.items() if not words.isdisjoint(later.lems)}
    taken_back = _taken_back(ones) | _taken_back(others)
    for one in ones:
        if one.facet.group in ELSEWHERE or one.facet.group in good or (one.bearer.id, one.facet.name) in taken_back:
            continue
        for other in others:
            if one.facet.name != other.facet.name or one.sign == other.sign:
                continue
            same = _same(one.bearer, other.bearer)
            if same < LEAST or (other.clause is not None and other.clause.tense == "pluperfect" and not one.facet.permanent):
                continue
            tiers = _tiers(one, other)
            weak = same < SURE and one.facet.group not in BOTH
            if (weak and not {"phr", "un"} & set(tiers)) or (weak and one.facet.group == "habit") or set(tiers) == {"near", "act"}:
                continue
            first, second = tiers if one.sign < 0 else tiers[::-1]
            kind = f"facet:{one.facet.group}:{first}-{second}:{'first' if one.sign < 0 else 'after'}{'' if same >= SURE else ':loose'}"
            yield Candidate(kind, one.facet.klass, _why(one, other), one.bearer.id or one.bearer.lemma)


def _taken_back(sides: tuple[Side, ...]) -> set[tuple[str, str]]:
    """Of whom one sentence tells both sides of a facet."""
    plus = {(side.bearer.id, side.facet.name) for side in sides if side.sign > 0 and side.facet.group not in BOTH}
    return plus & {(side.bearer.id, side.facet.name) for side in sides if side.sign < 0}


def _same(one: Mention, other: Mention) -> float:
    """How sure two mentions are of one; an id heard in both is nearly always sure."""
    if one.id and one.id == other.id:
        return SURE if min(one.sure, other.sure) >= HEARD else PROBABLE
    return ident(one, other)


def _tiers(one: Side, other: Side) -> tuple[str, str]:
    tiers = GRADE[one.how], GRADE[other.how]
    denied = (one.flipped and tiers[0] == "act") or (other.flipped and tiers[1] == "act")
    return ("not", "not") if denied else tiers


def _why(one: Side, other: Side) -> str:
    who = one.bearer.id or f"the {one.bearer.lemma}"
    return f"{who} {'were' if who == 'you' else 'was'} {one.facet.side(one.sign)} before, and {other.facet.side(other.sign)} here"


OPENINGS = both(sides_of)
