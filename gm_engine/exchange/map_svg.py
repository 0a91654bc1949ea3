"""A chart as a picture: an SVG that needs nothing else, readable on light paper and dark."""

from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

from gm_engine.story.chart import Chart, Spot

ACROSS, DOWN = 170, 104
"""How wide a cell is and how high, in pixels: room for a dot and a label of three lines."""
LABEL, LINES, LINE = 18, 3, 16
"""Letters of a label's line, how many lines it may have, and how high one is."""
STYLE = """
svg{--paper:#fbf7ee;--ink:#2b2620;--way:#a2937c;--here:#a8321f}
@media (prefers-color-scheme:dark){svg{--paper:#1d1a17;--ink:#ece5d8;--way:#7d7263;--here:#f0836c}}
rect{fill:var(--paper)}line{stroke:var(--way);stroke-width:2;stroke-dasharray:2 5;stroke-linecap:round}
circle{fill:var(--ink)}.heard circle{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
.here circle{fill:var(--here)}.here .ring{fill:none;stroke:var(--here);stroke-width:2}
text{fill:var(--ink);stroke:var(--paper);stroke-width:4;paint-order:stroke;stroke-linejoin:round;text-anchor:middle}
.here text{fill:var(--here);font-weight:bold}.title{font-size:19px;text-anchor:start}.small{font-size:12px;text-anchor:start}
"""


def map_svg(chart: Chart) -> str:
    """The picture. The same chart always gives the same one."""
    across, down = chart.size
    width, height, top = across * ACROSS, (down * DOWN) + 84, 56
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label={quoteattr(_clean(chart.title))} font-family="Georgia, serif" font-size="14">',
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}"/>',
        f'<text class="title" x="16" y="32">{escape(_clean(chart.title))}</text>',
    ]
    at = {spot.id: (spot.x * ACROSS + ACROSS // 2, spot.y * DOWN + top + 24) for spot in chart.spots}
    for leg in chart.legs:
        (x1, y1), (x2, y2) = at[leg.one], at[leg.other]
        lines.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')
    lines += [_spot(spot, *at[spot.id]) for spot in chart.spots]
    lines.append(f'<text class="small" x="16" y="{height - 14}">North is above. A ring: you are here. A hollow dot: heard of.</text>')
    return "\n".join([*lines, "</svg>", ""])


def _spot(spot: Spot, x: int, y: int) -> str:
    kind = "here" if spot.here else "been" if spot.been else "heard"
    ring = f'<circle class="ring" cx="{x}" cy="{y}" r="11"/>' if spot.here else ""
    name = _clean(spot.name)
    said = wrap(name[:1].upper() + name[1:], LABEL, max_lines=LINES, placeholder=" …")
    spans = "".join(f'<tspan x="{x}" y="{y + 26 + n * LINE}">{escape(line)}</tspan>' for n, line in enumerate(said))
    return f'<g class="{kind}"><title>{escape(name)}</title>{ring}<circle cx="{x}" cy="{y}" r="6"/><text>{spans}</text></g>'


def _clean(words: str) -> str:
    return "".join(letter for letter in words if letter.isprintable())
