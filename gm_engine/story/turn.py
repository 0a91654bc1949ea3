"""A turn: one exchange in play, both halves under one number."""

from gm_engine.story.noun import Noun, Words
from gm_engine.story.roll import Roll


class Turn(Noun):
    """``number`` counts from 1; an imported line keeps its own. ``place`` and ``minute`` are where and when it was played.

    ``speaker`` is who spoke, where a transcript names one; ``time`` the real time it gives. ``present`` are entity ids.
    """

    number: int
    scene: str
    session: int = 1
    place: str = ""
    minute: int = 0
    said: Words = ""
    rolls: tuple[Roll, ...] = ()
    reply: Words = ""
    speaker: Words = ""
    time: str = ""
    present: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    given_by: str = "provider"
