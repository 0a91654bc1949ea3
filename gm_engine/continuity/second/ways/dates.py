"""The date of one event told twice. Needs of the view: the token fields (``raw`` … ``heads``), see measures.py and happenings.py."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.happenings import Happening, alike, concern, happenings
from gm_engine.continuity.second.measures import Date, clash_of_dates, dates
from gm_engine.continuity.second.sentence import Sentence

RANK = {"arg": 0, "part": 1, "near": 2, "word": 3, "bare": 4}
AGAIN = {
    "again",
    "another",
    "second",
    "twice",
    "anniversary",
    "every",
    "each",
    "next",
    "rebuilt",
    "reopened",
    "renewed",
    "postponed",
    "delayed",
    "moved",
    "extended",
    "later",
}


def dated(sent: Sentence) -> list[tuple[Date, list[Happening]]]:
    """The dates of a sentence with the events that they belong to; kept on the sentence."""
    kept = sent.kept.get("_dated")
    if kept is None:
        kept = [(d, happenings(sent, d.end - 1)) for d in dates(sent)]
        sent.kept["_dated"] = kept
    return kept


def nominate(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """Two dates that cannot both be of one event."""
    best: tuple[tuple[int, int], Candidate] | None = None
    if not dated(earlier) or not dated(later):
        return
    for one, first in dated(earlier):
        for two, second in dated(later):
            part = clash_of_dates(one, two)
            if not part:
                continue
            for a in first:
                for b in second:
                    how = alike(a, b)
                    if not how:
                        continue
                    tier, anchor = concern(earlier, later, a, b, ctx)
                    if tier in ("word", "bare") and not (
                        part == "year" and (how == "same" or a.once) and "due" not in (*a.kinds, *b.kinds)
                    ):
                        continue
                    if part == "part" and not (how == "same" and a.once and tier in ("arg", "part", "near")):
                        continue
                    rank = (RANK[tier], 0 if how == "same" else 1)
                    if best is None or rank < best[0]:
                        best = (rank, _candidate(earlier, later, part, a, b, how, tier, anchor))
    if best:
        yield best[1]


def _candidate(earlier: Sentence, later: Sentence, part: str, a: Happening, b: Happening, how: str, tier: str, anchor: str) -> Candidate:
    kind = "again" if AGAIN & (set(earlier.words) | set(later.words)) else "once" if a.once or b.once else "often"
    field = part if part == "year" else "day" if part in ("day", "month", "season") else "hour"
    return Candidate(f"date:{field}:{kind}:{how}-{tier}", "numeric_date", f"{a.word} and {b.word} are told of two dates ({part})", anchor)
