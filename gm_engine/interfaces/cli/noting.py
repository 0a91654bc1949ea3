"""``gm import`` and ``gm reread`` with a language model: what it will take, whether to begin, and what came of it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import typer

from gm_engine.errors import GameError, JournalError, ProviderError
from gm_engine.interfaces.cli.progress import counting
from gm_engine.interfaces.cli.suggestion import about, again, suggest
from gm_engine.story.counting import counted

if TYPE_CHECKING:
    from gm_engine.bootstrap import Settings
    from gm_engine.bootstrap.noted_files import NotedFile
    from gm_engine.bootstrap.noted_import import Renoted
    from gm_engine.exchange.formats.chat_terms import Seats
    from gm_engine.play.note_price import NotePrice
    from gm_engine.storage import Store


def bring_noted(store: "Store", files: list[Path], name: str, given: "Settings", gm: str, model: str, seats: "Seats", *, yes: bool) -> None:
    """Import transcripts, each noted by a language model. One that was broken off goes on; one that is noted already is left as it is."""
    from gm_engine.bootstrap import import_file
    from gm_engine.bootstrap.noted_files import file_to_note, import_noted_file, must_note

    must_note(given, gm, model)
    found = [(file, file_to_note(store, file, name or file.stem, given, seats)) for file in files]
    todo = [one for _, one in found if one is not None and one.on_record < len(one.lines)]
    for file, one in found:
        if one is not None and name and one.name != name:
            then = f"Take another: {again('--as', one.name)}"
            raise JournalError(name, "a campaign of this name is saved already.", then, "name-taken")
        if one is not None and one.on_record:
            _say_begun(file, one)
    if todo:
        may_begin([one.price for one in todo], given, gm, model, yes=yes)
    for file, one in found:
        if one is None:
            free = store.free_name(name or file.stem)
            with counting(f"Reading {file.name}") as count:
                done = import_file(store, file, free, count, given)
            typer.echo(f'{file}: {done.found}, saved as "{free}"')
        elif one.on_record < len(one.lines):
            with counting(f"Noting {file.name}") as count, broken_off(one.name, len(one.lines), count, again()) as on_line:
                done = import_noted_file(store, one, gm, model, on_line, given)
            typer.echo(f'{file}: {done.found}, saved as "{one.name}"')
        else:
            continue
        for remark in done.remarks:
            typer.echo(fill(remark, 80, initial_indent="  ", subsequent_indent="  "))
        if one is not None:
            _say_lacking(one.name, store, gm, model)


def reread_noted(name: str, home: str, given: "Settings", gm: str, model: str, *, yes: bool) -> "Renoted":
    """Have every turn of a saved story noted that lacks a note."""
    from gm_engine.bootstrap import closing_of, make_provider
    from gm_engine.bootstrap.hearers import itself
    from gm_engine.bootstrap.noted_files import must_note
    from gm_engine.bootstrap.noted_import import price_of_notes, renote, rules_for_notes
    from gm_engine.interfaces.cli.saved import the_game
    from gm_engine.play.renote import notes_of
    from gm_engine.play.scribe import Scribe

    must_note(given, gm, model)
    rules = rules_for_notes(given)
    with the_game(name, home) as game:
        notes = notes_of(game.journal.entries())
        if notes.lacking:
            may_begin([price_of_notes(game, notes, rules)], given, gm, model, yes=yes)
        provider = make_provider(gm, game.state.pack, model=model, journal=game.journal, given=itself(given))
        scribe = Scribe(provider, game.journal, game.state.attempt)
        try:
            with counting(f"Noting {name}") as count, broken_off(name, len(notes.lacking), count, again(), "turn") as on_turn:
                done = renote(game, notes, scribe, rules, on_turn)
        finally:
            for close in closing_of(provider):
                close()
    for why in scribe.failures:
        typer.echo(fill(f"Not noted: {why}", 80), err=True)
    return done


def may_begin(prices: "list[NotePrice]", given: "Settings", gm: str, model: str, *, yes: bool) -> None:
    """Say what it takes. On a terminal it is asked whether to begin, unless that was answered with --yes."""
    from gm_engine.bootstrap.noted_files import price_text

    typer.echo(price_text(prices, given, gm, model), err=True)
    if not yes and sys.stdin.isatty():
        typer.confirm("Begin?", default=True, abort=True, err=True)


@contextmanager
def broken_off(
    name: str, total: int, count: Callable[[int, int], None], go_on: str, what: str = "line"
) -> Iterator[Callable[[int, int], None]]:
    """Passes on how many of how many are done; where the work breaks off, says what is on record and how to go on."""
    done = 0
    about(name)

    def on_line(now: int, of: int) -> None:
        nonlocal done
        done = now if of == total else done
        count(now, of)

    try:
        yield on_line
    except (ProviderError, KeyboardInterrupt) as error:
        why = error.what if isinstance(error, ProviderError) else "stopped."
        kept = f"{done:,} of {counted(total, what)} done and on record; no answer is paid for twice. Go on: {go_on}"
        raise GameError(name, why, kept, error.slug if isinstance(error, ProviderError) else "interrupted") from None


def _say_begun(file: Path, one: "NotedFile") -> None:
    if one.on_record < len(one.lines):
        typer.echo(f'{file}: "{one.name}" goes on behind {one.on_record} of {counted(len(one.lines), "line")}.', err=True)
    else:
        typer.echo(f'{file}: "{one.name}" holds all of it, noted by a model.')


def _say_lacking(name: str, store: "Store", gm: str, model: str) -> None:
    from gm_engine.play.renote import notes_of

    journal = store.open(name, readonly=True)
    try:
        lacking = notes_of(journal.entries()).lacking
    finally:
        journal.close()
    if lacking:
        them = counted(len(lacking), "reply has", "replies have")
        typer.echo(f"  {them} no note. Try again: {suggest('reread', name, '--gm', gm, *(['--model', model] if model else []))}")
