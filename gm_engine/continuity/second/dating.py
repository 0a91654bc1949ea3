"""Dates as a sentence tells them: year, month, day, weekday, season, hour and part of the day, and where two of them clash."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.continuity.second.measures import NUMS, Numeral, numerals
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

_LISTS = lists("measures")
MONTHS: dict[str, int] = _LISTS["months"]
WEEKDAYS = frozenset[str](_LISTS["weekdays"])
_SEASONS: dict[str, list[int]] = _LISTS["seasons"]
_HOLIDAYS: dict[str, list[int]] = _LISTS["holidays"]
_DAYPARTS: dict[str, list[int]] = _LISTS["dayparts"]
_PARTS = frozenset({*MONTHS, *WEEKDAYS, *_SEASONS, *_HOLIDAYS, *_DAYPARTS})
_BEFORE_MONTH = frozenset[str](_LISTS["before_month"])
_AMBIGUOUS = S("may march mar june april august jan dec sep")
"""Months that are words or names, too."""
_JOINED = S(", the of in and day ' on")
_MINUTES = {"half": 30, "quarter": 15, "twenty": 20}
DIAL, FOUR = re.compile(r"([01]?\d|2[0-4]):([0-5]\d)"), re.compile(r"([01]\d|2[0-4])([0-5]\d)")
"""Hours in figures: "4:30", and after "at" "1615", too."""
_FIELDS = ("year", "month", "day", "weekday", "season", "part")


@dataclass(frozen=True)
class Date:
    """What a sentence says of a day in the words ``at`` to ``end``; what it does not tell is empty. ``month`` is a number as text, or
    the name of a month that no calendar of ours has; ``clock`` minutes on a dial of twelve hours; ``short``: a year of two figures.
    """

    at: int
    end: int
    year: int = 0
    month: str = ""
    day: int = 0
    weekday: str = ""
    season: str = ""
    clock: int = -1
    short: bool = False
    part: str = ""

    def merged(self, other: "Date") -> "Date":
        """Both as one date."""
        return Date(
            min(self.at, other.at),
            max(self.end, other.end),
            self.year or other.year,
            self.month or other.month,
            self.day or other.day,
            self.weekday or other.weekday,
            self.season or other.season,
            max(self.clock, other.clock),
            self.short or other.short,
            self.part or other.part,
        )


def dates(sent: Sentence) -> tuple[Date, ...]:
    """The dates of a sentence, neighbouring parts joined; kept on the sentence."""
    if "dates" not in sent.kept:
        sent.kept["dates"] = tuple(_joined(sent, sorted(_parts(sent), key=lambda part: (part.at, part.end))))
    found: tuple[Date, ...] = sent.kept["dates"]
    return found


def _joined(sent: Sentence, parts: list[Date]) -> list[Date]:
    found: list[Date] = []
    for part in parts:
        if not found or part.at >= found[-1].end:
            if found and _beside(sent, found[-1], part):
                found[-1] = found[-1].merged(part)
            else:
                found.append(part)
    return found


def _beside(sent: Sentence, one: Date, two: Date) -> bool:
    """Whether two parts belong to one date."""
    between = sent.words[one.end : two.at]
    told_twice = any(getattr(one, name) and getattr(two, name) for name in _FIELDS) or min(one.clock, two.clock) >= 0
    return len(between) <= 3 and set(between) <= _JOINED and not told_twice


def _parts(sent: Sentence) -> Iterator[Date]:
    numbers = {number.at: number for number in numerals(sent)}
    for at, word in enumerate(sent.words):
        part = _part(sent, numbers, at, word) if word in _PARTS or word[:1].isdigit() else None
        if part is None and at in numbers:
            part = _counted(sent, at, numbers[at])
        if part is not None:
            yield part


def _part(sent: Sentence, numbers: dict[int, Numeral], at: int, word: str) -> Date | None:
    """The piece of a date that a word is, but a number."""
    following = "".join(sent.words[at + 1 : at + 2])
    upper = sent.raw[at][:1].isupper()
    if dial := DIAL.fullmatch(word) or (FOUR.fullmatch(word) if "".join(sent.words[at - 1 : at]) == "at" and at else None):
        return Date(at, at + 1, clock=int(dial[1]) % 12 * 60 + int(dial[2]))
    if word in MONTHS and upper and _is_month(sent, numbers, at):
        return Date(at, at + 1, month=str(MONTHS[word]))
    if word in WEEKDAYS:
        return Date(at, at + 1, weekday=word)
    if sent.deps[at] == "compound" and following not in S("night day eve morning of"):
        return None
    if word in _DAYPARTS and _is_part(sent, at):
        return Date(at, at + 1, part=word)
    if word in _SEASONS and (word not in ("fall", "spring") or sent.pos[at] == "NOUN"):
        return Date(at, at + 1, season=word)
    if word in _HOLIDAYS and upper:
        month, day = _HOLIDAYS[word]
        return (
            Date(at, at + 2, month=str(month), day=max(0, day - 1)) if following == "eve" else Date(at, at + 1, month=str(month), day=day)
        )
    return None


def _is_part(sent: Sentence, at: int) -> bool:
    placed = sent.pos[at] == "NOUN" and sent.deps[at] in ("pobj", "npadvmod", "attr", "nsubj", "compound")
    return placed and sent.words[at - 1] not in ("every", "each", "good", "all")


def _is_month(sent: Sentence, numbers: dict[int, Numeral], at: int) -> bool:
    """Whether it is the month, not "may", "march" or somebody called June."""
    near, following = "".join(sent.words[max(0, at - 1) : at]), "".join(sent.words[at + 1 : at + 2])
    counted = at + 1 in numbers or any(number.end == at for number in numbers.values())
    beside = counted or following == "the" or near in WEEKDAYS or near in _SEASONS
    if sent.deps[at] in ("nsubj", "poss", "dobj") and not beside:
        return False
    return near in _BEFORE_MONTH or beside or sent.words[at] not in _AMBIGUOUS


def _counted(sent: Sentence, at: int, number: Numeral) -> Date | None:
    """The hour, the day or the year that a number is."""
    if clock := _clock(sent.words, at, number):
        return clock
    return _day(sent, at, number) if number.ordinal or (number.digits and number.value <= 31) else _year(sent, at, number)


def _clock(words: tuple[str, ...], at: int, number: Numeral) -> Date | None:
    """ "ten past four", "quarter to six", "six o'clock"."""
    after, before = words[number.end : number.end + 2], words[max(0, at - 2) : at]
    if not 0 < number.value <= 24 or number.ordinal:
        return None
    hour = int(number.value % 12) * 60
    if len(before) == 2 and number.value <= 12 and (before[1] == "past" or before == ("quarter", "to")):
        minutes = _MINUTES.get(before[0], NUMS.get(before[0], 0))
        if minutes:
            return Date(at - 2, number.end, clock=hour + (minutes if before[1] == "past" else -minutes))
    if after[:1] in (("o'clock",), ("a.m.",), ("p.m.",), ("am",), ("pm",)) or after in (("o", "'clock"), ("o'", "clock")):
        return Date(at, number.end + 1, clock=hour)
    return None


def _day(sent: Sentence, at: int, number: Numeral) -> Date | None:
    """ "the third of June", "June 3", "the twelfth"."""
    words, day, end = sent.words, int(number.value), number.end
    following, previous = words[end : end + 1], words[max(0, at - 1) : at]
    if following == ("of",) and number.ordinal and end + 1 < len(words) and sent.raw[end + 1][:1].isupper() and day <= 40:
        name = words[end + 1]
        return Date(at, end + 2, month=str(MONTHS.get(name, name)), day=day)
    if day > 31:
        return None
    if following and following[0] in MONTHS:
        return Date(at, end + 1, month=str(MONTHS[following[0]]), day=day)
    if (previous and previous[0] in MONTHS) or (at > 1 and previous == ("the",) and words[at - 2] in MONTHS):
        return Date(at, end, day=day)
    alone = end >= len(words) or sent.pos[end] not in ("NOUN", "PROPN", "ADJ", "NUM")
    if number.ordinal and previous == ("the",) and day > 2 and alone and following != ("of",):
        return Date(at, end, day=day)
    return None


def _year(sent: Sentence, at: int, number: Numeral) -> Date | None:
    """ "1871", "'71", "in 412"."""
    words, end, year = sent.words, number.end, int(number.value)
    before = words[max(0, at - 3) : at]
    if before[-1:] == ("'",) and 20 <= year <= 99:
        return Date(at - 1, end, year=year, short=True)
    if not number.digits or (end < len(words) and sent.pos[end] in ("NOUN", "ADJ") and words[end] not in ("year", "when")):
        return None
    if 1000 <= year <= 2999 and not {",", "$"} & set(sent.raw[at]):
        return Date(at, end, year=year)
    told = bool(S("in since year until from") & set(before[-1:]))
    told = told or words[end : end + 3] == (",", "the", "year") or "year" in before
    told = told or bool(S("is was") & set(before[-1:]) and S("date year") & set(words[max(0, at - 8) : at]))
    return Date(at, end, year=year) if 100 <= year <= 9999 and told else None


def clash_of_dates(one: Date, two: Date) -> str:
    """The part in which two dates of one event cannot both be right: year, month, season, day, weekday, clock or part; else empty."""
    if one.year and two.year:
        if one.year % 100 != two.year % 100 if one.short or two.short else one.year != two.year:
            return "year"
    elif (one.year or two.year) and not (one.month and two.month):
        return ""
    if one.month and two.month and one.month != two.month:
        return "month"
    if one.day and two.day and one.day != two.day:
        return "day"
    if _seasons_clash(one, two):
        return "season"
    if one.weekday and two.weekday and one.weekday != two.weekday and not (one.day or two.day):
        return "weekday"
    if min(one.clock, two.clock) >= 0:
        return "clock" if abs(one.clock - two.clock) > 20 else ""
    return "part" if one.part and two.part and not _meet(_DAYPARTS[one.part], _DAYPARTS[two.part]) else ""


def _seasons_clash(one: Date, two: Date) -> bool:
    if any(
        this.season and that.month.isdigit() and int(that.month) not in _SEASONS[this.season] for this, that in ((one, two), (two, one))
    ):
        return True
    return bool(one.season and two.season and not set(_SEASONS[one.season]) & set(_SEASONS[two.season]))


def _meet(one: list[int], two: list[int]) -> bool:
    """Whether two stretches of the clock meet, over midnight too."""
    return any(one[0] < two[1] + days and two[0] + days < one[1] for days in (0, -24, 24))
