"""Reads the story so far. Gives what is worth recalling, and how relevant it is."""

from gm_engine.memory.chapters import Chapter, chapters
from gm_engine.memory.memory import Memory
from gm_engine.memory.recall import recall
from gm_engine.memory.recap import RecapLine, recap
from gm_engine.memory.weights import Weights

__all__ = ["Chapter", "Memory", "RecapLine", "Weights", "chapters", "recall", "recap"]
