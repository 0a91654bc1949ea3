"""The lore graph as a picture and as data. What the table does not know is left out, unless the GM's notes are asked for."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from gm_engine.exchange.graph_layout import place
from gm_engine.exchange.page_style import esc, page
from gm_engine.lore.export import EVERYTHING, to_graphml, to_json
from gm_engine.state import StoryState
from gm_engine.state.sight import known_sight, say
from gm_engine.state.table_lore import TableLore
from gm_engine.story.claim import Fact
from gm_engine.story.entity import Entity

COLOURS = {"character": "#8c3b1e", "place": "#3f6b3a", "item": "#96691a", "faction": "#6c4a86", "concept": "#4a6a86"}
TIES = {
    "kinship": "#b3412a", "debt": "#b08a1e", "ownership": "#96691a", "membership": "#6c4a86", "deed": "#333333", "told": "#2f7f8c",
    "event": "#7a7a2e", "acquaintance": "#4a6a86", "place": "#3f6b3a",
}  # fmt: skip
"""The colour of the line between two: of the nearest kind of tie that they have."""
MOST = 140
"""A picture of more than so many names can no longer be read: those with the most bonds are drawn."""
FEW = 12
"""Where fewer names than that are joined, those that nothing joins are drawn too."""
WIDTH, HEIGHT = 1300, 1000
STYLE = """
main{max-width:80rem}svg{width:100%;height:auto}table{border-collapse:collapse}
td{padding:.15rem 1rem .15rem 0;border-bottom:1px solid var(--rule)}
"""


@dataclass(frozen=True)
class Node:
    """Somebody or something, with what is known of it in a line or two for those who point at it."""

    id: str
    kind: str
    label: str
    told: str


@dataclass(frozen=True)
class Bond:
    """What joins two now: a tie, of what kind, in a sentence; or a way between two places."""

    one: str
    other: str
    relation: str
    kind: str
    says: str


@dataclass(frozen=True)
class Picture:
    """What is drawn. ``left_out`` counts those for whom there was no room."""

    title: str
    nodes: tuple[Node, ...]
    bonds: tuple[Bond, ...]
    left_out: int = 0


def picture_of(state: StoryState, *, around: str = "", gm_notes: bool = False) -> Picture:
    """Everybody and everything that a bond joins; or what lies within two bonds of one entity."""
    table = TableLore(state, gm_notes=gm_notes)
    bonds = sorted({*_tied(state, table), *_ways(state, table)}, key=lambda bond: (bond.one, bond.relation, bond.other, bond.says))
    known = {entity.id: entity for entity in table.entities()}
    near = _within(around, bonds) if around else known.keys()
    bonds = [bond for bond in bonds if {bond.one, bond.other} <= known.keys() & near]
    alone = () if around or len({end for bond in bonds for end in (bond.one, bond.other)}) >= FEW else sorted(known)
    degree: dict[str, int] = {around: len(bonds)} if around else dict.fromkeys(alone, 0)
    for bond in bonds:
        for id in (bond.one, bond.other):
            degree[id] = degree.get(id, 0) + 1
    kept = sorted(degree, key=lambda id: (-degree[id], id))[:MOST]
    nodes = tuple(_node(known[id], state, table) for id in sorted(kept))
    drawn = tuple(bond for bond in bonds if bond.one in kept and bond.other in kept)
    return Picture(state.title, nodes, drawn, len(degree) - len(kept))


def _within(around: str, bonds: list[Bond], steps: int = 2) -> set[str]:
    found = {around}
    for _ in range(steps):
        found |= {end for bond in bonds if bond.one in found or bond.other in found for end in (bond.one, bond.other)}
    return found


def _tied(state: StoryState, table: TableLore) -> Iterator[Bond]:
    """The ties that hold now."""
    for tie in state.lore.web.seen(known_sight(state, table)):
        yield Bond(tie.one, tie.other, tie.relation, tie.kind, say(tie, state))


def _ways(state: StoryState, table: TableLore) -> Iterator[Bond]:
    """How far places are from each other, and which way."""
    for fact in table.facts((*state.lore.facts(relation="bearing"), *state.lore.facts(relation="distance"))):
        if fact.polarity and fact.value.entity and fact.subject != fact.value.entity:
            one, other, of = state.name(fact.subject), state.name(fact.value.entity), "from" if fact.relation == "distance" else "of"
            says = f"{one[:1].upper()}{one[1:]} is {fact.value.text} {of} {other}"
            yield Bond(fact.subject, fact.value.entity, fact.relation, "way", says)


def _node(entity: Entity, state: StoryState, table: TableLore) -> Node:
    facts = table.facts(state.lore.facts(entity.id))
    told = "; ".join(dict.fromkeys(f"{fact.relation.replace('_', ' ')}: {_value(fact, state)}" for fact in facts[:8]))
    return Node(entity.id, entity.kind, entity.name, told)


def _value(fact: Fact, state: StoryState) -> str:
    return state.name(fact.value.entity) if fact.value.entity else fact.value.text


def graph_svg(picture: Picture) -> str:
    """The picture as an SVG that needs nothing else; the same lore always gives the same picture."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_drawing(picture)}\n'


