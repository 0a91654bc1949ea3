"""``gm import``: files, folders and archives of any kind, each told for what it is, and the campaigns that they become."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from textwrap import fill, shorten, wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gm_engine.errors import GameError
from gm_engine.interfaces.cli.saved import the_store
from gm_engine.interfaces.cli.shared_options import Format, Gm, Home, Model, Provider, chosen
from gm_engine.interfaces.cli.suggestion import again, say_error
from gm_engine.story.counting import counted

if TYPE_CHECKING:
    from gm_engine.bootstrap.one_by_one import Came

SHOWN = 5
"""Losses that are listed of a file, unless all are asked for."""
WIDTH = 80
FILE, LEAST, KIND, HOLDS = 28, 14, 24, 14
"""How wide the columns are. The longest kind has its room, and a file's address gives it up, as far as ``LEAST``."""


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
    from gm_engine.bootstrap.one_by_one import Asked, refused, taken
    from gm_engine.bootstrap.taking_in import Plan, part_of
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
    if len(parts) == 1 and parts[0].error is not None:
        raise parts[0].error
    asked = Asked(lambda free: again("--as", free), name, "--strict" if strict else "", player=player)
    found = list(refused(parts, asked))
    for came in found:
        _say(came, quiet=format == "json")

    def reading(plan: Plan) -> AbstractContextManager[Callable[[int, int], None]]:
        return counting(f"Reading {Path(plan.parts[0].file).name}")

    with the_store(home) as store:
        for came in taken(store, parts, asked, reading, given):
            if came.error is not None and len(parts) == 1:
                raise came.error
            _say(came, quiet=format == "json")
            found.append(came)
    rows = [row for came in found for row in came.rows()]
    if format == "json":
        typer.echo(json.dumps({"files": rows}, ensure_ascii=False, default=str))
    else:
        for line in _table(rows, every=losses):
            typer.echo(line)
    raise typer.Exit(1 if any(row["error"] for row in rows) else 0)


def _one_name(name: str, files: list[Path]) -> None:
    if name and len(files) > 1:
        raise GameError(
            "--as",
            f'one name, "{name}", for {len(files)} files.',
            "Import them one by one, or leave out --as: each is then called by its own stem.",
            "one-name",
        )


def _say(came: "Came", *, quiet: bool) -> None:
    """What came of one or some files, as soon as it is known; ``quiet`` says what failed, and no more."""
    if came.error is not None:
        typer.echo(f"gm: {say_error(came.error)}", err=True)
        return
    if quiet:
        return
    file, *others = (part.file for part in came.parts)
    if came.known:
        typer.echo(f'{file}: {came.found}, as "{came.campaign}"')
        return
    also = f" (with {', '.join(Path(other).name for other in others)})" if others else ""
    since = f', since "{came.wanted}" was taken' if came.campaign != came.wanted else ""
    typer.echo(f'{file}{also}: {came.found}, saved as "{came.campaign}"{since}')
    for remark in (*(remark for part in came.parts for remark in part.remarks), *came.remarks):
        typer.echo(fill(remark, WIDTH, initial_indent="  ", subsequent_indent="  "))


def _table(rows: list[dict[str, Any]], *, every: bool) -> Iterator[str]:
    """The files in a table of 80 columns, and what is lost of each below it; nothing for one of which nothing is lost."""
    lost = [row for row in rows if row["losses"]]
    if len(rows) > 1 or lost:
        yield ""
        kinds = max(KIND, *(len(row["kind"]) for row in rows))
        files = max(LEAST, FILE - (kinds - KIND))
        yield f"{'file':<{files}}  {'kind':<{kinds}}  {'holds':<{HOLDS}}  lost"
        several = len({row["campaign"] for row in rows}) > 1
        for number, row in enumerate(rows):
            if several and (number == 0 or row["campaign"] != rows[number - 1]["campaign"]):
                yield f'in "{row["campaign"]}":' if row["campaign"] else "in no campaign:"
            what = "not read" if row["error"] else str(len(row["losses"])) if row["losses"] else "-"
            held = wrap(row["holds"] or "-", HOLDS)
            yield f"{_end(row['file'], files)}  {row['kind'] or '-':<{kinds}}  {held[0]:<{HOLDS}}  {what}"
            yield from (f"{'':<{files + kinds + 4}}{more}" for more in held[1:])
    for row in lost:
        yield ""
        yield f"Lost of {row['file']}:"
        shown = row["losses"] if every else row["losses"][:SHOWN]
        for loss in shown:
            value = shorten(json.dumps(loss["value"], ensure_ascii=False, default=str), 60, placeholder="…")
            yield fill(f"{loss['field']} = {value}: {loss['why']}", WIDTH, initial_indent="  ", subsequent_indent="    ")
        if len(row["losses"]) > len(shown):
            yield f"  and {counted(len(row['losses']) - len(shown), 'other')}: give the same call with --losses"


def _end(text: str, width: int) -> str:
    """An address in its column: its end counts more than its beginning."""
    return f"{text if len(text) <= width else '…' + text[1 - width :]:<{width}}"
