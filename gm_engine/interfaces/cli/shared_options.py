"""Options that many commands share."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from gm_engine.errors import UnknownName

Home = Annotated[str, typer.Option("--home", metavar="DIR", help="Where saved campaigns lie (else GM_HOME, else your data folder).")]
Format = Annotated[str, typer.Option("--format", metavar="text|json", help="How to print it.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A saved campaign.")]
Gm = Annotated[str, typer.Option("--gm", metavar="embedded|openai|recorded|NAME", help="Who is the game master.")]
Provider = Annotated[str, typer.Option("--provider", metavar="NAME", help="An endpoint of settings.toml: \\[providers.NAME].")]
Cassette = Annotated[
    Path | None, typer.Option("--cassette", metavar="F.jsonl", help="Record the answers there; with --gm recorded, play from it.")
]
Model = Annotated[str, typer.Option("--model", metavar="M", help="The language model, for --gm openai.")]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="The seed of the dice (else the play's, else the pack's).")]
Begins = Annotated[str, typer.Option("--opening", metavar="NAME", help="How a new campaign begins, where its pack has several openings.")]
Wanted = Annotated[
    str,
    typer.Option("--budget", metavar="N|RECIPE|RECIPE:N", help="Tokens of a prompt: N, table, lean, ample, 10-40-43-7, or both."),
]
Seeds = Annotated[
    int | None, typer.Option("--seeds", min=1, metavar="N", help="Play it once for each of N seeds and say what depends on luck.")
]


def chosen(option: str, given: str, known: Sequence[str] = ("text", "json")) -> str:
    """The value given. Raises UnknownName with the nearest where it is none of the option's values."""
    if given in known:
        return given
    from gm_engine.interfaces.cli.dispatch import nearest

    raise UnknownName(option, f'"{given}" is none of its values.', f"{nearest(given, known)}Use one of: {' '.join(known)}.", "bad-option")


GmNotes = Annotated[bool, typer.Option("--gm-notes", help="With what the table does not know.")]
