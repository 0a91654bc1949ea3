"""``gm doctor`` and ``gm explain``."""

import json
from collections.abc import Mapping
from textwrap import fill
from typing import Annotated

import typer

from gm_engine.interfaces.cli.shared_options import Format, Gm, Home, Model, Provider, chosen

WIDTH = 80


def doctor(home: Home = "", gm: Gm = "", model: Model = "", provider: Provider = "", format: Format = "text") -> None:
    """Say what is installed, where the data lies, which settings hold from where, and what a language model can do, if one is named.

    The exit code is 1 where a language model is named that does not answer.

    Example: [bold]gm doctor --model MODEL[/bold]
    """
    from gm_engine.bootstrap import diagnose, is_silent

    chosen("--format", format)
    found = diagnose(home or None, gm=gm, model=model, provider=provider)
    if format == "json":
        typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        _show(found)
    if is_silent(found):
        raise typer.Exit(1)


def _show(found: Mapping[str, Mapping[str, str]]) -> None:
    for panel, rows in found.items():
        typer.echo(panel)
        for key, value in rows.items():
            row = f"{key:<25}{' '.join(value.split())}"
            typer.echo(fill(row, WIDTH, initial_indent="  ", subsequent_indent=" " * 27, break_long_words=False, break_on_hyphens=False))


def explain(
    slug: Annotated[str, typer.Argument(metavar="[SLUG]", help="What stands in brackets at the end of a message.")] = "",
    format: Format = "text",
) -> None:
    """Say more about a message: what it means, and what to do. Without a slug, all of them are listed.

    Example: [bold]gm explain campaign-busy[/bold]
    """
    from gm_engine.interfaces.cli.problems import problem, slugs
    from gm_engine.interfaces.cli.suggestion import typed

    chosen("--format", format)
    if not slug:
        typer.echo(json.dumps(slugs()) if format == "json" else "\n".join(slugs()))
        return
    text = problem(slug)
    typer.echo(json.dumps({"slug": slug.strip("[]"), "text": text}, ensure_ascii=False) if format == "json" else typed(text))
