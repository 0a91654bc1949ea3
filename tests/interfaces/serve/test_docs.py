"""docs/serving.md: its requests are sent, its script is run, its routes are real."""

import re
import runpy
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.interfaces.serve.conftest import Served, serving

PAGE = (Path(__file__).resolve().parents[3] / "docs/serving.md").read_text(encoding="utf-8")
REQUEST = re.compile(r"^```http\n(\w+) (\S+)\n(.*?)\n?```$", re.MULTILINE | re.DOTALL)


def test_the_requests_of_the_page_are_answered(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        found = REQUEST.findall(PAGE)
        assert len(found) >= 8
        for method, path, body in found:
            answer = served.http.request(method, path, content=body or None, headers={"Content-Type": "application/json"})
            assert answer.status_code in (200, 201), (method, path, answer.text)


def test_the_script_of_the_page_plays_a_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = next(block for block in re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) if "OpenAI(" in block)
    with serving(tmp_path) as served:
        file = tmp_path / "script.py"
        file.write_text(script.replace("http://127.0.0.1:8714", served.url), encoding="utf-8")
        runpy.run_path(str(file))
    assert "new turn 1 []" in capsys.readouterr().out


def test_every_route_of_the_table_is_in_the_schema(server: Served) -> None:
    paths = " ".join(re.sub(r"\{[^}]*\}", "X", path) for path in server.get("/openapi.json")["paths"])
    rows = PAGE.partition("| route | says |")[2].partition("There is no route")[0]
    routes = [
        word.split("?")[0].removeprefix("GET ")
        for line in rows.splitlines()
        if line.startswith("|")
        for word in re.findall(r"`([^`]*/[^`]*)`", line.split("|")[1])
    ]
    assert len(routes) > 15
    for route in routes:
        end = re.sub(r"/(NAME|TURN|ID|ENTITY|PAGE|N)\b", "/X", route.replace("…", "")).replace("/X/X", "/X")
        assert end in paths, route


def test_headers_and_notes_of_the_page_are_sent(server: Served, alone: str) -> None:
    said: Any = {"model": alone, "messages": [{"role": "user", "content": "I look around."}]}
    answer: httpx.Response = server.http.post("/v1/chat/completions", json=said)
    assert all(name.lower() in answer.headers for name in re.findall(r"`(X-GM-(?!Footnotes|Left)\w+)`", PAGE))
    assert {answer.json()["gm"]["did"]} <= set(re.findall(r"\| `([a-z ]+)` \|$", PAGE, re.MULTILINE))
