"""``gm recall``, ``gm why`` and ``gm cost``: what is remembered, why it was in a prompt, and what it cost."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm_engine.errors import GameError
from gm_engine.interfaces.cli.saved import the_game, the_record
from gm_engine.interfaces.cli.shared_options import Format, GmNotes, Home, Name, chosen
from gm_engine.interfaces.cli.suggestion import suggest
from gm_engine.story.counting import counted

if TYPE_CHECKING:
    from gm_engine.play.game import Game
    from gm_engine.state.table_lore import TableLore

AMPLE = 2000
"""Tokens of an answer where no budget is named."""


def recall(
    name: Name,
    query: Annotated[list[str] | None, typer.Argument(metavar="QUERY", help="Words to remember by.")] = None,
    queries: Annotated[Path | None, typer.Option("--queries", metavar="FILE.jsonl", help='One {"id", "query"} a line.')] = None,
    budget: Annotated[int, typer.Option("--budget", metavar="N", help="Tokens for each answer.")] = AMPLE,
    no_embeddings: Annotated[bool, typer.Option("--no-embeddings", help="By words only, not by what they mean.")] = False,
    gm_notes: GmNotes = False,
    home: Home = "",
    format: Annotated[str, typer.Option("--format", metavar="text|jsonl", help="How to print it; jsonl for --queries, unless named.")] = "",
) -> None:
    """What the memory would bring up for these words, best first.

    Example: [bold]gm recall first_ride "what do I owe Oakes" --budget 400[/bold]
    """
    from gm_engine.interfaces.cli.looks import read_queries, recall_line, recall_text
    from gm_engine.state.table_lore import TableLore

    format = chosen("--format", format or ("jsonl" if queries else "text"), ("text", "jsonl", "json"))
    if queries and query:
        raise GameError("gm recall", "there is a query, and a file of queries.", "Give one of the two.", "bad-usage")
    asked = read_queries(queries) if queries else (("q1", " ".join(query or [])),)
    if not queries and not asked[0][1].strip():
        raise GameError("gm recall", "there is no query.", f'Write: {suggest("recall", name)} "what was said of the well"', "no-query")
    if budget < 1:
        raise GameError("--budget", f"{budget} tokens hold nothing.", "Name a number above 0.", "bad-option")
    with the_game(name, home, readonly=True) as game:
        table = TableLore(game.state, gm_notes=gm_notes)
        if no_embeddings:
            game.tools.memory.meanings = None
        for id, words in asked:
            found = table.elements(game.recall(words, budget))
            for remark in game.new_remarks():
                typer.echo(remark, err=True)
            if format == "text":
                # A word or two of the best turn would be no answer: say what is wanted.
                none_fits = not found and table.elements(game.recall(words, AMPLE))
                told = f"Nothing fits into {counted(budget, 'token')}." if none_fits else recall_text(found)
                typer.echo(f"{id}: {words}\n{told}\n" if queries else told)
            else:
                typer.echo(recall_line(id, found))


def why(
    name: Name,
    turn: Annotated[int | None, typer.Argument(metavar="[TURN]", help="Which turn's prompt; the last, unless named.")] = None,
    missing: Annotated[str, typer.Option("--not", metavar="TEXT", help="Why TEXT was not in it, and what would have brought it in.")] = "",
    session: Annotated[
        bool, typer.Option("--session", help="The last session's state: anchor, topics, pins, what its prompts held.")
    ] = False,
    forgotten: Annotated[bool, typer.Option("--forgotten", help="What no longer comes to mind by itself, and why.")] = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="F", help="Draw it as one self-contained page.")] = None,
    gm_notes: GmNotes = False,
    home: Home = "",
    format: Format = "text",
) -> None:
    """Why each thing that the table knows was in a turn's prompt, with its score split; or why something was not.

    Example: [bold]gm why first_ride 7 --not "the padlock"[/bold]
    """
    from gm_engine.context.explain import reasons_known, why_not_known
    from gm_engine.interfaces.cli.reasons import forgotten_text, session_text, why_not_text, why_text
    from gm_engine.play.sitting import sitting_known
    from gm_engine.state.table_lore import TableLore

    chosen("--format", format)
    if session and (turn is not None or missing):
        then = f"Write: {suggest('why', name, '3')}, or {suggest('why', name, '--session')}"
        raise GameError("gm why", "it wants a turn, or --session.", then, "bad-usage")
    if forgotten and (session or turn is not None or missing or html):
        then = f"Write: {suggest('why', name, '--forgotten')}"
        raise GameError("gm why", "--forgotten is about the whole story, and takes nothing besides.", then, "bad-usage")
    with the_game(name, home, readonly=True) as game:
        turn = game.state.turn if turn is None else turn
        table = TableLore(game.state, gm_notes=gm_notes)
        if forgotten:
            gone = tuple(one for one in game.forgotten() if table.places(one.id) and table.opens(one.text))
            rows = [one.model_dump(mode="json") for one in gone]
            typer.echo(json.dumps(rows, ensure_ascii=False) if format == "json" else forgotten_text(gone))
        elif html:
            draw(html, game, () if session else (turn,), table, aside=format == "json")
        elif session:
            found = sitting_known(game.session(), table)
            typer.echo(found.model_dump_json() if format == "json" else session_text(found, game))
        elif missing:
            reason = why_not_known(game.why_not(turn, missing), missing, table)
            typer.echo(reason.model_dump_json() if format == "json" else why_not_text(reason, turn))
        elif format == "json":
            typer.echo(json.dumps([reason.model_dump(mode="json") for reason in reasons_known(game.why(turn), table)], ensure_ascii=False))
        else:
            typer.echo(why_text(game, turn, gm_notes=gm_notes))


def draw(file: Path, game: "Game", turns: tuple[int, ...], table: "TableLore", *, aside: bool) -> None:
    """Write the page of these turns' prompts, or of all that the last session has."""
    from gm_engine.context.explain import prompt_known, reasons_known
    from gm_engine.exchange.why_html import Drawn, why_html
    from gm_engine.interfaces.cli.writing_down import write_down

    title = f"{game.state.title}: turn {turns[0]}" if turns else f"{game.state.title}: session {game.state.session}"
    turns = turns or tuple(spent.turn for spent in game.session().prompts)
    said = {turn: played.said if (played := game.state.turns.get(str(turn))) else "" for turn in turns}
    drawn = [Drawn(prompt_known(game.prompt_of(turn), table), said[turn], reasons_known(game.why(turn), table)) for turn in turns]
    write_down(file, [why_html(title, drawn, game.tools.budget)])
    typer.echo(f"Written: {file}", err=aside)


def cost(
    name: Name,
    turns: Annotated[bool, typer.Option("--turns", help="A row for each turn.")] = False,
    home: Home = "",
    format: Format = "text",
) -> None:
    """Tokens read and written along this branch, by session and model, and what was spent elsewhere; money where a price is known.

    Below, on all branches: what the telling took, and what each kind of question beside it.

    Example: [bold]gm cost first_ride --turns[/bold]
    """
    from dataclasses import asdict

    from gm_engine.bootstrap import settings
    from gm_engine.interfaces.cli.seams import by_seam, seams_text
    from gm_engine.interfaces.cli.spending import known_prices, spending, spending_text

    chosen("--format", format)
    with the_record(name, home) as journal:
        prices = known_prices(settings(home or None))
        rows, seams = spending(journal, prices, by_turn=turns), by_seam(journal, prices)
    if format == "json":
        typer.echo(json.dumps({"campaign": name, "sessions": [asdict(row) for row in rows], "seams": [asdict(row) for row in seams]}))
        return
    typer.echo("\n\n".join(filter(None, (spending_text(rows), seams_text(seams)))))
