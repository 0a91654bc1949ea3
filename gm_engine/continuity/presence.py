"""Whereabouts by told times: a stay, an absence, a lock, a way, against being seen elsewhere within them."""

from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, is_momentary
from gm_engine.continuity.places import contains
from gm_engine.continuity.told_since import WORD, sentences_between, undone
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.rule import Rule

NIGHT = 1140
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAY = 1440
SURE = 75
"""How sure it must be, in per cent, who is seen, where only the story's going on tells that they cannot be there."""
SEEN = 62
"""The same, of somebody who is only seen to be alive: that is told less surely."""
WEEK = 4
"""A weekday so many days before another is taken to lie in the same week."""


@dataclass(frozen=True)
class When:
    """A moment as a claim carries it, taken apart."""

    mode: str
    day: str = ""
    low: int | None = None
    high: int | None = None
    flags: frozenset[str] = frozenset()
    term: str = ""


HERE = Value(kind="text", text="here")
"""Where the scene is: of somebody who is seen to act, and no place is told."""


def when_of(value: Value) -> When:
    """The moment of a stay.

    >>> when_of(Value(kind="text", text="Rome", unit="at|d4|720|740|same|")).low
    720
    """
    mode, day, low, high, flags, term = ((value.unit or "") + "|||||").split("|")[:6]
    return When(mode, day, int(low) if low else None, int(high) if high else None, frozenset(flags.split()), term)


