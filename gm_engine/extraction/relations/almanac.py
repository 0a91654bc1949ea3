"""A weekday told with its date: "Tuesday the third", "Sunday, March 12, 1882", "March 3 was a Tuesday"."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from gm_engine.extraction.dates import Day, day_told
from gm_engine.extraction.moments import DAYS
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

CALENDAR = "the_calendar"
"""What the days of the week are told of."""
UNSAID = frozenset(
    {"if", "unless", "whether", "or", "not", "n't", "n’t", "never", "neither", "nor", "either", "perhaps", "maybe", "every", "each"}
)
"""Words beside which a day is not said to be so, or is one of several."""
TOLD_ELSEWHERE = frozenset(
    {"say", "read", "write", "date", "postmark", "stamp", "print", "engrave", "carve", "inscribe", "bear", "birthday"}
)
"""Base forms beside which a date may be one of any year: what a paper or a stone says, when somebody was born."""
JOINS = frozenset({",", "(", "—", "–", "-", "being", "is", "was", "falls", "fell", "on", "a"})
LEAP_YEAR = 2000


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a weekday says of the calendar; asked at the weekday."""
    weekday = token.lower_
    if weekday not in DAYS or not token.text[:1].isupper():
        return
    sentence = list(token.sent)
    if any(word.lower_ in UNSAID or word.text == "?" or _elsewhere(word, scope) for word in sentence):
        return
    day = _after(token, sentence, scope) or _before(token, sentence, scope)
    if day is not None and (value := _value(DAYS.index(weekday), day, scope)) is not None:
        yield Found(Ref(CALENDAR, 97), "weekday", value, token, settled=True)


def _elsewhere(word: "Token", scope: Scope) -> bool:
    lemma = word.lemma_.lower()
    return lemma in TOLD_ELSEWHERE or lemma in scope.lexicon.all("documents")


def _after(token: "Token", sentence: "list[Token]", scope: Scope) -> Day | None:
    """The date that follows a weekday."""
    at = token.i - sentence[0].i + 1
    if at < len(sentence) and sentence[at].text == "." and token.lower_.endswith("day"):
        return None
    comma = at < len(sentence) and sentence[at].text in (",", "(")
    return day_told(sentence, at + comma, scope.lexicon)


def _before(token: "Token", sentence: "list[Token]", scope: Scope) -> Day | None:
    """The date that a weekday follows: "March 3, a Tuesday", "the third of March was a Tuesday", "March 3 falls on a Tuesday"."""
    here = token.i - sentence[0].i
    start = here
    while start and here - start < len(JOINS) and sentence[start - 1].lower_ in JOINS:
        start -= 1
    joined = {word.lower_ for word in sentence[start:here]}
    if not joined & {"a", "(", "is", "was", "on"} or {"a", "on"} == joined or {"on"} == joined:
        return None
    for at in range(max(0, start - 7), start):
        day = day_told(sentence, at, scope.lexicon)
        if day is not None and day.after == start:
            return day
    return None


def _value(weekday: int, day: Day, scope: Scope) -> Value | None:
    """The day as it is compared: ``WEEKDAY/DAY/MONTH/YEAR``, a month by its number; None for a day that no month has."""
    known = scope.lexicon.map("months").get(day.month.lower())
    month = str(known) if known else day.month.lower()
    try:
        real = date(int(day.year or LEAP_YEAR), int(known or 1), day.number)
    except ValueError:
        return None
    name = DAYS[weekday].capitalize()
    told = f"{name}, {day.month} {day.number}" if day.month else f"{name} the {_ordinal(day.number)}"
    span = real.toordinal() if known and day.year else None
    text = f"{told}, {day.year}" if day.year else told
    return Value(kind="date", text=text, low=span, high=span, unit=f"{weekday}/{day.number}/{month}/{day.year}")


def _ordinal(number: int) -> str:
    ending = "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
