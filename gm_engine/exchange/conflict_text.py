"""The lore conflicts report as plain text, for a terminal of 80 columns."""

from collections.abc import Iterator
from shlex import quote
from textwrap import fill, wrap

from gm_engine.continuity.conflict_words import NEEDS, WAYS
from gm_engine.continuity.report import Look, Matter, Report, Side, Witness
from gm_engine.story.conflict import KEYS
from gm_engine.story.counting import counted

MARK = {"critical": "!!", "major": " !", "minor": "  "}


def conflicts_text(report: Report, *, width: int = 80, settle: str = "gm settle") -> str:
    """The whole report: counts, each conflict with both quotes, what was simulated, look-alikes where they were asked for, and the
    ways to settle. ``settle`` is how a command that settles begins; one with a slash is typed at the campaign's own table.
    """
    return "\n".join(_lines(report, width, settle)) + "\n"


def nothing(report: Report) -> str:
    """What a report without a conflict of the story's own begins with; faults that were put in on purpose are told apart."""
    if not report.simulated:
        return f"Nothing that was told in {counted(report.turns, 'turn')} stands against anything else."
    faults = counted(len(report.simulated), "fault was", "faults were")
    return (
        f"{counted(report.turns, 'turn')}: {faults} put in on purpose and noticed. Apart from them, nothing stands against anything else."
    )


def _lines(report: Report, width: int, settle: str) -> Iterator[str]:
    total = len(report.conflicts)
    if not total:
        yield fill(nothing(report), width)
    else:
        kinds = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in report.by_class.items())
        worst = ", ".join(f"{count} {severity}" for severity, count in report.by_severity.items() if count)
        yield fill(f"{counted(total, 'conflict')} in {counted(report.turns, 'turn')} ({worst}): {kinds}.", width)
    for name, matters in report.grouped:
        yield ""
        yield name[:1].upper() + name[1:]
        for matter in matters:
            yield from _matter(matter, report.campaign, width, settle)
    if report.simulated:
        yield ""
        yield f"Simulated faults that were noticed: {len(report.simulated)}"
        for matter in report.simulated:
            yield from _matter(matter, report.campaign, width, settle)
    if report.testimony:
        yield ""
        yield f"Testimony, which contradicts nobody but the speaker: {len(report.testimony)}"
        for witness in report.testimony:
            yield from _witness(witness, width)
    if report.near:
        yield ""
        yield f"Look-alikes that were not flagged: {len(report.near)}"
        for look in report.near:
            yield from _look(look, width)
    if any(matter.status == "open" for matter in (*report.conflicts, *report.simulated)):
        yield ""
        yield from _ways(width)


def _matter(matter: Matter, campaign: str, width: int, settle: str) -> Iterator[str]:
    sure = f"{matter.confidence} % sure"
    by = f" · {matter.found_by}" if matter.found_by != "rules" else ""
    yield f"{MARK[matter.severity]} {matter.id:<6} {matter.topic} · {matter.kind.replace('_', ' ')} · {matter.severity} · {sure}{by}"
    yield from _side("told", matter.a, width)
    yield from _side("then", matter.b, width)
    yield from _hung("why", f"{matter.why}.".replace("..", "."), width)
    yield from _hung("or", matter.both_true, width)
    if matter.status == "settled":
        because = f", because {matter.because}" if matter.because else ""
        yield from _hung("settled", f"{matter.resolution}{because}", width)
    else:
        # A command that is broken over two lines, or that holds a |, cannot be pasted.
        typed = settle if " " not in settle else f"{settle} {quote(campaign)}"
        yield f"     {'settle':<8}{typed} {matter.id} keep"


def _ways(width: int) -> Iterator[str]:
    """What may stand in a command in place of "keep", once for the whole report."""
    yield from wrap("Other ways to settle, in place of keep; the first letter of each line is enough:", width)
    for key, way in KEYS.items():
        needs = f" ({NEEDS[way].strip()})" if way in NEEDS else ""
        yield from wrap(f"  {key}  {way:<15} {WAYS[way]}{needs}", width, subsequent_indent=" " * 21)


def _look(look: Look, width: int) -> Iterator[str]:
    yield f"   {look.name} · {look.topic}"
    yield from _side("told", look.a, width)
    yield from _side("then", look.b, width)
    yield from _hung("not so", look.why, width)


def _witness(witness: Witness, width: int) -> Iterator[str]:
    yield f"   {witness.who} of {witness.name} · {witness.topic}"
    yield from _side("before" if witness.own else "told", witness.a, width)
    yield from _side("says", witness.b, width)


def _side(word: str, side: Side, width: int) -> Iterator[str]:
    where = f"turn {side.turn}" if side.turn else side.page or side.where or "the campaign"
    if side.voice == "engine":
        where = f"the record, turn {side.turn}"
    voice = "" if side.voice in ("narrator", "author", "engine") else f" ({side.speaker})"
    scene = f", {side.scene}" if side.scene else ""
    when = f", {side.when}" if side.when else ""
    yield from _hung(word, f"{where}{voice}{scene}{when}", width)
    yield from _hung("", f'"{" ".join(side.quote.split())}"', width)


def _hung(word: str, text: str, width: int) -> Iterator[str]:
    lead = f"     {word:<8}"
    for n, line in enumerate(wrap(text, width - len(lead)) or [""]):
        yield (lead if n == 0 else " " * len(lead)) + line
