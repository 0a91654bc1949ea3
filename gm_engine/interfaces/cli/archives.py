"""``gm export --to`` in formats that are many files in one: a book for e-readers, a vault of notes."""

import sys
from pathlib import Path

import typer

from gm_engine.errors import GameError
from gm_engine.interfaces.cli.saved import the_record
from gm_engine.interfaces.cli.suggestion import suggest


def take_archive(name: str, to: str, file: Path | None, home: str, *, gm_notes: bool) -> None:
    """Write a campaign as an archive, to a file or into a pipe; a vault whose name does not end in .zip becomes a folder."""
    from gm_engine.bootstrap import export_archive, export_files
    from gm_engine.interfaces.cli.writing_down import write_down, write_folder

    if file is None and sys.stdout.isatty():
        then = f"Name one: {suggest('export', name, '--to', to, '-o', f'{name}.{to}')}"
        raise GameError(to, "this is no text: it needs a file.", then, "needs-file")
    with the_record(name, home) as journal:
        if file is None:
            typer.echo(export_archive(journal, to, gm_notes=gm_notes), nl=False)
        elif to == "vault" and file.suffix.lower() != ".zip":
            write_folder(file, export_files(journal, to, gm_notes=gm_notes))
        else:
            write_down(file, export_archive(journal, to, gm_notes=gm_notes))
    if file is not None:
        typer.echo(f"Written: {file}")
    if gm_notes:
        typer.echo("It has the GM's notes in it: they hold the campaign's secrets.", err=True)
