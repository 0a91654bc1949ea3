"""What somebody knows, and what he does not: told, met, heard of, read."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.openings import both
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.sides import Side, sides_of
from gm_engine.continuity.second.vocabulary import wordlist
from gm_engine.continuity.second.words import KILL, STOPL, S, alike

KNOWS = wordlist("knowledge", "knows")
SINCE = wordlist("knowledge", "since")
NOBODY = S("nobody no-one none only alone")
NOT_ONE = ("no one", "not one", "not a soul", "no living")
LITTLE, SOME, MUCH = 2.5, 4.5, 7.0
"""How much two sentences must share to speak, perhaps or surely, of the same thing; in rarity of words."""
SOFT, NEAR, NAMED = 0.6, 0.5, 3.0
MET = "acquaintance"


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """The same thing known and not known."""
    ones, others = _told(earlier, ground), _told(later, ground)
    for one in ones:
        for other in others:
            if one.sign == other.sign or (one.sign > 0 and _ignorant(ones)) or (other.sign > 0 and _ignorant(others)):
                continue
            met = MET in (one.facet.name, other.facet.name) and MET in _ignorant(ones) | _ignorant(others)
            candidate = _laid(one, other, earlier, later, ground, met=met)
            if candidate is not None:
                yield candidate


def _told(sentence: Sentence, ground: Ground) -> list[Side]:
    return [side for side in sides_of(sentence, ground) if side.facet.group == "known"]


def _ignorant(sides: list[Side]) -> set[str]:
    """The facets of which a sentence says that somebody does not know."""
    return {side.facet.name for side in sides if side.sign < 0}


def _laid(one: Side, other: Side, earlier: Sentence, later: Sentence, ground: Ground, *, met: bool) -> Candidate | None:
    """Knowing beside not knowing; None where they need not be of the same thing, or of the same one."""
    learned = one.sign < 0
    low, high, knower = (earlier, later, other.bearer) if learned else (later, earlier, one.bearer)
    who = one.bearer.id
    same = bool(who) and who == other.bearer.id
    stranger = (knower.id and knower.id not in low.ids) or (knower.name and knower.lemma not in low.words)
    if not same and not (_universal(low) and stranger):
        return None
    score, shared = _topic(earlier, later, ground, who, other.bearer.id)
    since = bool(set(high.words) & SINCE) or any(clause.tense in ("pluperfect", "perfect") for clause in high.clauses)
    before = since and learned
    you = who == "you"
    plain = one.how == other.how == "phrase"
    if score < LITTLE and not (same and before and (met or (plain and not you))):
        return None
    if score < SOME and not same and not before:
        return None
    order = "forgot" if not learned else "since" if since else "learned"
    depth = "much" if score >= MUCH else "some" if score >= SOME else "little" if score >= LITTLE else "none"
    kind = f"know:{'met' if met else 'known'}:{order}:{'same' if same else 'wide'}:{depth}{':you' if you else ''}"
    return Candidate(kind, "knowledge", _why(who if same else "", shared, learned=learned, met=met), who if same else knower.id)


def _why(who: str, shared: list[str], *, learned: bool, met: bool) -> str:
    what = "that acquaintance" if met else " and ".join(shared[:2]) or "it"
    if learned:
        return f"{who or 'nobody'} {'did not know' if who else 'knew'} of {what} before, and it is known here"
    return f"{who or 'somebody'} knew of {what} before, and it is not known here"


def _universal(sentence: Sentence) -> bool:
    """Whether a sentence says that nobody (but those whom it names) knows."""
    return bool(NOBODY & set(sentence.words)) or any(phrase in sentence.text.lower() for phrase in NOT_ONE)


def _topic(earlier: Sentence, later: Sentence, ground: Ground, *who: str) -> tuple[float, list[str]]:
    """How much the two sentences share besides whom they tell of, and what."""
    names = {word for id in who for word in id.split("_")}
    bare = STOPL | KNOWS | names
    shared = (earlier.lemmas & later.lemmas) - bare
    ids = (earlier.ids & later.ids) - {*who, "you"}
    score = sum(ground.rare(word) for word in sorted(shared)) + NAMED * len(ids)
    if score < SOME:
        ones, others = earlier.lemmas - bare - shared, later.lemmas - bare - shared
        soft = {one for one in ones for other in others if one != other and (alike(one, other) or {one, other} <= KILL)}
        near = (_with_before(earlier) & later.lemmas | earlier.lemmas & _with_before(later)) - bare - shared - soft
        score += SOFT * sum(ground.rare(word) for word in sorted(soft)) + NEAR * sum(ground.rare(word) for word in sorted(near))
    return score, sorted(shared | ids)


def _with_before(sentence: Sentence) -> frozenset[str]:
    """The content words of a sentence and of the one before it."""
    return sentence.lemmas | (sentence.before.lemmas if sentence.before is not None else frozenset())


OPENINGS = both(_told)
