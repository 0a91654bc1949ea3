"""Reads the story so far. Gives what is worth recalling, and how relevant it is."""

from gm_engine.memory.chapters import Summary, chapters
from gm_engine.memory.memory import Memory
from gm_engine.memory.recall import recall
from gm_engine.memory.recap import RecapLine, recap
from gm_engine.memory.weights import Weights

__all__ = ["Memory", "RecapLine", "Summary", "Weights", "chapters", "recall", "recap"]
