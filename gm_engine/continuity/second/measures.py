"""Numbers, dates and spans of time as they stand in a sentence's tokens. Needs of the view: ``raw``, ``lems``, ``pos``, ``deps``, ``heads``, ``first``."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.vocabulary import lists

NUMS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}

DATA: dict[str, Any] = lists("measures")
MONTHS, WEEKDAYS, SEASONS, HOLIDAYS = DATA["months"], set(DATA["weekdays"]), DATA["seasons"], DATA["holidays"]
DAYPARTS = DATA["dayparts"]
UNITS, APPROX, ATLEAST, ATMOST = DATA["units"], set(DATA["approx"]), set(DATA["atleast"]), set(DATA["atmost"])
TENS = dict(twenty=20, thirty=30, forty=40, fifty=50, sixty=60, seventy=70, eighty=80, ninety=90)
BIG = dict(hundred=100, thousand=1000, million=1_000_000, dozen=12, score=20)
ORDINALS = {
    w: n
    for n, w in enumerate(
        [
            "zeroth",
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ]
    )
    if n
}
ORDINALS |= {w[:-1] + "ieth": n for w, n in TENS.items()}
DIGITS = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$")
NTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)$")


@dataclass(frozen=True)
class Numeral:
    """A number: tokens ``at`` .. ``end`` (past the last), between ``low`` and ``high``."""

    at: int
    end: int
    value: float
    low: float
    high: float
    ordinal: bool = False
    digits: bool = False
    rough: bool = False


@dataclass(frozen=True)
class Date:
    """What a sentence says of a day: parts that it does not tell are empty."""

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
        """Both parts as one date."""
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


@cache
def small(word: str) -> int | None:
    """One to ninety-nine, told in one word without a hyphen."""
    return NUMS.get(word, TENS.get(word))


def _words(sent: Sentence) -> tuple[str, ...]:
    return tuple(w.lower().replace("’", "'") for w in sent.raw)


def numerals(sent: Sentence) -> list[Numeral]:
    """The numbers of a sentence in their order; kept on the sentence."""
    kept = sent.kept.get("_numerals")
    if kept is not None:
        return kept
    words, out, at = _words(sent), [], 0
    while at < len(words):
        got = _numeral(words, at)
        if got is None:
            at += 1
            continue
        value, end, ordinal, digits = got
        out.append(_bounded(words, at, end, value, ordinal, digits))
        at = end
    sent.kept["_numerals"] = out
    return out


def _numeral(words: tuple[str, ...], at: int) -> tuple[float, int, bool, bool] | None:
    """(value, end, ordinal, digits) of the number that starts here."""
    word = words[at]
    if m := DIGITS.match(word):
        value, end = float(m[0].lstrip("$").replace(",", "")), at + 1
        if end < len(words) and words[end] in ("st", "nd", "rd", "th"):
            return value, end + 1, True, True
        if end < len(words) and words[end] in ("hundred", "thousand", "million", "dozen"):
            return value * BIG[words[end]], end + 1, False, False
        return value, end, False, True
    if m := NTH.match(word):
        return float(m[1]), at + 1, True, True
    if word in ORDINALS and (word != "second" or words[at + 1 : at + 2] == ("of",)):
        return float(ORDINALS[word]), at + 1, True, False
    if "-" in word:
        return _hyphened(word, at)
    if word == "half" and words[at + 1 : at + 3] == ("a", "dozen"):
        return 6.0, at + 3, False, False
    if word == "a" and at + 1 < len(words) and words[at + 1] in BIG:
        return _rest(words, at + 2, float(BIG[words[at + 1]]))
    if word == "a" and words[at + 1 : at + 2] == ("couple",):
        return 2.0, at + 3 if words[at + 2 : at + 3] == ("of",) else at + 2, False, False
    if word in BIG and word != "score":
        return _rest(words, at + 1, float(BIG[word]))
    if small(word) is None:
        return None
    value, end = float(small(word) or 0), at + 1
    if word in TENS and end + 1 < len(words) and words[end] == "-":
        tail = words[end + 1]
        if NUMS.get(tail, 99) < 10:
            value, end = value + NUMS[tail], end + 2
        elif ORDINALS.get(tail, 99) < 10:
            return value + ORDINALS[tail], end + 2, True, False
    if end < len(words) and words[end] in BIG:
        return _rest(words, end + 1, value * BIG[words[end]])
    return value, end, False, False


def _hyphened(word: str, at: int) -> tuple[float, int, bool, bool] | None:
    head, _, tail = word.partition("-")
    if head in TENS and NUMS.get(tail, 99) < 10:
        return float(TENS[head] + NUMS[tail]), at + 1, False, False
    if head in TENS and ORDINALS.get(tail, 99) < 10:
        return float(TENS[head] + ORDINALS[tail]), at + 1, True, False
    return None


def _rest(words: tuple[str, ...], at: int, value: float) -> tuple[float, int, bool, bool]:
    """What follows "two hundred": "and twelve", "thousand"."""
    if at < len(words) and words[at] in ("hundred", "thousand"):
        return _rest(words, at + 1, value * BIG[words[at]])
    step = at + 1 if at < len(words) and words[at] == "and" else at
    if (
        step < len(words)
        and value % 100 == 0
        and words[step] != "half"
        and (more := _numeral(words, step))
        and not more[3]
        and more[0] < value
    ):
        return value + more[0], more[1], more[2], False
    return value, at, False, False


def _bounded(words: tuple[str, ...], at: int, end: int, value: float, ordinal: bool, digits: bool) -> Numeral:
    before = set(words[max(0, at - 2) : at])
    after = words[end : end + 3]
    low = high = value
    rough = (
        bool(before & APPROX)
        or words[end - 1] in ("dozen", "couple", "score", "thousand", "million")
        or "odd" in after[:2]
        or after[:2] == ("or", "so")
    )
    if rough:
        low, high = value * 0.8, value * 1.25
    if before & ATLEAST or words[max(0, at - 2) : at] == ("more", "than"):
        low, high, rough = value, value * 1.6, True
    elif before & ATMOST or words[max(0, at - 2) : at] in (("less", "than"), ("fewer", "than")):
        low, high, rough = value * 0.6, value, True
    elif after[:2] in (("or", "more"), ("at", "least")):
        low, high, rough = value, value * 1.6, True
    elif len(after) > 1 and after[0] in ("or", "to") and (more := _numeral(words, end + 1)) and value < more[0] < value * 2:
        high, rough = more[0], True
    return Numeral(at, end, value, low, high, ordinal, digits, rough)


def dates(sent: Sentence) -> list[Date]:
    """The dates of a sentence, neighbouring parts joined; kept on the sentence."""
    kept = sent.kept.get("_dates")
    if kept is not None:
        return kept
    words, parts = _words(sent), []
    nums = {n.at: n for n in numerals(sent)}
    for at, word in enumerate(words):
        parts += _part(sent, words, nums, at, word)
    parts.sort(key=lambda d: (d.at, d.end))
    out: list[Date] = []
    for part in parts:
        if out and part.at < out[-1].end:
            continue
        if (
            out
            and set(words[out[-1].end : part.at]) <= {",", "the", "of", "in", "and", "day", "'", "on"}
            and part.at - out[-1].end <= 3
            and _joins(out[-1], part)
        ):
            out[-1] = out[-1].merged(part)
        else:
            out.append(part)
    sent.kept["_dates"] = out
    return out


def _joins(one: Date, two: Date) -> bool:
    shared = [f for f in ("year", "month", "day", "weekday", "season", "part") if getattr(one, f) and getattr(two, f)]
    return not shared and (one.clock < 0 or two.clock < 0)


def _part(sent: Sentence, words: tuple[str, ...], nums: dict[int, Numeral], at: int, word: str) -> list[Date]:
    """The piece of a date that starts at this token."""
    follows = words[at + 1] if at + 1 < len(words) else ""
    upper = sent.raw[at][:1].isupper()
    if word in MONTHS and upper and _month(sent, words, nums, at):
        return [Date(at, at + 1, month=str(MONTHS[word]))]
    if word in WEEKDAYS:
        return [Date(at, at + 1, weekday=word)]
    if sent.deps[at] == "compound" and word not in WEEKDAYS and follows not in ("night", "day", "eve", "morning", "of"):
        return _counted(sent, words, nums, at)
    if (
        word in DAYPARTS
        and sent.pos[at] == "NOUN"
        and sent.deps[at] in ("pobj", "npadvmod", "attr", "nsubj", "compound")
        and words[at - 1 : at] not in (("every",), ("each",), ("good",), ("all",))
    ):
        return [Date(at, at + 1, part=word)]
    if word in SEASONS and (word not in ("fall", "spring") or sent.pos[at] == "NOUN"):
        return [Date(at, at + 1, season=word)]
    if word in HOLIDAYS and upper:
        if follows == "eve":
            return [Date(at, at + 2, month=str(HOLIDAYS[word][0]), day=max(0, HOLIDAYS[word][1] - 1))]
        return [Date(at, at + 1, month=str(HOLIDAYS[word][0]), day=HOLIDAYS[word][1])]
    return _counted(sent, words, nums, at)


def _month(sent: Sentence, words: tuple[str, ...], nums: dict[int, Numeral], at: int) -> bool:
    """Is it the month, not "may", "march" or somebody called June?"""
    near = words[at - 1] if at else ""
    follows = words[at + 1] if at + 1 < len(words) else ""
    told = near in (
        "in",
        "of",
        "last",
        "this",
        "next",
        "since",
        "until",
        "till",
        "by",
        "every",
        "each",
        "early",
        "late",
        "mid",
        "that",
        "before",
        "after",
        "through",
        "to",
    )
    beside = at + 1 in nums or any(n.end == at for n in nums.values()) or follows == "the" or near in WEEKDAYS or near in SEASONS
    if sent.deps[at] in ("nsubj", "poss", "dobj") and not beside:
        return False
    return told or beside or words[at] not in ("may", "march", "mar", "june", "april", "august", "jan", "dec", "sep")


def _counted(sent: Sentence, words: tuple[str, ...], nums: dict[int, Numeral], at: int) -> list[Date]:
    num = nums.get(at)
    if num is None:
        return []
    if clock := _clock(words, nums, at, num):
        return [clock]
    if num.ordinal or (num.digits and num.value <= 31):
        return _day(sent, words, at, num)
    return _year(sent, words, at, num)


def _clock(words: tuple[str, ...], nums: dict[int, Numeral], at: int, num: Numeral) -> Date | None:
    """ "ten past four", "half past nine" is read at the hour; "six o'clock"."""
    after, before = words[num.end : num.end + 2], words[max(0, at - 2) : at]
    if not 0 < num.value <= 24 or num.ordinal:
        return None
    if before and before[-1] in ("past", "to", "of") and len(before) == 2:
        sign = 1 if before[-1] == "past" else -1
        minutes = {"half": 30, "quarter": 15}.get(before[0]) or NUMS.get(before[0]) or {"twenty": 20, "minutes": 0}.get(before[0])
        if minutes and num.value <= 12 and (before[-1] == "past" or (before[-1] == "to" and before[0] == "quarter")):
            return Date(max(0, at - 2), num.end, clock=int(num.value % 12) * 60 + sign * minutes)
    if after[:1] in (("o'clock",), ("a.m.",), ("p.m.",), ("am",), ("pm",)) or after == ("o", "'clock") or after == ("o'", "clock"):
        return Date(at, num.end + 1, clock=int(num.value % 12) * 60)
    return None


def _day(sent: Sentence, words: tuple[str, ...], at: int, num: Numeral) -> list[Date]:
    near = words[num.end : num.end + 3]
    if near[:1] == ("of",) and num.ordinal and num.end + 1 < len(words) and sent.raw[num.end + 1][:1].isupper() and num.value <= 40:
        name = words[num.end + 1]
        return [Date(at, num.end + 2, month=str(MONTHS.get(name, name)), day=int(num.value))]
    if near and near[0] in MONTHS and num.value <= 31:
        return [Date(at, num.end + 1, month=str(MONTHS[near[0]]), day=int(num.value))]
    previous = words[at - 1] if at else ""
    if (previous in MONTHS and num.value <= 31) or (at > 1 and previous == "the" and words[at - 2] in MONTHS):
        return [Date(at, num.end, day=int(num.value))]
    if (
        num.ordinal
        and previous == "the"
        and num.value <= 31
        and num.value > 2
        and (num.end >= len(words) or sent.pos[num.end] not in ("NOUN", "PROPN", "ADJ", "NUM"))
        and near[:1] != ("of",)
    ):
        return [Date(at, num.end, day=int(num.value))]
    return []


def _year(sent: Sentence, words: tuple[str, ...], at: int, num: Numeral) -> list[Date]:
    after = words[num.end] if num.end < len(words) else ""
    before = words[max(0, at - 3) : at]
    if before and before[-1] == "'" and 20 <= num.value <= 99:
        return [Date(at - 1, num.end, year=int(num.value), short=True)]
    if not num.digits:
        return []
    noun = num.end < len(words) and sent.pos[num.end] in ("NOUN", "ADJ") and after not in ("year", "when")
    if 1000 <= num.value <= 2999 and not noun and "," not in sent.raw[at] and "$" not in sent.raw[at]:
        return [Date(at, num.end, year=int(num.value))]
    told = (
        (before and before[-1] in ("in", "since", "year", "until", "from"))
        or words[num.end : num.end + 3] == (",", "the", "year")
        or "year" in before
    )
    return [Date(at, num.end, year=int(num.value))] if 100 <= num.value <= 9999 and told and not noun else []


def clash_of_dates(a: Date, b: Date) -> str:
    """The part in which two dates of one event cannot both be right: "year", "month", "season", "day", "weekday", "clock" or ""."""
    if a.year and b.year:
        same = a.year % 100 == b.year % 100 if a.short or b.short else a.year == b.year
        if not same:
            return "year"
    elif (a.year or b.year) and not (a.month and b.month):
        return ""
    if a.month and b.month and a.month != b.month:
        return "month"
    if a.month and b.month and a.day and b.day and a.day != b.day:
        return "day"
    for one, two in ((a, b), (b, a)):
        if one.season and two.month.isdigit() and int(two.month) not in SEASONS[one.season]:
            return "season"
    if a.season and b.season and not set(SEASONS[a.season]) & set(SEASONS[b.season]):
        return "season"
    if a.day and b.day and not (a.month and b.month) and a.day != b.day:
        return "day"
    if a.weekday and b.weekday and a.weekday != b.weekday and not (a.day or b.day):
        return "weekday"
    if min(a.clock, b.clock) >= 0:
        return "clock" if abs(a.clock - b.clock) > 20 else ""
    return "part" if a.part and b.part and not _overlap(DAYPARTS[a.part], DAYPARTS[b.part]) else ""


def _overlap(a: list[int], b: list[int]) -> bool:
    """Whether two stretches of the clock meet, over midnight too."""
    return any(a[0] < hi and lo < a[1] for lo, hi in ((b[0], b[1]), (b[0] - 24, b[1] - 24), (b[0] + 24, b[1] + 24)))