def _drawing(picture: Picture) -> str:
    spots = place([node.id for node in picture.nodes], [(bond.one, bond.other) for bond in picture.bonds], WIDTH, HEIGHT)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label={quoteattr(_clean(picture.title))} '
        f'font-family="Georgia, serif" font-size="13">'
    ]
    joined: dict[tuple[str, str], list[Bond]] = {}
    for bond in picture.bonds:
        joined.setdefault((min(bond.one, bond.other), max(bond.one, bond.other)), []).append(bond)
    for (one, other), bonds in joined.items():
        (x1, y1), (x2, y2) = spots[one], spots[other]
        title = escape(_clean("; ".join(dict.fromkeys(bond.says for bond in bonds))))
        kinds = [bond.kind for bond in bonds]
        stroke = next((colour for kind, colour in TIES.items() if kind in kinds), "#a2988a")
        lines.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{stroke}" stroke-opacity=".45"><title>{title}</title></line>')
    for node in picture.nodes:
        x, y = spots[node.id]
        colour = COLOURS.get(node.kind, COLOURS["concept"])
        tip = escape(_clean(f"{node.label} ({node.kind}). {node.told}"))
        left = x > WIDTH * 0.8
        anchor = ' text-anchor="end"' if left else ""
        lines.append(
            f'<g><title>{tip}</title><circle cx="{x}" cy="{y}" r="6" fill="{colour}"/>'
            f'<text x="{x - 10 if left else x + 10}" y="{y + 4}"{anchor} fill="currentColor" stroke="var(--paper,#fff)" stroke-width="3" '
            f'paint-order="stroke">{escape(_clean(node.label))}</text></g>'
        )
    return "\n".join([*lines, "</svg>"])


def graph_html(picture: Picture) -> str:
    """The picture in a page, with its bonds as a list below it."""
    kinds = {node.kind for node in picture.nodes}
    legend = " ".join(f'<span style="color:{colour}">●</span> {kind}' for kind, colour in COLOURS.items() if kind in kinds)
    more = f" {picture.left_out} with fewer bonds are not drawn." if picture.left_out else ""
    lines = {bond.kind for bond in picture.bonds}
    legend += " " + " ".join(f'<span style="color:{colour}">━</span> {kind}' for kind, colour in TIES.items() if kind in lines)
    cells = ((bond.says, bond.kind) for bond in picture.bonds)
    rows = "".join("<tr>" + "".join(f"<td>{esc(cell)}</td>" for cell in row) + "</tr>" for row in cells)
    body = (
        f"<h1>{esc(picture.title)}: who and what</h1><p class='lede'>{len(picture.nodes)} names, {len(picture.bonds)} bonds.{more} "
        f"Point at a name to see what is known of it.</p><p class='small'>{legend}</p>{_drawing(picture)}"
        f"<h2>The bonds in words</h2><table>{rows}</table>"
    )
    return page(f"{picture.title}: lore graph", body, style=STYLE)


def graph_mermaid(picture: Picture) -> str:
    """The picture as a Mermaid flowchart."""
    numbers = {node.id: f"n{n}" for n, node in enumerate(picture.nodes, 1)}
    lines = ["flowchart LR"]
    lines += [f'  {numbers[node.id]}["{_mermaid(node.label)}"]' for node in picture.nodes]
    lines += [f"  {numbers[bond.one]} -- {_mermaid(bond.relation.replace('_', ' '))} --> {numbers[bond.other]}" for bond in picture.bonds]
    return "\n".join(lines) + "\n"


def graph_data(state: StoryState, format: str, *, gm_notes: bool = False) -> str:
    """The whole graph, records and all, as JSON (``json``) or as GraphML."""
    table = TableLore(state, gm_notes=gm_notes)
    nodes = frozenset() if gm_notes else unknown_nodes(state, table)
    sight = EVERYTHING if gm_notes else known_sight(state, table, past=True)
    if format == "graphml":
        return to_graphml(state.lore, nodes, sight)
    return json.dumps(to_json(state.lore, nodes, sight), ensure_ascii=False) + "\n"


def unknown_nodes(state: StoryState, table: TableLore) -> frozenset[str]:
    """The nodes of what the table does not know: names, facts and claims for other ears, what is not yet due, records that name others."""
    nouns, graph = state.lore.nouns(), state.lore.graph
    facts = {f"fact {fact.id}" for fact in nouns.facts} - {f"fact {fact.id}" for fact in table.facts(nouns.facts)}
    claims = {f"claim {claim.id}" for claim in nouns.claims} - {f"claim {claim.id}" for claim in table.claims(nouns.claims)}
    owed = {f"consequence {owed.id}" for owed in state.consequences.values() if owed.audience != "table"}
    others = {node for node in graph if not table.places(node) or not table.opens(graph.nodes[node].get("label", ""))}
    return frozenset(facts | claims | owed | others)


def _clean(words: str) -> str:
    return "".join(letter for letter in words if letter.isprintable())


def _mermaid(words: str) -> str:
    return "".join("'" if letter == '"' else letter for letter in words if letter.isprintable() and letter not in "[]{}|<>`;#")
