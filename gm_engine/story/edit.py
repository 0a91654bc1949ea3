"""An edit by hand: what somebody at the table wants remembered, forgotten, pinned, hidden, put right, or told apart."""

from typing import Literal

from gm_engine.story.noun import Noun, Words
from gm_engine.story.provenance import Provenance

EditAct = Literal["remember", "forget", "pin", "unpin", "hide", "correct", "merge", "split", "undo"]
Editor = Literal["player", "author"]


class Edit(Noun):
    """``id`` is ``eTURN.N``. ``what`` are the ids of the records concerned, as context elements are called, or ``entity:ID``.

    ``tellings`` are the sentences in which they were told: they go, are hidden or are put right with them. ``made`` are the ids of what
    the edit itself put on record, the sentence first. ``words`` is what is to be remembered, or the new wording; ``before`` the
    wording in whose place it stands. ``into`` is the id of the person that is kept (``merge``) or begun (``split``). An ``undo``
    names the edit that it takes back.
    """

    id: str
    act: EditAct
    by: Editor = "player"
    turn: int = 0
    minute: int = 0
    what: tuple[str, ...] = ()
    tellings: tuple[Provenance, ...] = ()
    made: tuple[str, ...] = ()
    words: Words = ""
    before: Words = ""
    because: Words = ""
    into: str = ""
    takes_back: str = ""
    changes: int = 0
    """So many of the events right before it are what came of it."""

    @property
    def who(self) -> str:
        """Who said so, in words: "by the player, by hand, in turn 12"."""
        when = f"in turn {self.turn}" if self.turn else "before play"
        return f"by the {self.by}, by hand, {when}"
