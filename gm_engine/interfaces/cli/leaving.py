"""``gm export --to FORMAT`` in other programs' formats: the files, and what they cannot hold."""

import json
import sys
from pathlib import Path
from textwrap import fill, shorten

import typer

from gm_engine.errors import GameError
from gm_engine.interfaces.cli.saved import the_record
from gm_engine.interfaces.cli.suggestion import suggest
from gm_engine.story.counting import counted


def take_foreign(name: str, to: str, file: Path | None, only: str, home: str, *, gm_notes: bool, strict: bool) -> None:
    """Write a campaign in another program's format; several files go into a folder. What is lost is told."""
    from gm_engine.bootstrap.foreign_exports import foreign_files
    from gm_engine.interfaces.cli.writing_down import make_folder, write_down

    with the_record(name, home) as journal:
        files = foreign_files(journal, to, only, gm_notes=gm_notes)
    if len(files) > 1 and (file is None or file.suffix):
        names = ", ".join(f'"{Path(one.name).stem}"' for one in files[:4])
        then = f"Name one (--only {names}), or a folder: {suggest('export', name, '--to', to, '-o', name)}"
        raise GameError(to, f"these are {len(files)} files.", then, "several-files")
    for one in files:
        for loss in one.written.losses:
            value = shorten(json.dumps(loss.value, ensure_ascii=False, default=str), 60, placeholder="…")
            typer.echo(fill(f"{one.name}: {loss.field} = {value}: {loss.why}", 80, subsequent_indent="  "), err=True)
    if strict and (many := sum(len(one.written.losses) for one in files)):
        typer.echo(f"Nothing is written: {counted(many, 'loss', 'losses')}, and --strict allows none. [would-lose]", err=True)
        raise typer.Exit(1)
    if file is None:
        if sys.stdout.isatty() and to in ("card-png", "charx"):
            then = f"Name one: {suggest('export', name, '--to', to, '-o', files[0].name)}"
            raise GameError(to, "this is no text: it needs a file.", then, "needs-file")
        typer.echo(files[0].written.data, nl=False)
        return
    for one in files:
        path = file if len(files) == 1 and file.suffix else file / one.name
        if path.parent != file.parent:
            make_folder(path.parent)
        write_down(path, one.written.data)
        typer.echo(f"Written: {path}")
