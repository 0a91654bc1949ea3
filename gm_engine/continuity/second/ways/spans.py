"""Lengths of time, told twice."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.happenings import TIMES, alike, concern
from gm_engine.continuity.second.lengths import Span, spans
from gm_engine.continuity.second.openings import both
from gm_engine.continuity.second.sentence import Sentence

RANKS = {"arg": 0, "part": 1, "near": 2, "word": 3, "bare": 4}
ALIKE = {"same": 0, "kind": 1, "": 3}
LONG, DAY = 60, 1440
"""Days from which on a length of time is long; minutes of a day."""
APART = 60
"""One is no other telling of the other that is so many times as long."""


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Two lengths of one thing that cannot both be right: the pair that most surely tells of one."""
    found = [
        (RANKS[tier] + ALIKE[how], _candidate(one, two, mine.word, how, tier, anchor))
        for one, two in _differing(earlier, later)
        for mine in one.of
        for theirs in two.of
        for how, (tier, anchor) in ((alike(mine, theirs), concern(earlier, later, mine, theirs, ground)),)
        if _surely(min(one.low, two.low) >= LONG, how, tier, anchor)
    ]
    if found:
        yield min(found, key=lambda each: each[0])[1]


def _differing(earlier: Sentence, later: Sentence) -> Iterator[tuple[Span, Span]]:
    """Lengths too far apart for the time that went by between the tellings, and near enough to be tellings of one."""
    gone = max(0, later.minute - earlier.minute) / DAY
    for one in spans(earlier):
        for two in spans(later):
            longer = two.low > (one.high + (gone + 1 if one.low > 0.9 else 0)) * 1.05
            shorter = one.low > two.high * 1.05
            if (longer or shorter) and one.high <= two.low * APART and two.high <= one.low * APART:
                yield one, two


def _surely(long: bool, how: str, tier: str, anchor: str) -> bool:
    """Whether enough speaks for one thing."""
    if anchor in TIMES:
        return False
    if tier in ("bare", "word"):
        return how == "same" and long
    return bool(how) or (anchor != "you" and (tier != "near" or long))


def _candidate(one: Span, two: Span, event: str, how: str, tier: str, anchor: str) -> Candidate:
    mode = one.mode if one.mode == two.mode else "mixed"
    scale = "long" if min(one.low, two.low) > LONG else "short"
    told = f"two lengths of time are told of one thing ({event.replace('_', ' ')})"
    return Candidate(f"span:{scale}:{how or 'none'}-{tier}:{mode}", "numeric_date", told, anchor)


OPENINGS = both(lambda sent, _: spans(sent))
