"""A roll of the dice, with everything needed to check it by hand."""

from typing import Literal

from gm_engine.story.noun import Noun

Band = Literal["triumph", "success", "cost", "failure", "disaster", "yes, and", "yes", "yes, but", "no, but", "no", "no, and", ""]
Stream = Literal["dice", "oracle", "plan", "words", "fault"]


class Modifier(Noun):
    """Why a target moved, and by how much."""

    why: str
    value: int


class DrawKey(Noun):
    """What a draw is made from, with a stream and a count: see ``gm_engine.chance``. ``branch`` is empty on the main line."""

    seed: int
    branch: str = ""
    turn: int
    attempt: int = 0


class Roll(Noun):
    """``faces`` are the dice as they fell, ``total`` what counts; ``target`` and ``band`` where it was a check.

    ``key``, ``stream`` and ``first`` (the count of the first face) say where the faces were drawn from. ``why`` is a
    short slug or phrase: ``shooting``, ``speed``, ``hit place``, ``damage``, ``oracle``.
    """

    id: str
    expression: str
    faces: tuple[int, ...]
    total: int
    why: str = ""
    actor: str = ""
    skill: str = ""
    difficulty: str = ""
    modifiers: tuple[Modifier, ...] = ()
    target: int | None = None
    band: Band = ""
    against: str = ""
    visible: bool = True
    key: DrawKey
    stream: Stream = "dice"
    first: int = 0
