"""The lore conflicts report as Markdown, for a wiki, a repository or a message."""

import re
from collections.abc import Iterator, Sequence
from typing import get_args

from gm_engine.continuity.report import Matter, Report, Side
from gm_engine.exchange.conflict_html import command_for, place_of, teller_of
from gm_engine.exchange.conflict_text import nothing
from gm_engine.story.conflict import Resolution
from gm_engine.story.counting import counted

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def conflicts_markdown(reports: Sequence[Report], *, settle: str = "gm settle") -> str:
    """The reports of one or more campaigns. ``settle`` is how a suggested command begins."""
    return "\n".join(line for report in reports for line in _report(report, settle)) + "\n"


def md(text: str) -> str:
    """Text on one line, with what Markdown would take for marks escaped.

    >>> md("a *wild*  [ride]")
    'a \\\\*wild\\\\* \\\\[ride\\\\]'
    """
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _report(report: Report, settle: str) -> Iterator[str]:
    yield f"# {md(report.title)}: lore conflicts"
    yield ""
    if not report.conflicts:
        yield nothing(report)
        yield ""
    else:
        yield f"{len(report.conflicts)} in {counted(report.turns, 'turn')}."
        yield ""
        yield "| class | conflicts |"
        yield "|---|---:|"
        for kind, count in report.by_class.items():
            yield f"| {kind.replace('_', ' ')} | {count} |"
        yield ""
    for name, matters in report.grouped:
        yield f"## {md(name[:1].upper() + name[1:])}"
        yield ""
        for matter in matters:
            yield from _matter(matter, report.campaign, settle)
    if report.simulated:
        yield f"## Simulated faults that were noticed: {len(report.simulated)}"
        yield ""
        for matter in report.simulated:
            yield from _matter(matter, report.campaign, settle)
    if report.near:
        yield f"## Look-alikes that were not flagged: {len(report.near)}"
        yield ""
        for look in report.near:
            yield f"- **{md(look.name)}, {md(look.topic)}**: {_side(look.a)}; {_side(look.b)}. Not flagged: {md(look.why)}."
        yield ""


def _matter(matter: Matter, campaign: str, settle: str) -> Iterator[str]:
    yield f"### {matter.id}: {md(matter.topic)} ({matter.severity}, {matter.kind.replace('_', ' ')}, {matter.confidence} % sure)"
    yield ""
    yield f"- told first, {_side(matter.a)}"
    yield f"- told then, {_side(matter.b)}"
    yield ""
    found = f"Rule: `{matter.rule}`. Found by: {md(matter.found_by)}."
    yield f"{md(matter.why[:1].upper() + matter.why[1:]).rstrip('.')}. {md(matter.both_true)} {found}"
    yield ""
    if matter.status == "settled":
        yield f"Settled: {md((matter.resolution or '').replace('_', ' '))}{f', because {md(matter.because)}' if matter.because else ''}."
    else:
        others = ", ".join(way for way in get_args(Resolution) if way != "keep")
        yield f"Settle it: `{command_for('keep', matter, campaign, settle)}` (or {md(others)})"
    yield ""


def _side(side: Side) -> str:
    scene = f", {md(side.scene)}" if side.scene else ""
    when = f", {md(side.when)}" if side.when else ""
    return f'{md(place_of(side))} ({md(teller_of(side))}{when}{scene}): "{md(side.quote)}"'
