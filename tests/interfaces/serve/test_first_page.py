"""A story that has not begun: its first page, by every road; and a second campaign of a pack from a front-end."""

from pathlib import Path
from typing import Any

import pytest

from gm_engine.play.same_words import bare
from tests.interfaces.serve.conftest import Served, serving


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with serving(tmp_path) as served:
        yield served


def chat(server: Served, model: str, *said: str, **more: Any) -> Any:
    """An exchange with a front-end's history: the player's lines and the replies by turns."""
    roles = ("user", "assistant")
    messages = [{"role": roles[n % 2], "content": text} for n, text in enumerate(said)]
    return server.post("/v1/chat/completions", model=model, messages=messages, **more)


def reply(answer: Any) -> str:
    return str(answer["choices"][0]["message"]["content"])


def test_a_new_game_says_what_it_is_about_and_whom_one_plays(server: Served) -> None:
    server.post("/api/campaigns", pack="red_mesa", name="evening")
    page = server.get("/api/campaigns/evening/opening")
    assert page["premise"].startswith("Eben Rusk hangs at Red Mesa")
    assert page["you"].startswith("Hannah")
    assert page["about_you"].startswith("A messenger for the express company")
    for part in ("title", "premise", "you", "about_you", "when"):
        assert page[part]
        assert page[part] in page["words"]


def test_the_first_answer_to_a_front_end_begins_with_it_and_no_other(server: Served) -> None:
    first = chat(server, "red_mesa", "I look around.")
    text = reply(first)
    [turn] = server.get("/api/campaigns/red_mesa/turns")["turns"]
    assert text.startswith("The Reprieve at Red Mesa\n\nEben Rusk hangs")
    assert bare(text) == turn["reply"] == text.partition("⁂")[2].strip()
    second = chat(server, "red_mesa", "I look around.", text, "I wait.")
    assert (second["gm"]["did"], second["gm"]["turn"], second["gm"]["branch"]) == ("new turn", 2, "main")
    assert "⁂" not in reply(second)
    assert [one["name"] for one in server.get("/api/campaigns/red_mesa/branches")["branches"]] == ["main"]


def test_a_first_reply_that_was_edited_is_recorded_without_the_page(server: Served) -> None:
    text = reply(chat(server, "red_mesa", "I look around."))
    head = text.partition("⁂")[0]
    answer = chat(server, "red_mesa", "I look around.", f"{head}⁂\n\nThe room is empty.", "I wait.")
    assert answer["gm"]["did"] == "branch"
    assert server.get("/api/campaigns/red_mesa/turns")["turns"][0]["reply"] == "The room is empty."


def test_a_stream_begins_with_it_too(server: Served) -> None:
    body = {"model": "livery", "stream": True, "messages": [{"role": "user", "content": "I look around."}]}
    with server.http.stream("POST", "/v1/chat/completions", json=body) as answer:
        text = "".join(answer.iter_text())
    assert text.index("A drover waits for a wagon") < text.index("⁂")


def test_a_second_campaign_of_a_pack_is_begun_from_a_front_end(server: Served) -> None:
    def models() -> list[str]:
        return [one["id"] for one in server.get("/v1/models")["data"]]

    assert "livery" in models()
    assert "livery-2" not in models()
    chat(server, "livery", "I look around.")
    assert {"livery", "livery-2"} <= set(models())
    answer = chat(server, "livery-2", "I wait for ten minutes.")
    assert (answer["gm"]["campaign"], answer["gm"]["turn"]) == ("livery-2", 1)
    assert {"livery", "livery-2", "livery-3"} <= set(models())
    assert len(server.get("/api/campaigns/livery/turns")["turns"]) == 1
    assert (
        server.http.post(
            "/v1/chat/completions", json={"model": "livery-9", "messages": [{"role": "user", "content": "I wait."}]}
        ).status_code
        == 404
    )


def test_an_opening_is_chosen_and_else_the_next_comes(server: Served) -> None:
    pages = [server.get(f"/api/campaigns/{server.post('/api/campaigns', pack='redemption')['campaign']}/opening") for _ in range(2)]
    assert pages[0]["place"] != pages[1]["place"] or pages[0]["text"] != pages[1]["text"]
    wrong = server.http.post("/api/campaigns", json={"pack": "redemption", "opening": "nowhere"})
    assert (wrong.status_code, wrong.json()["error"]["slug"]) == (404, "unknown-opening")
