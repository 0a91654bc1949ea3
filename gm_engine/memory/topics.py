"""What the talk has lately been about: entities and telling words, each fading from turn to turn."""

from collections.abc import Iterable, Mapping

FADE = 0.7
"""What is left of a topic's strength after a turn in which nobody spoke of it."""
MOST_ENTITIES = 24
MOST_WORDS = 48
LEAST = 0.05


class Topics:
    """Strengths between 0 and 1. Common words never rise: a word counts by how much it tells."""

    def __init__(self) -> None:
        self._entities: dict[str, float] = {}
        self._words: dict[str, float] = {}

    def hear(self, entities: Iterable[str], words: Mapping[str, float]) -> None:
        """One turn passed, in which ``entities`` were named and ``words`` fell, each with its weight from 0 to 1."""
        self._entities = _fade(self._entities, dict.fromkeys(entities, 1.0), MOST_ENTITIES)
        self._words = _fade(self._words, words, MOST_WORDS)

    def entity(self, id: str) -> float:
        """How much the talk is about somebody or something, 0 to 1."""
        return self._entities.get(id, 0.0)

    def entities(self) -> dict[str, float]:
        """Every entity that the talk is about, the strongest first."""
        return dict(self._entities)

    def words(self) -> dict[str, float]:
        """Every stem that the talk is about, the strongest first."""
        return dict(self._words)


def _fade(old: Mapping[str, float], new: Mapping[str, float], most: int) -> dict[str, float]:
    now = {key: strength * FADE for key, strength in old.items() if strength * FADE >= LEAST}
    for key, strength in new.items():
        now[key] = min(1.0, now.get(key, 0.0) * 0.5 + strength)
    heard = ((key, strength) for key, strength in now.items() if strength >= LEAST)
    return dict(sorted(heard, key=lambda item: (-item[1], item[0]))[:most])
