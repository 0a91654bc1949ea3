"""``gm lore``, ``gm graph`` and ``gm reread``: what is known, how it hangs together, and what a newer reader finds in it."""

import json
from textwrap import fill
from typing import Annotated

import typer

from gm_engine.interfaces.cli.saved import in_words, the_game
from gm_engine.interfaces.cli.shared_options import Format, Gm, GmNotes, Home, Model, Name, Provider, chosen
from gm_engine.interfaces.cli.suggestion import suggest
from gm_engine.story.counting import counted

FORMATS = ("svg", "html", "graphml", "mermaid", "json")


def lore(
    name: Name,
    entity: Annotated[str, typer.Argument(metavar="[ENTITY]", help="Whom or what; without it, everyone and everything is listed.")] = "",
    other: Annotated[str, typer.Argument(metavar="[OTHER]", help="How the two are tied: the shortest ways, step by step.")] = "",
    home: Home = "",
    format: Format = "text",
    worded: Annotated[
        bool, typer.Option("--worded", help="With a card in the words of the campaign's language model, where the record bears them out.")
    ] = False,
    edit: Annotated[
        bool,
        typer.Option("--edit", help="Edit what is remembered of them in your editor (from a pipe: the edited page on standard input)."),
    ] = False,
    gm_notes: GmNotes = False,
) -> None:
    """What the table knows, since when, and told by whom; or how two are tied.

    Example: [bold]gm lore first_ride oakes[/bold], or [bold]gm lore first_ride oakes kettering[/bold]
    """
    from gm_engine.interfaces.cli.looks import lore_json, lore_text, whom
    from gm_engine.interfaces.cli.ties import ties_json, ties_text

    chosen("--format", format)
    if edit:
        from gm_engine.interfaces.cli.edit_page import edit_by_hand

        with the_game(name, home) as game:
            edit_by_hand(game, whom(game.state, entity, gm_notes=gm_notes) if entity else "")
            return
    with the_game(name, home, readonly=not worded) as game:
        if other:
            show = ties_json if format == "json" else ties_text
            typer.echo(show(game.state, entity, other, gm_notes=gm_notes))
            return
        if worded and entity and (words := in_words(game, "card", whom(game.state, entity))):
            typer.echo(f"{fill(words, 80)}\n", err=format == "json")
        page = lore_json if format == "json" else lore_text
        typer.echo(page(game.state, entity, gm_notes=gm_notes))


def graph(
    name: Name,
    entity: Annotated[
        str, typer.Argument(metavar="[ENTITY]", help="Only what lies within two steps of this one (svg, html, mermaid).")
    ] = "",
    home: Home = "",
    format: Annotated[str, typer.Option("--format", metavar="|".join(FORMATS), help="A picture, a page, or data.")] = "svg",
    gm_notes: GmNotes = False,
) -> None:
    """The lore as a graph: who and what, and the open facts that join them.

    Example: [bold]gm graph first_ride --format html > lore.html[/bold]
    """
    from gm_engine.exchange.graph_export import graph_data, graph_html, graph_mermaid, graph_svg, picture_of
    from gm_engine.interfaces.cli.looks import whom

    chosen("--format", format, FORMATS)
    with the_game(name, home, readonly=True) as game:
        around = whom(game.state, entity, gm_notes=gm_notes) if entity else ""
        if format in ("json", "graphml"):
            typer.echo(graph_data(game.state, format, gm_notes=gm_notes), nl=False)
        else:
            picture = picture_of(game.state, around=around, gm_notes=gm_notes)
            draw = {"svg": graph_svg, "html": graph_html, "mermaid": graph_mermaid}[format]
            typer.echo(draw(picture), nl=False)


def reread(
    name: Name, home: Home = "", format: Format = "text", gm: Gm = "", model: Model = "", provider: Provider = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether the price is right.")] = False,
) -> None:  # fmt: skip
    """Read every reply again with the present reader, and write down what it finds that the old one did not. With a language model,
    that notes the replies which have no note yet.

    Example: [bold]gm reread first_ride[/bold]
    """
    chosen("--format", format)
    if gm or model or provider:
        noted_again(name, home, format, gm, model, provider, yes=yes)
        return
    with the_game(name, home) as game:
        found = game.reread()
    if format == "json":
        typer.echo(json.dumps({"campaign": name, **found._asdict()}))
        return
    news = ((found.claims, "new claim"), (found.facts, "new fact"), (found.conflicts, "new conflict"))
    typer.echo(f"{counted(found.turns, 'turn was', 'turns were')} read again: {', '.join(counted(*one) for one in news)}.")
    if found.unread:
        typer.echo(f"{counted(found.unread, 'claim')} on record would not be read today: what is on record stands.")
    if found.conflicts:
        typer.echo(f"See them: {suggest('conflicts', name)}")


def noted_again(name: str, home: str, format: str, gm: str, model: str, provider: str, *, yes: bool) -> None:
    """Have the replies that lack a note noted by a language model, and say what came of it."""
    from gm_engine.bootstrap import settings, who_notes
    from gm_engine.interfaces.cli.noting import reread_noted

    given = settings(home or None)
    found = reread_noted(name, home, given, *who_notes(given, gm, model, provider), yes=yes)
    if format == "json":
        typer.echo(json.dumps({"campaign": name, **found._asdict()}))
        return
    news = f"{counted(found.facts, 'new fact')}, {counted(found.conflicts, 'new conflict')}"
    typer.echo(f"{found.noted:,} of {counted(found.turns, 'reply', 'replies')} noted now: {news}.")
    if found.unnoted:
        typer.echo(f"{counted(found.unnoted, 'reply has', 'replies have')} no note.")
    if found.conflicts:
        typer.echo(f"See them: {suggest('conflicts', name)}")
