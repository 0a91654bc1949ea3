"""A newcomer: somebody or something that the game master brought in, and that is part of the world from then on."""

from typing import Literal

from gm_engine.story.noun import Noun, Words
from gm_engine.story.pack import Pronouns

NewcomerKind = Literal["character", "place", "item", "faction"]


class Newcomer(Noun):
    """``summary`` is what was said of them, in one line, and ``quote`` the sentence that brought them in.

    ``place`` is the id of the place where they are, or in or beside which a place lies; empty where nobody knows. ``holder`` is who
    has a thing. ``role`` is what somebody does.
    """

    id: str
    kind: NewcomerKind
    name: Words
    summary: Words = ""
    role: Words = ""
    quote: Words = ""
    pronouns: Pronouns = "they"
    place: str = ""
    holder: str = ""
    turn: int = 0
