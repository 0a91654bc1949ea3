"""The story's calendar: minutes since the campaign's first moment, and what a person would call them."""

import re
from datetime import datetime, timedelta
from functools import cache

from gm_engine.story.noun import Noun

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAY = 24 * 60
NO_DATE = "1880-01-01 08:00"
"""Where the minutes of an undated story are counted from. It is never shown."""
NO_DAY = "1880-04-01"
"""The day from which a story without dates is counted: its first. It is never shown."""
HOUR = re.compile(r"\d{2}:\d{2}", re.ASCII)
DATE = re.compile(r"(\d{1,4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[ T].*)?)?)?", re.ASCII)
LAST_YEAR = 9999


class Calendar(Noun):
    """A real date to start from, ``YYYY-MM-DD HH:MM``; ``weekday``, where given, is checked against it.

    An hour alone, ``HH:MM``, is the start of a story without dates: its days are counted. An empty ``start`` is that of a story of which
    nobody knows when it happens: minutes only put its turns in order.
    """

    start: str = "1878-05-07 08:00"
    weekday: str | None = None

    @property
    def dated(self) -> bool:
        """True where the story has dates."""
        return bool(self.start) and not self.counted

    @property
    def counted(self) -> bool:
        """True where the story has no dates, and its days are counted."""
        return HOUR.fullmatch(self.start) is not None

    @property
    def kept(self) -> bool:
        """False where nobody knows when the story happens."""
        return bool(self.start)

    def moment(self, minute: int) -> datetime:
        """The date and time at a story minute.

        >>> Calendar(start="1878-05-07 17:30").moment(60).isoformat()
        '1878-05-07T18:30:00'
        """
        return _opening(self.start) + timedelta(minutes=minute)

    def minute_of(self, moment: datetime) -> int:
        """The story minute of a date and time (negative before the start)."""
        return int((moment - self.moment(0)).total_seconds()) // 60

    def span_of(self, date: str) -> tuple[int, int] | None:
        """The story minutes of a year, a month or a day (``1850``, ``1850-06``, ``1850-06-03``): the first, and the first after. None
        for what is no date, and where the story has none.

        >>> Calendar(start="1878-05-07 08:00").span_of("1878-05-07")
        (-480, 960)
        """
        found = None if self.counted else DATE.fullmatch(date.strip())
        if not found or not 1 <= int(found[1]) < LAST_YEAR:
            return None
        year, month, day = int(found[1]), int(found[2] or 0), int(found[3] or 0)
        try:
            first = datetime(year, month or 1, day or 1)
            after = first + timedelta(days=1) if day else datetime(year + (month or 12) // 12, (month or 12) % 12 + 1, 1)
        except ValueError:
            return None
        return self.minute_of(first), self.minute_of(after)

    def say(self, minute: int) -> str:
        """The moment in words.

        >>> Calendar(start="1878-05-07 17:30").say(0)
        'Tuesday, May 7, 1878, 5.30 in the evening'
        >>> Calendar(start="18:00").say(0), Calendar(start="18:00").say(780), Calendar(start="").say(90)
        ('Day 1, evening', 'Day 2, morning', 'an unknown time')
        """
        if self.counted:
            return f"Day {self.day_number(minute)}, {self.part_of_day(minute)}"
        if not self.dated:
            return "an unknown time"
        moment = self.moment(minute)
        return f"{WEEKDAYS[moment.weekday()]}, {moment:%B} {moment.day}, {moment.year}, {clock_words(moment.hour, moment.minute)}"

    def brief(self, minute: int) -> str:
        """Day and hour as shortly as they can be read.

        >>> Calendar(start="1878-05-07 17:30").brief(0), Calendar(start="1878-05-07 12:00").brief(0), Calendar(start="").brief(0)
        ('Tue, May 7, 5.30 pm', 'Tue, May 7, noon', '')
        """
        if not self.dated:
            return self.say(minute) if self.counted else ""
        moment = self.moment(minute)
        hour = f"{(moment.hour - 1) % 12 + 1}.{moment.minute:02d} {'am' if moment.hour < 12 else 'pm'}"
        if moment.minute == 0 and moment.hour in (0, 12):
            hour = clock_words(moment.hour, 0)
        return f"{WEEKDAYS[moment.weekday()][:3]}, {moment:%B} {moment.day}, {hour}"

    def day(self, minute: int, now: int) -> str:
        """What somebody calls a day that is past, or still to come, within a week by its name; the hour, where it is today.

        >>> calendar = Calendar(start="1878-05-07 12:00")
        >>> calendar.day(0, 60), calendar.day(0, 4320), calendar.day(0, 14400), Calendar(start="").day(0, 60)
        ('noon', 'Tuesday', 'May 7', 'by now')
        >>> Calendar(start="12:00").day(0, 60), Calendar(start="12:00").day(0, 4320)
        ('noon', 'day 1')
        """
        if not self.kept:
            return "by now"
        moment, today = self.moment(minute), self.moment(now).date()
        if moment.date() == today:
            return self.part_of_day(minute) if self.counted else clock_words(moment.hour, moment.minute)
        if self.counted:
            return f"day {self.day_number(minute)}"
        return WEEKDAYS[moment.weekday()] if abs((moment.date() - today).days) < len(WEEKDAYS) else f"{moment:%B} {moment.day}"

    def date(self, minute: int) -> str:
        """The day in a few words; empty where nobody knows.

        >>> Calendar(start="1878-05-07 17:30").date(0), Calendar(start="17:30").date(1440), Calendar(start="").date(0)
        ('May 7', 'day 2', '')
        """
        if not self.kept:
            return ""
        moment = self.moment(minute)
        return f"day {self.day_number(minute)}" if self.counted else f"{moment:%B} {moment.day}"

    def clock(self, minute: int) -> dict[str, str]:
        """What the clock on the wall and the leaf on the calendar say, each where it can be told: ``time``, ``date``, ``weekday``, and the
        two in figures.

        >>> Calendar(start="1878-05-07 17:30").clock(0)["date"], Calendar(start="17:30").clock(0), Calendar(start="").clock(0)
        ('May 7, 1878', {'time': 'evening', 'date': 'day 1', 'isotime': 'evening', 'isodate': 'day 1'}, {})
        """
        if not self.kept:
            return {}
        moment = self.moment(minute)
        if self.counted:
            time, date = self.part_of_day(minute), self.date(minute)
            return {"time": time, "date": date, "isotime": time, "isodate": date}
        return {
            "time": clock_words(moment.hour, moment.minute),
            "date": f"{moment:%B} {moment.day}, {moment.year}",
            "weekday": WEEKDAYS[moment.weekday()],
            "isotime": f"{moment:%H:%M}",
            "isodate": f"{moment:%Y-%m-%d}",
        }

    def day_number(self, minute: int) -> int:
        """Which day of the story it is; the first is 1.

        >>> Calendar(start="18:00").day_number(359), Calendar(start="18:00").day_number(360)
        (1, 2)
        """
        return (self.moment(minute).date() - self.moment(0).date()).days + 1

    def part_of_day(self, minute: int) -> str:
        """night, dawn, morning, noon, afternoon, evening or dusk."""
        return part_of_day(self.moment(minute).hour)


@cache
def _opening(start: str) -> datetime:
    return datetime.strptime(f"{NO_DAY} {start}" if HOUR.fullmatch(start) else start or NO_DATE, "%Y-%m-%d %H:%M")


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
