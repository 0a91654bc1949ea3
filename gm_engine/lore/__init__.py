"""Reads events. Gives the lore graph: who and what there is, what is known of it, and how it hangs together."""

from gm_engine.lore.graph import LoreGraph
from gm_engine.lore.query import Attribute, known

__all__ = ["Attribute", "LoreGraph", "known"]
