"""Ways between places."""

from typing import Literal

from gm_engine.story.condition import Condition
from gm_engine.story.noun import Noun

Bearing = Literal["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest", "up", "down", "in", "out"]
OPPOSITE: dict[str, Bearing] = {
    "north": "south", "south": "north", "east": "west", "west": "east", "northeast": "southwest", "southwest": "northeast",
    "northwest": "southeast", "southeast": "northwest", "up": "down", "down": "up", "in": "out", "out": "in",
}  # fmt: skip


class Exit(Noun):
    """A way to another place: its length in tenths of a mile or its minutes on foot, and how it lies.

    One with neither is of no told length: it is walked, and nobody says how far it is.
    """

    to: str
    tenths: int | None = None
    minutes: int | None = None
    dir: Bearing | None = None
    terrain: str = ""
    oneway: bool = False
    when: Condition | None = None
    label: str = ""

    @property
    def told(self) -> bool:
        """True where it was said how long the way is."""
        return self.tenths is not None or self.minutes is not None


UNTOLD = 10
"""Minutes that go by on a way of no told length."""
MILES_AN_HOUR = {"foot": 3, "horse": 6, "stage": 5, "wagon": 2, "train": 20}


def minutes_for(way: Exit, mode: str = "foot") -> int:
    """How long a way takes: its own minutes on foot, else its miles at the mode's pace; at least one minute. ``UNTOLD`` where nobody says.

    >>> minutes_for(Exit(to="gorge", tenths=90), "horse")
    90
    """
    if way.tenths is not None:
        return max(1, way.tenths * 6 // MILES_AN_HOUR.get(mode, 3))
    return max(1, way.minutes) if way.minutes is not None else UNTOLD
