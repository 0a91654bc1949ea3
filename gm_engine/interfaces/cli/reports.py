"""``gm conflicts``, ``lore``, ``why``, ``recall`` and the looking commands: what is known, and why."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm_engine.interfaces.cli.options import Format, Home, Name
from gm_engine.interfaces.cli.saved import program, suggest, the_game

if TYPE_CHECKING:
    from gm_engine.continuity.report import Report, Show

SEVERITIES = ("minor", "major", "critical")


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(conflicts)
    app.command()(why)
    app.command()(recall)
    app.command()(lore)
    for name, command, help in (
        ("recap", "/recap", "Previously on this story, each line from what was played."),
        ("sheet", "/sheet", "The player's character."),
        ("map", "/map", "The places seen, and the ways from here."),
        ("timeline", "/timeline", "The story points by the story's own dates."),
    ):
        _looking(app, name, command, help)


def _looking(app: typer.Typer, name: str, command: str, help: str) -> None:
    def look(campaign: Name, home: Home = "") -> None:
        with the_game(campaign, home, readonly=True) as game:
            typer.echo(game.view(command))

    look.__doc__ = f"{help}\n\nExample: [bold]gm {name} first_ride[/bold]"
    app.command(name)(look)


def conflicts(
    names: Annotated[list[str], typer.Argument(metavar="NAME…", help="Saved campaigns.")],
    home: Home = "",
    format: Annotated[str, typer.Option("--format", metavar="text|json|html|md", help="How to print it.")] = "text",
    status: Annotated[str, typer.Option("--status", metavar="open|settled|all", help="Which conflicts.")] = "open",
    min_confidence: Annotated[float, typer.Option("--min-confidence", metavar="X", help="Leave out what is less sure, 0 to 1.")] = 0.0,
    near: Annotated[bool, typer.Option("--near", help="List the look-alikes too, and why they were not flagged.")] = False,
    fail_on: Annotated[str, typer.Option("--fail-on", metavar="SEVERITY", help="Exit 1 where an open conflict is at least that severe.")] = "",
) -> None:
    """The lore conflicts report: what was told twice and cannot both be true, with both quotes.

    Example: [bold]gm conflicts first_ride --format html > report.html[/bold]
    """
    import json

    from gm_engine.continuity.report import report_of, reports_json
    from gm_engine.errors import UnknownName

    for given, known, option in ((status, ("open", "settled", "all"), "--status"), (format, ("text", "json", "html", "md"), "--format")):
        if given not in known:
            raise UnknownName(option, f'"{given}" is none of its values.', f"Use one of: {' '.join(known)}.", "bad-option")
    if fail_on and fail_on not in SEVERITIES:
        raise UnknownName("--fail-on", f'"{fail_on}" is no severity.', f"Use one of: {' '.join(SEVERITIES)}.", "bad-option")
    show: Show = status  # type: ignore[assignment]
    reports = []
    for name in names:
        with the_game(name, home, readonly=True) as game:
            report = report_of(game.state, show=show, min_confidence=round(min_confidence * 100), near=near)
            reports.append(report.model_copy(update={"campaign": name}))
    if format == "json":
        typer.echo(json.dumps(reports_json(reports), ensure_ascii=False))
    elif format == "html":
        from gm_engine.exchange.conflict_html import conflicts_html

        typer.echo(conflicts_html(reports))
    elif format == "md":
        from gm_engine.exchange.conflict_markdown import conflicts_markdown

        typer.echo("\n".join(conflicts_markdown(report) for report in reports))
    else:
        _print(reports)
    if fail_on:
        bad = [matter for report in reports for matter in report.conflicts if matter.status == "open"]
        if any(SEVERITIES.index(matter.severity) >= SEVERITIES.index(fail_on) for matter in bad):
            raise typer.Exit(1)


def _print(reports: "list[Report]") -> None:
    from gm_engine.exchange.conflict_text import conflicts_text
    from gm_engine.interfaces.cli.transcript import console

    out = console()
    gm = suggest().strip() if program() != "gm" else "gm"
    for report in reports:
        if len(reports) > 1:
            out.print(f"{report.campaign}: {report.title}", style="bold")
        out.print(conflicts_text(report, width=out.width, gm=gm), markup=False, soft_wrap=True)


def why(
    name: Name,
    turn: Annotated[int, typer.Argument(metavar="TURN", help="Which turn's prompt.")],
    missing: Annotated[str, typer.Option("--not", metavar="TEXT", help="Why TEXT was not in it, and what would have brought it in.")] = "",
    home: Home = "",
    format: Format = "text",
) -> None:
    """Why each thing was in a turn's prompt, with its score split; or why something was not.

    Example: [bold]gm why first_ride 7[/bold]
    """
    import json

    from gm_engine.interfaces.cli.looks import why_not_text, why_text

    with the_game(name, home, readonly=True) as game:
        if missing:
            reason = game.why_not(turn, missing)
            typer.echo(reason.model_dump_json() if format == "json" else why_not_text(reason, turn))
        elif format == "json":
            typer.echo(json.dumps([reason.model_dump(mode="json") for reason in game.why(turn)], ensure_ascii=False))
        else:
            typer.echo(why_text(game, turn))


def recall(
    name: Name,
    query: Annotated[list[str] | None, typer.Argument(metavar="QUERY", help="Words to remember by.")] = None,
    queries: Annotated[Path | None, typer.Option("--queries", metavar="FILE.jsonl", help='One {"id", "query"} a line.')] = None,
    budget: Annotated[int, typer.Option("--budget", metavar="N", help="Tokens for each answer.")] = 2000,
    no_embeddings: Annotated[bool, typer.Option("--no-embeddings", help="Words only (embeddings are not part of this version).")] = False,
    home: Home = "",
    format: Annotated[str, typer.Option("--format", metavar="text|jsonl", help="How to print it.")] = "text",
) -> None:
    """What the memory would bring up for these words.

    Example: [bold]gm recall first_ride "what do I owe Oakes" --budget 400[/bold]
    """
    from gm_engine.errors import GameError
    from gm_engine.interfaces.cli.looks import read_queries, recall_line, recall_text

    asked = read_queries(queries) if queries else (("q1", " ".join(query or [])),)
    if not asked[0][1].strip():
        raise GameError("gm recall", "there is no query.", 'Write: gm recall NAME "what was said of the well"', "no-query")
    if budget < 1:
        raise GameError("--budget", f"{budget} tokens hold nothing.", "Name a number above 0.", "bad-option")
    with the_game(name, home, readonly=True) as game:
        for id, words in asked:
            found = game.recall(words, budget)
            typer.echo(recall_line(id, found) if format == "jsonl" or queries else recall_text(found))


def lore(
    name: Name,
    entity: Annotated[str, typer.Argument(metavar="[ENTITY]", help="Whom or what; without it, everyone and everything is listed.")] = "",
    home: Home = "",
    format: Format = "text",
) -> None:
    """What is known, since when, and told by whom.

    Example: [bold]gm lore first_ride oakes[/bold]
    """
    from gm_engine.interfaces.cli.looks import lore_json, lore_text

    with the_game(name, home, readonly=True) as game:
        typer.echo(lore_json(game.state, entity) if format == "json" else lore_text(game.state, entity))
