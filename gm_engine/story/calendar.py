"""The story's calendar: minutes since the campaign's first moment, and what a person would call them."""

from datetime import datetime, timedelta
from functools import cache

from gm_engine.story.noun import Noun

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAY = 24 * 60


class Calendar(Noun):
    """A real date to start from, ``YYYY-MM-DD HH:MM``; ``weekday``, where given, is checked against it."""

    start: str = "1878-05-07 08:00"
    weekday: str | None = None

    def moment(self, minute: int) -> datetime:
        """The date and time at a story minute.

        >>> Calendar(start="1878-05-07 17:30").moment(60).isoformat()
        '1878-05-07T18:30:00'
        """
        return _opening(self.start) + timedelta(minutes=minute)

    def minute_of(self, moment: datetime) -> int:
        """The story minute of a date and time (negative before the start)."""
        return int((moment - self.moment(0)).total_seconds()) // 60

    def say(self, minute: int) -> str:
        """The moment in words.

        >>> Calendar(start="1878-05-07 17:30").say(0)
        'Tuesday, May 7, 1878, 5.30 in the evening'
        """
        moment = self.moment(minute)
        return f"{WEEKDAYS[moment.weekday()]}, {moment:%B} {moment.day}, {moment.year}, {clock_words(moment.hour, moment.minute)}"

    def part_of_day(self, minute: int) -> str:
        """night, dawn, morning, noon, afternoon, evening or dusk."""
        return part_of_day(self.moment(minute).hour)


@cache
def _opening(start: str) -> datetime:
    return datetime.strptime(start, "%Y-%m-%d %H:%M")


def clock_words(hour: int, minute: int) -> str:
    """A time as people say it: ``5.30 in the evening``, ``noon``."""
    if minute == 0 and hour in (0, 12):
        return "noon" if hour else "midnight"
    face = f"{(hour - 1) % 12 + 1}.{minute:02d}"
    return (
        f"{face} in the morning"
        if hour < 12
        else f"{face} in the afternoon"
        if hour < 17
        else f"{face} in the evening"
        if hour < 21
        else f"{face} at night"
    )


def part_of_day(hour: int) -> str:
    """The part of the day in which an hour (0 to 23) lies."""
    for until, name in ((5, "night"), (7, "dawn"), (11, "morning"), (14, "noon"), (17, "afternoon"), (20, "evening"), (22, "dusk")):
        if hour < until:
            return name
    return "night"
