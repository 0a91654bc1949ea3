"""What can be said of somebody or something, and how it may change."""

from typing import Literal

from gm_engine.story.claim import TOLD
from gm_engine.story.conflict import ConflictClass
from gm_engine.story.noun import Noun

__all__ = ["TOLD", "Mutability", "Relation"]

Mutability = Literal["immutable", "monotone", "stateful", "growing"]


class Relation(Noun):
    """A relation from ``relations.yaml``.

    ``exclusive``: one value at a time for a subject. ``mutability``: *immutable* (birth name, eye colour), *monotone*
    (death, a lost limb: never goes back), *stateful* (place, wound, money), *growing* (skills, enemies).
    ``value``: the kind of its values. ``symmetric`` and ``inverse`` say what follows for the other side.
    ``wordings`` are lemmas or short patterns by which prose states it.
    """

    id: str
    says: str
    kind: ConflictClass
    value: Literal["entity", "number", "date", "enum", "text"]
    exclusive: bool = True
    mutability: Mutability = "stateful"
    symmetric: bool = False
    inverse: str | None = None
    wordings: tuple[str, ...] = ()
    importance: int = 3
