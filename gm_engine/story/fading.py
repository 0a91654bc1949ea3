"""How long small things come to mind by themselves."""

from gm_engine.story.noun import Noun


class Fading(Noun):
    """Minutes of story after which a story point of that significance, or a fact of that importance (1 to 3), is let go.

    Each telling doubles its time, ``doublings`` times at most, and nothing is let go before ``turns`` turns have been played
    since it was last told. What is not named here is kept for ever. A line of small events holds ``most`` of them.
    """

    background: int = 1440
    minor: int = 5760
    character: int = 28_800
    fact_1: int = 1440
    fact_2: int = 4320
    fact_3: int = 20_160
    turns: int = 24
    doublings: int = 5
    most: int = 5
