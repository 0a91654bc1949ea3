"""The page: what its scripts ask for is there, and nothing that a story says is ever markup."""

import re
from importlib.resources import files
from typing import Any, get_args

import pytest

from gm_engine.interfaces.serve.app import PAGE
from gm_engine.interfaces.serve.doors import IMPORTS, OPEN
from gm_engine.interfaces.serve.server_limits import Limits
from gm_engine.play.views import VIEWS
from gm_engine.story.conflict import Resolution
from tests.interfaces.serve.conftest import Served

SCRIPTS = [name for name in PAGE if name.endswith(".js")]


def part(name: str) -> str:
    return (files("gm_engine.interfaces.serve") / name).read_text(encoding="utf-8")


def test_every_part_of_the_page_is_served_without_a_token(server: Served) -> None:
    for name, kind in PAGE.items():
        assert f"/page/{name}" in OPEN
        answer = server.http.get(f"/page/{name}")
        assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, kind)
    used = set(re.findall(r'from "\./([\w.]+)"', "".join(map(part, SCRIPTS)))) | set(re.findall(r'"/page/([\w.]+)"', part("page.html")))
    assert used == set(PAGE)


@pytest.mark.parametrize("name", SCRIPTS)
def test_words_of_a_story_are_never_read_as_markup(name: str) -> None:
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "http://", "https://", "srcdoc"):
        assert way not in part(name)


def test_the_page_has_whatever_its_scripts_look_for() -> None:
    ids = set(re.findall(r'\bid="([\w-]+)"', part("page.html")))
    asked = {id for name in SCRIPTS for id in re.findall(r'\$\("([\w-]+)"\)', part(name))}
    assert asked <= ids
    for side in ("a", "b"):
        assert {f"clash-{side}", f"clash-{side}-turn"} <= ids


def test_what_can_be_looked_up_is_in_the_book() -> None:
    named = set(re.findall(r'data-page="(\w+)"', part("page.html")))
    known = re.search(r"NAMES = \{(.*?)\};", part("book.js"), re.DOTALL)
    assert known
    names = set(re.findall(r"(\w+): \"", known[1]))
    assert named <= names
    assert {view.removeprefix("/") for view in VIEWS} <= names


def test_every_way_to_settle_a_conflict_is_one() -> None:
    known = re.search(r"RESOLUTIONS = \{(.*?)\};", part("book.js"), re.DOTALL)
    assert known
    assert set(re.findall(r"(\w+): \"", known[1])) == set(get_args(Resolution)) - {"lie", "retcon"}


def test_the_page_sends_no_more_than_the_server_takes() -> None:
    found = re.search(r"MOST = ([\d_]+);", part("bring.js"))
    assert found
    assert int(found[1]) == Limits().upload
    assert f'"{IMPORTS}"' in part("bring.js")


def test_every_address_that_the_page_asks_is_in_the_schema(server: Served) -> None:
    paths: Any = server.get("/openapi.json")["paths"]
    asked = {re.sub(r"\?.*", "", path) for name in SCRIPTS for path in re.findall(r"at\([`\"](/[^`\"]*)[`\"]\)", part(name))}
    there = {path.removeprefix("/api/campaigns/{name}") for path in paths}
    for path in asked | {"/turns", "/retry", "/edit"}:
        asks = re.sub(r"\$\{.*?\}", "x", path)
        assert any(re.fullmatch(re.sub(r"\{.*?\}", "[^/]+", known), asks) for known in there), path
