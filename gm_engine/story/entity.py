"""Somebody or something that the story can speak of."""

from typing import Literal

from gm_engine.story.noun import Noun, Words

EntityKind = Literal["character", "place", "item", "faction", "concept"]


class Entity(Noun):
    """A named thing. ``secret_aliases`` maps an alias to the secret that must be out before it may be narrated.

    ``introduced`` is the turn in which it first appeared (0: by the pack). ``pronouns`` is he, she, it or they.
    ``of`` marks a thing without a name of its own ("the grey mule"): the id of the one whose it is, or empty; None for all else.
    """

    id: str
    kind: EntityKind
    name: Words
    aliases: tuple[str, ...] = ()
    secret_aliases: dict[str, str] = {}
    pronouns: str = "it"
    introduced: int = 0
    of: str | None = None
