"""Sentences that say nearly the same, with a number or a denial that differs."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.openings import ANY
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.words import STOPL, S

DENIAL = S("not n't never no nobody none nothing neither nor without")
ALIKE = (("high", 12.0), ("mid", 9.0), ("low", 6.0))
"""How much two sentences must have in common (``Ground.overlap``) for each tier."""


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Other numbers, or a denial in one only, in two sentences that are alike."""
    common = ground.overlap(earlier, later)
    tier = next((name for name, least in ALIKE if common >= least), "")
    if not tier:
        return
    known = bool((earlier.ids & later.ids) - {"you"})
    mine, theirs = _numbers(earlier), _numbers(later)
    if mine and theirs and not mine & theirs and (known or tier != "low"):
        counted = "same" if _counted(earlier) & _counted(later) else "other"
        if (counted, tier) != ("other", "low"):
            yield Candidate(f"like:number:{counted}-{tier}", "quantity_state", "they tell nearly the same with other numbers")
    if bool(DENIAL & set(earlier.words)) != bool(DENIAL & set(later.words)) and (tier != "low" or (known and not _lack(earlier, later))):
        yield Candidate(f"like:denied:{tier}", "event_outcome", "one denies what the other tells")


def _lack(earlier: Sentence, later: Sentence) -> bool:
    """Whether one of two sentences only denies that there is a thing of which the other tells: other ways look at that."""
    return any(
        mention.det == "no" and not mention.pron and mention.lemma not in STOPL and any(mention.lemma == m.lemma for m in telling.mentions)
        for denying, telling in ((earlier, later), (later, earlier))
        for mention in denying.mentions
    )


def _numbers(sent: Sentence) -> set[int]:
    return {number for mention in sent.mentions for number in mention.nums}


def _counted(sent: Sentence) -> set[str]:
    """The nouns that have a number."""
    return {mention.lemma for mention in sent.mentions if mention.nums}


OPENINGS = ANY
