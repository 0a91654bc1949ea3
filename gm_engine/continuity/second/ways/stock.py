"""More shots than there were rounds, and others beside the only one."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.counting import Count, counts, shots
from gm_engine.continuity.second.measures import numerals
from gm_engine.continuity.second.openings import Opening, either
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

GUNS = frozenset[str](lists("measures")["loaded"])
SOLE, CHANGED = S("only sole single lone"), S("now nowadays days since once")
LOADED, FEW = S("none left belt loaded chambers only"), S("none left only")
"""Words by which a number beside a gun is that of its rounds; those by which no other rounds are about."""
BOUGHT = S("buy sell purchase restock")
NEGATED = S("not n't never")
MOST_ROUNDS = 20


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Shots that there were no rounds for; a thing of which there was one only."""
    yield from _fired(earlier, later)
    yield from _only(earlier, later, ground)


def _fired(earlier: Sentence, later: Sentence) -> Iterator[Candidate]:
    fired = shots(later)
    if fired < 2 or BOUGHT & set(later.lems):
        return
    mine, theirs = GUNS & set(earlier.lems), GUNS & set(later.lems)
    if mine and theirs and not mine & theirs:
        return
    rounds = [most for most, _ in _rounds(earlier, armed=bool(mine))]
    if rounds and fired > max(rounds):
        few = FEW & set(earlier.words) or any(left for _, left in _rounds(earlier, armed=bool(mine)))
        yield Candidate(f"shots:{'left' if few else 'loaded'}", "quantity_state", "more shots are fired than there were rounds")


def _rounds(sent: Sentence, *, armed: bool) -> tuple[tuple[float, bool], ...]:
    """How many rounds a sentence tells of, and whether no more are left."""
    told = tuple((count.high, "left" in count.flags) for count in counts(sent) if _is_rounds(count, armed=armed))
    if told or not armed or not LOADED & set(sent.words):
        return told
    return tuple((number.high, False) for number in numerals(sent) if number.value < MOST_ROUNDS)


def _is_rounds(count: Count, *, armed: bool) -> bool:
    return (count.group == "rounds" and (count.noun != "shot" or "left" in count.flags)) or (count.noun == "?" and armed)


def _only(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    if CHANGED & {*earlier.words, *later.words}:
        return
    shared = "place" if (earlier.ids & later.ids) - {"you"} else "bare"
    for one, other, order in ((earlier, later, "first"), (later, earlier, "then")):
        for sole in one.mentions:
            if _is_sole(one, sole):
                for found in other.mentions:
                    if _several(sole, found) and (ground.rare(sole.lemma) > 1 or set(sole.of) & set(found.of)):
                        why = f"the only {sole.lemma} is not the only one"
                        yield Candidate(f"only:{order}:{shared}", "quantity_state", why, sole.lemma)
                        return


def _is_sole(sent: Sentence, mention: Mention) -> bool:
    """ "the only key", "but a single cell", "one painting only"."""
    if mention.plural or mention.pron or mention.det in ("no", "every", "other"):
        return False
    near = set(sent.words[max(0, mention.at - 4) : mention.at + 2])
    if SOLE & set(mention.mods) and mention.det in ("the", "poss"):
        return not NEGATED & near
    return bool(S("but only just") & near and S("single one sole lone") & near and not NEGATED & near)


def _several(sole: Mention, found: Mention) -> bool:
    """Whether a mention tells of others beside the only one."""
    if found.lemma != sole.lemma or found.pron:
        return False
    return any(number >= 2 for number in found.nums) or found.det in ("other", "both") or bool(S("second another") & set(found.mods))


def _shoots(sent: Sentence, _ground: Ground) -> bool:
    return shots(sent) >= 2


def _has_sole(sent: Sentence, _ground: Ground) -> bool:
    return not CHANGED & set(sent.words) and any(_is_sole(sent, mention) for mention in sent.mentions)


OPENINGS = (Opening(None, _shoots), *either(_has_sole))
