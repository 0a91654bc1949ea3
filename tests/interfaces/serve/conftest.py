"""A real server on the loopback, in a thread, with its own home."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import openai
import pytest
import uvicorn

from gm_engine.bootstrap.settings_file import Settings
from gm_engine.interfaces.serve.app import make_app
from gm_engine.interfaces.serve.running import listening
from gm_engine.interfaces.serve.server_limits import Limits
from gm_engine.story.table_rules import TableRules
from tests.endpoint import Endpoint, endpoint
from tests.packs import LIVERY_PATH

TOKEN = "a-token-that-nobody-guesses"


class Served:
    """A server that runs: its address, and a client for it."""

    def __init__(self, url: str, home: Path, token: str = "") -> None:
        self.url, self.home = url, home
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=60, trust_env=False)

    def get(self, path: str, **params: Any) -> Any:
        answer = self.http.get(path, params=params or None)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def delete(self, path: str) -> Any:
        answer = self.http.delete(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def begin(self, name: str, **options: Any) -> str:
        return str(self.post("/api/campaigns", pack="livery", name=name, **options)["campaign"])

    def events(self, path: str, **body: Any) -> list[tuple[str, Any]]:
        """Server-sent events, by kind and data."""
        with self.http.stream("POST", path, json={**body, "stream": True}) as answer:
            assert answer.status_code == 200, answer.read()
            assert answer.headers["content-type"].startswith("text/event-stream")
            blocks = [block for block in "".join(answer.iter_text()).split("\n\n") if block.startswith("event:")]
        return [(block.split("\n")[0][7:], json.loads(block.split("\n")[1][6:])) for block in blocks]


def client_of(served: Served, **options: Any) -> openai.OpenAI:
    """The official client. It keeps no connection: where it is left lying in the traceback of an error, its socket would be found open."""
    line = httpx.Client(limits=httpx.Limits(max_keepalive_connections=0), trust_env=False)
    return openai.OpenAI(base_url=f"{served.url}/v1", api_key="none", http_client=line, **{"max_retries": 0, "timeout": 60, **options})


@contextmanager
def serving(
    home: Path, *, limits: Limits | None = None, token: str = "", gm: str = "embedded", model: str = "",
    table: TableRules | None = None, database: str = "", **options: Any,
) -> Iterator[Served]:  # fmt: skip
    """A server for as long as the block lasts."""
    given = Settings(home, database, gm=gm, model=model, table=table or TableRules())
    app = make_app(given, limits=limits or Limits(rate=100_000), token=token, packs={"livery": LIVERY_PATH}, **options)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, ws="none", timeout_graceful_shutdown=20))
    with listening("127.0.0.1", 0) as listener:
        thread = Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        served = Served(f"http://127.0.0.1:{listener.getsockname()[1]}", home, token)
        try:
            yield served
        finally:
            served.http.close()
            server.should_exit = True
            thread.join(30)
            assert not thread.is_alive()


@pytest.fixture(scope="module")
def upstream() -> Iterator[Endpoint]:
    """A scripted language model behind the server."""
    with endpoint() as told:
        yield told


Serving = Callable[..., Any]


def until(holds: Any, seconds: float = 20.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never held"
        time.sleep(0.05)


@contextmanager
def starting(home: Path, upstream: Endpoint, workers: int = 1, *more: str, gm: str = "openai") -> Iterator[subprocess.Popen[str]]:
    """``gm serve`` in a process of its own, whose campaigns are told by a scripted model, unless another is named."""
    words = ["serve", "--port", "0", "--home", str(home), "--pack", str(LIVERY_PATH), "--workers", str(workers), *more]
    program = "import sys; from gm_engine.interfaces.cli import main; sys.exit(main(sys.argv[1:]))"
    words += () if "--rate" in more else ("--rate", "100000")
    told = 'model = "frontier-large"\n[table]\nguard = "off"\ntools = []\n[hearing]\non = false\n' if gm == "openai" else ""
    (home / "settings.toml").write_text(f'gm = "{gm}"\n{told}', encoding="utf-8")
    known = {**os.environ, "OPENAI_BASE_URL": upstream.url, "OPENAI_API_KEY": "tok-a-very-secret-key", "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=known,
        start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        with suppress(ValueError):
            process.communicate(timeout=30)


@contextmanager
def running(
    home: Path, upstream: Endpoint, workers: int = 1, *more: str, gm: str = "openai"
) -> Iterator[tuple[Served, subprocess.Popen[str]]]:
    """The same, as soon as it is up."""
    with starting(home, upstream, workers, *more, gm=gm) as process:
        assert process.stdout
        served = Served(process.stdout.readline().split()[-1], home)
        try:
            until(lambda: up(served))
            yield served, process
        finally:
            served.http.close()


def up(served: Served) -> bool:
    try:
        return served.http.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def processes_of(process: subprocess.Popen[str]) -> dict[int, int]:
    """The processes that one has started, and the number of the worker that each of them is."""
    table = subprocess.run(
        ["ps", "-ww", "-A", "-o", "ppid=", "-o", "pid=", "-o", "args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split() for line in table.splitlines()]
    return {int(row[1]): int(row[-1]) for row in rows if int(row[0]) == process.pid and row[-1].isdecimal()}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that leave its campaigns to themselves."""
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield served


@pytest.fixture
def alone(server: Served, request: pytest.FixtureRequest) -> str:
    """A campaign of this test's own."""
    return server.begin(f"t {abs(hash(request.node.nodeid)) % 10**8}")


@pytest.fixture
def proxy(upstream: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server whose campaigns are told by a scripted model."""
    monkeypatch.setenv("OPENAI_BASE_URL", upstream.again().url)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with serving(tmp_path, gm="openai", model="frontier-large") as served:
        yield served
