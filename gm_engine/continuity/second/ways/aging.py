"""The age of one person, told twice."""

from collections.abc import Iterator

from gm_engine.continuity.second.ages import PEOPLE, Age, ages
from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.openings import Opening
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.words import S

THEN = S("when then that had autumn year once")
LEAST, FAR = 1.5, 6
"""Years between two ages that are no slip of the tongue; years that are no rounding."""


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Two ages of one person that cannot both be right."""
    for one in ages(earlier):
        for two in ages(later):
            gap = max(two.low - one.high, one.low - two.high)
            if gap >= LEAST and ident(one.who, two.who) >= 1.2 and _ages_with_years(one.who, ground):
                size = "far" if gap >= FAR else "near"
                why = f"one is told to be {_years(one)}, then {_years(two)}"
                yield Candidate(f"age:{_how(earlier, later, one, two)}:{size}", "numeric_date", why, one.who.id or one.who.lemma)
                return


def _how(earlier: Sentence, later: Sentence, one: Age, two: Age) -> str:
    """Whether the ages are of now ("told"), perhaps of another time ("then"), or perhaps of somebody else ("loose")."""
    if "at" in (one.how, two.how) or _of_another_time(earlier) or _of_another_time(later):
        return "then"
    return "loose" if "apposed" in (one.how, two.how) else "told"


def _of_another_time(sent: Sentence) -> bool:
    return bool(THEN & set(sent.words)) and any(c.tense in ("past", "pluperfect") for c in sent.clauses)


def _ages_with_years(who: Mention, ground: Ground) -> bool:
    return who.lemma in PEOPLE or who.id == "you" or (bool(who.id) and ground.kind(who.id) in ("character", ""))


def _years(age: Age) -> str:
    """ "over 40", "at most 29", "35", "30 to 39"."""
    low, high = round(age.low), round(age.high)
    if low == high:
        return f"{low}"
    return f"at most {high}" if low <= 0 else f"over {low}" if high >= 120 else f"{low} to {high}"


def _aged(sent: Sentence, _ground: Ground) -> bool:
    return bool(ages(sent))


OPENINGS = (Opening(_aged, _aged),)
