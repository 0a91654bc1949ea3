"""Several workers behind one address: a campaign stays with one of them, and what befalls one is nothing to the others."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import openai
import pytest
from sqlalchemy import create_engine, text

from gm_engine.bootstrap.settings_file import Settings, open_store
from gm_engine.errors import GameError
from gm_engine.interfaces.serve import workers
from gm_engine.interfaces.serve.doors import GMS, PASSED, BackDoor
from gm_engine.interfaces.serve.server_limits import Limits, Place
from gm_engine.interfaces.serve.worker import Order
from gm_engine.interfaces.serve.workers import Worker
from gm_engine.storage.lock import FAMILY, number_of
from tests.endpoint import Answers, Endpoint
from tests.interfaces.conftest import Gm
from tests.interfaces.serve import test_chat
from tests.interfaces.serve.conftest import TOKEN, Served, client_of, processes_of, running, until
from tests.interfaces.serve.test_chat import FrontEnd

LONG = Answers(("The pump ", *("drips " for _ in range(600)), "on."), between=0.1)
"""A telling of a minute."""
SHORT = Answers(("The pump drips.",))
OWNERS = Place(1, 2)
ONE, OTHER = "evening", "first_ride-2"
"""Campaigns of different workers."""
BESIDE = ("evening-2", "evening-3")
"""Campaigns of the same worker as the first."""
ODD = ("evening: two", "ça et là?#", "..", OTHER)
LINE: Any = [{"role": "user", "content": "I look around."}]


class Two:
    """A server with two workers, and who holds which campaign there."""

    def __init__(self, served: Served, process: subprocess.Popen[str], database: str) -> None:
        self.served, self.process, self.database = served, process, database

    def holder(self, name: str) -> int:
        """The process that holds a campaign; on a database server, its connection. 0: nobody."""
        if not self.database:
            path = self.served.home / f"campaigns.db.{number_of(name):08x}.lock"
            return int(path.read_text(encoding="ascii")) if path.exists() else 0
        engine = create_engine(self.database)
        with engine.connect() as connection:
            query = text("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = :family AND objid = :number AND granted")
            found = connection.execute(query, {"family": FAMILY, "number": number_of(name)}).scalars().all()
        engine.dispose()
        assert len(found) < 2
        return found[0] if found else 0

    def pid(self, name: str) -> int:
        """The process of the worker that plays a campaign."""
        return next(pid for pid, number in processes_of(self.process).items() if number == OWNERS.owner(name))

    def begin(self, name: str) -> str:
        """A campaign with nothing told yet, begun where it is not there."""
        if name not in [one["name"] for one in self.served.get("/api/campaigns")["campaigns"]]:
            assert self.served.begin(name) == name
        return name


@contextmanager
def two_workers(upstream: Endpoint, home: Path, database: str = "") -> Iterator[Two]:
    with ExitStack() as open_here:
        with pytest.MonkeyPatch.context() as patch:
            if database:
                patch.setenv("GM_DATABASE_URL", database)
            served, process = open_here.enter_context(running(home, upstream, 2))
        yield Two(served, process, database)


@pytest.fixture(scope="module")
def on_sqlite(upstream: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    with two_workers(upstream, tmp_path_factory.mktemp("two")) as there:
        yield there


@pytest.fixture(scope="module")
def on_postgresql(postgres: Any, upstream: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    with two_workers(upstream, tmp_path_factory.mktemp("two"), str(postgres.fresh())) as there:
        yield there


@pytest.fixture
def two(request: pytest.FixtureRequest, upstream: Endpoint) -> Two:
    """The server, with a model that answers at once; its campaigns are in a file, where a test asks for nothing else."""
    found: Two = request.getfixturevalue(getattr(request, "param", "on_sqlite"))
    upstream.again().always = SHORT
    return found


def test_names_that_are_used_here_belong_to_different_workers() -> None:
    assert {OWNERS.owner(name) for name in (ONE, OTHER)} == {1, 2}
    assert {OWNERS.owner(name) for name in ODD} == {1, 2}
    assert OWNERS.owner(ODD[0]) != OWNERS.owner(ODD[0].partition(":")[0])
    many = [Place(1, 4).owner(f"table {number}") for number in range(1000)]
    assert all(200 < many.count(number) < 300 for number in range(1, 5))


def test_a_name_that_is_taken_gets_a_number_and_then_perhaps_another_worker(two: Two) -> None:
    names = [two.served.begin("first_ride") for _ in range(2)]
    assert names == ["first_ride", OTHER]
    assert {OWNERS.owner(name) for name in names} == {1, 2}
    assert [two.served.post(f"/api/campaigns/{name}/turns", said="I look around.")["turn"] for name in names] == [1, 1]


def test_a_campaign_stays_with_one_worker_whatever_is_asked_of_it(two: Two) -> None:
    served, holders = two.served, set()
    for name in (ONE, *ODD):
        begun = two.begin(name)
        window = FrontEnd(served, name)
        assert window.say("I look around.")["turn"] == 1
        holder = two.holder(name)
        assert holder
        path = f"/api/campaigns/{quote(name, safe='').replace('.', '%2E')}"
        assert served.post(f"{path}/turns", said="I wait for ten minutes.")["turn"] == 2
        assert served.post(f"{path}/retry")["turn"] == 2
        assert served.get(f"{path}/recap")["campaign"] == begun
        edit = served.post(f"{path}/edits", act="remember", words="The pump is painted green.", by="player")
        assert served.delete(f"{path}/edits/{edit['edit']['id']}")["campaign"] == begun
        assert served.post(f"{path}/stop")["stopped"] is False
        other = client_of(served).chat.completions.create(model=f"{name}:frontier-small", messages=[*window.messages, *LINE])
        assert other.model_dump()["gm"]["campaign"] == name
        assert two.holder(name) == holder
        holders.add((OWNERS.owner(name), holder))
    assert len(holders) == 2


def test_a_stream_that_is_broken_off_ends_the_call_and_frees_the_campaign(two: Two, upstream: Endpoint) -> None:
    two.begin(ONE)
    before = two.served.get(f"/api/campaigns/{ONE}")["turn"]
    upstream.always = LONG
    stream = client_of(two.served).chat.completions.create(model=ONE, messages=LINE, stream=True)
    next(iter(stream))
    stream.close()
    until(lambda: upstream.hung_up == 1, 5)
    upstream.always = Answers(("At last.",), first=60.0)
    with pytest.raises(openai.APITimeoutError):
        client_of(two.served, timeout=1.0).chat.completions.create(model=ONE, messages=LINE, stream=True)
    upstream.always = SHORT
    started = time.monotonic()
    assert two.served.post(f"/api/campaigns/{ONE}/turns", said="I look around.")["turn"] == before + 1
    assert time.monotonic() - started < 10


def test_words_come_through_as_they_are_sent(two: Two, upstream: Endpoint) -> None:
    two.begin(ONE)
    upstream.always = Answers(("The pump ", *("drips " for _ in range(8)), "on."), between=0.2)
    chunks = client_of(two.served).chat.completions.create(model=ONE, messages=LINE, stream=True)
    heard = [time.monotonic() for chunk in chunks if chunk.choices and chunk.choices[0].delta.content]
    assert len(heard) >= 9
    assert heard[-1] - heard[0] > 1.2


def test_what_is_told_can_be_stopped(two: Two, upstream: Endpoint) -> None:
    two.begin(ONE)
    upstream.always = LONG
    found: list[Any] = []
    asking = threading.Thread(target=lambda: found.append(two.served.http.post(f"/api/campaigns/{ONE}/turns", json={"said": "I wait."})))
    asking.start()
    until(lambda: upstream.bodies)
    assert two.served.post(f"/api/campaigns/{ONE}/stop")["stopped"]
    asking.join(20)
    assert (found[0].status_code, found[0].json()["error"]["slug"]) == (409, "stopped")


class Telling:
    """A turn that is being told: what has come of it, piece by piece."""

    def __init__(self, served: Served, path: str, **asked: Any) -> None:
        self.served, self.path, self.asked = served, path, asked
        self.heard: list[str] = []
        self.status = 0
        self.thread = threading.Thread(target=self._listen)
        self.thread.start()

    def _listen(self) -> None:
        with self.served.http.stream("POST", self.path, json=self.asked) as answer:
            self.status, self.headers = answer.status_code, answer.headers
            for piece in answer.iter_text():
                self.heard.append(piece)

    def end(self) -> str:
        """All that has come, when nothing more does."""
        self.thread.join(60)
        assert not self.thread.is_alive()
        return "".join(self.heard)


def there(pid: int) -> bool:
    """True until a process has ended altogether, and whoever started it has heard of it."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("two", ["on_sqlite", "on_postgresql"], indirect=True)
