"""Amounts as players write them: money, time, counts."""

import re

from gm_engine.story.calendar import WEEKDAYS, Calendar
from gm_engine.story.currency import Currency
from gm_engine.story.number_words import NUMBERS, number

DOLLARS = Currency()

ONES = {word: number for word, number in NUMBERS.items() if number < 10}
WORD = "|".join(sorted(NUMBERS, key=len, reverse=True))
COUNT = rf"(?<![\w.])(?:\d{{1,7}}(?:[.,]\d{{1,3}})*|(?:a |one )?(?:(?:{WORD})\b[ -]?(?:of )?)+)"
COUNTED = re.compile(COUNT, re.I)
VAGUE = ("the", "a", "an", "another", "few", "several", "half", "both", "couple", "pair", "score")
"""Words that count something only before the name of a thing."""
MONEY = re.compile(
    rf"\$\s?(\d{{1,7}}(?:,\d{{3}})*(?:\.\d{{1,2}})?)|({COUNT})\s*(dollars?|bucks?|cents?|bits?|eagles?|gold pieces?)\b", re.I
)
REST = re.compile(rf"\s*,?\s*(?:and\s+)?({COUNT})\s*cents?\b|\s+(\d\d)(?![\w.,]*\w)(?!\s+[a-z])", re.I)
"""Small money after a sum in the large unit: *two dollars and ten cents*, *3 marks 20*."""
BARE = re.compile(r"(?<!until )(?<!till )(?<!at )(?<!by )(?<!before )(?<!past )(?<![\w.,:$])(\d{1,7})\.(\d\d)(?![\d.]*\d)", re.I)
"""A sum in figures alone, which an hour is not."""
SPAN = re.compile(rf"({COUNT})\s*(minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?)\b", re.I)
UNTIL = re.compile(
    r"\b(?:(?:un)?(?:til|till)|by|before)\s+(?:the\s+)?(?:next\s+)?(?:(?:it is|it's|it gets)\s+)?"
    r"(dawn|sunrise|daybreak|first light|morning|noon|midday|afternoon|evening|dusk|sundown|sunset|nightfall|night|dark"
    r"|midnight|tomorrow)\b",
    re.I,
)
DAYS = "|".join(day.lower() for day in WEEKDAYS)
WEEKDAY = re.compile(rf"\b((?:un)?(?:til|till)|by|before|on|next|for)\s+(?:next\s+)?({DAYS})\b", re.I)
PAST_HALF = re.compile(r"\b(?:un)?(?:til|till)\s+half[ -]past\b")
LASTS = re.compile(r"\b(?:un)?(?:til|till)\b|\bfor (?=(?:about |nearly |almost )?\w)|\ball (?=(?:day|night)\b)", re.I)
"""Words behind which it stands how long an act lasts."""
CLOCK = re.compile(
    rf"\b(?:un)?(?:til|till)\s+(?:half[ -]past\s+)?(\d{{1,2}}|{WORD})(?:[.:](\d\d))?\s*(?:o'?clock)?\s*([ap]\.?m\.?)?"
    r"(?:\s*(?:in the|at|this|that|tomorrow)\s+(morning|afternoon|evening|night)|\s*(tomorrow))?",
    re.I,
)
HALVES = {"morning": "am", "afternoon": "pm", "evening": "pm", "night": "pm"}
TIMES = re.compile(rf"\b(once|twice|thrice|({COUNT})\s*(?:times|shots|rounds))\b", re.I)
HOURS = {
    "dawn": 6, "sunrise": 6, "daybreak": 6, "first light": 6, "morning": 7, "noon": 12, "midday": 12, "afternoon": 14, "evening": 18,
    "dusk": 20, "sundown": 20, "sunset": 20, "nightfall": 21, "night": 21, "dark": 21, "midnight": 0, "tomorrow": 7,
}  # fmt: skip
UNITS = {"min": 1, "hou": 60, "hrs": 60, "hr": 60, "day": 1440, "nig": 1440, "wee": 7 * 1440, "mon": 30 * 1440}
PHRASES = {
    "half an hour": 30, "half hour": 30, "an hour and a half": 90, "quarter of an hour": 15, "a quarter hour": 15, "all day": 12 * 60,
    "all night": 10 * 60, "the night": 8 * 60, "for the night": 8 * 60, "a while": 60, "a bit": 15, "a moment": 5, "a spell": 60,
    "a little": 15, "half a day": 720, "the afternoon": 240, "the morning": 240, "the evening": 180, "the whole day": 12 * 60,
    "a minute": 1, "overnight": 8 * 60,
}  # fmt: skip
MOST = 365 * 1440
AND = re.compile(r"\b(hundred|thousand)\s+and\s+", re.I)
LONGEST_SPAN = 40
"""So many letters behind *until* or *for* may say how long."""
LONGEST_TOLD = 1000
"""So many letters of a text are read for all the sums in it."""


