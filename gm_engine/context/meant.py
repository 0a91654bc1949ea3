"""What the player's line means, for what is brought up by its words: one word of many, and nobody's name, is no reason by itself."""

from collections.abc import Mapping

from gm_engine.context.focus import Focus
from gm_engine.memory import Memory

ENOUGH = 0.3
"""Where so much of what the line says, by weight, stands in a record, the record answers the line."""
SHARED = (0.0, 0.0, 0.8, 1.0)
"""What as many of the line's rarer words say for a record that holds them, however much else the line says."""
LEAST = 0.05


class Meant:
    """The line's words by how rarely they fall in this story."""

    def __init__(self, focus: Focus, memory: Memory) -> None:
        self._memory = memory
        self._weights = {term: max(LEAST, memory.telling(term)) for term in focus.terms}
        self._all = sum(self._weights.values())
        self._telling = max(self._weights.values(), default=0.0) / 2

    def share(self, id: str) -> float:
        """How well a record answers what the line means, 0 to 1, beside how well it answers the line's words."""
        terms = self._memory.terms(id)
        held = [weight for term, weight in self._weights.items() if term in terms]
        telling = sum(1 for weight in held if weight >= self._telling)
        return max(SHARED[min(telling, len(SHARED) - 1)], min(1.0, sum(held) / self._all / ENOUGH if self._all else 1.0))

    def weighed(self, lexical: Mapping[str, float]) -> dict[str, float]:
        """The records with how well they answer, each lessened where it holds little of the line."""
        return {id: score * self.share(id) for id, score in lexical.items()}
