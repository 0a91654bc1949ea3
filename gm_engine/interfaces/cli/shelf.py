"""``gm list``, ``delete``, ``import``, ``export``, ``backup``: the shelf of campaigns, and what goes in and out."""

import json
import sys
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from gm_engine.errors import GameError, JournalError
from gm_engine.interfaces.cli.saved import the_record, the_store
from gm_engine.interfaces.cli.shared_options import Format, Gm, Home, Model, Name, Provider, chosen
from gm_engine.interfaces.cli.suggestion import again, suggest


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
        store.delete(name)
    PastLines(settings(home or None).home, name).drop()
    typer.echo(f"{name} is deleted.")


def bring(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Transcripts (.jsonl, .txt, .md), or journals that gm exported.")],
    home: Home = "",
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="What to call it (else the file's stem); for one file.")] = "",
    gm: Gm = "",
    model: Model = "",
    provider: Provider = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether the price is right.")] = False,
) -> None:
    """Read other people's transcripts, or an exported journal: each file becomes a campaign. With a language model, that notes them.

    Example: [bold]gm import evening.jsonl notes.md[/bold]
    """
    from gm_engine.bootstrap import import_file, settings, who_notes
    from gm_engine.interfaces.cli.noting import bring_noted
    from gm_engine.interfaces.cli.progress import counting

    if name and len(files) > 1:
        raise GameError(
            "--as",
            f'one name, "{name}", for {len(files)} files.',
            "Import them one by one, or leave out --as: each is then called by its own stem.",
            "one-name",
        )
    given = settings(home or None)
    with the_store(home) as store:
        if gm or model or provider:
            bring_noted(store, files, name, given, *who_notes(given, gm, model, provider), yes=yes)
            return
        for file in files:
            wanted = name or file.stem
            free = store.free_name(wanted)
            if name and free != name:
                raise JournalError(name, "a campaign of this name is saved already.", f"Take another: {again('--as', free)}", "name-taken")
            with counting(f"Reading {file.name}") as count:
                done = import_file(store, file, free, count, given)
            typer.echo(f'{file}: {done.found}, saved as "{free}"' + (f', since "{wanted}" was taken' if free != wanted else ""))
            for remark in done.remarks:
                typer.echo(fill(remark, 80, initial_indent="  ", subsequent_indent="  "))


def take(
    name: Name,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="markdown, html, epub, vault, graphml, or jsonl.")] = "markdown",
    file: Annotated[
        Path | None, typer.Option("--file", "-o", metavar="F", help="Where to write it (else standard output); a vault may be a folder.")
    ] = None,
    gm_notes: Annotated[bool, typer.Option("--gm-notes", help="With what the table does not know.")] = False,
    home: Home = "",
) -> None:
    """Write a campaign out. jsonl is the whole journal, secrets included; the others are what the table knows.

    Example: [bold]gm export first_ride --to html -o first_ride.html[/bold]
    """
    from gm_engine.bootstrap import ARCHIVES, EXPORTS, export_archive, export_files, export_text
    from gm_engine.interfaces.cli.writing_down import write_down, write_folder

    chosen("--to", to, EXPORTS)
    if to in ARCHIVES and file is None and sys.stdout.isatty():
        then = f"Name one: {suggest('export', name, '--to', to, '-o', f'{name}.{to}')}"
        raise GameError(to, "this is no text: it needs a file.", then, "needs-file")
    with the_record(name, home) as journal:
        if to == "vault" and file is not None and file.suffix.lower() != ".zip":
            write_folder(file, export_files(journal, to, gm_notes=gm_notes))
        elif to in ARCHIVES:
            whole = export_archive(journal, to, gm_notes=gm_notes)
            if file is None:
                typer.echo(whole, nl=False)
            else:
                write_down(file, whole)
        elif file is None:
            for piece in export_text(journal, to, gm_notes=gm_notes):
                typer.echo(piece, nl=False)
        else:
            write_down(file, export_text(journal, to, gm_notes=gm_notes))
    if file is not None:
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
