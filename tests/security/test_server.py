"""Somebody at the server's door, over real HTTP."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm_engine.interfaces.serve.doors import LOOPBACK
from gm_engine.interfaces.serve.running import is_loopback
from gm_engine.interfaces.serve.server_limits import Limits
from tests.interfaces.serve.conftest import TOKEN, Served, serving
from tests.security.evil import MARKUP, ORDERS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield served


def raw(server: Served, request: bytes) -> bytes:
    """What comes back for bytes that no client would send."""
    address = server.url.partition("//")[2].split(":")
    with socket.create_connection((address[0], int(address[1])), 10) as line:
        line.sendall(request)
        line.settimeout(10)
        found = b""
        while piece := line.recv(65536):
            found += piece
            if b"\r\n\r\n" in found:
                break
    return found


@pytest.mark.parametrize(
    "path",
    [
        "/api/campaigns/..%2F..%2F..%2Fetc%2Fpasswd", "/api/campaigns/%2Fetc%2Fpasswd/turns", "/api/campaigns/..", "/page/..%2Fapp.py",
        "/page/%2e%2e/app.py", "/page/page.css%00.py", "/debug/session/../../etc/passwd", "/v1/models/..%2F..%2Fetc%2Fpasswd",
        "/api/campaigns/x'%20OR%20'1'='1", "/api/campaigns/%1B%5B2J",
    ],
)  # fmt: skip
def test_no_address_leads_to_a_file(server: Served, path: str) -> None:
    found = raw(server, f"GET {path} HTTP/1.1\r\nHost: {server.url[7:]}\r\nConnection: close\r\n\r\n".encode())
    assert found.split(b" ")[1] == b"404", found[:200]
    assert b"root:" not in found
    assert b"import" not in found


@pytest.mark.parametrize("pack", ["../livery", "/etc", ".", "livery/", "./livery", "livery\x00", "x" * 100_000])
def test_a_pack_is_named_and_no_path(server: Served, pack: str) -> None:
    answer = server.http.post("/api/campaigns", json={"pack": pack})
    assert answer.status_code in (400, 404), answer.text[:200]
    answer = server.http.post("/v1/chat/completions", json={"model": pack, "messages": [{"role": "user", "content": "I wait."}]})
    assert answer.status_code in (400, 404), answer.text[:200]


@pytest.mark.parametrize(
    "body",
    [
        {"name": "../x"}, {"name": "a/b"}, {"name": "\x1b[2J"}, {"name": "n" * 500}, {"seed": 10**400}, {"seed": -1}, {"gm": "../x"},
        {"gm": "/etc/passwd"}, {"cassette": "/tmp/x"}, {"home": "/tmp"}, {"gm": "recorded"},
    ],
)  # fmt: skip
def test_what_a_campaign_is_begun_with_names_no_place(server: Served, body: dict[str, Any]) -> None:
    before = sorted(server.home.rglob("*"))
    answer = server.http.post("/api/campaigns", json={"pack": "livery", **body})
    assert answer.status_code in (201, 400, 404, 409, 502), answer.text
    assert answer.status_code == 201 or answer.json()["error"]["slug"] != "fault"
    new = set(server.home.rglob("*")) - set(before)
    assert all(path.name.startswith("campaigns.db") for path in new)


@pytest.mark.parametrize(
    "head",
    [
        b"GET /api/campaigns HTTP/1.1\r\n\r\n", b"GET /api/campaigns HTTP/1.0\r\n\r\n",
        b"GET /api/campaigns HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"GET http://evil.example/api/campaigns HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /api/campaigns HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
)  # fmt: skip
def test_a_request_that_no_client_sends_is_refused(server: Served, head: bytes) -> None:
    found = raw(server, head)
    assert found.split(b" ")[1:2] in ([b"400"], [b"403"], [b"413"], [b"415"], [b"431"]), found[:200]
    assert server.get("/healthz")["status"] == "up"


def test_a_page_of_another_origin_can_neither_ask_nor_read(server: Served) -> None:
    evil = {"Origin": "http://evil.example"}
    for method, path in (("GET", "/api/campaigns"), ("POST", "/api/campaigns"), ("OPTIONS", "/v1/chat/completions"), ("GET", "/v1/models")):
        answer = server.http.request(method, path, headers=evil, content=b"{}")
        assert answer.status_code == 403
        assert not [name for name in answer.headers if name.startswith("access-control")]
    answer = server.http.get("/api/campaigns")
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"


def test_reading_changes_nothing(server: Served) -> None:
    """A picture of a foreign page may ask for an address; no GET begins, plays or deletes anything."""
    schema = server.get("/openapi.json")
    changing = {path for path, methods in schema["paths"].items() if {"delete", "put", "patch"} & set(methods)}
    assert changing == {"/api/campaigns/{name}/edits/{id}"}, "an edit by hand is taken back, and nothing else"
    before = server.get("/api/campaigns")
    for path, methods in schema["paths"].items():
        if "get" in methods:
            server.http.get(path.replace("{name}", "nobody").replace("{", "").replace("}", ""))
    assert server.get("/api/campaigns") == before


def test_markup_comes_out_as_json_and_never_as_a_page(server: Served) -> None:
    name = server.begin("marked")
    turn = server.http.post(f"/api/campaigns/{name}/turns", json={"said": f"I look around. {MARKUP}"})
    for answer in (turn, server.http.get(f"/api/campaigns/{name}/turns"), server.http.get(f"/api/campaigns/{MARKUP.split()[0]}")):
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_no_control_code_of_a_player_is_recorded(server: Served) -> None:
    name = server.begin("orders")
    server.post(f"/api/campaigns/{name}/turns", said=f"I look around. {ORDERS}")
    answer = server.http.post(
        "/v1/chat/completions",
        json={"model": name, "messages": [{"role": "system", "content": ORDERS}, {"role": "user", "content": f"I wait. {ORDERS}"}]},
    )
    assert answer.status_code == 200, answer.text
    told = str(server.get(f"/api/campaigns/{name}/turns")["turns"])
    for sign in ("\\x1b", "\\x07", "\\x9b", "\x1b", "\u202e"):
        assert sign not in told


def test_the_token_is_in_no_answer_and_on_no_screen(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(tmp_path, token=TOKEN) as served:
        for path in ("/", "/healthz", "/openapi.json", "/api/campaigns", f"/api/campaigns/{TOKEN[::-1]}", "/page/page.js"):
            answer = served.http.get(path)
            assert TOKEN not in answer.text + str(answer.headers)
        assert served.http.get(f"/api/campaigns?token={TOKEN}", headers={"Authorization": ""}).status_code == 401
    assert TOKEN not in "".join(capfd.readouterr())


def test_guesses_at_the_token_take_nothing_from_whoever_has_it(tmp_path: Path) -> None:
    with serving(tmp_path, token=TOKEN, limits=Limits(rate=5)) as served:
        for _ in range(30):
            assert served.http.get("/api/campaigns", headers={"Authorization": "Bearer guess"}).status_code == 401
            assert served.http.get("/healthz", headers={"Authorization": ""}).status_code == 200
        assert served.http.get("/api/campaigns").status_code == 200


def test_only_this_machine_is_the_default() -> None:
    import inspect

    from gm_engine.interfaces.cli import mcp, serving

    for command in (serving.serve, mcp.mcp):
        assert is_loopback(inspect.signature(command).parameters["host"].default)
    assert all(is_loopback(name.strip("[]")) for name in LOOPBACK)
    for host in ("0.0.0.0", "::", "192.168.0.4", "example.com", "localhost.evil.example", "127.0.0.1.evil.example", ""):
        assert not is_loopback(host)
