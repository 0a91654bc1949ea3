"""A story point: something irreversible happened."""

from typing import Literal

from gm_engine.story.noun import Noun, Words

PointKind = Literal["exposition", "decision", "action", "revelation", "transition", "resolution"]
Significance = Literal["major", "minor", "background", "character", "milestone"]
IMPORTANCE: dict[Significance, int] = {"milestone": 5, "major": 5, "character": 4, "minor": 3, "background": 1}


class StoryPoint(Noun):
    """``id`` is ``pTURN.N``; ``minute`` the time in the story; ``follows`` the story points that led to it."""

    id: str
    kind: PointKind
    title: Words
    significance: Significance = "minor"
    turn: int
    scene: str
    place: str = ""
    minute: int
    participants: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()

    @property
    def importance(self) -> int:
        """How much it counts where it is remembered, 1 to 5."""
        return IMPORTANCE[self.significance]
