"""How fast news travels: the rulebook's ``news``."""

from gm_engine.story.noun import Noun


class News(Noun):
    """``miles`` a day by channel. ``talk`` and ``rider`` go along every way; any other channel only from one of its stops to another.

    ``stops``: by channel, tags or kinds of the places that have it (a place within such a place has it too). A ``wired``
    channel needs no road between its stops. ``hours`` pass at each stop of a channel before what came is known there.
    ``talk`` carries everything; the rest only what is ``notable``: deaths and what else is of weight. ``offices`` are words
    of a role whose holder is brought even small news by rider.
    """

    miles: dict[str, int] = {"talk": 15, "rider": 40}
    stops: dict[str, tuple[str, ...]] = {}
    wired: tuple[str, ...] = ()
    hours: dict[str, int] = {}
    offices: tuple[str, ...] = ()
