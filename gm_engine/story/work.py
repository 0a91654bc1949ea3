"""A work: what the player's character has made, altered, put somewhere or taught by a free act, and what has come of it."""

from typing import Literal

from gm_engine.story.noun import Noun, Words
from gm_engine.story.roll import Band

WorkKind = Literal["made", "altered", "placed", "taught", "taken"]


class Work(Noun):
    """``thing`` is what it was done to, as the table calls it ("the ditch"), ``text`` what is so now ("the ditch is dammed with stones").

    ``item`` is the id of the thing that was made or put down, ``target`` of who was taught; ``place`` is where it was done. ``band`` says
    how well, and ``false`` that it is made to be taken for something else. What takes several tries has ``size`` segments, of which
    ``filled`` are done. ``seen_by`` saw it done. ``finder`` comes upon it at the minute ``due``. ``found`` and ``undone`` are turns.
    """

    id: str
    kind: WorkKind
    verb: str = ""
    thing: Words
    text: Words = ""
    item: str = ""
    target: str = ""
    place: str = ""
    band: Band = ""
    false: bool = False
    size: int = 0
    filled: int = 0
    turn: int
    minute: int = 0
    seen_by: tuple[str, ...] = ()
    finder: str = ""
    due: int | None = None
    found: int | None = None
    undone: int | None = None

    @property
    def whole(self) -> bool:
        """True for what needs no further try."""
        return self.filled >= self.size

    @property
    def stands(self) -> bool:
        """True while it is so."""
        return self.whole and self.undone is None
