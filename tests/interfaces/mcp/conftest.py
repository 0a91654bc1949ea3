"""An MCP server in this process with a home of its own, and the SDK's own client for it."""

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
import pytest
from mcp import Client
from mcp.types import CallToolResult

from gm_engine.bootstrap import open_campaign
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.interfaces.mcp.server import make_server
from tests.packs import LIVERY_PATH

T = TypeVar("T")
Visit = Callable[[Client], Awaitable[T]]


def text_of(result: CallToolResult) -> str:
    """What a model reads of a result."""
    return "\n".join(block.text for block in result.content if block.type == "text")


async def data_of(client: Client, tool: str, **given: Any) -> Any:
    """A tool's structured content, which the client has checked against the tool's schema."""
    result = await client.call_tool(tool, given)
    assert not result.is_error, text_of(result)
    return result.structured_content


async def error_of(client: Client, tool: str, **given: Any) -> dict[str, str]:
    """What a tool says where it cannot."""
    result = await client.call_tool(tool, given)
    assert result.is_error
    assert result.structured_content is not None
    error: dict[str, str] = result.structured_content["error"]
    assert set(error) == {"where", "what", "then", "slug"}
    assert f"[{error['slug']}]" in text_of(result)
    assert "Traceback" not in text_of(result)
    return error


@pytest.fixture(scope="session")
def told_twice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one campaign in which something was told twice. It is only read: what writes takes a copy of it."""
    home = tmp_path_factory.mktemp("home")
    with open_campaign(LIVERY_PATH, home=home, seed=5) as game:
        for reply in ("Luis Ortega has brown eyes.", "Luis Ortega has blue eyes, and he shrugs."):
            game.reply_next(reply)
            game.play("I wait.")
    return home


@pytest.fixture
def home(told_twice: Path, tmp_path: Path) -> Path:
    """A copy of that home."""
    return Path(shutil.copytree(told_twice, tmp_path / "home"))


@pytest.fixture
def visit(home: Path) -> Callable[[Visit[T]], T]:
    """Lets a client at a server of that home."""

    def visited(act: Visit[T]) -> T:
        async def run() -> T:
            async with Client(make_server(Settings(home), packs={"livery": LIVERY_PATH})) as client:
                return await act(client)

        return anyio.run(run)

    return visited
