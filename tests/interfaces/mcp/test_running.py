"""``gm mcp`` as other programs start it: over stdio, over HTTP, without the extra."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio
import httpx
import httpx2
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from tests.interfaces.conftest import Gm
from tests.interfaces.mcp.conftest import data_of, error_of

ROOT = Path(__file__).resolve().parents[3]
GM = (sys.executable, "-W", "error", "-c", "import sys; from gm_engine.interfaces.cli import main; sys.exit(main(sys.argv[1:]))")
TOKEN = "a-token-that-nobody-guesses"


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def test_a_program_that_starts_it_plays_over_stdio(home: Path, tmp_path: Path) -> None:
    server = StdioServerParameters(command=GM[0], args=[*GM[1:], "mcp", "--home", str(home)], env=environment())
    log = tmp_path / "log"

    async def act() -> None:
        with log.open("w", encoding="utf-8") as errors:
            async with Client(stdio_client(server, errlog=errors)) as client:
                assert (await data_of(client, "play", campaign="livery", said="I look around."))["turn"] == 3
                assert (await error_of(client, "play", campaign="nobody", said="Hello"))["slug"] == "unknown-campaign"
                (content,) = (await client.read_resource("gm://campaigns/livery/report")).contents
                assert "brown eyes" in content.text

    anyio.run(act)
    assert log.read_text(encoding="utf-8") == ""


@contextmanager
def over_http(home: Path, *more: str) -> Iterator[str]:
    """The address of a server, for as long as the block lasts."""
    words = [*GM, "mcp", "--http", "--port", "0", "--home", str(home), *more]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment()) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            yield found[0]
        finally:
            process.terminate()
            process.wait(20)


def test_it_serves_over_http_who_may_come_in(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(TOKEN, encoding="utf-8")
    with over_http(home, "--token-file", str(file)) as url:
        bearer = {"Authorization": f"Bearer {TOKEN}"}

        async def act() -> None:
            async with (
                httpx2.AsyncClient(headers=bearer, timeout=60) as http,
                Client(streamable_http_client(url, http_client=http)) as client,
            ):
                assert (await data_of(client, "play", campaign="livery", said="I look around."))["turn"] == 3
                assert (await error_of(client, "roll", campaign="livery", what="grumble"))["slug"] == "bad-roll"

        anyio.run(act)
        ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        for headers, status, slug in (
            ({}, 401, "no-entry"),
            ({"Authorization": "Bearer wrong"}, 401, "no-entry"),
            ({**bearer, "Host": "evil.example"}, 403, "wrong-door"),
            ({**bearer, "Origin": "http://evil.example"}, 403, "wrong-door"),
        ):
            answer = httpx.post(url, json=ping, headers=headers, trust_env=False)
            assert (answer.status_code, answer.json()["error"]["slug"]) == (status, slug)
            assert "Traceback" not in answer.text


def test_beyond_this_machine_it_listens_only_with_a_token(gm: Gm, home: Path) -> None:
    said = gm("mcp", "--http", "--host", "0.0.0.0", "--port", "0", "--home", home)
    assert (said.code, said.out) == (2, "")
    assert "[no-token]" in said.err


def test_an_address_without_http_is_a_mistake(gm: Gm, home: Path) -> None:
    said = gm("mcp", "--host", "0.0.0.0", "--home", home)
    assert said.code == 2
    assert "--http" in said.err


def test_without_the_extra_it_says_what_to_install(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "mcp" or name.startswith("gm_engine.interfaces.mcp.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    said = gm("mcp", "--home", home)
    assert said.code == 2
    assert "pip install 'gm-engine[mcp]'" in said.err
    assert "[not-installed]" in said.err


def test_help_pays_nothing_for_it() -> None:
    code = "import sys; from gm_engine.interfaces.cli import main; main(['mcp', '--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True)
    loaded = done.stderr.split()
    assert [name for name in ("mcp", "pydantic", "starlette", "uvicorn", "spacy", "anyio") if name in loaded] == []
