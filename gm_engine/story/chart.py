"""A chart: the places that are known and the ways between them, each in a cell of its own, as on a hand-drawn map."""

from gm_engine.story.noun import Noun


class Spot(Noun):
    """A place on the chart: ``x`` cells to the east and ``y`` to the south of the corner. ``been``: one has been there."""

    id: str
    name: str
    x: int
    y: int
    here: bool = False
    been: bool = True


class Leg(Noun):
    """A way between two places."""

    one: str
    other: str


class Chart(Noun):
    """Places and ways, north above."""

    title: str = ""
    spots: tuple[Spot, ...] = ()
    legs: tuple[Leg, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """How many cells it has across and down."""
        return max((spot.x for spot in self.spots), default=0) + 1, max((spot.y for spot in self.spots), default=0) + 1
