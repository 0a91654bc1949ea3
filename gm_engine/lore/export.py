"""The lore graph as data that other programs read: JSON, GraphML. Nothing is written to a file here."""

from collections.abc import Container
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from gm_engine.lore.graph import LoreGraph
from gm_engine.lore.tie import Tie
from gm_engine.lore.web import Sight

EVERYTHING = Sight(0, audience="gm", past=True)
KEYS = ("relation", "kind", "record", "since", "until", "over", "turn", "text", "quote", "reader")
"""What GraphML says of an edge: of a record's edge its relation, of a tie all of it."""


def tie_json(tie: Tie) -> dict[str, Any]:
    """A tie as plain data: story minutes in ``since`` and ``until`` (null: not known, or still), ``over`` where it holds no longer."""
    return {
        "from": tie.one,
        "relation": tie.relation,
        "to": tie.other,
        "kind": tie.kind,
        "record": tie.record,
        "since": tie.validity.since,
        "until": tie.validity.until,
        "over": tie.over,
        "turn": tie.turn,
        "text": tie.text,
        "quote": tie.quote,
        "reader": tie.telling.reader if tie.telling else "",
    }


def to_json(lore: LoreGraph, hidden: Container[str] = (), sight: Sight = EVERYTHING) -> dict[str, Any]:
    """Nodes (id, kind, label), how records hang on them (``edges``: from, relation, to), and what ties them to each other (``ties``), all
    sorted; nodes of ``hidden`` ids, and ties that ``sight`` does not see, are left out."""
    nodes = []
    for id in sorted(node for node in lore.graph if node not in hidden):
        told = lore.graph.nodes[id]
        nodes.append({"id": id, "kind": told.get("kind", "unknown"), "label": told.get("label", id)})
    shown = (edge for edge in sorted(lore.graph.edges(keys=True)) if edge[0] not in hidden and edge[1] not in hidden)
    edges = [{"from": one, "relation": relation, "to": two} for one, two, relation in shown]
    return {"nodes": nodes, "edges": edges, "ties": [tie_json(tie) for tie in lore.web.seen(sight)]}


def to_graphml(lore: LoreGraph, hidden: Container[str] = (), sight: Sight = EVERYTHING) -> str:
    """The same as GraphML: an edge with a ``kind`` is a tie."""
    data = to_json(lore, hidden, sight)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '  <key id="kind" for="node" attr.name="kind" attr.type="string"/>',
        '  <key id="label" for="node" attr.name="label" attr.type="string"/>',
        *(f'  <key id="{key}" for="edge" attr.name="{key}" attr.type="{_type(key)}"/>' for key in KEYS),
        '  <graph edgedefault="directed">',
    ]
    for node in data["nodes"]:
        inside = f'<data key="kind">{_xml(node["kind"])}</data><data key="label">{_xml(node["label"])}</data>'
        lines.append(f"    <node id={quoteattr(node['id'])}>{inside}</node>")
    for edge in (*data["edges"], *data["ties"]):
        ends = f"source={quoteattr(edge['from'])} target={quoteattr(edge['to'])}"
        told = (f'<data key="{key}">{_xml(_plain(edge[key]))}</data>' for key in KEYS if edge.get(key) not in (None, ""))
        lines.append(f"    <edge {ends}>{''.join(told)}</edge>")
    return "\n".join([*lines, "  </graph>", "</graphml>", ""])


def _type(key: str) -> str:
    return "boolean" if key == "over" else "long" if key in ("since", "until", "turn") else "string"


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _xml(words: str) -> str:
    return escape("".join(letter for letter in words if letter.isprintable() or letter == " "))
