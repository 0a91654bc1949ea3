"""Why a draft is not shown as it is."""

from typing import Literal

from gm_engine.story.conflict import Conflict
from gm_engine.story.noun import Noun, Words


class Objection(Noun):
    """``quote`` is a piece of the draft, ``against`` what it stands against: an established quote, a hidden truth, a line.

    ``kind``: ``conflict`` (then ``conflict`` holds it), ``secret`` (told too early), ``line`` (crossed) or ``number`` (one
    that the engine owns). ``why`` is one sentence. ``turn`` is that of a reply which was shown all the same.
    """

    kind: Literal["conflict", "secret", "line", "number"]
    quote: Words
    against: Words = ""
    why: Words = ""
    conflict: Conflict | None = None
    turn: int = 0
