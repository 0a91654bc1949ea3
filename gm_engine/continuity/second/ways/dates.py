"""The date of one event, told twice."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.dating import Date, clash_of_dates, dates
from gm_engine.continuity.second.happenings import Happening, alike, concern, happenings
from gm_engine.continuity.second.openings import both
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.vocabulary import lists

TIERS = ("arg", "part", "near", "word", "bare")
AGAIN = frozenset[str](lists("measures")["again"])
NOUNS = {"clock": "hours", "part": "times of the day", "day": "days", "weekday": "weekdays", "month": "months", "season": "seasons"}


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Two dates that cannot both be of one event: the pair that most surely tells of one."""
    found = [
        (TIERS.index(tier), how != "same", _candidate(part, _kind(earlier, later, one, two), one.word, f"{how}-{tier}", anchor))
        for part, years, one, two, how in _clashes(earlier, later)
        for tier, anchor in (concern(earlier, later, one, two, ground),)
        if _surely(part, years, one, two, how, tier)
    ]
    if found:
        yield min(found, key=lambda each: each[:2])[2]


def _clashes(earlier: Sentence, later: Sentence) -> Iterator[tuple[str, bool, Happening, Happening, str]]:
    """Two dates that differ, of happenings that may be one: in what, whether both have a year, which, and how alike they are."""
    for one, mine in _dated(earlier):
        for two, theirs in _dated(later):
            if part := clash_of_dates(one, two):
                for this in mine:
                    for that in theirs:
                        if how := alike(this, that):
                            yield part, bool(one.year and two.year), this, that, how


def _dated(sent: Sentence) -> tuple[tuple[Date, tuple[Happening, ...]], ...]:
    """The dates of a sentence with the events that they belong to; kept on the sentence."""
    if "dated" not in sent.kept:
        sent.kept["dated"] = tuple((date, happenings(sent, date.end - 1)) for date in dates(sent))
    found: tuple[tuple[Date, tuple[Happening, ...]], ...] = sent.kept["dated"]
    return found


def _surely(part: str, years: bool, one: Happening, two: Happening, how: str, tier: str) -> bool:
    """Whether enough speaks for one event."""
    if tier in ("word", "bare"):
        return years and (how == "same" or one.once) and "due" not in (*one.kinds, *two.kinds)
    return part != "part" or (how == "same" and one.once)


def _kind(earlier: Sentence, later: Sentence, one: Happening, two: Happening) -> str:
    """Whether the event comes once only, often, or again by the words of the sentences."""
    return "again" if AGAIN & {*earlier.words, *later.words} else "once" if one.once or two.once else "often"


def _candidate(part: str, kind: str, event: str, sure: str, anchor: str) -> Candidate:
    field = part if part == "year" else "day" if part in ("day", "month", "season") else "hour"
    why = f"two {NOUNS.get(part, 'years')} are told of one event: {event.replace('_', ' ')}"
    return Candidate(f"date:{field}:{kind}:{sure}", "numeric_date", why, anchor)


OPENINGS = both(lambda sent, _: _dated(sent))
