"""What the second look makes of two sentences."""

from collections.abc import Callable
from dataclasses import dataclass

from gm_engine.story.conflict import ConflictClass
from gm_engine.story.gist import Gist

Rarity = Callable[[str], float]
"""How much it says that two sentences share a base form: the more, the fewer sentences of the story have it."""

KindOf = Callable[[str], str]
"""What an id is: character, place, item, faction or concept; empty for what nobody declared."""


@dataclass(frozen=True)
class Weighed:
    """A suspected clash. ``sure`` is in per cent; ``kind`` its class; ``why`` says in one sentence what clashes, without the
    rule and without a full stop; ``subject`` is the id of whom or what both sentences speak of.
    """

    sure: int
    kind: ConflictClass
    why: str
    subject: str


Weigh = Callable[[Gist, Gist, Rarity, KindOf], Weighed | None]
"""Lays a later sentence beside an earlier one; None where nothing speaks for a clash."""
