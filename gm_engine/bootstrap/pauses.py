"""How long ago something was, by the clock on the wall: what is decided by it goes on record."""

from datetime import UTC, datetime


def minutes_since(written: str, now: datetime | None = None) -> int | None:
    """Whole minutes since a time in ISO 8601; None where there is none, or it lies ahead.

    >>> minutes_since("2026-01-01T12:00:00+00:00", datetime(2026, 1, 1, 12, 4, 59, tzinfo=UTC)), minutes_since("")
    (4, None)
    """
    try:
        then = datetime.fromisoformat(written)
    except ValueError:
        return None
    passed = (now or datetime.now(UTC)) - (then if then.tzinfo else then.replace(tzinfo=UTC))
    return int(passed.total_seconds() // 60) if passed.total_seconds() >= 0 else None
