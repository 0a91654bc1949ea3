"""The lore graph as JSON values and back, so that opening a long story need not read all of it."""

from typing import Any

from gm_engine.lore.graph import LoreGraph
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.entity import Entity
from gm_engine.story.relation import Relation


def write_lore(lore: LoreGraph) -> dict[str, Any]:
    """Everything that the lore holds, in the order in which it came."""
    graph = lore.graph
    return {
        "relations": [relation.model_dump(mode="json") for relation in lore._relations.values()],
        "entities": [entity.model_dump(mode="json") for entity in lore._entities.values()],
        "facts": [fact.model_dump(mode="json") for fact in lore._facts.values()],
        "claims": [claim.model_dump(mode="json") for claim in lore._claims.values()],
        "nodes": [[node, dict(values)] for node, values in graph.nodes(data=True)],
        "edges": [[one, other, key, dict(values)] for one, other, key, values in graph.edges(keys=True, data=True)],
        "records": lore._records,
    }


def read_lore(written: dict[str, Any]) -> LoreGraph:
    """The lore that was written; equal to the fold of the same events."""
    lore = LoreGraph()
    for row in written["relations"]:
        relation = Relation.model_validate(row)
        lore._relations[relation.id] = relation
    for row in written["entities"]:
        lore._introduce(Entity.model_validate(row))
    for row in written["facts"]:
        lore._hold(Fact.model_validate(row))
    for row in written["claims"]:
        lore._hear(Claim.model_validate(row))
    lore.graph.clear()
    for node, values in written["nodes"]:
        lore.graph.add_node(node, **values)
    for one, other, key, values in written["edges"]:
        lore.graph.add_edge(one, other, key=key, **values)
    lore._records = {entity: list(nodes) for entity, nodes in written["records"].items()}
    return lore