def compare_presence(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for every stay, absence or way of the same person that leaves no room for where they are now told to be."""
    acts = claim.relation == "condition" and is_momentary(claim)
    mine = When("seen") if acts else when_of(claim.value)
    if mine.mode not in ("at", "only", "seen", "been", "beyond") or not claim.polarity:
        return
    for fact in known.topic(claim.subject, "stays"):
        if fact.told_by[0].turn == claim.provenance.turn or not fact.polarity:
            continue
        theirs = when_of(fact.value)
        why = _cannot(mine, theirs, claim, fact, known, rule)
        if not why:
            continue
        name = (
            known.name(claim.subject).casefold().rpartition(" ")[2],
            "he",
            "she",
            "they",
            "him",
            "her",
            "them",
            "ship",
            "coach",
            "train",
            "stage",
        )
        if word := undone(fact, claim, known, rule.when.get("undo", ()), name):
            yield Finding("near", fact, f'it may be told between: "{word}"', rule)
        else:
            yield Finding("conflict", fact, why, rule, 85)


def _cannot(mine: When, theirs: When, claim: Claim, fact: Fact, known: Known, rule: Rule) -> str:
    here, there = HERE if claim.relation == "condition" else claim.value, fact.value
    same = _same_time(mine, theirs, claim, fact, known)
    if theirs.mode == "never":
        bound = "other" in mine.flags and _last_year(claim) and here.text != "here"
        return "they were told never to have left it in that time" if bound and _apart(here, there, known, strict=False) else ""
    if mine.mode == "been" and "same" not in mine.flags and not mine.day and theirs.mode != "left":
        return ""
    if theirs.mode in ("at", "only", "beyond"):
        apart = _apart(here, there, known, strict=theirs.mode == "at")
        if theirs.mode == "beyond":
            apart = here.text != "here" and mine.mode != "beyond"
        return "it is the same time, and another place" if same and apart else ""
    if theirs.mode == "held":
        if here.text == "here" or not _apart(here, there, known, strict=False):
            return ""
        return "they are locked in, and nothing tells how they came out" if same or "still" in mine.flags or _still(claim, known) else ""
    if theirs.mode == "from":
        inside = (
            here.text == there.text or (here.entity and here.entity == there.entity) or contains(there.entity, here.entity, known) is True
        )
        return "they were to be away until later" if inside and same else ""
    if theirs.mode in ("out", "way"):
        if here.text[:1].isupper() and there.text != "here" and _apart(here, there, known, strict=False):
            return ""
        if here.text.casefold() in ("road", "trail", "saddle", "deck", "cabin", "coach", "train", "ship") or mine.mode == "been":
            return ""
        return "they are still on the way at that time" if same else ""
    if (
        theirs.mode == "left"
        and mine.mode in ("seen", "at", "been")
        and claim.confidence >= (SEEN if claim.relation == "condition" else SURE)
    ):
        return "they stayed behind, and nothing tells how they came after" if _went_on(claim, fact, known, rule) else ""
    return ""


def _same_time(mine: When, theirs: When, claim: Claim, fact: Fact, known: Known) -> bool:
    """True where the two can only be told of one time."""
    if "other" in mine.flags:
        return False
    if mine.day and theirs.day and _date(mine.day) is None and _date(theirs.day) is None:
        if mine.day == theirs.day:
            return _hours_meet(mine, theirs)
        return _within(mine.day, theirs.term, theirs.day)
    if mine.day and theirs.day and (one := _date(mine.day)) and (two := _date(theirs.day)):
        days = int(theirs.term[1:]) if theirs.term.startswith("n") else 0
        return one == two and _hours_meet(mine, theirs) if not days else one[0] == two[0] and two[1] <= one[1] < two[1] + days
    passed = _day_passed(fact, claim, known)
    if mine.day and not theirs.day:
        if theirs.term.startswith("d"):
            return not passed and _within(mine.day, theirs.term, "")
        return "week" in theirs.flags and "same" in mine.flags | ({"same"} if "week" in mine.flags else frozenset()) and not passed
    if theirs.term.startswith("e"):
        return _awaited(theirs.term[1:], claim, known)
    if theirs.term.startswith("t") and mine.low is not None and mine.low >= NIGHT:
        return not passed
    if "same" in mine.flags and not passed and claim.provenance.turn - fact.told_by[-1].turn <= 8:
        return _hours_meet(mine, theirs) or theirs.mode in ("from",)
    return False


def _hours_meet(mine: When, theirs: When) -> bool:
    if mine.low is None or theirs.low is None or mine.high is None or theirs.high is None:
        return True
    if theirs.mode in ("out", "way", "from"):
        return mine.high >= theirs.low
    return mine.low <= theirs.high and theirs.low <= mine.high


def _date(day: str) -> tuple[int, int] | None:
    month, dot, number = day.partition(".")
    return (int(month), int(number)) if dot else None


def _within(day: str, term: str, start: str) -> bool:
    """True for a weekday that lies before the one until which something holds, in the same week."""
    if not (term.startswith("d") and day.startswith("d")):
        return False
    left = (int(term[1:]) - int(day[1:])) % 7
    return 0 < left <= WEEK and (not start or (int(term[1:]) - int(start[1:])) % 7 >= left)


NEXT_DAY = frozenset({"next", "tomorrow", "morning", "dawn", "sunrise", *WEEKDAYS})


def _day_passed(fact: Fact, claim: Claim, known: Known) -> bool:
    """True where a night, a week or more was told to go by between."""
    for sentence in sentences_between(fact, claim, known, own=False):
        words = set(sentence)
        if ("in", "the", "morning") in zip(sentence, sentence[1:], sentence[2:], strict=False):
            words.discard("morning")
        if words & NEXT_DAY or (words & {"days", "weeks", "months", "years"} and "later" in words):
            return not words & {"until", "till", "before", "since", "that"}
    return False


def _awaited(what: str, claim: Claim, known: Known) -> bool:
    """True where the claim's own text says that what was waited for is still to come."""
    turn = known.state.turns.get(str(claim.provenance.turn))
    text = f" {turn.reply} ".casefold() if turn is not None else claim.provenance.quote.casefold()
    at = text.find(f" {what}")
    near = text[max(0, at - 60) : at + 80] if at >= 0 else ""
    return any(word in near for word in (" still", " yet", " away", "before ", " off", "not come"))


def _still(claim: Claim, known: Known) -> bool:
    """True where the claim's own text says that the lock holds."""
    turn = known.state.turns.get(str(claim.provenance.turn))
    text = str(turn.reply).casefold() if turn is not None else ""
    return any(
        f"still {word}" in text for word in ("locked", "welded", "chained", "shut", "barred", "sealed", "bolted", "jailed", "bound", "tied")
    )


def _last_year(claim: Claim) -> bool:
    words = claim.provenance.quote.casefold()
    return any(
        f"last {word}" in words for word in ("spring", "summer", "autumn", "fall", "winter", "year", "month", "week", "easter", "christmas")
    )


def _went_on(claim: Claim, fact: Fact, known: Known, rule: Rule) -> bool:
    """True where the story has gone on without them: it tells of a departure, and never again of the place."""
    place = WORD.findall(fact.value.text.casefold())[-1]
    words = set(fact.told_by[0].quote.casefold().replace(",", " ").replace(".", " ").split())
    left = bool(words & {"behind", "sailed", "without", "ashore"})
    for sentence in sentences_between(fact, claim, known):
        if fact.value.text != "here" and place in sentence and not set(sentence) & {"from", "left", "behind", "leaving", "past"}:
            return False
        left = left or bool(set(sentence) & set(rule.when.get("gone", ())))
    return left


def _apart(here: Value, there: Value, known: Known, *, strict: bool) -> bool:
    """True for two places of which neither can lie in the other. ``strict``: both must be places with a name, of the size of a town."""
    if here.text == "here" or there.text == "here":
        return False
    one, two = here.text.casefold().split(), there.text.casefold().split()
    if (here.entity and here.entity == there.entity) or set(one) & set(two) or contains(there.entity, here.entity, known) is not None:
        return False
    if not strict:
        return True
    return here.text[:1].isupper() and there.text[:1].isupper() and not {one[-1], two[-1]} & HOUSES


HOUSES = frozenset(
    [
        "saloon",
        "hotel",
        "inn",
        "tavern",
        "bank",
        "church",
        "chapel",
        "jail",
        "mill",
        "mine",
        "store",
        "station",
        "depot",
        "hall",
        "house",
        "street",
        "square",
        "park",
        "bar",
        "club",
        "office",
        "hospital",
        "tower",
        "castle",
        "keep",
        "bridge",
        "road",
        "mermaid",
        "arms",
        "lobby",
        "palace",
        "theatre",
        "theater",
        "library",
        "school",
    ]
)
