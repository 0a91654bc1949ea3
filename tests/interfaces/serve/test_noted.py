"""The proxy in front of a model that hears: what it tells is noted, and what a front-end brings along; prose comes before the note."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from gm_engine.play.same_words import bare
from gm_engine.providers import abilities
from gm_engine.story.table_rules import TableRules
from tests.endpoint import Answers, Endpoint
from tests.interfaces.serve.conftest import Served, serving
from tests.interfaces.serve.test_chat import FrontEnd
from tests.play.clerk import note

CRANE = "A drover called Silas Crane leans in the door and asks for water."
ABEL = "The smith, Abel Stone, lends you a hammer."
KNOWN = {
    "Silas Crane": note({"kind": "person", "quote": "A drover called Silas Crane", "name": "Silas Crane", "text": "a drover", "by": "he"}),
    "Abel Stone": note({"kind": "person", "quote": "The smith, Abel Stone", "name": "Abel Stone", "text": "the smith", "by": "he"}),
}


def is_note(body: dict[str, Any]) -> bool:
    return str(body["messages"][0]["content"]).startswith("You keep the record")


def answer(body: dict[str, Any]) -> Answers:
    if not is_note(body):
        return Answers(tuple(CRANE.partition("leans")))
    reply = body["messages"][-1]["content"].rsplit("The reply", 1)[1]
    return Answers((next((told for words, told in KNOWN.items() if words in reply), note()),))


@pytest.fixture
def proxy(upstream: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    abilities._known.clear()
    monkeypatch.setenv("OPENAI_BASE_URL", upstream.again().url)
    monkeypatch.setenv("OPENAI_API_KEY", "tok-a-very-secret-key")
    upstream.answer = answer
    with serving(tmp_path, gm="openai", model="m", table=TableRules(guard="after", hears=("note",))) as served:
        yield served


def names(proxy: Served) -> set[str]:
    return {one["name"] for one in proxy.get("/api/campaigns/livery/lore")["entities"]}


def test_what_the_model_tells_and_what_a_front_end_brings_along_is_noted(proxy: Served, upstream: Endpoint) -> None:
    window = FrontEnd(proxy, "livery")
    window.messages = [{"role": "user", "content": "I ask for a hammer."}, {"role": "assistant", "content": ABEL}]
    assert window.say("I look around.")["turn"] == 2
    assert sum(map(is_note, upstream.bodies)) == 2
    assert {"Silas Crane", "Abel Stone"} <= names(proxy)


def test_a_streamed_reply_is_whole_before_its_note_is_asked_for(proxy: Served, upstream: Endpoint) -> None:
    heard, before = Event(), []

    def waiting(body: dict[str, Any]) -> Answers:
        if is_note(body):
            before.append(heard.wait(20))
        return answer(body)

    upstream.answer = waiting
    said = ""
    messages: Any = [{"role": "user", "content": "I look around."}]
    for chunk in FrontEnd(proxy, "livery").client.chat.completions.create(model="livery", messages=messages, stream=True):
        said += (chunk.choices[0].delta.content or "") if chunk.choices else ""
        if bare(said) == CRANE:
            heard.set()
    assert before == [True]
    assert "Silas Crane" in names(proxy)
