"""A piece of what is remembered, with its score and the reasons for it."""

from typing import Literal

from gm_engine.story.activation import Placed
from gm_engine.story.claim import Statement
from gm_engine.story.noun import Noun, Words
from gm_engine.story.tied_by import TiedBy

ElementKind = Literal[
    "turn", "fact", "decision", "story_point", "consequence", "scene", "summary", "conflict", "place", "person", "lore",
    "rumour", "relation", "variable", "clue",
]  # fmt: skip


class ContextElement(Noun):
    """``score`` and each of ``reasons`` are thousandths, so that a journal never depends on how a float is printed.

    ``turns`` are the turns whose words ``text`` carries. ``about`` are entity ids, ``place`` where it belongs, ``minute``
    its story time (None: timeless). ``holder`` believes it; ``audience`` may know it. ``form`` is how much of the
    element is shown. ``statements`` are what it says, for readers that need no prose. A card is given in two: what is
    ``lasting`` in it and need be sent but once, and what is ``live`` and goes with every turn. ``tied`` are the ties by which it is near to
    somebody here, where that is one of its ``reasons``. ``slot`` is where its lorebook wants it, for one that acts.
    """

    id: str
    kind: ElementKind
    text: Words
    source: str = ""
    turns: tuple[int, ...] = ()
    about: tuple[str, ...] = ()
    place: str = ""
    minute: int | None = None
    holder: str | None = None
    audience: str = "table"
    importance: int = 3
    tokens: int = 0
    score: int = 0
    reasons: dict[str, int] = {}
    pinned: bool = False
    form: Literal["whole", "sentence", "summary"] = "whole"
    statements: tuple[Statement, ...] = ()
    lasting: Words = ""
    live: Words = ""
    tied: tuple[TiedBy, ...] = ()
    slot: Placed | None = None


class LeftOut(Noun):
    """An element that was thought of and not sent: why, and what it would have cost."""

    id: str
    kind: ElementKind
    tokens: int
    score: int
    why: str
