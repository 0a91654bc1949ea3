"""The lore conflicts report as one self-contained page: both quotes side by side, and how to settle each."""

from collections.abc import Iterator, Sequence
from typing import get_args

from gm_engine.continuity.conflict_words import NEEDS, WAYS
from gm_engine.continuity.report import Look, Matter, Report, Side
from gm_engine.exchange.conflict_text import nothing
from gm_engine.exchange.page_style import esc, page
from gm_engine.story.conflict import Resolution
from gm_engine.story.counting import counted

STYLE = """
.counts{display:flex;flex-wrap:wrap;gap:.5rem;margin:1.25rem 0 0;padding:0;list-style:none}
.counts li{background:var(--chip);border-radius:1rem;padding:.15rem .75rem;font:.8125rem ui-sans-serif,system-ui,sans-serif}
.matter{background:var(--card);border:1px solid var(--rule);border-left:4px solid var(--dim);border-radius:4px;padding:1rem 1.2rem;
margin:1rem 0;break-inside:avoid}
.critical{border-left-color:var(--bad)}.major{border-left-color:var(--gold)}.sim{border-left-color:var(--sim)}
.matter header{display:flex;flex-wrap:wrap;gap:.3rem .8rem;align-items:baseline;justify-content:space-between}
.badge{font:600 .6875rem ui-sans-serif,system-ui,sans-serif;text-transform:uppercase;letter-spacing:.06em;color:var(--dim)}
.critical .badge.sev{color:var(--bad)}.major .badge.sev{color:var(--gold)}.sim .badge.sev{color:var(--sim)}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:0 1.6rem;margin:.9rem 0 .7rem}
.side{margin:0;min-width:0}.side+.side{border-left:1px solid var(--rule);padding-left:1.6rem}
blockquote{margin:.2rem 0 .3rem;font-size:1.0625rem;line-height:1.45}
blockquote::before{content:"\\201C";color:var(--dim)}blockquote::after{content:"\\201D";color:var(--dim)}
.why{margin:.4rem 0}.hint{color:var(--dim);font-style:italic}
details{margin-top:.6rem}summary{cursor:pointer;color:var(--accent)}
ul.ways{list-style:none;padding:0;margin:.5rem 0 0;display:grid;gap:.25rem .9rem;grid-template-columns:max-content 1fr;align-items:baseline}
ul.ways li{display:contents}ul.ways code{user-select:all;background:var(--chip);border-radius:3px;padding:.1rem .4rem}
ul.ways span{color:var(--dim);font:.8125rem ui-sans-serif,system-ui,sans-serif}
.settled{color:var(--good)}.empty{color:var(--good);font-size:1.15rem;margin-top:1.5rem}
@media (max-width:40rem){.sides{grid-template-columns:1fr}.side+.side{border:0;padding:.8rem 0 0}ul.ways{grid-template-columns:1fr}}
@media print{.matter{border-left-width:3px}details{display:none}}
"""


def conflicts_html(reports: Sequence[Report], *, settle: str = "gm settle") -> str:
    """The reports of one or more campaigns as one page. ``settle`` is how a suggested command begins."""
    several = len(reports) > 1
    title = "Lore conflicts" if several else f"{reports[0].title}: lore conflicts" if reports else "Lore conflicts"
    body = "\n".join(piece for report in reports for piece in _report(report, settle, several))
    return page(title, (f"<h1>{esc(title)}</h1>" if several else "") + body, style=STYLE)


