"""Sentences that say nearly the same, with a number or a denial that differs."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.words import S

DENIAL = S("not n't never no nobody none nothing neither nor without")
ALIKE = (("high", 12.0), ("mid", 9.0), ("low", 6.0))
"""How much two sentences must have in common (``Ground.overlap``) for each tier."""


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Other numbers, or a denial in one only, in two sentences that are alike."""
    common = ground.overlap(earlier, later)
    tier = next((name for name, least in ALIKE if common >= least), "")
    if not tier:
        return
    mine, theirs = _numbers(earlier), _numbers(later)
    if mine and theirs and not mine & theirs:
        counted = "same" if _counted(earlier) & _counted(later) else "other"
        if (counted, tier) != ("other", "low"):
            yield Candidate(f"like:number:{counted}-{tier}", "quantity_state", "they tell nearly the same with other numbers")
    if bool(DENIAL & set(earlier.words)) != bool(DENIAL & set(later.words)):
        yield Candidate(f"like:denied:{tier}", "event_outcome", "one denies what the other tells")


def _numbers(sent: Sentence) -> set[int]:
    return {number for mention in sent.mentions for number in mention.nums}


def _counted(sent: Sentence) -> set[str]:
    """The nouns that have a number."""
    return {mention.lemma for mention in sent.mentions if mention.nums}
