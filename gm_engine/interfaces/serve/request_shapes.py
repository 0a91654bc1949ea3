"""What comes in by the REST API, for its OpenAPI schema. Unknown fields are an error."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from gm_engine.story.conflict import Resolution
from gm_engine.story.edit import EditAct, Editor

LONGEST_LINE = 20_000
"""Characters of one line of the player's."""


class Asked(BaseModel):
    """What is sent in: unknown fields are an error."""

    model_config = ConfigDict(extra="forbid")


class Begin(Asked):
    """A campaign to begin. ``pack`` is the name of one that ships or that the server was started with."""

    pack: str = Field(max_length=200)
    name: str = Field("", max_length=200, description="What to call it; the pack's name where it is empty.")
    seed: int | None = None
    opening: str = Field("", max_length=200, description="Which of the pack's openings; the next in turn where none and no seed is named.")
    gm: str = Field("", max_length=200, description="Who is the game master: embedded, openai, or an installed one.")
    model: str = Field("", max_length=300)


class Bring(Asked):
    """What goes along with files that are brought."""

    name: str = Field("", max_length=200, description="One name for all of them; else each campaign is called by its file.")
    strict: bool = Field(False, description="Take in no file of which something would be lost.")
    player_name: str = Field("", max_length=200, description="Who the player's character is in the chats.")
    gm_name: str = Field("", max_length=200, description="Who the GM is in the chats.")


class Say(Asked):
    """The player's words."""

    said: str = Field(max_length=LONGEST_LINE, min_length=1)
    stream: bool = Field(False, description="Server-sent events: dice and readings, then the prose as it comes, then the whole turn.")


class Again(Asked):
    """The last turn, told again."""

    stream: bool = False


class Edit(Asked):
    """Another line at an earlier turn."""

    turn: int = Field(ge=1)
    said: str = Field(max_length=LONGEST_LINE, min_length=1)
    stream: bool = False


class Undo(Asked):
    """How many turns to go back."""

    turns: int = Field(1, ge=1)


class Branch(Asked):
    """A branch to make and go on along."""

    name: str = Field(max_length=80, min_length=1)
    turn: int | None = Field(None, ge=0, description="Leave after this turn (else the last).")
    reseed: bool = Field(False, description="Let the dice fall otherwise from here on.")
    telling: str = Field("", max_length=40, description="Go on from this other telling of a turn (`5.2`), and leave where it does.")


class Switch(Asked):
    """A branch to go on along."""

    branch: str = Field(max_length=200)


class Settle(Asked):
    """What a conflict comes to; ``reopen`` takes a settlement back."""

    resolution: Resolution | Literal["reopen"]
    because: str = Field("", max_length=2000)
    since: str = Field("", max_length=200, description="For changed: since when (a date, or a story minute).")
    by: str = Field("", max_length=200, description="For lie and rumour: who told it.")
    turn: int | None = Field(None, description="For retcon: from which turn on.")


class EditByHand(Asked):
    """What is to be remembered, and how."""

    act: EditAct
    what: str = Field(
        "", max_length=2000, description="An id, or words: the nearest is meant. For merge and split: who is kept, who is two."
    )
    words: str = Field("", max_length=2000, description="What is remembered; the new wording; the name of the second person.")
    other: str = Field("", max_length=200, description="For merge: who is the same.")
    records: list[str] = Field([], max_length=200, description="For split: ids of records, or turns (turn:5), of the second person.")
    by: Editor = Field("player", description="Who says so.")
    because: str = Field("", max_length=2000)


class Word(Asked):
    """What a language model is to word: the recap, or the card of somebody or something."""

    what: Literal["recap", "card"]
    about: str = Field("", max_length=200, description="For a card: an id or a name.")
