"""What each reason to remember counts: the values of ``data/weights.yaml``."""

from collections.abc import Mapping
from typing import Any

from gm_engine.story.budget import Budget
from gm_engine.story.conversing import Conversing
from gm_engine.story.fading import Fading
from gm_engine.story.noun import Noun


class Weights(Noun):
    """Parts of an element's score, in thousandths; see ``context.salience`` for what each one means.

    ``half_life`` gives, by kind of element, the story minutes after which recency counts half (``other`` for the rest).
    A part that older stories do not know counts nothing in them.
    ``floor`` is the score below which nothing is sent, however much room there is.
    """

    version: int = 1
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
    due: int = 0
    close: int = 0
    tied: int = 0
    dwelt_on: int = 0
    interest: int = 0
    meaning: int = 0
    trap: int = 0
    echo: int = 0
    kept: int = 0
    floor: int = 900
    half_life: dict[str, int] = {"turn": 720, "other": 4320}
    window: int = 8
    budget: Budget = Budget()
    conversing: Conversing = Conversing()
    fading: Fading = Fading()

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Weights":
        """The weights that ``weights.yaml`` holds. Raises pydantic's ``ValidationError`` for a name that is none."""
        return cls.model_validate(dict(data))

    @classmethod
    def from_record(cls, record: Mapping[str, int]) -> "Weights":
        """The weights that a journal has kept; what it does not name counts as it does today.

        >>> Weights.from_record(Weights(spoken=7).record()).spoken
        7
        """
        plain = {name: value for name, value in record.items() if "." not in name}
        half_life = {name.partition(".")[2]: value for name, value in record.items() if name.startswith("half_life.")}
        return cls.model_validate(plain | ({"half_life": half_life} if half_life else {}))

    def record(self) -> dict[str, int]:
        """Every weight by its name, the half-lives as ``half_life.KIND``: the form that a journal keeps."""
        plain = {name: value for name, value in self if isinstance(value, int)}
        return plain | {f"half_life.{kind}": self.half_life[kind] for kind in sorted(self.half_life)}