def _report(report: Report, settle: str, several: bool) -> Iterator[str]:
    level = "h2" if several else "h1"
    yield f"<{level}>{esc(report.title)}</{level}>"
    open_ones = sum(matter.status == "open" for matter in report.conflicts)
    total = len(report.conflicts)
    if not total:
        yield f'<p class="empty">{esc(nothing(report))}</p>'
    else:
        told = f"{counted(total, 'place')} in {counted(report.turns, 'turn')} where two tellings cannot both be true; {open_ones} open."
        yield f'<p class="lede">{told}</p>'
        counts = [f"{count} {severity}" for severity, count in report.by_severity.items() if count]
        counts += [f"{count} {kind.replace('_', ' ')}" for kind, count in report.by_class.items()]
        yield '<ul class="counts">' + "".join(f"<li>{esc(count)}</li>" for count in counts) + "</ul>"
    for name, matters in report.grouped:
        yield f"<h2>{esc(name[:1].upper() + name[1:])}</h2>"
        yield from (_matter(matter, report.campaign, settle) for matter in matters)
    if report.simulated:
        yield f"<h2>Simulated faults that were noticed: {len(report.simulated)}</h2>"
        yield '<p class="lede">These were injected on purpose, to see whether the engine would notice.</p>'
        yield from (_matter(matter, report.campaign, settle) for matter in report.simulated)
    if report.near:
        yield f"<h2>Look-alikes that were not flagged: {len(report.near)}</h2>"
        yield from (_look(look) for look in report.near)


def _matter(matter: Matter, campaign: str, settle: str) -> str:
    kinds = f"matter {matter.severity}" + (" sim" if matter.sim != "none" else "")
    head = f"{matter.name}: {matter.topic}"
    why = matter.why.rstrip(".") + "."
    end = _settled(matter) if matter.status == "settled" else _ways(matter, campaign, settle)
    where = f" · {matter.where}" if matter.where else ""
    return (
        f'<article class="{kinds}" id="c{esc(campaign)}-{esc(matter.id)}"><header><h3>{esc(head)}</h3>'
        f'<span class="badge"><span class="badge sev">{esc(matter.severity)}</span> · {esc(matter.kind.replace("_", " "))} · '
        f"{matter.confidence} % sure · no. {esc(matter.id)}</span></header>"
        f'<div class="sides">{_side("told first", matter.a)}{_side("told then", matter.b)}</div>'
        f'<p class="why">{esc(why[:1].upper() + why[1:])} <span class="hint">{esc(matter.both_true)}</span></p>'
        f'<p class="meta">rule: {esc(matter.rule)}{esc(where)} · found by {esc(matter.found_by)}</p>{end}</article>'
    )


def _side(word: str, side: Side) -> str:
    scene = f"<br>{esc(side.scene)}" if side.scene else ""
    when = f" · {esc(side.when)}" if side.when else ""
    return (
        f'<div class="side"><span class="label">{esc(word)} · {esc(place_of(side))}</span>'
        f"<blockquote>{esc(' '.join(side.quote.split()))}</blockquote>"
        f'<div class="meta">{esc(teller_of(side))}{when}{scene}</div></div>'
    )


def place_of(side: Side) -> str:
    """Where a telling stands: its turn, the engine's record, or the author's file."""
    if side.voice == "engine":
        return f"the record, turn {side.turn}"
    return f"turn {side.turn}" if side.turn else side.page or side.where or "the campaign"


def _settled(matter: Matter) -> str:
    because = f", because {matter.because}" if matter.because else ""
    return f'<p class="settled">Settled: {esc((matter.resolution or "").replace("_", " "))}{esc(because)}.</p>'


def _ways(matter: Matter, campaign: str, settle: str) -> str:
    rows = "".join(
        f"<li><code>{esc(command_for(way, matter, campaign, settle))}</code><span>{esc(WAYS[way])}</span></li>"
        for way in get_args(Resolution)
    )
    return f'<details class="noprint"><summary>Settle it</summary><ul class="ways">{rows}</ul></details>'


def command_for(way: str, matter: Matter, campaign: str, settle: str) -> str:
    """The command that settles a conflict one way, as it can be typed."""
    from shlex import quote

    return f"{settle} {quote(campaign)} {matter.id} {way}{NEEDS.get(way, '')}"


def _look(look: Look) -> str:
    return (
        f'<article class="matter"><header><h3>{esc(look.name)}: {esc(look.topic)}</h3></header>'
        f'<div class="sides">{_side("told first", look.a)}{_side("told then", look.b)}</div>'
        f'<p class="why">Not flagged: {esc(look.why)}.</p></article>'
    )


def teller_of(side: Side) -> str:
    """Who told it, as a page says it.

    The reports' data keep the plain ``gm``, which other programs read.
    """
    return "the GM" if side.speaker == "gm" else side.speaker
