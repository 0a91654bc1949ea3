"""What each reason to remember counts: the values of ``data/weights.yaml``."""

from gm_engine.story.budget import Budget
from gm_engine.story.noun import Noun


class Weights(Noun):
    """Parts of an element's score, in thousandths; see ``context.salience`` for what each one means.

    ``half_life`` gives, by kind of element, the story minutes after which recency counts half (``other`` for the rest).
    ``floor`` is the score below which nothing is sent, however much room there is.
    """

    version: str = "1"
    importance: int = 90
    recency: int = 500
    same_place: int = 250
    near: int = 120
    present: int = 260
    spoken: int = 900
    beat: int = 1200
    topic: int = 300
    lexical: int = 1300
    thread: int = 450
    floor: int = 750
    half_life: dict[str, int] = {"turn": 720, "other": 4320}
    window: int = 8
    budget: Budget = Budget()
