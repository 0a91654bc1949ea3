"""The commands of ``gm``, gathered. Each module imports what is heavy only when its command runs."""

from typing import Annotated

import typer

from gm_engine import __version__

app = typer.Typer(
    name="gm",
    help="A game master that never forgets and never contradicts itself.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="rich",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gm {__version__}")
        raise typer.Exit


@app.callback()
def gm(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")] = False) -> None:
    """A game master that never forgets and never contradicts itself."""


from gm_engine.interfaces.cli import history, play, records, reports, run, writing  # noqa: E402

for room in (run, play, reports, history, records, writing):
    room.register(app)
