"""``gm replay``: a saved campaign shown again, or played again and compared."""

import json
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from gm_engine.errors import GameError
from gm_engine.interfaces.cli.saved import the_record
from gm_engine.interfaces.cli.shared_options import Format, Home, Name, chosen
from gm_engine.interfaces.cli.suggestion import say_error
from gm_engine.story.counting import counted, turns_run

if TYPE_CHECKING:
    from gm_engine.exchange.why_html import Drawn
    from gm_engine.state.table_lore import TableLore
    from gm_engine.storage.sql_journal import SqlJournal


def replay(
    name: Name,
    home: Home = "",
    verify: Annotated[bool, typer.Option("--verify", help="Play the recorded inputs with today's code and compare every byte.")] = False,
    since: Annotated[int, typer.Option("--from", metavar="N", help="The first turn to show.")] = 1,
    until: Annotated[int, typer.Option("--to", metavar="N", help="The last turn to show (0: the last there is).")] = 0,
    html: Annotated[Path | None, typer.Option("--html", metavar="F", help="Write the transcript as one self-contained page.")] = None,
    format: Format = "text",
) -> None:
    """Show a saved campaign again; with --verify, play it again and compare.

    Example: [bold]gm replay first_ride --verify[/bold]
    """
    chosen("--format", format)
    with the_record(name, home) as journal:
        if verify:
            _verify(journal, format)
            return
        last = journal.head.turn if journal.head else 0
        if since < 1 or until < 0 or (until and until < since) or since > max(last, 1):
            shown = f"{since} to {until or last}"
            raise GameError(name, f"there are no turns {shown}.", turns_run(last), "no-such-turn")
        if html or format == "json":
            from gm_engine.exchange.chronicle import chronicle

            told = chronicle((entry.event for entry in journal.entries()), since=since, until=until)
            if format == "json":
                typer.echo(json.dumps(told.as_json(), ensure_ascii=False))
            if html:
                from gm_engine.exchange.chronicle_html import chronicle_html
                from gm_engine.interfaces.cli.writing_down import write_down
                from gm_engine.state.table_lore import TableLore

                write_down(
                    html,
                    [chronicle_html(told, drawn=_prompts(journal, {turn.number: turn.said for turn in told.turns}, TableLore(told.state)))],
                )
                typer.echo(f"Written: {html}", err=format == "json")
            return
        from gm_engine.interfaces.cli.retelling import retell

        retell(journal, since, until)


def _prompts(journal: "SqlJournal", said: dict[int, str], table: "TableLore") -> dict[int, "Drawn"]:
    """The prompts of these turns, as far as the table knows what is in them, ready to be drawn."""
    from gm_engine.context import whole_prompt
    from gm_engine.context.explain import prompt_known, reasons_known
    from gm_engine.exchange.why_html import Drawn
    from gm_engine.story.event import PromptAssembled

    sent = (entry.event for entry in journal.entries() if isinstance(entry.event, PromptAssembled) and entry.event.turn in said)
    return {event.turn: Drawn(prompt_known(event, table), said[event.turn], reasons_known(whole_prompt(event), table)) for event in sent}


def _verify(journal: "SqlJournal", format: str) -> None:
    """Verify and say what was compared; exit 1 where today's telling differs."""
    from gm_engine.bootstrap import verify_game
    from gm_engine.errors import ReplayDivergence
    from gm_engine.interfaces.cli.progress import counting
    from gm_engine.interfaces.cli.transcript import console

    last = journal.head.turn if journal.head else 0
    try:
        with counting("Verifying") as count:
            done = verify_game(journal, lambda turn: count(turn, last))
    except ReplayDivergence as error:
        typer.echo(json.dumps({"verified": False, "where": error.where, "what": error.what}) if format == "json" else say_error(error))
        raise typer.Exit(1) from None
    if format == "json":
        typer.echo(json.dumps({"verified": True, **vars(done)}))
        return
    out = console()
    out.print(f"Verified: {counted(done.turns, 'turn')}, {counted(done.entries, 'entry', 'entries')}.", style="bold green")
    out.print(f"  {counted(done.prompts, 'prompt')} and {counted(done.digests, 'state digest')} are the same, byte for byte.")
    if done.rolls:
        out.print(f"  {counted(done.rolls, 'roll')} of the dice {'falls as it' if done.rolls == 1 else 'fall as they'} fell.")
    out.print("  The chain holds: every entry is hashed with the one before.")
    if done.retold:
        out.print(f"  {counted(done.retold, 'reply was', 'replies were')} told again in the same words.")
    for note in done.notes:
        for line in wrap(f"Note: {note}", out.width - 2, initial_indent="  ", subsequent_indent="    "):
            out.print(line, style="yellow", markup=False)
