"""A language model behind the proxy: a scripted server that answers, is slow, fails, and is asked by real HTTP."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openai
import pytest

from gm_engine.play.same_words import bare
from gm_engine.story.table_rules import Guard
from tests.endpoint import BY_RULES, Answers, Endpoint, Fails
from tests.interfaces.serve.conftest import Served, client_of, serving
from tests.interfaces.serve.test_chat import FrontEnd

KEY = "tok-a-very-secret-key"


@pytest.fixture
def proxy(upstream: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setenv("OPENAI_BASE_URL", upstream.again().url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(tmp_path, gm="openai", model="frontier-large") as served:
        yield served


def test_a_front_end_gets_its_own_model_with_memory_in_front(proxy: Served, upstream: Endpoint) -> None:
    upstream.always = Answers(("The pump drips. ", "Nobody minds."))
    window = FrontEnd(proxy, "livery", system="Write in the manner of a ballad.")
    notes = window.say("I look around.")
    assert (notes["did"], notes["turn"]) == ("new turn", 1)
    assert bare(window.reply) == "The pump drips. Nobody minds."
    sent = str(upstream.bodies[-1]["messages"])
    assert "You are the game master" in sent
    assert "in the manner of a ballad" in sent
    assert window.last.usage.prompt_tokens == proxy.get("/api/campaigns/livery/cost")["sessions"][0]["prompt_tokens"]


def test_another_model_is_named_behind_the_campaign(proxy: Served, upstream: Endpoint) -> None:
    FrontEnd(proxy, "livery").say("I look around.")
    FrontEnd(proxy, "livery:frontier-small").say("I wait for ten minutes.")
    FrontEnd(proxy, "livery").say("I walk to the street.")
    assert [body["model"] for body in upstream.bodies] == ["frontier-large", "frontier-small", "frontier-large"]


def test_a_title_is_passed_on_and_not_recorded(proxy: Served, upstream: Endpoint) -> None:
    window = FrontEnd(proxy, "livery")
    window.say("I look around.")
    upstream.always = Answers(('{"title": "Dust"}',))
    task: Any = [{"role": "user", "content": "### Task:\nGenerate a title."}]
    answer = window.client.chat.completions.create(model="livery", messages=task)
    assert answer.choices[0].message.content == '{"title": "Dust"}'
    assert upstream.bodies[-1]["messages"] == task
    assert proxy.get("/api/campaigns/livery")["turn"] == 1


def test_a_model_that_fails_leaves_the_story_where_it_was_and_shows_no_key(proxy: Served, upstream: Endpoint) -> None:
    window = FrontEnd(proxy, "livery")
    window.say("I look around.")
    kept = list(window.messages)
    upstream.always = Fails(401, f"Incorrect API key provided: {KEY}")
    for change in (lambda: window.again(), lambda: window.say("I wait for ten minutes.")):
        window.messages = list(kept)
        with pytest.raises(openai.APIStatusError) as failed:
            change()
        assert failed.value.status_code == 502
        assert KEY not in str(failed.value.body)
    at = proxy.get("/api/campaigns/livery")
    assert (at["turn"], at["branch"]) == (1, "main")
    upstream.always = Answers(("Ten minutes pass.",))
    window.messages = kept
    notes = window.say("I wait for ten minutes.")
    assert (notes["did"], notes["turn"], notes["branch"]) == ("new turn", 2, "main")


def test_a_conflict_is_noted_in_header_body_and_footnote_and_the_footnote_comes_off_again(proxy: Served, upstream: Endpoint) -> None:
    window = FrontEnd(proxy, "livery")
    window.client = window.client.with_options(default_headers={"X-GM-Footnotes": "on"})
    upstream.script = [Answers((f"Luis Ortega has {colour} eyes.",)) for colour in ("brown", "blue")]
    assert window.say("I look around.")["conflicts"] == []
    (clash,) = window.say("I wait for ten minutes.")["conflicts"]
    assert (clash["a"]["quote"], clash["b"]["quote"]) == ("Luis Ortega has brown eyes.", "Luis Ortega has blue eyes.")
    assert window.reply.startswith("Luis Ortega has blue eyes.\n\n---\n*▲ Conflict ")
    assert "stands against turn 1: “Luis Ortega has brown eyes.”" in window.reply
    window.messages.append({"role": "user", "content": "I walk to the street."})
    messages: Any = window.messages
    answer = window.client.chat.completions.with_raw_response.create(model="livery", messages=messages)
    assert (answer.headers["x-gm-did"], answer.headers["x-gm-turn"], answer.headers["x-gm-branch"]) == ("new turn", "3", "main")
    assert answer.headers["x-gm-conflicts"] == ""
    assert "▲" not in str(proxy.get("/api/campaigns/livery/turns"))


def test_a_stream_that_breaks_off_is_an_error_and_no_turn(proxy: Served, upstream: Endpoint) -> None:
    upstream.always = Answers(("The pump ", "drips and "), breaks="ends")
    client = client_of(proxy)
    with pytest.raises(openai.APIError):
        list(client.chat.completions.create(model="livery", messages=[{"role": "user", "content": "I look around."}], stream=True))
    assert proxy.get("/api/campaigns/livery")["turn"] == 0


def test_prose_comes_piece_by_piece_and_dice_before_it(proxy: Served, upstream: Endpoint) -> None:
    proxy.begin("streamed")
    upstream.always = Answers(("The pump ", "drips. ", "Nobody minds."), between=0.05)
    events = proxy.events("/api/campaigns/streamed/turns", said="I search the place.")
    events = [event for event in events if event[0] != "read"]
    kinds = [kind for kind, _ in events]
    assert kinds[0] == "dice"
    assert kinds[-1] == "turn"
    assert kinds.count("text") == 3
    assert events[-1][1]["reply"] == "The pump drips. Nobody minds."
    assert events[-1][1]["dice"] == [events[0][1]]


@pytest.mark.parametrize("guard", ["off", "after"])
def test_without_a_guard_before_the_words_each_piece_is_an_event_while_the_model_speaks(
    upstream: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guard: Guard
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", upstream.again().url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    pieces = (*(f"word {n} " for n in range(9)), "end.")
    upstream.always = Answers(pieces, between=0.1)
    with serving(tmp_path, gm="openai", model="m", table=BY_RULES.model_copy(update={"guard": guard})) as served:
        client = client_of(served)
        line: Any = [{"role": "user", "content": "I look around."}]
        chunks: Any = client.chat.completions.create(model="livery", messages=line, stream=True)
        came = [(time.monotonic(), text) for chunk in chunks if chunk.choices and (text := chunk.choices[0].delta.content)]
    head, *told = came
    assert bare(f"{head[1]}{pieces[0]}").startswith("word 0")
    assert [text for _, text in told] == list(pieces)
    assert told[-1][0] - told[0][0] > 0.5
    assert "tools" in upstream.bodies[-1]


def test_one_campaign_plays_one_turn_at_a_time_and_others_meanwhile(proxy: Served, upstream: Endpoint) -> None:
    upstream.always = Answers(("Slowly.",), first=0.5)
    for name in ("one", "two"):
        proxy.begin(name)
    done: list[tuple[str, int]] = []

    def play(name: str) -> None:
        done.append((name, proxy.post(f"/api/campaigns/{name}/turns", said="I look around.")["turn"]))

    threads = [threading.Thread(target=play, args=(name,)) for name in ("one", "one", "two")]
    started = time.monotonic()
    for thread in threads:
        thread.start()
        time.sleep(0.02)
    for thread in threads:
        thread.join(30)
    assert time.monotonic() - started < 15
    assert sorted(done) == [("one", 1), ("one", 2), ("two", 1)]


def test_a_client_that_asks_again_before_it_was_answered_plays_one_turn(proxy: Served, upstream: Endpoint) -> None:
    proxy.begin("twice")
    upstream.always = Answers(("Slowly, ", "the pump drips."), first=2.0)
    line: Any = [{"role": "user", "content": "I look around."}]
    client = client_of(proxy, max_retries=1, timeout=0.7)
    with pytest.raises(openai.APITimeoutError):
        client.chat.completions.create(model="twice", messages=line)
    patient: Any = client.with_options(timeout=60, max_retries=0).chat.completions.create(model="twice", messages=line)
    assert patient.gm["did"] == "told again"
    assert len(upstream.bodies) == 1
    assert len(proxy.get("/api/campaigns/twice/branches")["branches"]) == 1
