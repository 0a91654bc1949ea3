"""The web: who is tied to whom, as a networkx graph that is kept up tie by tie, and the shortest ways along it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import islice, pairwise
from math import log2

import networkx as nx

from gm_engine.lore.tie import COST, STEP, Tie, TieKind

CROWD = 4
"""A node with so many ties of one kind is no hub yet."""
PAST = 2
"""A tie that holds no longer counts as so many steps."""
WAYS = 3
MOST_TIMES = 2
"""A further way is worth telling where it is at most so many times as long as the shortest."""
Open = Callable[[str], bool]


def anybody(_: str) -> bool:
    """True for all."""
    return True


def anything(_: Tie) -> bool:
    """True for every tie."""
    return True


@dataclass(frozen=True)
class Way:
    """How two are tied: the ids along the way, both ends included, and the tie of each step. ``cost`` is in tenths of a step."""

    cost: int
    nodes: tuple[str, ...]
    ties: tuple[Tie, ...]

    @property
    def turned(self) -> "Way":
        """The same way from its other end."""
        return Way(self.cost, self.nodes[::-1], self.ties[::-1])


@dataclass(frozen=True)
class Sight:
    """What of the web is looked at: ties that hold at ``minute`` (with ``past``, those that held before, too), that ``audience``
    (``table``, or ``gm`` for all) may know and that are still ``told``, between nodes that are ``shown``; no way goes on through
    one that is not ``passed``."""

    minute: int
    audience: str = "table"
    past: bool = False
    shown: Open = anybody
    passed: Open = anybody
    told: Callable[[Tie], bool] = anything

    def sees(self, tie: Tie) -> bool:
        """True for a tie that counts."""
        known = self.audience == "gm" or (tie.audience == "table" and (not tie.about or self.shown(tie.about)))
        return known and (self.past or tie.stands_at(self.minute)) and self.told(tie)


class Web:
    """Entities as nodes, ties as typed edges. What is asked of it never depends on the order in which the ties came.

    A tie costs by its kind; and the more ties of that kind either end has, the more: what everybody shares joins nobody.
    """

    def __init__(self) -> None:
        self.graph: nx.MultiGraph[str] = nx.MultiGraph()
        self._of_kind: dict[tuple[str, TieKind], dict[str, int]] = {}

    def put(self, tie: Tie) -> None:
        """Takes in a tie, in the place of what stands in its slot; an older one than that changes nothing."""
        held = self._held(tie)
        if held is not None:
            if held.record != tie.record and held.rank > tie.rank:
                return
            self._count(held, -1)
        self.graph.add_edge(tie.one, tie.other, tie.slot, tie=tie)
        self._count(tie, 1)

    def drop(self, tie: Tie) -> bool:
        """Takes a tie out, with whoever nothing joins any more; False where it is not there."""
        held = self._held(tie)
        if held is None or held.record != tie.record:
            return False
        self.graph.remove_edge(tie.one, tie.other, tie.slot)
        self.graph.remove_nodes_from([id for id in (tie.one, tie.other) if not self.graph[id]])
        self._count(held, -1)
        return True

    def _held(self, tie: Tie) -> Tie | None:
        edge = self.graph.get_edge_data(tie.one, tie.other, tie.slot)
        return edge["tie"] if edge else None

    def _count(self, tie: Tie, by: int) -> None:
        for one, other in ((tie.one, tie.other), (tie.other, tie.one)):
            ties = self._of_kind.setdefault((one, tie.kind), {})
            ties[other] = ties.get(other, 0) + by
            if not ties[other]:
                del ties[other]
                if not ties:
                    del self._of_kind[one, tie.kind]

    def ties(self) -> tuple[Tie, ...]:
        """Every tie, those of one pair together, by ids and records."""
        told: list[Tie] = [data["tie"] for *_, data in self.graph.edges(data=True)]
        return tuple(sorted(told, key=lambda tie: (min(tie.one, tie.other), max(tie.one, tie.other), tie.mark)))

    def seen(self, sight: Sight) -> tuple[Tie, ...]:
        """The ties that count, between two who are shown, in the order of ``ties``."""
        return tuple(tie for tie in self.ties() if sight.sees(tie) and sight.shown(tie.one) and sight.shown(tie.other))

    def between(self, one: str, other: str) -> tuple[Tie, ...]:
        """Every tie of two, the nearest first."""
        edges = self.graph.get_edge_data(one, other) or {}
        ties: list[Tie] = [edge["tie"] for edge in edges.values()]
        return tuple(sorted(ties, key=lambda tie: (tie.cost, tie.mark)))

    def cost(self, tie: Tie, minute: int) -> int:
        """What the step along a tie costs, in tenths: by its kind, by how many such ties both ends have, twice where it is over."""
        hubs = (crowd(len(self._of_kind[end, tie.kind])) for end in (tie.one, tie.other))
        return (tie.cost + sum(hubs) // 2) * (1 if tie.stands_at(minute) else PAST)

    def _best(self, one: str, other: str, sight: Sight, kind: TieKind | None = None) -> tuple[int, Tie] | None:
        """The nearest tie of two, of one kind or of any, with what it costs."""
        edges = self.graph[one][other].values()
        ties = (edge["tie"] for edge in edges)
        seen = ((self.cost(tie, sight.minute), tie) for tie in ties if (kind is None or tie.kind == kind) and sight.sees(tie))
        return min(seen, key=lambda found: (found[0], found[1].mark), default=None)

    def reach(self, sources: Iterable[str], most: int, sight: Sight, count: int | None = None) -> dict[str, Way]:
        """Everybody and everything within ``most`` tenths of a step of ``sources`` (of them the nearest ``count``), with the way there;
        the nearest first, ties by the ids on the way.

        The way never goes through another source. What a hub's ties cost keeps the search small, however large the web is.
        """
        heap: list[tuple[int, tuple[str, ...], tuple[tuple[str, str], ...], tuple[Tie, ...]]] = []
        for id in sorted(set(sources)):
            if id in self.graph and sight.shown(id):
                heappush(heap, (0, (id,), (), ()))
        found: dict[str, Way] = {}
        count = None if count is None else count + len(heap)
        while heap and (count is None or len(found) < count):
            cost, nodes, said, ties = heappop(heap)
            last = nodes[-1]
            if last in found:
                continue
            found[last] = Way(cost, nodes, ties)
            if len(nodes) > 1 and not sight.passed(last):
                continue
            for other, price, tie in self._steps(last, most - cost, sight):
                if other not in found:
                    heappush(heap, (cost + price, (*nodes, other), (*said, tie.mark), (*ties, tie)))
        return {id: way for id, way in found.items() if way.ties}

    def _steps(self, id: str, most: int, sight: Sight) -> Iterator[tuple[str, int, Tie]]:
        """Where one step of at most so much leads. Kinds of which a hub has too many are not even looked through."""
        for kind, cost in COST.items():
            beside = self._of_kind.get((id, kind))
            if not beside or cost + crowd(len(beside)) // 2 > most:
                continue
            for other in beside:
                near = cost + (crowd(len(beside)) + crowd(len(self._of_kind[other, kind]))) // 2
                if near <= most and sight.shown(other) and (found := self._best(id, other, sight, kind)) and found[0] <= most:
                    yield other, *found

    def ways(self, one: str, other: str, sight: Sight) -> tuple[Way, ...]:
        """How two are tied: each tie of their own, and the shortest ways through others; so many as are worth telling, the nearest first.

        From one to the other they are those from the other to the one, turned.
        """
        if one > other:
            return tuple(way.turned for way in self.ways(other, one, sight))
        if one == other or not all(id in self.graph and sight.shown(id) for id in (one, other)):
            return ()
        own = [Way(self.cost(tie, sight.minute), (one, other), (tie,)) for tie in self.between(one, other) if sight.sees(tie)]
        found = sorted((*_once_each(own), *self._through(one, other, sight)), key=lambda way: (way.cost, len(way.nodes), way.nodes))
        return tuple(way for way in found[:WAYS] if way.cost <= MOST_TIMES * found[0].cost)

    def _through(self, one: str, other: str, sight: Sight) -> Iterator[Way]:
        """The shortest ways through others, the nearest first."""
        plain = self._plain(one, other, sight)
        if plain.has_edge(one, other):
            plain.remove_edge(one, other)
        if not nx.has_path(plain, one, other):
            return
        for nodes in islice(nx.shortest_simple_paths(plain, one, other, weight="cost"), WAYS):
            steps = [plain.edges[step] for step in pairwise(nodes)]
            yield Way(sum(step["cost"] for step in steps), tuple(nodes), tuple(step["tie"] for step in steps))

    def _plain(self, one: str, other: str, sight: Sight) -> "nx.Graph[str]":
        """The web with only the nearest tie of each two, drawn in an order that is always the same."""
        ends = (one, other)
        plain: nx.Graph[str] = nx.Graph()
        plain.add_nodes_from(id for id in sorted(self.graph) if sight.shown(id) and (id in ends or sight.passed(id)))
        pairs = sorted({(min(pair), max(pair)) for pair in self.graph.edges() if pair[0] in plain and pair[1] in plain})
        for a, b in pairs:
            if found := self._best(a, b, sight):
                plain.add_edge(a, b, cost=found[0], tie=found[1])
        return plain


def _once_each(ways: Iterable[Way]) -> Iterator[Way]:
    """Ways of one step, without those that only say from the other side what the same sentence has said."""
    said: set[tuple[str, int, str, str]] = set()
    for way in sorted(ways, key=lambda way: (way.cost, way.ties[0].mark)):
        tie = way.ties[0]
        if not tie.quote or (tie.kind, tie.turn, tie.quote, tie.other) not in said:
            said.add((tie.kind, tie.turn, tie.quote, tie.one))
            yield way


@lru_cache(maxsize=4096)
def crowd(ties: int) -> int:
    """What it costs that a node has so many ties of a kind, in tenths of a step: it grows with their logarithm.

    >>> crowd(4), crowd(8), crowd(64)
    (0, 10, 40)
    """
    return 0 if ties <= CROWD else round(STEP * log2(ties / CROWD))
