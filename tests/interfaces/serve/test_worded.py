"""The recap, cards and summaries in a model's words, over HTTP."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_engine.story.table_rules import TableRules
from tests.endpoint import Answers, Endpoint
from tests.interfaces.serve.conftest import Served, serving


@pytest.fixture
def worded(upstream: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setenv("OPENAI_BASE_URL", upstream.again().url)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with serving(tmp_path, gm="openai", model="frontier-large", table=TableRules(reads=("summaries",))) as served:
        served.begin("evening")
        served.post("/api/campaigns/evening/turns", said="I look around.")
        yield served


def test_a_recap_and_a_card_are_worded_once_and_shown_only_where_the_record_bears_them_out(worded: Served, upstream: Endpoint) -> None:
    words = worded.get("/api/campaigns/evening/recap")["lines"][0]["text"]
    upstream.always = Answers((words,))
    asked = len(upstream.bodies)
    found = [worded.post("/api/campaigns/evening/worded", what="recap") for _ in range(2)]
    assert found[0] == found[1]
    assert (found[0]["text"], found[0]["why"], len(upstream.bodies)) == (words, "", asked + 1)
    upstream.always = Answers(("Luis Ortega has eleven sons in Boston.",))
    card = worded.post("/api/campaigns/evening/worded", what="card", about="Luis Ortega")
    assert (card["about"], card["text"]) == ("ortega", "")
    assert "does not bear out" in card["why"]
    assert worded.get("/api/campaigns/evening/cost")["sessions"][0]["questions"] == 2


def test_nobody_words_what_the_table_does_not_ask_for(server: Served, alone: str) -> None:
    answer = server.http.post(f"/api/campaigns/{alone}/worded", json={"what": "recap"})
    assert (answer.status_code, answer.json()["error"]["slug"]) == (409, "no-second-reader")
    answer = server.http.post(f"/api/campaigns/{alone}/worded", json={"what": "card"})
    assert (answer.status_code, answer.json()["error"]["where"]) == (400, "about")


def test_chapters_that_are_over_are_told_with_their_turns(server: Served, alone: str) -> None:
    assert server.get(f"/api/campaigns/{alone}/summaries") == {"campaign": alone, "summaries": []}


def test_a_page_of_the_lore_is_told_as_the_terminal_prints_it(server: Served, alone: str) -> None:
    at = f"/api/campaigns/{alone}/pages/lore"
    assert server.http.get(at, params={"about": "Ortega"}).status_code == 404  # not met so far
    assert server.get(at, about="Calloway Reed")["text"].startswith("Calloway Reed")
    assert server.http.get(f"/api/campaigns/{alone}/pages/lore", params={"about": "Nobody Known"}).status_code == 404


def test_a_number_too_large_for_the_record_is_no_turn(server: Served, alone: str) -> None:
    server.post(f"/api/campaigns/{alone}/turns", said="I look around.")
    for path in ("why/99999999999999999999", "why/99999999999999999999/not?text=x"):
        answer = server.http.get(f"/api/campaigns/{alone}/{path}")
        assert (answer.status_code, answer.json()["error"]["slug"]) == (404, "no-such-turn")


def test_a_head_is_answered_like_a_get_without_its_body(server: Served) -> None:
    for path, status in (("/healthz", 200), ("/", 200), ("/api/campaigns", 200), ("/api/campaigns/nobody", 404)):
        answer = server.http.head(path)
        assert (answer.status_code, answer.content) == (status, b"")


def test_what_is_no_json_is_said_to_be_none(server: Served, alone: str) -> None:
    path = f"/api/campaigns/{alone}/turns"
    for kind in ({}, {"Content-Type": "application/x-www-form-urlencoded"}):
        answer = server.http.post(path, content=b'{"said": "I look around."}', headers=kind)
        assert (answer.status_code, answer.json()["error"]["slug"]) == (415, "wrong-type")


def test_a_base_url_without_its_end_is_said(server: Served) -> None:
    answer = server.http.post("/chat/completions", json={})
    assert (answer.status_code, "/v1" in answer.json()["error"]["then"]) == (404, True)


def test_what_to_do_about_a_silent_model_is_said_to_whoever_asks_over_http(worded: Served, upstream: Endpoint) -> None:
    from tests.endpoint import Fails

    upstream.always = Fails(401, "no")
    error = worded.http.post("/api/campaigns/evening/turns", json={"said": "I wait."}).json()["error"]
    assert "gm play" not in error["then"]
    assert "Ask again" in error["then"]
