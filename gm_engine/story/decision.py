"""A decision: what was chosen, what was refused, and why it mattered."""

from typing import Literal

from gm_engine.story.noun import Noun, Words

Weight = Literal["critical", "significant", "moderate", "minor"]
IMPORTANCE: dict[Weight, int] = {"critical": 5, "significant": 4, "moderate": 3, "minor": 2}


class Option(Noun):
    """One way that was open."""

    id: str
    text: Words


class Decision(Noun):
    """``taken`` is an option's id (None while it is open); ``refused`` are the others. ``because`` is why it mattered.

    ``consequences`` are the ids of what it will bring.
    """

    id: str
    question: Words
    options: tuple[Option, ...] = ()
    taken: str | None = None
    note: Words = ""
    because: Words = ""
    weight: Weight = "moderate"
    turn: int
    scene: str
    place: str = ""
    minute: int
    participants: tuple[str, ...] = ()
    consequences: tuple[str, ...] = ()

    @property
    def importance(self) -> int:
        """How much it counts where it is remembered, 1 to 5."""
        return IMPORTANCE[self.weight]

    @property
    def refused(self) -> tuple[Option, ...]:
        """The options that were not taken."""
        return tuple(option for option in self.options if option.id != self.taken) if self.taken else ()

    @property
    def choice(self) -> str:
        """What was chosen, in the words of its option, which speak of the player's character as *you*; never in typed words."""
        return next((option.text for option in self.options if option.id == self.taken), self.taken or "").strip().rstrip(".")
