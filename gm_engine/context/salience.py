"""How much an element matters now. Every part is kept in ``reasons``, in thousandths, and their sum is the score."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log2

from gm_engine.context.focus import Focus
from gm_engine.memory import Weights
from gm_engine.story.context_element import ContextElement

ENOUGH = 2
"""How many people in common are counted: an element about everybody is not about everything."""
TIE = 2
"""A tie counts like so many ways."""
DAY = 24 * 60
DWELT = 2.0
"""So much attention on its words is all that counts."""
OWN = 0.5
"""An element of which this much is in the player's own words still says something new."""
PARTS = {
    "importance": "importance", "recency": "recency", "same place": "same_place", "near": "near", "people here": "present",
    "spoken of": "spoken", "drawn on": "beat", "recent topic": "topic", "shared words": "lexical", "open": "thread", "due": "due",
    "close": "close", "tied by": "tied", "dwelt on": "dwelt_on", "interest": "interest", "meaning": "meaning", "trap": "trap",
    "echo": "echo",
}  # fmt: skip
"""The parts of a score, each with its weight's name in ``data/weights.yaml``."""
BY_HAND = "by hand"
"""The part of a score that says that somebody at the table pinned the element."""


@dataclass(frozen=True)
class Found:
    """What is known of an element beside itself. ``lexical`` and ``meaning`` are how well it answers the player's words, ``trap``
    how badly a reply that forgot it could go wrong, all 0 to 1; ``open_thread`` that it is owed or unsettled, ``due`` the minute at
    which it is; ``terms`` its stems."""

    lexical: float = 0.0
    meaning: float = 0.0
    trap: float = 0.0
    open_thread: bool = False
    due: int | None = None
    terms: Mapping[str, int] | None = None


NOTHING = Found()


def scored(element: ContextElement, focus: Focus, weights: Weights, found: Found | None = None) -> ContextElement:
    """The element with its score and the parts of it."""
    told = ((part, signal) for part, signal in signals(element, focus, weights, found).items() if signal)
    reasons = {part: value for part, signal in told if (value := round(getattr(weights, PARTS[part]) * signal))}
    tied = focus.ties[who].by if "tied by" in reasons and (who := _tied(element, focus)) else ()
    return element.changed(reasons=reasons, score=sum(reasons.values()), pinned=element.pinned or element.id in focus.drawn_on, tied=tied)


def signals(element: ContextElement, focus: Focus, weights: Weights, found: Found | None = None) -> dict[str, float]:
    """By part, what its weight is multiplied with: most are 0 to 1; ``echo`` is below 0."""
    found = found or NOTHING
    here = named = 0
    topic = close = 0.0
    for id in element.about:
        if id == focus.pc:
            continue
        present, spoken = id in focus.present, id in focus.spoken
        here, named = here + present, named + spoken
        topic = max(topic, focus.topics.get(id, 0.0))
        if not present and not spoken:
            close = max(close, focus.close.get(id, 0.0))
    terms = found.terms or {}
    tied = _tied(element, focus)
    return {
        "importance": element.importance,
        "recency": recency(element, focus, weights),
        "same place": float(bool(element.place) and element.place == focus.here),
        "near": _near(element, focus),
        "people here": min(ENOUGH, here),
        "spoken of": min(ENOUGH, named),
        "recent topic": topic,
        "close": close,
        "tied by": focus.ties[tied].near if tied else 0.0,
        "shared words": found.lexical,
        "meaning": found.meaning,
        "dwelt on": min(1.0, sum(_shared(focus.dwelt_on, terms)) / DWELT),
        "interest": max(_shared(focus.interests, terms), default=0.0),
        "drawn on": float(element.id in focus.drawn_on),
        "open": float(found.open_thread),
        "due": _due(found.due, focus) if found.open_thread else 0.0,
        "trap": found.trap,
        "echo": -_echo(terms, focus),
    }


def _tied(element: ContextElement, focus: Focus) -> str:
    """Who of those whom it concerns is tied nearest to somebody here or spoken of; empty where it concerns one of these, or nobody."""
    if not focus.ties or not focus.around.isdisjoint(element.about):
        return ""
    tied = [id for id in element.about if id in focus.ties]
    return min(tied, key=lambda id: (-focus.ties[id].near, id), default="")


def _shared(strengths: Mapping[str, float], terms: Mapping[str, int]) -> list[float]:
    """The strengths of the stems that an element has, in an order that is always the same."""
    few, many = (strengths, terms) if len(strengths) < len(terms) else (terms, strengths)
    return [strengths[term] for term in sorted(term for term in few if term in many)]


def recency(element: ContextElement, focus: Focus, weights: Weights) -> float:
    """1 for what is just now, half after the kind's half-life, and ever more slowly less: story time, never the wall clock."""
    if element.minute is None:
        return 0.0
    age = max(0, focus.minute - element.minute)
    half_life = weights.half_life.get(element.kind, weights.half_life.get("other", 4320))
    return 1 / (1 + log2(1 + age / half_life))


def _near(element: ContextElement, focus: Focus) -> float:
    """Places by how many ways off they are; whoever is tied to somebody here or spoken of is as near as the next place but one."""
    hops = focus.near.get(element.place, 0) if element.place else 0
    if hops == 1 or focus.kin.isdisjoint(element.about):
        return 1 / hops if hops else 0.0
    return 1 / TIE


def _due(minute: int | None, focus: Focus) -> float:
    """1 for what is due within a day or overdue, half of it within three days."""
    if minute is None or minute - focus.minute > 3 * DAY:
        return 0.0
    return 1.0 if minute - focus.minute <= DAY else 0.5


def _echo(terms: Mapping[str, int], focus: Focus) -> float:
    """How much of it the player has just said, from half of its words (0) to all of them (1)."""
    own = sum(1 for term in focus.terms if term in terms) / len(terms) if terms else 0.0
    return max(0.0, own - OWN) / (1 - OWN)


def saturated(score: float, middle: float = 6.0) -> float:
    """A BM25 score as a share of the most that words can say, 0 to 1; ``middle`` counts half."""
    return score / (score + middle)
