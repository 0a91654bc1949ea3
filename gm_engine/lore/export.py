"""The lore graph as data that other programs read: JSON, GraphML, Mermaid. Nothing is written to a file here."""

from collections.abc import Container
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from gm_engine.lore.graph import LoreGraph


def to_json(lore: LoreGraph, hidden: Container[str] = ()) -> dict[str, Any]:
    """Nodes (id, kind, label) and edges (from, relation, to), sorted; those of ``hidden`` ids left out."""
    nodes = []
    for id in sorted(node for node in lore.graph if node not in hidden):
        told = lore.graph.nodes[id]
        nodes.append({"id": id, "kind": told.get("kind", "unknown"), "label": told.get("label", id)})
    shown = (edge for edge in sorted(lore.graph.edges(keys=True)) if edge[0] not in hidden and edge[1] not in hidden)
    edges = [{"from": one, "relation": relation, "to": two} for one, two, relation in shown]
    return {"nodes": nodes, "edges": edges}


def to_graphml(lore: LoreGraph, hidden: Container[str] = ()) -> str:
    """The graph as GraphML, ``hidden`` ids left out."""
    data = to_json(lore, hidden)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '  <key id="kind" for="node" attr.name="kind" attr.type="string"/>',
        '  <key id="label" for="node" attr.name="label" attr.type="string"/>',
        '  <key id="relation" for="edge" attr.name="relation" attr.type="string"/>',
        '  <graph edgedefault="directed">',
    ]
    for node in data["nodes"]:
        inside = f'<data key="kind">{_xml(node["kind"])}</data><data key="label">{_xml(node["label"])}</data>'
        lines.append(f"    <node id={quoteattr(node['id'])}>{inside}</node>")
    for edge in data["edges"]:
        ends = f"source={quoteattr(edge['from'])} target={quoteattr(edge['to'])}"
        lines.append(f'    <edge {ends}><data key="relation">{_xml(edge["relation"])}</data></edge>')
    return "\n".join([*lines, "  </graph>", "</graphml>", ""])


def to_mermaid(lore: LoreGraph, around: str | None = None, hops: int = 2) -> str:
    """Entities and the open facts that join them as a Mermaid flowchart: all of them, or those near one entity.

    >>> to_mermaid(LoreGraph())
    'flowchart LR\\n'
    """
    shown = {entity.id for entity in lore.entities()}
    if around is not None:
        shown &= set(lore.near([around], hops))
    facts = [fact for fact in lore.facts() if fact.polarity and fact.value.entity in shown and fact.subject in shown]
    joined = {id for fact in facts for id in (fact.subject, fact.value.entity)} | ({around} if around else set())
    lines = ["flowchart LR"]
    numbers = {entity.id: f"n{n}" for n, entity in enumerate((e for e in lore.entities() if e.id in joined), 1)}
    lines += [f'  {numbers[entity.id]}["{_mermaid(entity.name)}"]' for entity in lore.entities() if entity.id in numbers]
    lines += [
        f"  {numbers[fact.subject]} -- {fact.relation.replace('_', ' ')} --> {numbers[fact.value.entity or '']}"
        for fact in sorted(facts, key=lambda fact: (fact.subject, fact.relation, fact.value.entity or "", fact.id))
    ]
    return "\n".join(lines) + "\n"


def _xml(words: str) -> str:
    return escape("".join(letter for letter in words if letter.isprintable() or letter == " "))


def _mermaid(words: str) -> str:
    return "".join("'" if letter == '"' else letter for letter in words if letter.isprintable() and letter not in "[]{}|<>`;#")
