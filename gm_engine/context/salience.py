"""How much an element matters now. Every part is kept in ``reasons``, in thousandths, and their sum is the score."""

from math import log2

from gm_engine.context.focus import Focus
from gm_engine.memory import Weights
from gm_engine.story.context_element import ContextElement

ENOUGH = 2
"""How many people in common are counted: an element about everybody is not about everything."""
TIE = 2
"""A tie counts like so many ways."""
THREADS = frozenset({"consequence", "conflict"})


def scored(element: ContextElement, focus: Focus, weights: Weights, lexical: float = 0.0, *, open_thread: bool = False) -> ContextElement:
    """The element with its score and the parts of it. ``lexical`` is how well it answers the player's words, 0 to 1."""
    concerned = [id for id in element.about if id != focus.pc]
    parts = {
        "importance": weights.importance * element.importance,
        "recency": recency(element, focus, weights),
        "same place": weights.same_place if element.place and element.place == focus.here else 0,
        "near": _near(element, focus, weights),
        "people here": weights.present * min(ENOUGH, sum(id in focus.present for id in concerned)),
        "spoken of": weights.spoken * min(ENOUGH, sum(id in focus.spoken for id in concerned)),
        "recent topic": round(weights.topic * max((focus.topics.get(id, 0.0) for id in concerned), default=0.0)),
        "shared words": round(weights.lexical * lexical),
        "drawn on": weights.beat if element.id in focus.drawn_on else 0,
        "open": weights.thread if open_thread else 0,
    }
    reasons = {part: value for part, value in parts.items() if value}
    return element.model_copy(
        update={"reasons": reasons, "score": sum(reasons.values()), "pinned": element.pinned or element.id in focus.drawn_on}
    )


def recency(element: ContextElement, focus: Focus, weights: Weights) -> int:
    """Full for what is just now, half after the kind's half-life, and ever more slowly less: story time, never the wall clock."""
    if element.minute is None:
        return 0
    age = max(0, focus.minute - element.minute)
    half_life = weights.half_life.get(element.kind, weights.half_life.get("other", 4320))
    return round(weights.recency / (1 + log2(1 + age / half_life)))


def _near(element: ContextElement, focus: Focus, weights: Weights) -> int:
    """Places by how many ways off they are; whoever is tied to somebody here or spoken of is as near as the next place but one."""
    hops = focus.near.get(element.place, 0) if element.place else 0
    place = weights.near // hops if hops else 0
    return max(place, weights.near // TIE if any(id in focus.tied for id in element.about) else 0)


def saturated(score: float, middle: float = 6.0) -> float:
    """A BM25 score as a share of the most that words can say, 0 to 1; ``middle`` counts half."""
    return score / (score + middle)
