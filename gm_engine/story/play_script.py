"""A play: a campaign run from a script, with what should come of it."""

from typing import Literal

from gm_engine.story.noun import Noun

StepKind = Literal["say", "expect", "directive", "label", "branch"]


class Expectation(Noun):
    """What should hold after a turn. ``verb`` is the first word (``at``, ``said``, ``fact``, ``conflict`` …), ``words`` the rest.

    ``soft``: reported, and not counted as failed. ``negated``: must not hold.
    """

    verb: str
    words: tuple[str, ...] = ()
    negated: bool = False
    soft: bool = False
    text: str = ""


class Step(Noun):
    """One line of a play. ``text`` is what follows the sigil; ``line`` counts from 1.

    A branch goes to ``label`` if ``expectation`` holds (or is None), else to ``otherwise`` (or on).
    A directive's ``name`` is its first word and ``words`` the rest, quotes taken off.
    """

    kind: StepKind
    line: int
    text: str = ""
    name: str = ""
    words: tuple[str, ...] = ()
    expectation: Expectation | None = None
    label: str = ""
    otherwise: str = ""


class PlayScript(Noun):
    """``campaign`` is a pack's id or path as written; ``path`` where the play lies."""

    path: str
    title: str
    campaign: str
    seed: int | None = None
    opening: str = ""
    gm: str = "embedded"
    runs: int = 1
    min_pass: int = 1
    allow_faults: bool = False
    steps: tuple[Step, ...] = ()
