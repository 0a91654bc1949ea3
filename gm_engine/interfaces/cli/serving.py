"""``gm serve``: the engine for other programs, over HTTP."""

from pathlib import Path
from typing import Annotated

import typer

from gm_engine.interfaces.cli.shared_options import Home


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; beyond this machine only with a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, metavar="N", help="Which port; 0 takes a free one.")] = 8714,
    home: Home = "",
    token_file: Annotated[
        Path | None, typer.Option("--token-file", metavar="F", help="The token that requests must bring (else GM_SERVE_TOKEN).")
    ] = None,
    gm_token_file: Annotated[
        Path | None,
        typer.Option("--gm-token-file", metavar="F", help="The token of whoever may see the GM's notes (else GM_SERVE_GM_TOKEN)."),
    ] = None,
    name: Annotated[list[str] | None, typer.Option("--name", metavar="HOST", help="A name by which the server may be called.")] = None,
    origin: Annotated[
        list[str] | None, typer.Option("--origin", metavar="URL", help="An origin whose pages may ask: https://chat.example.org")
    ] = None,
    pack: Annotated[list[Path] | None, typer.Option("--pack", metavar="DIR", help="A campaign of yours that may be begun here.")] = None,
    footnotes: Annotated[bool, typer.Option("--footnotes", help="Note conflicts behind the replies of the chat protocol.")] = False,
    rate: Annotated[int, typer.Option("--rate", min=1, metavar="N", help="Requests a minute at most.")] = 600,
    turns: Annotated[
        int, typer.Option("--turns", min=1, max=256, metavar="N", help="Turns that use the processor at the same time at most.")
    ] = 8,
    queue: Annotated[int, typer.Option("--queue", min=1, metavar="N", help="Requests that may wait for one campaign.")] = 32,
    tables: Annotated[int, typer.Option("--tables", min=1, metavar="N", help="Campaigns that are open at the same time at most.")] = 64,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, metavar="N", help="Processes that share the campaigns: as many as there are cores.")
    ] = 1,
) -> None:
    """Serve campaigns to other programs: a page, a REST API, and OpenAI's chat protocol at /v1 for front-ends.

    Example: [bold]gm serve[/bold], then give your front-end the base URL http://127.0.0.1:8714/v1
    """
    from gm_engine.interfaces.serve.running import serve as run
    from gm_engine.interfaces.serve.server_limits import Limits

    def ready(address: str) -> None:
        rows = (("page", "/"), ("chat", "/v1"), ("routes", "/openapi.json"))
        typer.echo(f"Serving at {address}")
        for what, path in rows:
            typer.echo(f"  {what:<10}{address}{path}")
        typer.echo("Ctrl-C stops it.")

    limits = Limits(rate=rate, turns=turns, queue=queue, tables=tables)
    run(
        home=home, host=host, port=port, token_file=token_file, gm_token_file=gm_token_file, hosts=tuple(name or ()),
        packs=tuple(pack or ()), limits=limits, footnotes=footnotes, origins=tuple(origin or ()), workers=workers,
        ready=ready, say=lambda words: typer.echo(words, err=True),
    )  # fmt: skip
