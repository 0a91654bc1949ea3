"""Money, spans of time and ways, and dates, as people write them and as the engine counts them."""

import re
from datetime import datetime

MINUTES = {
    **dict.fromkeys(("min", "mins", "minute", "minutes"), 1),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 60),
    **dict.fromkeys(("d", "day", "days"), 24 * 60),
    **dict.fromkeys(("week", "weeks"), 7 * 24 * 60),
}
MILES = ("mile", "miles", "mi")
AMOUNT = re.compile(r"(?P<number>\d{1,6}(?:\.\d)?)\s*(?P<unit>[a-z]+)", re.ASCII)
DOLLARS = re.compile(r"(?P<sign>-?)\$?(?P<dollars>\d{1,9}|\d{1,3}(?:,\d{3})+)(?:\.(?P<cents>\d\d))?", re.ASCII)
CENTS = re.compile(r"(?P<cents>\d{1,9}) ?(?:c|cent|cents)", re.ASCII)
DAY_AND_TIME = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d\d))?", re.ASCII)
PART_OF_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?", re.ASCII)


def cents(text: str) -> int | None:
    """Dollars as written, in cents; None where it is no sum of money.

    >>> cents("23.50"), cents("$1,200"), cents("75 cents"), cents("2.5")
    (2350, 120000, 75, None)
    """
    text = text.strip()
    if small := CENTS.fullmatch(text):
        return int(small["cents"])
    found = DOLLARS.fullmatch(text)
    if not found:
        return None
    total = int(found["dollars"].replace(",", "")) * 100 + int(found["cents"] or 0)
    return -total if found["sign"] else total


def minutes(text: str) -> int | None:
    """A span of time in minutes: ``3 min``, ``2 h``, ``1 h 30 min``, ``2 days``, or a bare number of minutes.

    >>> minutes("1 h 30 min"), minutes("2 days"), minutes("45"), minutes("9 miles")
    (90, 2880, 45, None)
    """
    text = text.strip().lower()
    if text.isascii() and text.isdigit() and len(text) <= 7:
        return int(text)
    total = 0
    rest = text
    while rest:
        found = AMOUNT.match(rest)
        if not found or found["unit"] not in MINUTES:
            return None
        whole, _, tenth = found["number"].partition(".")
        total += (int(whole) * 10 + int(tenth or 0)) * MINUTES[found["unit"]] // 10
        rest = rest[found.end() :].lstrip(", ").removeprefix("and ")
    return total if text else None


def tenths(text: str) -> int | None:
    """A length in tenths of a mile: ``9 miles``, ``0.5 miles``, ``a mile``.

    >>> tenths("9 miles"), tenths("2.5 miles"), tenths("9"), tenths("3 min")
    (90, 25, 90, None)
    """
    text = text.strip().lower()
    if text in ("a mile", "half a mile"):
        return 10 if text == "a mile" else 5
    found = AMOUNT.fullmatch(text if text[-1:].isalpha() else f"{text} miles")
    if not found or found["unit"] not in MILES:
        return None
    whole, _, tenth = found["number"].partition(".")
    return int(whole) * 10 + int(tenth or 0)


def moment(text: str) -> str | None:
    """A day and time as ``YYYY-MM-DD HH:MM`` (8 in the morning where none is given); None where no calendar has it.

    >>> moment("1878-05-07 7:30"), moment("1878-05-07"), moment("1878-02-30")
    ('1878-05-07 07:30', '1878-05-07 08:00', None)
    """
    found = DAY_AND_TIME.fullmatch(text.strip())
    if not found:
        return None
    year, month, day, hour, minute = (int(part or default) for part, default in zip(found.groups(), (0, 0, 0, 8, 0), strict=True))
    try:
        datetime(year, month, day, hour, minute)
    except ValueError:
        return None
    return f"{year:04d}-{month:02d}-{day:02d} {hour:02d}:{minute:02d}"


def hour(text: str) -> str | None:
    """An hour alone as ``HH:MM``; None for what is none.

    >>> hour("7:30"), hour("24:00"), hour("1878-05-07 7:30")
    ('07:30', None, None)
    """
    found = re.fullmatch(r"(\d{1,2}):(\d\d)", text.strip(), re.ASCII)
    return f"{int(found[1]):02d}:{found[2]}" if found and int(found[1]) < 24 and int(found[2]) < 60 else None


def is_date(text: str) -> bool:
    """True for a year, a month or a day that a calendar has.

    >>> is_date("1878"), is_date("1878-05"), is_date("1878-05-07"), is_date("1878-13")
    (True, True, True, False)
    """
    part = PART_OF_DATE.fullmatch(text.strip())
    if part:
        return int(part[1]) > 0 and (part[2] is None or 1 <= int(part[2]) <= 12)
    return moment(text) is not None
