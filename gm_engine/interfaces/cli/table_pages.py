"""``gm recap``, ``prep``, ``sheet``, ``map`` and ``timeline``: pages for the table."""

import json
from collections.abc import Callable
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gm_engine.interfaces.cli.saved import in_words, the_game
from gm_engine.interfaces.cli.shared_options import Format, Home, Name, chosen

if TYPE_CHECKING:
    from gm_engine.state import StoryState


def _page(name: str, home: str, format: str, view: str, data: "Callable[[StoryState], dict[str, Any]]") -> None:
    chosen("--format", format)
    with the_game(name, home, readonly=True) as game:
        typer.echo(json.dumps({"campaign": name, **data(game.state)}, ensure_ascii=False) if format == "json" else game.view(view))


def recap(
    name: Name,
    home: Home = "",
    format: Format = "text",
    worded: Annotated[bool, typer.Option("--worded", help="In the words of the campaign's language model, if they stand.")] = False,
) -> None:
    """Previously on this story: at most seven lines, each with the turn that bears it out.

    Example: [bold]gm recap first_ride[/bold]
    """
    from gm_engine.memory.recap import recap as lines

    chosen("--format", format)
    with the_game(name, home, readonly=not worded) as game:
        words = in_words(game, "recap") if worded else ""
        told = lines(game.state)
    if format == "json":
        data = {"campaign": name, "lines": [line.model_dump(mode="json") for line in told]}
        typer.echo(json.dumps(data | ({"worded": words} if worded else {}), ensure_ascii=False))
    elif words:
        typer.echo(fill(words, 80))
    elif told:
        from gm_engine.interfaces.cli.looks import recap_text

        typer.echo(recap_text(told))
    else:
        typer.echo("Nothing has happened yet.")


def prep(name: Name, home: Home = "", format: Format = "text") -> None:
    """The GM's page for the next evening: open threads, a strong start, scenes, clues, places, people, opposition, debts.

    It is looked up in what was played and holds secrets. Example: [bold]gm prep first_ride[/bold]
    """
    from gm_engine.exchange.prep import prep_json, prep_of, prep_text

    chosen("--format", format)
    with the_game(name, home, readonly=True) as game:
        page = prep_of(game.state)
    typer.echo(json.dumps({"campaign": name, **prep_json(page)}, ensure_ascii=False) if format == "json" else prep_text(page), nl=False)
    typer.echo("This page is the GM's: it holds the campaign's secrets.", err=True)


def sheet(name: Name, home: Home = "", format: Format = "text") -> None:
    """The player's character: attributes, skills, wounds, what is carried.

    Example: [bold]gm sheet first_ride[/bold]
    """
    from gm_engine.interfaces.cli.looks import sheet_data

    _page(name, home, format, "/sheet", sheet_data)


def map(
    name: Name,
    home: Home = "",
    format: Annotated[str, typer.Option("--format", metavar="text|json|svg", help="How to print it; svg is a picture.")] = "text",
    svg: Annotated[Path | None, typer.Option("--svg", metavar="F", help="Draw it into this file.")] = None,
) -> None:
    """The places that are known and the ways between them: drawn in letters, with the miles and bearings from here; or as a picture.

    Example: [bold]gm map first_ride[/bold], or [bold]gm map first_ride --svg map.svg[/bold]
    """
    from gm_engine.exchange.map_svg import map_svg
    from gm_engine.interfaces.cli.looks import map_data
    from gm_engine.interfaces.cli.writing_down import write_down
    from gm_engine.play.charting import chart_of

    chosen("--format", format, ("text", "json", "svg"))
    if svg is None and format != "svg":
        _page(name, home, format, "/map", map_data)
        return
    with the_game(name, home, readonly=True) as game:
        picture = map_svg(chart_of(game.state))
    if svg is None:
        typer.echo(picture, nl=False)
    else:
        write_down(svg, [picture])
        typer.echo(f"Written: {svg}", err=format == "json")


def timeline(name: Name, home: Home = "", format: Format = "text") -> None:
    """The story points by the story's own dates.

    Example: [bold]gm timeline first_ride[/bold]
    """
    from gm_engine.interfaces.cli.looks import timeline_data, timeline_text

    chosen("--format", format)
    with the_game(name, home, readonly=True) as game:
        points = timeline_data(game.state)
        typer.echo(json.dumps({"campaign": name, **points}, ensure_ascii=False) if format == "json" else timeline_text(game.state))
