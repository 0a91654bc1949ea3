"""``gm import``: files, folders and archives of any kind, each told for what it is, and the campaigns that they become."""

import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill, shorten
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gm_engine.errors import GameError, JournalError
from gm_engine.interfaces.cli.saved import the_store
from gm_engine.interfaces.cli.shared_options import Format, Gm, Home, Model, Provider, chosen
from gm_engine.interfaces.cli.suggestion import again, say_error
from gm_engine.story.counting import counted

if TYPE_CHECKING:
    from gm_engine.bootstrap import Settings
    from gm_engine.bootstrap.taking_in import Part
    from gm_engine.storage import Store

SHOWN = 5
"""Losses that are listed of a file, unless all are asked for."""
WIDTH = 80


class Outcome:
    """What came of each file, for the table and for JSON."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.failed = False

    def add(self, part: "Part", campaign: str | None = None, found: str = "", error: GameError | None = None) -> None:
        """Takes in one file and what became of it."""
        self.failed |= error is not None
        self.rows.append(
            {
                "file": part.file,
                "kind": part.kind,
                "holds": part.holds,
                "campaign": campaign,
                "found": found,
                "losses": [loss._asdict() for loss in part.losses],
                "remarks": list(part.remarks),
                "error": None if error is None else {"slug": error.slug, "what": error.what, "then": error.then},
            }
        )


def bring(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Transcripts, chats, cards, lorebooks, journals; folders, zips.")],
    home: Home = "",
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="What to call the campaign (else the file's stem).")] = "",
    strict: Annotated[bool, typer.Option("--strict", help="Take no file in of which something would be lost.")] = False,
    losses: Annotated[bool, typer.Option("--losses", help="List every loss.")] = False,
    player: Annotated[str, typer.Option("--player-name", metavar="NAME", help="Who the player's character is.")] = "",
    teller: Annotated[str, typer.Option("--gm-name", metavar="NAME", help="Who the GM is in the chats.")] = "",
    format: Format = "text",
    gm: Gm = "",
    model: Model = "",
    provider: Provider = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether the price is right.")] = False,
) -> None:
    """Read other people's chats, cards, lorebooks and transcripts, or an exported journal. With a language model, that notes what is told.

    Example: [bold]gm import evening.jsonl mara.png eldoria.json[/bold]
    """
    from gm_engine.bootstrap import settings, who_notes
    from gm_engine.bootstrap.taking_in import part_of, plans_of
    from gm_engine.bootstrap.unpacked import files_in
    from gm_engine.exchange.formats.chat_terms import Seats
    from gm_engine.interfaces.cli.noting import bring_noted
    from gm_engine.interfaces.cli.progress import counting

    chosen("--format", format)
    given = settings(home or None)
    if gm or model or provider:
        _one_name(name, files)
        with the_store(home) as store:
            bring_noted(store, files, name, given, *who_notes(given, gm, model, provider), Seats(gm=teller, player=player), yes=yes)
        return
    with counting("Looking at the files") as count:
        parts = []
        for number, file in enumerate(files_in(files), 1):
            parts.append(part_of(file, Seats(gm=teller, player=player)))
            count(number, 0)
    stories = [plan for plan in plans_of(parts, name) if plan.tree is not None or plan.parts[0].brought is None]
    if name and len(stories) + sum(part.error is not None for part in parts) > 1:
        _one_name(name, files)
    if len(parts) == 1 and parts[0].error is not None:
        raise parts[0].error
    outcome = Outcome()
    for part in parts:
        if part.error is not None:
            _say_refused(part.error)
            outcome.add(part, error=part.error)
    with the_store(home) as store:
        _take_all(store, parts, name, given, outcome, strict=strict, player=player, format=format)
    if format == "json":
        typer.echo(json.dumps({"files": outcome.rows}, ensure_ascii=False, default=str))
    else:
        for line in _table(outcome.rows, every=losses):
            typer.echo(line)
    raise typer.Exit(1 if outcome.failed else 0)


def _one_name(name: str, files: list[Path]) -> None:
    if name and len(files) > 1:
        raise GameError(
            "--as",
            f'one name, "{name}", for {len(files)} files.',
            "Import them one by one, or leave out --as: each is then called by its own stem.",
            "one-name",
        )


def _take_all(
    store: "Store", parts: "list[Part]", name: str, given: "Settings", outcome: Outcome, *, strict: bool, player: str, format: str
) -> None:
    """Makes a campaign of each plan; what fails stops no other, where there are others."""
    from gm_engine.bootstrap.taking_in import made_of, on_record, plans_of, take_in
    from gm_engine.interfaces.cli.progress import counting

    kept = [part for part in parts if not (strict and part.losses)]
    for part in parts:
        if part not in kept:
            error = GameError(part.file, f"{counted(len(part.losses), 'loss', 'losses')}, and --strict allows none.", "", "would-lose")
            _say_refused(error)
            outcome.add(part, error=error)
    plans = plans_of(kept, name)
    there = on_record(store) if len(parts) > 1 else {}
    for plan in plans:
        known = made_of(plan, there, name)
        if known:
            if format != "json":
                typer.echo(f'{plan.parts[0].file}: on record already, as "{known}"')
            for part in plan.parts:
                outcome.add(part, known, "on record already")
            continue
        wanted = name or plan.name
        try:
            free = store.free_name(wanted)
            if name and free != name:
                raise JournalError(name, "a campaign of this name is saved already.", f"Take another: {again('--as', free)}", "name-taken")
            with counting(f"Reading {Path(plan.parts[0].file).name}") as count:
                done = take_in(store, plan, free, count, given, player)
        except GameError as error:
            if len(parts) == 1:
                raise
            for part in plan.parts:
                outcome.add(part, error=error)
            _say_refused(error)
            continue
        for part in plan.parts:
            outcome.add(part, free, done.found)
        if format == "json":
            continue
        also = f" (with {', '.join(Path(part.file).name for part in plan.parts[1:])})" if len(plan.parts) > 1 else ""
        typer.echo(
            f'{plan.parts[0].file}{also}: {done.found}, saved as "{free}"' + (f', since "{wanted}" was taken' if free != wanted else "")
        )
        for remark in (*(remark for part in plan.parts for remark in part.remarks), *done.remarks):
            typer.echo(fill(remark, WIDTH, initial_indent="  ", subsequent_indent="  "))


def _say_refused(error: GameError) -> None:
    typer.echo(f"gm: {say_error(error)}", err=True)


def _table(rows: list[dict[str, Any]], *, every: bool) -> Iterator[str]:
    """The files in a table of 80 columns, and what is lost of each below it; nothing for one of which nothing is lost."""
    lost = [row for row in rows if row["losses"]]
    if len(rows) > 1 or lost:
        yield ""
        yield f"{'file':<28}  {'kind':<24}  {'holds':<14}  lost"
        for row in rows:
            what = "not read" if row["error"] else str(len(row["losses"])) if row["losses"] else "-"
            yield f"{_end(row['file'], 28)}  {_head(row['kind'] or '-', 24)}  {_head(row['holds'] or '-', 14)}  {what}"
    for row in lost:
        yield ""
        yield f"Lost of {row['file']}:"
        shown = row["losses"] if every else row["losses"][:SHOWN]
        for loss in shown:
            value = shorten(json.dumps(loss["value"], ensure_ascii=False, default=str), 60, placeholder="…")
            yield fill(f"{loss['field']} = {value}: {loss['why']}", WIDTH, initial_indent="  ", subsequent_indent="    ")
        if len(row["losses"]) > len(shown):
            yield f"  and {counted(len(row['losses']) - len(shown), 'other')}: give the same call with --losses"


def _head(text: str, width: int) -> str:
    """A text in its column, its beginning where it is too long."""
    return f"{text if len(text) <= width else text[: width - 1] + '…':<{width}}"


def _end(text: str, width: int) -> str:
    """An address in its column: its end counts more than its beginning."""
    return f"{text if len(text) <= width else '…' + text[1 - width :]:<{width}}"