def numbers_in(text: str) -> tuple[int, ...]:
    """Every number in a text, in figures or words, whatever it counts.

    >>> numbers_in('"Seven," she says, "and the other 40 by June."')
    (7, 40)
    """
    found = (number(match[0]) for match in COUNTED.finditer(text[:LONGEST_TOLD]) if match[0].strip().lower() not in VAGUE)
    return tuple(one for one in found if one)


def money(text: str, currency: Currency = DOLLARS) -> int | None:
    """The first sum of money in a text, in the currency's small unit.

    >>> money("a bet of $2.50"), money("ten dollars"), money("fifty cents"), money("two bits"), money("nothing")
    (250, 1000, 50, 25, None)
    >>> money("two dollars and fifty cents"), money("I offer 1.50 for it"), money("I wait until 6.30")
    (250, 150, None)
    >>> marks = Currency(sign="", unit="mark", units="marks", minor="penny", minors="pence")
    >>> money("ten marks", marks), money("3 marks 20", marks), money("one penny", marks)
    (1000, 320, 1)
    """
    text = _in_dollars(text, currency)
    if match := MONEY.search(text):
        return _sum(match, text)
    bare = BARE.search(text)
    return int(bare[1]) * 100 + int(bare[2]) if bare else None


def sums(text: str, currency: Currency = DOLLARS) -> tuple[int, ...]:
    """Every sum of money in a text, in its order, in the currency's small unit; a very long text is not read to its end.

    >>> sums("Four dollars for the mule and two bits for the rope.")
    (400, 25)
    >>> sums("Two hundred and fifty dollars, then $1,200.50.")
    (25000, 120050)
    >>> sums("Two dollars and ten cents, and then five cents.")
    (210, 5)
    """
    plain = AND.sub(r"\1 ", _in_dollars(text[:LONGEST_TOLD], currency))
    found: list[int] = []
    at = 0
    while match := MONEY.search(plain, at):
        rest = REST.match(plain, match.end())
        at = rest.end() if rest and _whole(match) else match.end()
        if (one := _sum(match, plain)) is not None:
            found.append(one)
    return tuple(found)


def _sum(match: re.Match[str], text: str) -> int | None:
    """What a sum comes to, the small money after it counted in."""
    if match[1]:
        whole, _, part = match[1].replace(",", "").partition(".")
        return int(whole) * 100 + int((part + "00")[:2])
    unit = match[3].lower()
    if re.fullmatch(r"\d+\.\d{1,2}", match[2].strip()) and unit.startswith(("dollar", "buck")):
        whole, _, part = match[2].strip().partition(".")
        return int(whole) * 100 + int((part + "00")[:2])
    count = number(match[2])
    if count is None:
        return None
    if unit.startswith("bit"):
        return count * 25 // 2
    rest = REST.match(text, match.end()) if _whole(match) else None
    small = number(rest[1] or rest[2]) or 0 if rest else 0
    return count * (1 if unit.startswith("cent") else 1000 if unit.startswith("eagle") else 100) + small


def _whole(match: re.Match[str]) -> bool:
    """True for a sum in the large unit, after which small money may stand."""
    return bool(match[3]) and match[3].lower().startswith(("dollar", "buck")) and "." not in match[2]


def _in_dollars(text: str, currency: Currency) -> str:
    """The text with the currency's own words made dollars and cents."""
    if currency == DOLLARS:
        return text
    if currency.sign:
        text = re.sub(rf"{re.escape(currency.sign)}(?=\s?\d)", "$", text)
    text = re.sub(rf"\b(?:{re.escape(currency.units)}|{re.escape(currency.unit)})\b", "dollars", text, flags=re.I)
    return re.sub(rf"\b(?:{re.escape(currency.minors)}|{re.escape(currency.minor)})\b", "cents", text, flags=re.I)


