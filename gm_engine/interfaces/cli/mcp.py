"""``gm mcp``: campaigns as tools for other programs' language models."""

from pathlib import Path
from typing import Annotated

import typer

from gm_engine.errors import GameError
from gm_engine.interfaces.cli.shared_options import GmNotes, Home


def mcp(
    home: Home = "",
    http: Annotated[bool, typer.Option("--http", help="Over HTTP, instead of this process's own input and output.")] = False,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="With --http: where to listen; beyond this machine only with a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, metavar="N", help="With --http: which port; 0 takes a free one.")] = 8715,
    token_file: Annotated[
        Path | None,
        typer.Option("--token-file", metavar="F", help="With --http: the token that requests must bring (else GM_SERVE_TOKEN)."),
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="HOST", help="With --http: a name by which the server may be called.")
    ] = None,
    pack: Annotated[list[Path] | None, typer.Option("--pack", metavar="DIR", help="A campaign of yours that may be begun here.")] = None,
    gm_notes: GmNotes = False,
) -> None:
    """Offer campaigns to programs that speak MCP: play, record, recall, lore, conflicts, settle, recap, roll.

    Such a program starts it by itself, and then nothing but the protocol is printed: give it the command.

    Example: [bold]gm mcp --home saved[/bold]
    """
    from gm_engine.interfaces.mcp.running import over_http, over_stdio

    packs = tuple(pack or ())
    if not http:
        if token_file or name or host != "127.0.0.1":
            raise GameError(
                "gm mcp", "an address was given, and it does not listen anywhere.", "Add --http, or leave that out.", "bad-usage"
            )
        over_stdio(home=home, packs=packs, gm_notes=gm_notes)
        return

    def ready(address: str) -> None:
        typer.echo(f"Serving MCP at {address}\nCtrl-C stops it.")

    over_http(
        home=home, packs=packs, host=host, port=port, token_file=token_file, hosts=tuple(name or ()), ready=ready, gm_notes=gm_notes,
    )  # fmt: skip
