"""How likely it is that of two sentences the later one contradicts the earlier."""

from gm_engine.continuity.second.weighed import KindOf, Rarity, Weighed
from gm_engine.story.gist import Gist


def weigh(earlier: Gist, later: Gist, rarity: Rarity, kind_of: KindOf) -> Weighed | None:  # noqa: ARG001
    """What speaks for a clash of two sentences; None where nothing does."""
    return None