def minutes(text: str, now: int, calendar: Calendar) -> int | None:
    """The first span of time in a text, in minutes; ``until dawn`` counts from ``now``.

    >>> minutes("wait 2 hours", 0, Calendar()), minutes("a couple of days", 0, Calendar()), minutes("until noon", 0, Calendar())
    (120, 2880, 240)
    """
    lower = text.lower()
    if day := WEEKDAY.search(lower):
        return _to_weekday(day[2], 7 if day[1].endswith("til") or day[1].endswith("till") else 20, now, calendar)
    clock = CLOCK.search(lower)
    until = UNTIL.search(lower)
    if until:
        return _to_hour(HOURS[until[1].lower()], 0, now, calendar, tomorrow=until[1].lower() == "tomorrow")
    if clock and (hour := number(clock[1])) is not None and hour < 25 and clock[1] not in ("a", "an", "the"):
        half = (clock[3] or "").replace(".", "") or HALVES.get(clock[4] or "", "am" if clock[5] else "")
        return _to_clock(hour % 24, int(clock[2] or 0) % 60 or 30 * bool(PAST_HALF.search(lower)), half, now, calendar)
    phrase = max((phrase for phrase in PHRASES if re.search(rf"\b{phrase}\b", lower)), key=len, default="")
    match = SPAN.search(lower)
    if match and not phrase:
        count = number(match[1])
        if count is None:
            return None
        unit = next(value for name, value in UNITS.items() if match[2].startswith(name))
        extra = unit // 2 if re.search(r"\band a half\b", lower) else 0
        return min(MOST, (count * unit or unit // 2) + extra)
    return PHRASES[phrase] if phrase else None


def lasting(text: str, now: int, calendar: Calendar) -> int:
    """The minutes that an act lasts by its own words: *until dark*, *for two hours*, *all night*; 0 where they do not say.

    >>> lasting("mend fences for two hours", 0, Calendar()), lasting("tell of two hours in jail", 0, Calendar())
    (120, 0)
    >>> lasting("sort the mail until half past ten at night", 0, Calendar())
    870
    """
    spans = (minutes(text[found.start() :][:LONGEST_SPAN], now, calendar) for found in LASTS.finditer(text))
    return next((span for span in spans if span), 0)


def _to_hour(hour: int, minute: int, now: int, calendar: Calendar, *, tomorrow: bool = False) -> int:
    moment = calendar.moment(now)
    ahead = (hour * 60 + minute) - (moment.hour * 60 + moment.minute)
    return ahead + 1440 if ahead <= 0 or (tomorrow and ahead < 1440 and moment.hour < hour) else ahead


def _to_weekday(name: str, hour: int, now: int, calendar: Calendar) -> int:
    """Minutes to an hour of the next day of that name."""
    moment = calendar.moment(now)
    days = ([day.lower() for day in WEEKDAYS].index(name) - moment.weekday()) % 7 or 7
    return days * 1440 + hour * 60 - (moment.hour * 60 + moment.minute)


def _to_clock(hour: int, minute: int, half: str, now: int, calendar: Calendar) -> int:
    if half:
        return _to_hour(hour % 12 + (12 if half == "pm" else 0), minute, now, calendar)
    if hour > 12:
        return _to_hour(hour, minute, now, calendar)
    return min(_to_hour(hour % 12, minute, now, calendar), _to_hour(hour % 12 + 12, minute, now, calendar))


def times(text: str) -> int:
    """How many times something is to be done; 0 where no number is given.

    >>> times("shoot him twice"), times("fire three shots"), times("fire")
    (2, 3, 0)
    """
    match = TIMES.search(text.lower())
    if not match:
        return 0
    return {"once": 1, "twice": 2, "thrice": 3}.get(match[1]) or number(match[2] or "") or 0


def count_of(text: str) -> int:
    """How many things are meant: the first number in the text; 0 where there is none.

    >>> count_of("buy twelve cartridges"), count_of("buy the rope")
    (12, 0)
    """
    for match in re.finditer(r"\d{1,6}|[a-z]+(?:-[a-z]+)?", text.lower()):
        if match[0] in ("a", "an", "the", "one", "both", "half", "another"):
            continue
        found = number(match[0])
        if found:
            return found
    return 0
