"""Whereabouts by told times: a stay, a lock, somebody left behind, against being seen elsewhere within them."""

from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.continuity.between import WORD, sentences_between, told_between
from gm_engine.continuity.overlay import Finding, Known, is_momentary, quote_of
from gm_engine.continuity.spatial import contains
from gm_engine.story.calendar import WEEKDAYS
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.rule import Rule

SURE, SEEN = 75, 62
"""How sure it must be, in per cent, who is seen (or only seen to be alive), where only the story's going on speaks against it."""
HALF_A_WEEK = 4
"""A weekday so many days before another is taken to lie in the same week."""
SOON = 8
"""Within so many turns "that day" is the day that was told of."""
HERE = Value(kind="text", text="here")
"""Where the scene is: of somebody who is seen to act, and no place is told."""
THEY = ("he", "she", "they", "him", "her", "them")
NEXT_DAY = frozenset({"next", "tomorrow", "morning", "dawn", "sunrise", *(day.casefold() for day in WEEKDAYS)})
UNTIL = frozenset({"until", "till", "before", "since", "that"})


@dataclass(frozen=True)
class When:
    """A moment as a claim carries it: how they are there (seen, been, at, held, left), the day, the minutes of the day, marks, and
    until which day."""

    mode: str
    day: str = ""
    low: int | None = None
    high: int | None = None
    flags: frozenset[str] = frozenset()
    term: str = ""

    def hours_meet(self, other: "When") -> bool:
        """True where the hours of the two may be one."""
        if self.low is None or self.high is None or other.low is None or other.high is None:
            return True
        return self.low <= other.high and other.low <= self.high


def when_of(value: Value) -> When:
    """The moment of a stay.

    >>> when_of(Value(kind="text", text="Rome", unit="at|d4|720|740|same|")).low
    720
    """
    mode, day, low, high, flags, term = ((value.unit or "") + "|||||").split("|")[:6]
    return When(mode, day, int(low) if low else None, int(high) if high else None, frozenset(flags.split()), term)


def compare_presence(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for every stay of the same person that leaves no room for where they are now told to be.

    ``between`` are stems of words that tell of a coming back; ``gone`` words that tell of going on without somebody.
    """
    acts = claim.relation == "condition" and is_momentary(claim)
    mine = When("seen") if acts else when_of(claim.value)
    if mine.mode not in ("at", "seen", "been") or not claim.polarity:
        return
    for fact in known.topic(claim.subject, "stays"):
        if fact.told_by[0].turn == claim.provenance.turn or not fact.polarity:
            continue
        if why := _impossible(mine, when_of(fact.value), claim, fact, rule, known):
            name = known.name(claim.subject).casefold().rpartition(" ")[2]
            if word := told_between(fact, claim, known, rule.when.get("between", ()), (name, *THEY)):
                yield Finding("near", fact, f'it may be told between: "{word}"', rule)
            else:
                yield Finding("conflict", fact, why, rule, 85)


def _impossible(mine: When, theirs: When, claim: Claim, fact: Fact, rule: Rule, known: Known) -> str:
    """Why they cannot be where they are now told to be; empty where they can."""
    here, there = HERE if claim.relation == "condition" else claim.value, fact.value
    if theirs.mode == "left":
        sure = SEEN if claim.relation == "condition" else SURE
        behind = claim.confidence >= sure and _went_on(claim, fact, rule, known)
        return "they stayed behind, and nothing tells how they came after" if behind else ""
    same = _same_time(mine, theirs, claim, fact, known)
    if not (same or (theirs.mode == "held" and "still" in mine.flags)) or not _apart(here, there, known):
        return ""
    if theirs.mode == "held":
        return "they are locked in, and nothing tells how they came out"
    towns = here.text[:1].isupper() and there.text[:1].isupper()
    return "it is the same time, and another place" if theirs.mode == "at" and towns else ""


def _same_time(mine: When, theirs: When, claim: Claim, fact: Fact, known: Known) -> bool:
    """True where the two can only be told of one time."""
    if "other" in mine.flags:
        return False
    if mine.day and theirs.day:
        return mine.hours_meet(theirs) if mine.day == theirs.day else _in_term(mine.day, theirs.term, theirs.day)
    if _day_passed(fact, claim, known):
        return False
    if mine.day:
        return _in_term(mine.day, theirs.term, "") or {"week", "same"} <= theirs.flags | mine.flags
    soon = claim.provenance.turn - fact.told_by[-1].turn <= SOON
    return "same" in mine.flags and soon and mine.hours_meet(theirs)


def _in_term(day: str, term: str, start: str) -> bool:
    """True for a weekday that lies before the one until which something holds, in the same week."""
    if not (term.startswith("d") and day.startswith("d") and start[:1] in ("", "d")):
        return False
    left = (int(term[1:]) - int(day[1:])) % 7
    return 0 < left <= HALF_A_WEEK and (not start or (int(term[1:]) - int(start[1:])) % 7 >= left)


def _day_passed(fact: Fact, claim: Claim, known: Known) -> bool:
    """True where a night, a week or more was told to go by between."""
    for sentence in sentences_between(fact, claim, known, own=False):
        words = set(sentence)
        if words & NEXT_DAY or (words & {"days", "weeks", "months", "years"} and "later" in words):
            return not words & UNTIL
    return False


def _went_on(claim: Claim, fact: Fact, rule: Rule, known: Known) -> bool:
    """True where the story has gone on without them: it tells of a departure, and never again of the place."""
    place, gone = WORD.findall(fact.value.text.casefold())[-1], set(rule.when.get("gone", ()))
    left = bool(gone & set(WORD.findall(quote_of(fact).casefold())))
    for sentence in sentences_between(fact, claim, known):
        if fact.value.text != HERE.text and place in sentence and not {"from", "left", "behind", "leaving"} & set(sentence):
            return False
        left = left or bool(gone & set(sentence))
    return left


def _apart(here: Value, there: Value, known: Known) -> bool:
    """True for two places of which neither can lie in the other."""
    if HERE.text in (here.text, there.text) or (here.entity and here.entity == there.entity):
        return False
    shared = set(here.text.casefold().split()) & set(there.text.casefold().split())
    return not shared and contains(there.entity, here.entity, known) is None