def test_a_worker_that_is_killed_comes_back_and_the_other_never_notices(two: Two, upstream: Endpoint) -> None:
    served, names = two.served, (ONE, *BESIDE, OTHER)
    before = {name: served.get(f"/api/campaigns/{two.begin(name)}")["turn"] for name in names}
    killed, kept = two.pid(ONE), two.pid(OTHER)
    asks = len(upstream.bodies)
    upstream.always = LONG
    told = Telling(served, f"/api/campaigns/{ONE}/turns", said="I wait for ten minutes.", stream=True)
    chat = Telling(served, "/v1/chat/completions", model=BESIDE[0], messages=LINE, stream=True)
    whole = Telling(served, f"/api/campaigns/{BESIDE[1]}/turns", said="I look around.")
    until(lambda: len(upstream.bodies) == asks + 3 and "drips" in "".join(told.heard) and "drips" in "".join(chat.heard), 60)
    upstream.always = Answers(("The pump ", *("drips " for _ in range(30)), "on."), between=0.1)
    elsewhere = Telling(served, f"/api/campaigns/{OTHER}/turns", said="I wait for ten minutes.", stream=True)
    until(lambda: "drips" in "".join(elsewhere.heard), 60)
    held = [two.holder(name) for name in names]
    assert all(held)
    assert held[0] != held[-1]
    os.kill(killed, signal.SIGKILL)
    until(lambda: not there(killed))  # till then its sockets take requests in, which then may have been begun
    upstream.always = SHORT
    after = Telling(served, f"/api/campaigns/{ONE}/turns", said="I wait for ten minutes.")
    looked = Telling(served, f"/api/campaigns/{BESIDE[0]}/turns", said="I look around.")
    until(lambda: served.get("/healthz")["workers"] == {"up": 1, "of": 2})

    kind, data = told.end().strip().split("\n\n")[-1].split("\n")
    assert (kind, json.loads(data.removeprefix("data: "))["slug"]) == ("event: error", "worker-gone")
    last = chat.end().strip().split("\n\n")[-1]
    assert json.loads(last.removeprefix("data: "))["error"]["code"] == "worker-gone"
    assert (json.loads(whole.end())["error"]["slug"], whole.status) == ("worker-gone", 503)
    assert whole.headers["retry-after"]
    kind, data = elsewhere.end().strip().split("\n\n")[-1].split("\n")
    assert (kind, json.loads(data.removeprefix("data: "))["turn"]) == ("event: turn", before[OTHER] + 1)

    # Whoever asks anew waits for the worker that comes in its place, and is not sent away.
    for asked, name in ((after, ONE), (looked, BESIDE[0])):
        answer = asked.end()
        assert asked.status == 200, answer
        assert json.loads(answer)["turn"] == before[name] + 1
    assert served.get("/healthz")["workers"] == {"up": 2, "of": 2}
    assert two.pid(OTHER) == kept
    assert two.pid(ONE) != killed
    assert two.holder(OTHER) == held[-1]
    assert two.holder(ONE) not in held
    store = open_store(Settings(served.home, two.database))
    for name in names:
        journal = store.open(name, readonly=True)
        journal.verify()
        journal.close()
    store.close()


