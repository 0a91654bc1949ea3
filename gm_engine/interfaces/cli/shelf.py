"""``gm list``, ``delete``, ``export``, ``backup``: the shelf of campaigns, and what goes out."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from gm_engine.errors import GameError
from gm_engine.interfaces.cli import unsaid
from gm_engine.interfaces.cli.saved import the_record, the_store
from gm_engine.interfaces.cli.shared_options import Format, Home, Name, chosen
from gm_engine.interfaces.cli.suggestion import suggest


def shelf(home: Home = "", format: Format = "text") -> None:
    """The saved campaigns: the last turn, the branch, when they were last written to.

    Example: [bold]gm list[/bold]
    """
    chosen("--format", format)
    with the_store(home) as store:
        saved = store.shelf()
    if format == "json":
        typer.echo(json.dumps({"campaigns": [one._asdict() for one in saved]}))
        return
    width = max([len(one.name) for one in saved] + [20])
    for one in saved:
        typer.echo(f"{one.name:<{width}}  turn {one.turn:>5}  {one.branch:<16}{one.written[:16].replace('T', ' ')}")
    if not saved:
        typer.echo(f"Nothing is saved yet. Begin: {suggest('play', 'redemption')}")


def delete(name: Name, home: Home = "", yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """Delete a saved campaign for good.

    Example: [bold]gm delete first_ride --yes[/bold]
    """
    from gm_engine.bootstrap import settings
    from gm_engine.interfaces.cli.past_lines import PastLines

    with the_store(home) as store:
        if name in store.names() and not yes:
            if not sys.stdin.isatty():
                raise GameError(
                    name, "nobody is there to be asked.", f"To delete it for good: {suggest('delete', name, '--yes')}", "not-asked"
                )
            typer.confirm(f'Delete "{name}" for good?', abort=True, err=True)
        # What lies beside the campaign goes first: of one that is gone, nobody would take it away any more.
        if name in store.names():
            beside = settings(home or None).home
            PastLines(beside, name).drop()
            unsaid.drop(beside, name)
        store.delete(name)
    typer.echo(f"{name} is deleted.")


def take(
    name: Name,
    to: Annotated[
        str, typer.Option("--to", metavar="FORMAT", help="markdown, html, epub, vault, graphml, jsonl, or a format such as card-v2.")
    ] = "markdown",
    file: Annotated[
        Path | None, typer.Option("--file", "-o", metavar="F", help="Where to write it (else standard output); a vault may be a folder.")
    ] = None,
    gm_notes: Annotated[bool, typer.Option("--gm-notes", help="With what the table does not know.")] = False,
    only: Annotated[str, typer.Option("--only", metavar="NAME", help="Which card, lorebook or branch, where there are several.")] = "",
    strict: Annotated[bool, typer.Option("--strict", help="Write nothing where something would be lost.")] = False,
    home: Home = "",
) -> None:
    """Write a campaign out. jsonl is the whole journal, secrets included; the others are what the table knows.

    Example: [bold]gm export first_ride --to html -o first_ride.html[/bold]
    """
    from gm_engine.bootstrap import ARCHIVES, EXPORTS, export_text
    from gm_engine.bootstrap.foreign_exports import FOREIGN
    from gm_engine.interfaces.cli.archives import take_archive
    from gm_engine.interfaces.cli.leaving import take_foreign
    from gm_engine.interfaces.cli.writing_down import write_down

    chosen("--to", to, (*EXPORTS, *FOREIGN))
    if to in FOREIGN:
        take_foreign(name, to, file, only, home, gm_notes=gm_notes, strict=strict)
        return
    if to in ARCHIVES:
        take_archive(name, to, file, home, gm_notes=gm_notes)
        return
    with the_record(name, home) as journal:
        pieces = export_text(journal, to, gm_notes=gm_notes)
        if file is None:
            for piece in pieces:
                typer.echo(piece, nl=False)
        else:
            write_down(file, pieces)
            typer.echo(f"Written: {file}")
    if to == "jsonl":
        typer.echo("This is the whole journal: it holds the campaign's secrets.", err=True)
    elif gm_notes:
        typer.echo("It has the GM's notes in it: they hold the campaign's secrets.", err=True)


def backup(to: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy.")], home: Home = "") -> None:
    """Copy all saved campaigns into one file, while they may be in use.

    Example: [bold]gm backup campaigns-1882.db[/bold]
    """
    with the_store(home) as store:
        store.backup(to)
    typer.echo(f"Written: {to}")
    typer.echo(f"Look into it: {suggest('list', '--home', str(to))}", err=True)
