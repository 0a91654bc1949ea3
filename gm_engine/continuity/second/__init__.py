"""The second look: sentences laid side by side, and in which way the later may contradict the earlier."""

from gm_engine.continuity.second.weigh import weigh
from gm_engine.continuity.second.weighed import KindOf, Rarity, Weigh, Weighed

__all__ = ["KindOf", "Rarity", "Weigh", "Weighed", "weigh"]
