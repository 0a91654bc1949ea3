"""Closeness: who is how near to those whom a moment is about, by personalised PageRank pushed out from them."""

from collections import deque
from collections.abc import Callable, Mapping

STAY = 0.5
"""What of its weight an entity keeps; the rest goes on to its neighbours (Andersen, Chung and Lang 2006)."""
SMALLEST = 0.004
"""A weight that is smaller than this is not passed on: so the cost depends on the seeds and never on the graph."""
MOST_PUSHES = 400


def closeness(seeds: Mapping[str, float], neighbours: Callable[[str], Mapping[str, float]]) -> dict[str, float]:
    """How near everything is to ``seeds`` (weights of any size), as shares that sum to at most 1; the nearest first, ties by id.

    ``neighbours`` gives an entity's neighbours with the weight of what joins them.

    >>> graph = {"a": {"b": 1.0}, "b": {"a": 1.0, "c": 1.0}, "c": {"b": 1.0}}
    >>> list(closeness({"a": 1.0}, lambda id: graph[id]))
    ['a', 'b', 'c']
    """
    whole = sum(seeds.values())
    waiting = {id: weight / whole for id, weight in sorted(seeds.items()) if weight > 0}
    queue = deque(waiting)
    kept: dict[str, float] = {}
    for _ in range(MOST_PUSHES):
        if not queue:
            break
        id = queue.popleft()
        weight = waiting.pop(id, 0.0)
        near = neighbours(id)
        total = sum(near.values())
        kept[id] = kept.get(id, 0.0) + (STAY * weight if total else weight)
        for other in sorted(near):
            passed = (1 - STAY) * weight * near[other] / total
            if passed < SMALLEST:
                continue
            if other not in waiting:
                queue.append(other)
            waiting[other] = waiting.get(other, 0.0) + passed
    return dict(sorted(kept.items(), key=lambda item: (-item[1], item[0])))
