"""Who gets in, how much, how often; and what never gets out."""

import asyncio
import json
import re
import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from gm_engine.bootstrap.settings_file import Settings, open_store
from gm_engine.errors import CampaignBusy, GameError
from gm_engine.interfaces.cli import main
from gm_engine.interfaces.serve.app import make_app
from gm_engine.interfaces.serve.doors import Doors, origin_of
from gm_engine.interfaces.serve.running import listening, token_of
from gm_engine.interfaces.serve.server_limits import Limits
from gm_engine.interfaces.serve.sockets import patient
from tests.endpoint import Answers, Endpoint
from tests.interfaces.conftest import Gm
from tests.interfaces.serve.conftest import TOKEN, Served, serving, until


def test_nobody_gets_in_without_the_token(tmp_path: Path) -> None:
    with serving(tmp_path, token=TOKEN) as served:
        assert served.get("/api/campaigns")["campaigns"] == []
        for given in ("", "Bearer", f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer \xff"):
            answer = served.http.get("/api/campaigns", headers={"Authorization": given.encode("latin-1")})  # type: ignore[dict-item]
            assert (answer.status_code, answer.json()["error"]["slug"]) == (401, "no-entry")
            assert TOKEN not in answer.text
        answer = served.http.get("/v1/models", headers={"Authorization": "Bearer nothing"})
        assert (answer.status_code, answer.json()["error"]["type"]) == (401, "authentication_error")
        for path in ("/", "/healthz", "/page/page.js"):
            assert served.http.get(path, headers={"Authorization": ""}).status_code == 200
        assert served.http.get("/openapi.json", headers={"Authorization": ""}).status_code == 401


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Host": "evil.example:80"}, {"Origin": "https://evil.example"}, {"Origin": "null"}]
)
def test_pages_of_others_do_not_get_in(server: Served, headers: dict[str, str]) -> None:
    answer = server.http.get("/api/campaigns", headers=headers)
    assert (answer.status_code, answer.json()["error"]["slug"]) == (403, "wrong-door")
    assert "access-control-allow-origin" not in answer.headers
    preflight = server.http.options("/api/campaigns", headers={**headers, "Access-Control-Request-Method": "POST"})
    assert preflight.status_code == 403


def test_the_servers_own_page_gets_in(server: Served) -> None:
    assert server.http.get("/api/campaigns", headers={"Origin": server.url}).status_code == 200


def test_too_large_a_request_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(body=1000)) as served:
        whole = served.http.post("/api/campaigns", content=b"x" * 1001)
        pieces = served.http.post("/api/campaigns", content=iter([b"x" * 600, b"x" * 600]), headers={"Content-Type": "application/json"})
        for answer in (whole, pieces):
            assert (answer.status_code, answer.json()["error"]["slug"]) == (413, "too-large")


@pytest.mark.parametrize("body", [b"", b"[", b"\xff\xfe", b"[" * 100_000, b'{"pack": "\\ud800"}', b"null", b"1" * 50_000])
def test_garbage_is_refused_politely(server: Served, body: bytes) -> None:
    for path in ("/api/campaigns", "/v1/chat/completions"):
        answer = server.http.post(path, content=body, headers={"Content-Type": "application/json"})
        assert 400 <= answer.status_code < 500, answer.text
        assert "Traceback" not in answer.text
        assert json.loads(answer.text)["error"]


def test_too_many_requests_in_a_minute_are_put_off(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(rate=5)) as served:
        answers = [served.http.get("/healthz") for _ in range(8)]
        assert [answer.status_code for answer in answers[:5]] == [200] * 5
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) == 12
        assert answers[-1].json()["error"]["slug"] == "crowded"


def test_changes_wait_in_a_queue_that_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm_engine.play.game import Game

    going, played = threading.Event(), Game.play
    monkeypatch.setattr(Game, "play", lambda *given, **named: (going.wait(20), played(*given, **named))[1])
    with serving(tmp_path, limits=Limits(queue=2, rate=10_000)) as served:
        name = served.begin("queued")
        found: list[Any] = []
        ask = lambda: found.append(served.http.post(f"/api/campaigns/{name}/turns", json={"said": "I wait for ten minutes."}))  # noqa: E731
        threads = [threading.Thread(target=ask) for _ in range(5)]
        for thread in threads:
            thread.start()
        while len(found) < 3:
            threading.Event().wait(0.02)
        going.set()
        for thread in threads:
            thread.join(30)
        assert sorted(answer.status_code for answer in found) == [200, 200, 429, 429, 429]
        assert all(answer.headers["retry-after"] for answer in found if answer.status_code == 429)
        assert served.get(f"/api/campaigns/{name}")["turn"] == 2


