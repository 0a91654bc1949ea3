"""How a front-end wants words chosen: passed on to the campaign's model, within its budget, and on record with the prompt."""

from pathlib import Path
from typing import Any

import openai
import pytest

from gm_engine.bootstrap import open_store, verify_game
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.play.following import within
from gm_engine.story.budget import Budget
from gm_engine.story.prompt import Prompt
from gm_engine.story.roll import DrawKey
from gm_engine.story.sampling import Sampling
from tests.endpoint import Answers, Endpoint, endpoint
from tests.interfaces.serve.conftest import Served, client_of

TASTE: dict[str, Any] = {
    "temperature": 1.3, "top_p": 0.5, "max_tokens": 77, "seed": 5, "stop": ["THE END"], "presence_penalty": 0.25,
    "frequency_penalty": -0.5,
}  # fmt: skip
LINE: Any = [{"role": "user", "content": "I look around."}]


def ask(proxy: Served, messages: Any = LINE, **wishes: Any) -> Any:
    client = client_of(proxy)
    return client.chat.completions.create(model="livery", messages=messages, **wishes)


def test_how_words_are_chosen_is_passed_on_for_this_turn_alone_and_a_turn_is_held_to_no_form(proxy: Served, upstream: Endpoint) -> None:
    ask(proxy, **TASTE, response_format={"type": "json_object"}, logprobs=True, tools=[{"type": "function", "function": {"name": "f"}}])
    sent = upstream.bodies[-1]
    assert {name: sent[name] for name in TASTE} == TASTE
    assert not {"response_format", "logprobs", "tools"} & set(sent)
    proxy.post("/api/campaigns/livery/turns", said="I wait for ten minutes.")
    assert not set(TASTE) & set(upstream.bodies[-1])


def test_a_turn_with_wishes_is_verified_byte_for_byte(proxy: Served, upstream: Endpoint, tmp_path: Path) -> None:
    upstream.always = Answers(("The pump drips.",))
    ask(proxy, **TASTE)
    plain = ask(proxy)
    assert plain.gm["did"] == "reroll"
    proxy.post("/api/campaigns/livery/switch", branch="main")
    store = open_store(Settings(tmp_path))
    journal = store.open("livery", readonly=True)
    found = verify_game(journal)
    journal.close()
    store.close()
    assert (found.turns, found.prompts) == (1, 1)


def test_wishes_change_the_hash_of_a_prompt_and_no_wishes_do_not() -> None:
    plain = Prompt(sections=(), draw=DrawKey(seed=1, turn=1))
    assert "sampling" not in plain.hashed
    asked = plain.model_copy(update={"sampling": Sampling(seed=5)})
    assert asked.hash != plain.hash
    assert asked.offering("roll").sampling == asked.followed_by().sampling == Sampling(seed=5)


def test_a_reply_is_no_longer_than_a_dear_turn_was_reckoned_with() -> None:
    dear = Budget(reply=400, ceiling=10_000, price=(2500, 10_000))
    assert within(Sampling(most=4000), dear) == Sampling(most=400)
    assert within(Sampling(most=100), dear) == Sampling(most=100)
    assert within(Sampling(most=4000), Budget()) == Sampling(most=4000)
    assert within(Sampling(form="{}"), Budget()) is None


def test_a_reply_that_a_front_end_wanted_short_is_not_continued(proxy: Served, upstream: Endpoint) -> None:
    upstream.always = Answers(("The pump drips, and", " nobody"), finish="length")
    answer = ask(proxy, max_completion_tokens=5)
    assert (answer.choices[0].finish_reason, len(upstream.bodies)) == ("length", 1)
    assert upstream.bodies[-1]["max_tokens"] == 5


def test_what_an_endpoint_takes_no_request_with_is_left_out(proxy: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    with endpoint() as strict:
        strict.refuses = {"stop", "temperature"}
        monkeypatch.setenv("OPENAI_BASE_URL", strict.url)
        ask(proxy, **TASTE)
        assert not {"stop", "seed", "temperature"} & set(strict.bodies[-1])
        assert strict.bodies[-1]["max_tokens"] == 77


def test_wishes_out_of_range_are_brought_into_it_and_garbage_is_refused(proxy: Served, upstream: Endpoint) -> None:
    ask(proxy, temperature=99, top_p=0, max_tokens=-1, stop=["", "a", "b"])
    sent = upstream.bodies[-1]
    assert (sent["temperature"], sent["top_p"], sent["stop"]) == (2.0, 0.001, ["a", "b"])
    assert "max_tokens" not in sent
    for wrong in ({"temperature": "hot"}, {"seed": 10**30}, {"stop": [1]}, {"max_tokens": "many"}):
        assert proxy.http.post("/v1/chat/completions", json={"model": "livery", "messages": LINE, **wrong}).status_code == 400


TOOL = {"type": "function", "function": {"name": "f"}}


def test_what_is_not_given_is_said_in_the_answer_in_a_header_and_at_the_end_of_a_stream(proxy: Served, upstream: Endpoint) -> None:
    asked = {"tools": [TOOL], "tool_choice": "auto", "logprobs": True, "user": "joe", "min_p": 0.1, "a\nb": 1, "top_k": 0}
    form = {"type": "json_object"}
    answer = proxy.http.post("/v1/chat/completions", json={"model": "livery", "messages": LINE, "response_format": form, **asked})
    names = ["logprobs", "min_p", "others", "response_format", "tools"]
    assert answer.json()["gm"]["left_aside"] == names
    assert answer.headers["x-gm-left-aside"] == ", ".join(names)
    end = list(ask(proxy, [{"role": "user", "content": "I wait."}], stream=True, logprobs=True))[-1]
    assert end.gm["left_aside"] == ["logprobs"]
    assert "left_aside" not in ask(proxy, [{"role": "user", "content": "I walk to the street."}]).gm


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"stop": list("abcde")}, "5 places to stop, and 4 at most"),
        ({"stop": "x" * 201}, "longer than 200 letters"),
        ({"tools": [TOOL], "tool_choice": "required"}, "no tool of a front-end's is called"),
        ({"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "f"}}}, "no tool of a front-end's is called"),
        ({"n": 2}, "2 answers at once"),
    ],
)
def test_what_cannot_be_left_aside_is_refused(proxy: Served, upstream: Endpoint, wish: dict[str, Any], why: str) -> None:
    with pytest.raises(openai.BadRequestError, match=why):
        ask(proxy, **wish)
    assert not upstream.bodies


def test_what_is_asked_beside_the_story_is_on_the_bill_and_held_to_its_form(proxy: Served, upstream: Endpoint) -> None:
    ask(proxy)
    upstream.always = Answers(('{"title": "Dust"}',))
    form = {"type": "json_object"}
    ask(proxy, [{"role": "user", "content": "### Task:\nGenerate a title."}], response_format=form, temperature=0.1)
    assert (upstream.bodies[-1]["response_format"], upstream.bodies[-1]["temperature"]) == (form, 0.1)
    (row,) = proxy.get("/api/campaigns/livery/cost")["sessions"]
    assert (row["turns"], row["questions"]) == (1, 1)
    assert proxy.get("/api/campaigns/livery")["turn"] == 1
    ask(proxy, [{"role": "user", "content": "A title, please."}], extra_body={"metadata": {"task": "title_generation"}})
    assert proxy.get("/api/campaigns/livery/cost")["sessions"][0]["questions"] == 2