class Line:
    """A worker in small: answers ``ok``, or hangs up on the first that it has read, as one that dies."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.dies = 0

    async def listen(self, port: int = 0) -> tuple[asyncio.Server, int]:
        server = await asyncio.start_server(self._answer, "127.0.0.1", port)
        return server, server.sockets[0].getsockname()[1]

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard.append((await reader.readuntil(b"\r\n\r\n")).split(b" ")[0])
        if self.dies:
            self.dies -= 1
        else:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        writer.close()


async def asked_of(line: Line, method: str, *, late: float = 0.0) -> int:
    """The status of an answer of a worker that listens only after a while, and is thought to be up all along."""
    server, port = await line.listen()
    if late:
        server.close()
        await server.wait_closed()
    worker = Worker(Order("", (), Limits(), True, OWNERS, ""), print)
    worker.connect(port)
    asking = asyncio.create_task(worker.ask(method, b"/", [(b"host", b"x")], b""))
    try:
        if late:
            await asyncio.sleep(late)
            server, _ = await line.listen(port)
        answer = await asking
        await answer.aclose()
        return answer.status_code
    finally:
        server.close()
        await worker.hang_up()


def test_only_what_may_have_been_begun_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line()
    assert asyncio.run(asked_of(line, "POST", late=0.3)) == 200
    assert line.heard == [b"POST"]
    line.dies = 1
    assert asyncio.run(asked_of(line, "GET")) == 200
    assert line.heard == [b"POST", b"GET", b"GET"]
    line.dies = 1
    with pytest.raises(GameError) as lost:
        asyncio.run(asked_of(line, "POST"))
    assert lost.value.slug == "worker-gone"
    assert line.heard == [b"POST", b"GET", b"GET", b"POST"]
    monkeypatch.setattr(workers, "PATIENCE", 0.3)
    line.dies = 1000
    with pytest.raises(GameError) as gone:
        asyncio.run(asked_of(line, "GET"))
    assert gone.value.slug == "worker-gone"


@pytest.mark.parametrize("tried", [
    test_chat.test_the_same_line_again_is_a_reroll_and_the_older_telling_can_be_gone_back_to,
    test_chat.test_streaming_tells_the_same_as_the_record,
    test_chat.test_errors_have_openais_shape,
], ids=["reroll", "stream", "errors"])  # fmt: skip
def test_a_front_end_sees_one_server(two: Two, tried: Any) -> None:
    name = two.served.begin(f"t {tried.__name__}"[:40], gm="embedded")
    tried(two.served, FrontEnd(two.served, name))


def test_limits_tokens_and_headers_hold_in_front_of_all_workers(
    upstream: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gms = f"{TOKEN}-of-the-gm"
    monkeypatch.setenv("GM_SERVE_TOKEN", TOKEN)
    monkeypatch.setenv("GM_SERVE_GM_TOKEN", gms)
    with running(tmp_path, upstream, 2, "--rate", "12", gm="embedded") as (served, process):
        served.http.headers["Authorization"] = f"Bearer {TOKEN}"
        assert served.begin(ONE) == ONE
        asked = f"/api/campaigns/{ONE}/lore"
        for spoofed in ({}, {PASSED.decode(): "x gm"}, {PASSED.decode().upper(): "x gm", "Connection": "close, authorization"}):
            answer = served.http.get(asked, params={"gm_notes": "true"}, headers=spoofed)
            assert (answer.status_code, answer.json()["error"]["slug"]) == (401, "no-entry")
        assert served.http.get(asked, params={"gm_notes": "true"}, headers={"Authorization": f"Bearer {gms}"}).status_code == 200
        assert served.http.get(asked, headers={"Authorization": "Bearer nothing"}).status_code == 401
        assert served.http.get("/v1/models", headers={"Host": "evil.example"}).status_code == 403
        assert served.http.head("/").status_code == 200
        answers = [served.http.get(f"/api/campaigns/{name}") for name in (ONE, OTHER) * 6]
        crowded = [answer for answer in answers if answer.status_code == 429]
        assert len(crowded) >= 12 - 7
        assert all(answer.headers["retry-after"] for answer in crowded)
        assert served.http.get("/healthz", headers={"Authorization": ""}).json()["workers"]["of"] == 2
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
        assert (process.returncode, errors) == (0, "")


def test_a_workers_door_opens_to_the_front_alone() -> None:
    found: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.append(scope[GMS])

    async def send(message: Any) -> None:
        found.append(message.get("status", message))

    door = BackDoor(app, "the word")
    for said in (b"the word gm", b"the word table", b"the word", b"", b"the worse gm"):
        asyncio.run(door({"type": "http", "path": "/", "headers": [(PASSED, said)]}, None, send))  # type: ignore[arg-type]
    assert found[:3] == [True, False, 403]
    assert [one for one in found if one == 403] == [403] * 3


def test_what_counts_for_all_is_divided_without_a_rest() -> None:
    whole = Limits(turns=7, tables=10)
    shares = [whole.share(number, 3) for number in (1, 2, 3)]
    assert (sum(share.turns for share in shares), sum(share.tables for share in shares)) == (7, 10)
    assert {(share.queue, share.rate) for share in shares} == {(whole.queue, whole.rate)}


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        (("--workers", "0"), "bad-usage"),
        (("--workers", "many"), "bad-usage"),
        (("--workers", "9"), "bad-option"),
        (("--workers", "3", "--tables", "2"), "bad-option"),
    ],
)
def test_a_number_of_workers_that_cannot_be_is_refused(gm: Gm, tmp_path: Path, words: tuple[str, ...], slug: str) -> None:
    said = gm("serve", "--port", "0", "--home", tmp_path, *words)
    assert said.code != 0
    assert f"[{slug}]" in said.err
    assert "--workers" in said.err


def test_what_a_worker_cannot_open_is_said_and_nothing_is_left(tmp_path: Path) -> None:
    words = ["serve", "--port", "0", "--home", str(tmp_path), "--workers", "2"]
    program = "import sys; from gm_engine.interfaces.cli import main; sys.exit(main(sys.argv[1:]))"
    known = {**os.environ, "GM_DATABASE_URL": "sqlite://"}
    said = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, env=known, timeout=60, check=False)
    assert said.returncode != 0
    assert "[bad-option]" in said.stderr
    assert said.stdout == ""
    assert "Traceback" not in said.stderr
    assert json.dumps(said.stderr).count("serve.worker") == 0
