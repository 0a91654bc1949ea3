"""``gm doctor`` and ``gm explain``."""

import json
from collections.abc import Mapping
from textwrap import fill
from typing import Annotated

import typer

from gm_engine.interfaces.cli.shared_options import Format, Gm, Home, Model, Provider, chosen

WIDTH = 80


def doctor(
    home: Home = "", gm: Gm = "", model: Model = "", provider: Provider = "", format: Format = "text",
    repair: Annotated[bool, typer.Option("--repair", help="Save what can be saved of what is damaged; the damaged file is kept.")] = False,
    compact: Annotated[bool, typer.Option("--compact", help="Write what older versions saved as small as it can be.")] = False,
) -> None:  # fmt: skip
    """Say what is installed, where the data lies, which settings hold from where, and what a language model can do, if one is named.

    Every entry that is saved is checked. The exit code is 1 where one is damaged, or a language model is named that does not answer.

    Example: [bold]gm doctor --model MODEL[/bold]
    """
    from gm_engine.bootstrap import compact_saved, diagnose, is_hurt, is_silent, repair_saved

    chosen("--format", format)
    if repair or compact:
        done = {"Repaired": repair_saved(home or None)} if repair else {}
        done |= {"Compacted": compact_saved(home or None)} if compact else {}
        if format == "json":
            typer.echo(json.dumps(done, ensure_ascii=False))
        else:
            _show({title if rows else "Nothing is damaged": rows for title, rows in done.items()})
        return
    found = diagnose(home or None, gm=gm, model=model, provider=provider)
    if format == "json":
        typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        _show(found)
    if is_silent(found) or is_hurt(found):
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
