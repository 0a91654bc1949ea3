"""How long to wait before a call is repeated."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

SHORTEST, LONGEST = 0.5, 20.0
"""Seconds: the first pause, and the longest where a server does not name one."""
AGAIN = frozenset({408, 409, 425, 429})


def may_pass(status: int) -> bool:
    """True for what a server may not say the next time."""
    return status in AGAIN or (status >= 500 and status not in (501, 505))


def pause(tried: int, chance: float) -> float:
    """Seconds before the next call: twice as long each time, and not for all at the same moment (``chance`` from 0 to 1).

    >>> pause(0, 0.5), pause(3, 0.5), pause(9, 1.0)
    (0.5, 4.0, 30.0)
    """
    return float(min(LONGEST, SHORTEST * 2**tried) * (0.5 + chance))


def asked_to_wait(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that a server wants to be left alone: ``Retry-After`` in seconds or as a date; None where it does not say.

    ``now`` is the time in seconds since 1970.

    >>> asked_to_wait({"retry-after": "7"}, 0), asked_to_wait({"retry-after": "Thu, 01 Jan 1970 00:01:00 GMT"}, 20)
    (7.0, 40.0)
    """
    thousandths, said = headers.get("retry-after-ms", ""), headers.get("retry-after", "").strip()
    if thousandths.isdigit():
        return int(thousandths) / 1000
    try:
        return max(0.0, float(said)) if said and said.lower() not in ("nan", "inf", "infinity") else None
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(said)
    except (ValueError, TypeError, IndexError):
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.fromtimestamp(now, UTC)).total_seconds())
