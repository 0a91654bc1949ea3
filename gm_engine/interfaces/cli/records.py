"""``gm list``, ``delete``, ``import``, ``export``, ``backup``, ``doctor``, ``explain``: the shelf, and what goes in and out."""

from pathlib import Path
from typing import Annotated

import typer

from gm_engine.interfaces.cli.options import Format, Home, Name
from gm_engine.interfaces.cli.saved import suggest, the_store


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("list")(shelf)
    app.command("import")(bring)
    app.command("export")(take)
    for command in (delete, backup, doctor, explain):
        app.command()(command)


def shelf(home: Home = "", format: Format = "text") -> None:
    """List the saved campaigns.

    Example: [bold]gm list[/bold]
    """
    import json

    with the_store(home) as store:
        saved = store.shelf()
    if format == "json":
        typer.echo(json.dumps({"campaigns": [one._asdict() for one in saved]}))
        return
    for one in saved:
        typer.echo(f"{one.name:<28} turn {one.turn:>5}   branch {one.branch:<12} {one.written[:16].replace('T', ' ')}")
    if not saved:
        typer.echo(f"Nothing is saved yet. Begin: {suggest('play', 'redemption')}")


def delete(name: Name, home: Home = "", yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """Delete a saved campaign for good.

    Example: [bold]gm delete first_ride[/bold]
    """
    with the_store(home) as store:
        if name in store.names() and not yes:
            typer.confirm(f'Delete "{name}" for good?', abort=True)
        store.delete(name)
    typer.echo(f"{name} is deleted.")


def bring(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Transcripts (.jsonl, .txt, .md), or journals that gm exported.")],
    home: Home = "",
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="What to call it (else the file's stem); for one file.")] = "",
) -> None:
    """Read other people's transcripts, or an exported journal: each file becomes a campaign.

    Example: [bold]gm import tests/transcripts/evening.jsonl[/bold]
    """
    from gm_engine.bootstrap import import_file
    from gm_engine.errors import GameError, JournalError
    from gm_engine.interfaces.cli.progress import counting

    if name and len(files) > 1:
        raise GameError("--as", f"one name for {len(files)} files.", "Import them one by one, or leave out --as.", "one-name")
    with the_store(home) as store:
        for file in files:
            wanted = name or file.stem
            free = store.free_name(wanted)
            if name and free != name:
                raise JournalError(name, "a campaign of this name is saved already.", f"Take another name: --as {free}", "name-taken")
            with counting(f"Reading {file.name}") as count:
                done = import_file(store, file, free, count)
            renamed = f' as "{free}", since the other name was taken' if free != wanted else ""
            typer.echo(f"{file}: {done}{renamed}", err=False)


def take(
    name: Name,
    to: Annotated[str, typer.Option("--to", metavar="jsonl|markdown|html", help="The format.")] = "markdown",
    file: Annotated[Path | None, typer.Option("--file", "-o", metavar="F", help="Where to write it (else standard output).")] = None,
    gm_notes: Annotated[bool, typer.Option("--gm-notes", help="With what the table does not know.")] = False,
    home: Home = "",
) -> None:
    """Write a campaign out. ``jsonl`` is the whole journal, secrets included; the others are what the table knows.

    Example: [bold]gm export first_ride --to markdown[/bold]
    """
    from gm_engine.bootstrap import export_text

    with the_store(home) as store:
        journal = store.open(name, readonly=True)
        try:
            if file is None:
                for piece in export_text(journal, to, gm_notes=gm_notes):
                    typer.echo(piece, nl=False)
            else:
                with file.open("w", encoding="utf-8", newline="\n") as out:
                    out.writelines(export_text(journal, to, gm_notes=gm_notes))
        finally:
            journal.close()
    if to == "jsonl":
        typer.echo("This is the whole journal: it holds the campaign's secrets.", err=True)


def backup(
    to: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy.")],
    home: Home = "",
) -> None:
    """Copy the whole home of saved campaigns into one file, while it may be in use.

    Example: [bold]gm backup campaigns.bak[/bold]
    """
    with the_store(home) as store:
        store.backup(to)
    typer.echo(f"Written: {to}")


def doctor(home: Home = "", format: Format = "text") -> None:
    """Say what is installed, where the data lies, and which settings hold from where.

    Example: [bold]gm doctor[/bold]
    """
    import json

    from gm_engine.bootstrap import diagnose

    found = diagnose(home or None)
    if format == "json":
        typer.echo(json.dumps(found))
        return
    for key, value in found.items():
        typer.echo(f"{key:<18}{value}")


def explain(slug: Annotated[str, typer.Argument(metavar="SLUG", help="What stands in brackets at the end of a message.")] = "") -> None:
    """Say more about a message: what it means, and what to do.

    Example: [bold]gm explain campaign-busy[/bold]
    """
    from gm_engine.interfaces.cli.problems import problem, slugs

    if not slug:
        for known in slugs():
            typer.echo(known)
        return
    typer.echo(problem(slug))