def test_more_campaigns_than_fit_are_closed_and_opened_again(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(tables=2, rate=10_000)) as served:
        names = [served.begin(f"c{number}") for number in range(4)]
        for turn in (1, 2):
            for name in names:
                assert served.post(f"/api/campaigns/{name}/turns", said="I wait for ten minutes.")["turn"] == turn


def test_a_campaign_that_nobody_speaks_to_is_let_go(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(idle=1, rate=10_000)) as served:
        name = served.begin("quiet")
        served.post(f"/api/campaigns/{name}/turns", said="I look around.")
        store = open_store(Settings(tmp_path))

        def free() -> bool:
            with suppress(CampaignBusy):
                store.open(name).close()
                return True
            return False

        until(free)
        store.close()
        assert served.post(f"/api/campaigns/{name}/turns", said="I wait for ten minutes.")["turn"] == 2


def test_after_a_long_pause_another_session_begins(tmp_path: Path) -> None:
    for session, pause in ((1, 240), (2, 0)):
        with serving(tmp_path, limits=Limits(pause=pause)) as served:
            name = served.begin("paused") if session == 1 else "paused"
            assert served.post(f"/api/campaigns/{name}/turns", said="I wait for ten minutes.")["session"] == session


def test_a_fault_of_the_program_has_a_slug_and_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from gm_engine.play.game import Game

    def broken(*_: Any, **__: Any) -> None:
        raise KeyError("a-secret-value")

    with serving(tmp_path) as served:
        name = served.begin("broken")
        monkeypatch.setattr(Game, "play", broken)
        for path, body in (
            (f"/api/campaigns/{name}/turns", {"said": "I look around."}),
            ("/v1/chat/completions", {"model": name, "messages": [{"role": "user", "content": "I look around."}]}),
        ):
            answer = served.http.post(path, json=body)
            assert answer.status_code == 500
            assert "fault" in str(answer.json()["error"])
            assert "a-secret-value" not in answer.text
        monkeypatch.undo()
        assert served.post(f"/api/campaigns/{name}/turns", said="I look around.")["turn"] == 1
    assert "Traceback" not in "".join(capfd.readouterr())


