"""The lore graph: entities, facts and records as nodes; what joins them as edges."""

from collections.abc import Iterable

import networkx as nx

from gm_engine.story import event as happened
from gm_engine.story.claim import Fact
from gm_engine.story.entity import Entity
from gm_engine.story.event import Event


class LoreGraph:
    """A fold over events. Facts are found by subject, by relation, by both, without a scan."""

    def __init__(self) -> None:
        self.graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        self._entities: dict[str, Entity] = {}
        self._facts: dict[str, Fact] = {}
        self._by_subject: dict[str, dict[str, list[str]]] = {}
        self._sum = 0

    def apply(self, event: Event) -> None:
        """Takes in one event; what does not concern the lore changes nothing."""
        if isinstance(event, happened.EntityIntroduced):
            self._entities[event.entity.id] = event.entity
            self.graph.add_node(event.entity.id, kind=event.entity.kind)
        elif isinstance(event, happened.FactEstablished):
            self._hold(event.fact)

    def _hold(self, fact: Fact) -> None:
        if fact.id not in self._facts:
            self._by_subject.setdefault(fact.subject, {}).setdefault(fact.relation, []).append(fact.id)
        self._facts[fact.id] = fact
        if fact.value.entity:
            self.graph.add_edge(fact.subject, fact.value.entity, key=fact.id, relation=fact.relation)

    @property
    def digest(self) -> str:
        """The digest of what it holds."""
        return f"{len(self._entities)}:{len(self._facts)}"

    def entity(self, id: str) -> Entity | None:
        """The entity of that id."""
        return self._entities.get(id)

    def entities(self) -> tuple[Entity, ...]:
        """Every entity, by id."""
        return tuple(self._entities[id] for id in sorted(self._entities))

    def fact(self, id: str) -> Fact | None:
        """The fact of that id."""
        return self._facts.get(id)

    def topic(self, subject: str, relation: str) -> tuple[Fact, ...]:
        """Every fact of one topic, whatever its status, the oldest first."""
        return tuple(self._facts[id] for id in self._by_subject.get(subject, {}).get(relation, ()))

    def facts(
        self, subject: str | None = None, relation: str | None = None, at: int | None = None, status: str | None = "open"
    ) -> tuple[Fact, ...]:
        """Facts of a subject, of a relation, at a story minute, of a status (None: any), the oldest first."""
        if subject is None:
            ids: Iterable[str] = self._facts
        else:
            by_relation = self._by_subject.get(subject, {})
            ids = (
                by_relation.get(relation, ())
                if relation
                else sorted((id for ids in by_relation.values() for id in ids), key=list(self._facts).index)
            )
        found = (self._facts[id] for id in ids)
        return tuple(
            fact
            for fact in found
            if (relation is None or fact.relation == relation)
            and (status is None or fact.status == status)
            and (at is None or fact.validity.holds_at(at))
        )

    def near(self, ids: Iterable[str], hops: int = 2) -> dict[str, int]:
        """Every node within ``hops`` of ``ids``, either way along the edges, with its distance; sorted by distance and id."""
        seen = {id: 0 for id in sorted(set(ids)) if id in self.graph}
        edge = list(seen)
        for step in range(1, hops + 1):
            reached = sorted({other for id in edge for other in nx.all_neighbors(self.graph, id)} - seen.keys())
            seen.update(dict.fromkeys(reached, step))
            edge = reached
        return seen
