"""``gm conflicts`` and ``gm settle``: what was told twice and cannot both be true, and what it comes to."""

import json
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from gm_engine.errors import GameError
from gm_engine.interfaces.cli.saved import the_game
from gm_engine.interfaces.cli.shared_options import GmNotes, Home, Name, chosen
from gm_engine.interfaces.cli.suggestion import suggest

if TYPE_CHECKING:
    from gm_engine.continuity.report import Report, Show
    from gm_engine.story.calendar import Calendar


def conflicts(
    names: Annotated[list[str], typer.Argument(metavar="NAME", help="Saved campaigns.")],
    home: Home = "",
    format: Annotated[str, typer.Option("--format", metavar="text|json|html|md", help="How to print it.")] = "text",
    status: Annotated[str, typer.Option("--status", metavar="open|settled|all", help="Which conflicts.")] = "open",
    min_confidence: Annotated[
        float | None, typer.Option("--min-confidence", metavar="X", help="Leave out what is less sure, 0 to 1 (or in settings.toml).")
    ] = None,
    gm_notes: GmNotes = False,
    near: Annotated[bool, typer.Option("--near", help="List the look-alikes too, and why they were not flagged.")] = False,
    fail_on: Annotated[
        str, typer.Option("--fail-on", metavar="SEVERITY", help="Exit 1 where an open conflict is at least that severe.")
    ] = "",
) -> None:
    """The lore conflicts report: what was told twice and cannot both be true, with both quotes.

    Example: [bold]gm conflicts first_ride --format html > report.html[/bold]
    """
    from gm_engine.bootstrap.settings_file import settings
    from gm_engine.continuity.calibration import calibrated
    from gm_engine.continuity.report import report_of
    from gm_engine.continuity.report_json import reports_json
    from gm_engine.continuity.report_known import report_known
    from gm_engine.state.table_lore import TableLore
    from gm_engine.story.conflict import SEVERITIES

    chosen("--format", format, ("text", "json", "html", "md"))
    chosen("--status", status, ("open", "settled", "all"))
    if fail_on:
        chosen("--fail-on", fail_on, SEVERITIES)
    if min_confidence is None:
        min_confidence = settings(home).min_confidence
    if not 0 <= min_confidence <= 1:
        raise GameError("--min-confidence", f"{min_confidence:g} is no confidence.", "Name a number from 0 to 1.", "bad-option")
    least = round(min_confidence * 100)
    reports, severe = [], False
    for name in names:
        with the_game(name, home, readonly=True) as game:
            report = report_of(game.state, show=cast("Show", status), min_confidence=least, near=near)
            table = TableLore(game.state, gm_notes=gm_notes)
            reports.append(report_known(report.model_copy(update={"campaign": name}), table))
            rank = SEVERITIES.index(fail_on) if fail_on else len(SEVERITIES)
            severe = severe or any(
                one.status == "open" and one.sim == "none" and calibrated(one) >= least and SEVERITIES.index(one.severity) >= rank
                for one in game.state.conflicts.values()
            )
    if format == "json":
        typer.echo(json.dumps(reports_json(reports), ensure_ascii=False))
    elif format == "html":
        from gm_engine.exchange.conflict_html import conflicts_html

        typer.echo(conflicts_html(reports, settle=suggest("settle")), nl=False)
    elif format == "md":
        from gm_engine.exchange.conflict_markdown import conflicts_markdown

        typer.echo(conflicts_markdown(reports, settle=suggest("settle")), nl=False)
    else:
        _print(reports)
    if severe:
        raise typer.Exit(1)


def _print(reports: "list[Report]") -> None:
    from gm_engine.interfaces.cli.pages import conflicts_page
    from gm_engine.interfaces.cli.transcript import console

    out = console()
    for report in reports:
        if len(reports) > 1:
            out.print(f"{report.campaign}: {report.title}" if report.title != report.campaign else report.title, style="bold", markup=False)
        out.print(conflicts_page(report, settle=suggest("settle"), width=out.width), markup=False, soft_wrap=True)


def settle(
    name: Name,
    conflict: Annotated[str, typer.Argument(metavar="ID", help="The conflict's id, as the report shows it; or last.")],
    resolution: Annotated[
        str,
        typer.Argument(
            metavar="RESOLUTION",
            help="keep accept changed lie rumour different precise dream retcon mystery not_a_conflict, or its key; or reopen",
        ),
    ],
    home: Home = "",
    because: Annotated[str, typer.Option("--because", help="Why; it goes on record.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="T", help="For changed: since when (a date, or a story minute).")] = "",
    by: Annotated[str, typer.Option("--by", metavar="WHO", help="For lie and rumour: who told it.")] = "",
    turn: Annotated[int | None, typer.Option("--turn", metavar="N", help="For retcon: from which turn on.")] = None,
) -> None:
    """Settle a conflict. It is logged, it sticks, and it can be undone: reopen takes this settlement back, gm undo whole turns.

    Example: [bold]gm settle first_ride 8.1 keep --because "the first telling stands"[/bold]
    """
    from gm_engine.interfaces.cli.looks import whom
    from gm_engine.interfaces.cli.pages import settled
    from gm_engine.play.commands import REOPEN
    from gm_engine.story.conflict import Resolution, resolution_of

    resolution = resolution_of(resolution) or resolution
    chosen("RESOLUTION", resolution, (*get_args(Resolution), REOPEN))
    with the_game(name, home) as game:
        minute = minute_of(since, game.state.pack.calendar) if since else None
        teller = whom(game.state, by) if by else None
        typer.echo(settled(game, conflict, resolution, because=because, since=minute, by=teller, turn=turn))


def minute_of(words: str, calendar: "Calendar") -> int:
    """A story minute from a number or an ISO date. GameError where it is neither."""
    from datetime import datetime

    if words.lstrip("-").isdecimal():
        return int(words)
    try:
        return calendar.minute_of(datetime.fromisoformat(words).replace(tzinfo=None))
    except ValueError:
        raise GameError("--since", f'"{words}" is no time.', "Write a date such as 1882-06-03, or a story minute.", "bad-time") from None