def test_an_error_before_anything_was_answered_is_answered() -> None:
    async def broken(*_: Any) -> None:
        raise ValueError("no")

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "path": "/x", "headers": [(b"host", b"localhost:1")]}
    asyncio.run(Doors(broken, Limits())(scope, None, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 500
    assert b'"slug": "fault"' in sent[1]["body"]


def test_the_page_is_strict_and_puts_in_words_as_words(server: Served) -> None:
    page = server.http.get("/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in page.text
    assert " style=" not in page.text
    assert " on" not in {part[:3] for part in page.text.split("<")}
    for answer in (page, server.http.get("/page/page.css"), server.http.get("/api/campaigns")):
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_network_gets_in_only_with_a_token(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = gm("serve", "--host", "0.0.0.0", "--home", tmp_path)
    assert (said.code, "[no-token]" in said.err) == (2, True)
    short = tmp_path / "token"
    short.write_text("abc\n", encoding="utf-8")
    said = gm("serve", "--host", "0.0.0.0", "--token-file", short, "--home", tmp_path)
    assert (said.code, "[bad-token]" in said.err, "abc" in said.err) == (2, True, False)
    monkeypatch.setenv("GM_SERVE_TOKEN", TOKEN)
    assert token_of(None) == TOKEN
    with pytest.raises(GameError, match="bad-token"):
        token_of(tmp_path / "missing")


def test_a_port_that_is_taken_is_said(gm: Gm, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = gm("serve", "--port", str(taken.getsockname()[1]), "--home", tmp_path)
    assert (said.code, "[cannot-listen]" in said.err) == (2, True)


def test_without_the_extra_it_is_said_what_to_install(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "uvicorn", None)
    said = gm("serve", "--home", tmp_path)
    assert (said.code, "[not-installed]" in said.err, "pip install 'gm-engine[serve]'" in said.err) == (2, True, True)


def test_help_shows_how_to_begin(gm: Gm) -> None:
    said = gm("serve", "--help")
    assert "http://127.0.0.1:8714/v1" in " ".join(said.out.split())
    assert main(["--help"]) == 0


def test_a_name_is_a_name_however_its_letters_are_written_and_this_machine_keeps_its_own(tmp_path: Path) -> None:
    with serving(tmp_path, hosts=("127.0.0.1", "Table.Example")) as served:
        for host, status in (("table.example", 200), ("TABLE.EXAMPLE:80", 200), ("evil.example", 403)):
            assert served.http.get("/healthz", headers={"Host": host}).status_code == status


def test_a_server_of_the_network_with_a_name_is_still_asked_at_the_address_that_it_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import uvicorn

    from gm_engine.interfaces.serve import running

    made: list[Any] = []
    monkeypatch.setenv("GM_SERVE_TOKEN", TOKEN)
    monkeypatch.setattr(running, "serve_until_told", lambda config, _: made.append(config))
    for hosts in ((), ("table.example",)):
        running.serve(
            home=str(tmp_path), host="0.0.0.0", port=0, token_file=None, hosts=hosts, packs=(), limits=Limits(), footnotes=False,
            ready=lambda _: None, say=lambda _: None,
        )  # fmt: skip
    assert isinstance(made[0], uvicorn.Config)
    assert made[0].app.hosts == set()
    assert {"0.0.0.0", "127.0.0.1", "localhost", "table.example"} <= made[1].app.hosts


def test_each_client_has_requests_of_its_own(tmp_path: Path) -> None:
    async def passed(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    doors = Doors(passed, Limits(rate=3), hosts=())  # type: ignore[arg-type]

    def ask(client: str) -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(doors({"type": "http", "path": "/healthz", "headers": [], "client": (client, 1)}, None, send))  # type: ignore[arg-type]
        return int(sent[0]["status"])

    assert [ask("10.0.0.1") for _ in range(5)] == [200, 200, 200, 429, 429]
    assert ask("10.0.0.2") == 200


def answered_within(address: tuple[str, int], sent: bytes, seconds: float) -> bytes:
    """What comes on a connection until it is closed. Raises TimeoutError where it is left open."""
    with socket.create_connection(address, timeout=seconds) as line:
        line.sendall(sent)
        found = b""
        while piece := line.recv(4096):
            found += piece
        return found


WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", b""),
        (b"POST /api/campaigns HTTP/1.1\r\nHost: loc", b""),
        (WHOLE + b"GET /heal", b"200"),
        (b"POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{", b"408"),
    ],
)
def test_a_connection_on_which_no_whole_request_comes_is_closed(tmp_path: Path, sent: bytes, status: bytes) -> None:
    app = make_app(Settings(tmp_path), limits=Limits(patience=1.0))
    config = uvicorn.Config(app, log_level="error", access_log=False, ws="none", http=patient(1.0))
    server = uvicorn.Server(config)
    with listening("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        until(lambda: server.started)
        found = answered_within(listener.getsockname(), sent, 8.0)
        assert found.startswith(b"HTTP/1.1 " + status) if status else found == b""
        server.should_exit = True
        thread.join(30)


def test_turns_that_wait_for_a_model_hold_up_no_other(tmp_path: Path, upstream: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", upstream.again().url)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    upstream.always = Answers(("The pump drips.",), first=90.0)
    with serving(tmp_path, limits=Limits(turns=1, rate=10_000), gm="openai", model="m") as served:
        names = [served.begin(f"c{number}") for number in range(4)]
        ask = lambda name: served.http.post(f"/api/campaigns/{name}/turns", json={"said": "I look around."})  # noqa: E731
        threads = [threading.Thread(target=ask, args=(name,)) for name in names]
        for thread in threads:
            thread.start()
        until(lambda: len(upstream.bodies) == len(names), 60)
        assert all(served.post(f"/api/campaigns/{name}/stop")["stopped"] for name in names)
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()


def test_the_gms_notes_ask_for_the_gms_token(tmp_path: Path) -> None:
    """A player's token opens everything else; the GM's token opens that too; where there is none, whoever comes in may ask."""
    with serving(tmp_path / "two", token=TOKEN, gm_token=f"{TOKEN}-of-the-gm") as served:
        at = f"/api/campaigns/{served.begin('evening')}"
        gm = {"Authorization": f"Bearer {TOKEN}-of-the-gm"}
        for road in ("/lore", "/lore/cal", "/lore/cal/ties/cal", "/recall?query=wagon", "/conflicts", "/sessions/0"):
            joint = "&" if "?" in road else "?"
            assert served.http.get(at + road).status_code == 200
            refused = served.http.get(f"{at}{road}{joint}gm_notes=true")
            assert (refused.status_code, refused.json()["error"]["slug"]) == (401, "no-entry")
            assert served.http.get(f"{at}{road}{joint}gm_notes=true", headers=gm).status_code == 200
        whole = served.http.get(f"{at}/lore?gm_notes=true", headers=gm).json()["entities"]
        assert len(whole) > len(served.get(f"{at}/lore")["entities"])
        assert served.http.get(f"{at}/lore", headers={"Authorization": "Bearer"}).status_code == 401
    with serving(tmp_path / "one") as served:
        at = f"/api/campaigns/{served.begin('evening')}"
        assert served.get(f"{at}/lore", gm_notes=True)["entities"]


def test_pages_of_an_allowed_origin_may_ask_and_read(tmp_path: Path) -> None:
    """Nobody else's: an origin is the whole of it, scheme and port included."""
    friend = "https://chat.example.org"
    with serving(tmp_path, token=TOKEN, origins=(friend,)) as served:
        may = served.http.options("/v1/models", headers={"Origin": friend, "Access-Control-Request-Headers": "authorization"})
        assert may.status_code == 204
        assert may.headers["access-control-allow-origin"] == friend
        assert may.headers["access-control-allow-headers"] == "authorization"
        read = served.http.get("/v1/models", headers={"Origin": friend})
        assert (read.status_code, read.headers["access-control-allow-origin"], read.headers["vary"]) == (200, friend, "Origin")
        assert read.headers["cross-origin-resource-policy"] == "cross-origin"
        refused = served.http.get("/v1/models", headers={"Origin": friend, "Authorization": "Bearer wrong"})
        assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (401, friend)
        for other in ("http://chat.example.org", "https://chat.example.org:8443", "https://chat.example.org.evil.org", "null"):
            for method in ("GET", "OPTIONS"):
                answer = served.http.request(method, "/v1/models", headers={"Origin": other})
                assert answer.status_code == 403
                assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("address", ["chat.example.org", "https://", "https://a.org/path", "*", "ftp://a.org"])
def test_what_is_no_origin_is_refused(address: str) -> None:
    with pytest.raises(GameError, match="no origin"):
        origin_of(address)


def test_what_is_not_done_at_an_address_says_what_is(server: Served) -> None:
    at = "/api/campaigns"
    for path, methods in ((at, "GET, HEAD, POST"), (f"{at}/x/lore", "GET, HEAD"), (f"{at}/x/undo", "POST"), ("/", "GET, HEAD")):
        answer = server.http.put(path)
        assert (answer.status_code, answer.headers["allow"]) == (405, methods)
        assert answer.json()["error"]["slug"] == "not-allowed"


def test_every_status_that_may_come_is_in_the_schema(server: Served) -> None:
    paths = server.get("/openapi.json")["paths"]
    for operation in (one for path in paths.values() for one in path.values()):
        assert {"401", "402", "404", "422", "429", "500", "507"} <= set(operation["responses"])
        assert "HTTPValidationError" not in str(operation)


def test_no_error_tells_anybody_to_type_a_command(server: Served, alone: str) -> None:
    at = f"/api/campaigns/{alone}"
    asked: tuple[tuple[str, str, Any], ...] = (
        ("GET", "/api/campaigns/nobody", None), ("GET", f"{at}/lore/zebulon", None), ("POST", f"{at}/undo", {"turns": 9}),
        ("POST", f"{at}/conflicts/9.9", {"resolution": "keep"}), ("POST", f"{at}/edits", {"act": "pin", "what": "zebulon quill"}),
        ("POST", f"{at}/edits", {"act": "split", "what": ""}), ("POST", f"{at}/edits", {"act": "merge", "what": "zebulon", "other": "x"}),
        ("POST", f"{at}/worded", {"what": "recap"}), ("GET", f"{at}/why/99", None), ("GET", f"{at}/sessions/99", None),
        ("POST", f"{at}/switch", {"branch": "nowhere"}), ("POST", f"{at}/turns", {"said": "/undo"}), ("DELETE", f"{at}/edits/e9", None),
        ("POST", "/api/campaigns", {"pack": "livery", "gm": "openai"}), ("POST", "/api/campaigns", {"pack": "livery", "gm": "nobody"}),
    )  # fmt: skip
    for method, path, body in asked:
        answer = server.http.request(method, path, json=body)
        assert answer.status_code >= 400, (path, answer.text)
        error = answer.json()["error"]
        assert error["then"]
        assert not re.search(r"\bgm [a-z]|(?<![\w-])--[a-z]", f"{error['where']} {error['what']} {error['then']}"), (path, error)
