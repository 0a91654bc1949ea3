"""Runs the server: over this process's own input and output, or over HTTP."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gm_engine.errors import GameError

if TYPE_CHECKING:
    from mcp.server import MCPServer

PATH = "/mcp"


def _server(home: str, packs: tuple[Path, ...], gm_notes: bool) -> "MCPServer[None]":
    try:
        from gm_engine.interfaces.mcp.server import make_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("gm_engine", ""):
            raise
        what = f"the MCP server needs {error.name}, which is not installed."
        raise GameError("gm mcp", what, "Install it: pip install 'gm-engine[mcp]'", "not-installed") from error
    from gm_engine.authoring import load_pack
    from gm_engine.bootstrap.settings_file import settings

    return make_server(settings(home or None), packs={load_pack(path).id: path for path in packs}, gm_notes=gm_notes)


def over_stdio(*, home: str, packs: tuple[Path, ...], gm_notes: bool = False) -> None:
    """Serve whoever started this process, until they close its input. Standard output carries the protocol and nothing else."""
    _server(home, packs, gm_notes).run("stdio")


def over_http(
    *, home: str, packs: tuple[Path, ...], host: str, port: int, token_file: Path | None, hosts: tuple[str, ...],
    ready: Callable[[str], None], gm_notes: bool = False,
) -> None:  # fmt: skip
    """Serve until the process is told to stop; ``ready`` hears the address. Beyond this machine only with a token."""
    server = _server(home, packs, gm_notes)
    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    from gm_engine.interfaces.serve.doors import LOOPBACK, Doors
    from gm_engine.interfaces.serve.running import admitted, is_loopback, listening, serve_until_told
    from gm_engine.interfaces.serve.server_limits import Limits

    limits, token = Limits(), admitted(host, token_file)
    named = (*LOOPBACK, host, *hosts) if hosts or is_loopback(host) else ()
    app = server.streamable_http_app(
        streamable_http_path=PATH, max_request_body_size=limits.body,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )  # fmt: skip
    config = uvicorn.Config(
        Doors(app, limits, token=token, hosts=named), log_level="warning", access_log=False, server_header=False, ws="none", lifespan="on",
        timeout_graceful_shutdown=5,
    )  # fmt: skip
    with listening(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        ready(f"http://{shown}:{listener.getsockname()[1]}{PATH}")
        serve_until_told(config, listener)
