"""Calls that go wrong at a real server: repeated where that may help, given up in time, and said so that it can be mended."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate

import openai
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.errors import ProviderError
from gm_engine.providers.endpoint import Endpoint as Settings
from gm_engine.providers.rate_limits import Pace, Purse
from gm_engine.providers.waiting import asked_to_wait
from gm_engine.story.prompt import PromptSection
from gm_engine.testing.contracts import a_prompt
from tests.endpoint import PIECES, Answers, Endpoint, Fails, Sends
from tests.providers.quick import KEY, Hands, quick

WHOLE = "".join(PIECES)


def failure(there: Endpoint, hands: Hands | None = None, **settings: object) -> ProviderError:
    heard: list[str] = []
    with pytest.raises(ProviderError) as raised:
        quick(there, hands, **settings).complete(a_prompt(), heard.append)
    return raised.value


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504])
def test_what_may_pass_is_tried_again_after_a_growing_pause(there: Endpoint, status: int) -> None:
    there.script = [Fails(status), Fails(status)]
    hands = Hands()
    assert quick(there, hands).complete(a_prompt()).text == WHOLE
    assert hands.slept == [0.5, 1.0]


def test_pauses_differ_by_chance() -> None:
    from gm_engine.providers.waiting import pause

    assert [pause(2, chance) for chance in (0.0, 0.5, 1.0)] == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("said", ["7", formatdate(1_000_007, usegmt=True)])
def test_a_server_that_names_a_time_is_left_alone_for_so_long(there: Endpoint, said: str) -> None:
    there.script = [Fails(429, retry_after=said)]
    hands, waits = Hands(), list[str]()
    gm = quick(there, hands)
    gm.on_wait = waits.append
    assert gm.complete(a_prompt()).text == WHOLE
    assert hands.slept == [7.0]
    assert "trying again in 7 s" in waits[0]


@pytest.mark.parametrize("said", ["soon", "-5", "nan", "inf", "", "Sat, 99 Foo 2026"])
def test_a_time_that_cannot_be_read_is_passed_over(there: Endpoint, said: str) -> None:
    there.script = [Fails(503, retry_after=said)]
    hands = Hands()
    assert quick(there, hands).complete(a_prompt()).text == WHOLE
    assert hands.slept == [0.5]


def test_a_server_that_wants_an_hour_is_not_waited_for(there: Endpoint) -> None:
    there.always = Fails(429, retry_after="3600")
    hands = Hands()
    error = failure(there, hands)
    assert (error.slug, hands.slept, len(there.bodies)) == ("endpoint-busy", [], 1)
    assert "left alone for 3,600 seconds" in error.then


def test_tries_are_bounded_in_number_and_in_time(there: Endpoint) -> None:
    there.always = Fails(500)
    failure(there, retries=2)
    assert len(there.bodies) == 3
    there.again().always = Fails(500)
    hands = Hands()
    failure(there, hands, retries=10, patience=4)
    assert sum(hands.slept) <= 4
    assert len(there.bodies) == 4


@pytest.mark.parametrize(
    ("fails", "slug", "says"),
    [
        (Fails(401), "key-refused", "OPENAI_API_KEY"),
        (Fails(403, "no access to this model"), "key-refused", "--model"),
        (Fails(404), "no-such-model", "OPENAI_BASE_URL"),
        (Fails(402, "payment required"), "no-credit", "account"),
        (Fails(429, "you exceeded your quota", "insufficient_quota"), "no-credit", "account"),
        (Fails(400, "maximum context length is 4096 tokens"), "prompt-too-long", "[budget]"),
    ],
)
def test_what_will_not_pass_is_not_tried_again_and_says_what_to_set(there: Endpoint, fails: Fails, slug: str, says: str) -> None:
    there.always = fails
    error = failure(there)
    assert (error.slug, len(there.bodies)) == (slug, 1)
    assert says in error.then


def test_an_endpoint_of_ones_own_names_its_own_variable(there: Endpoint) -> None:
    there.always = Fails(401)
    assert "Set DESK_KEY" in failure(there, name="desk", key_env="DESK_KEY").then


@pytest.mark.parametrize(
    "said", [f"Incorrect API key provided: {KEY}", "bad key sk-abcdefghijklmnopqrstuv", f"Authorization: Bearer {KEY}"]
)
def test_no_key_stands_in_an_error(there: Endpoint, said: str) -> None:
    there.always = Fails(401, said)
    error = failure(there)
    assert KEY not in str(error)
    assert "sk-abc" not in str(error)
    assert "(key)" in error.what


def test_a_server_that_does_not_begin_is_given_up(there: Endpoint) -> None:
    there.always = Answers(PIECES, first=5)
    error = failure(there, first_word=0.05, retries=0)
    assert "0.05 seconds" in error.what
    assert "first_word" in error.then


def test_a_server_that_only_says_it_is_still_there_is_given_up(there: Endpoint) -> None:
    """Keep-alive comments are no words."""
    there.always = Answers(PIECES, first=5, alive=True)
    assert "said nothing for 0.1 seconds" in failure(there, first_word=0.1, retries=0).what


def test_a_server_that_falls_silent_leaves_a_draft(there: Endpoint) -> None:
    there.always = Answers(PIECES, between=5, alive=True)
    error = failure(there, between_words=0.1)
    assert (error.slug, error.heard) == ("broken-stream", "The pump")
    assert "fell silent for 0.1 seconds" in error.what
    assert len(there.bodies) == 1


def test_a_slow_server_that_goes_on_is_waited_for(there: Endpoint) -> None:
    there.always = Answers(PIECES, first=0.06, between=0.06)
    assert quick(there, between_words=5, first_word=5).complete(a_prompt()).text == WHOLE


@pytest.mark.parametrize("how", ["cut", "ends"])
def test_a_stream_that_breaks_is_not_begun_again_and_its_draft_is_kept(there: Endpoint, how: str) -> None:
    there.always = Answers(PIECES, breaks=how)  # type: ignore[arg-type]
    error = failure(there)
    assert (error.slug, error.heard, len(there.bodies)) == ("broken-stream", WHOLE, 1)


def test_a_stream_that_breaks_before_a_word_is_begun_again(there: Endpoint) -> None:
    there.script = [Answers((), breaks="cut")]
    assert quick(there).complete(a_prompt()).text == WHOLE
    assert len(there.bodies) == 2


@pytest.mark.parametrize(
    "sends",
    [
        Sends("data: {nonsense\n\n"),
        Sends("data: 3\n\n"),
        Sends("data: []\n\n"),
        Sends('data: {"choices": 7}\n\n'),
        Sends('data: {"choices": [{"delta": "x", "finish_reason": 4}]}\n\n'),
        Sends("<html>Sign in</html>", "text/html"),
        Sends("<html>Sign in</html>", "application/json"),
        Sends('{"ok": true}', "application/json"),
        Sends("[1, 2]", "application/json"),
        Sends("\x00\xff\xfe", "application/octet-stream"),
        Sends(""),
    ],
)
def test_garbage_is_an_error_that_a_person_can_read(there: Endpoint, sends: Sends) -> None:
    there.always = sends
    error = failure(there, retries=0)
    assert error.slug in ("not-understood", "empty-reply")
    assert error.heard == ""


def test_an_error_in_the_stream_is_said(there: Endpoint) -> None:
    there.always = Sends('data: {"error": {"message": "the model crashed", "code": 502}}\n\n')
    assert "the model crashed" in failure(there, retries=0).what


def test_a_server_that_streams_nothing_answers_in_one_piece(there: Endpoint) -> None:
    there.always = Answers(PIECES, streams=False)
    pieces: list[str] = []
    assert quick(there).complete(a_prompt(), pieces.append).text == WHOLE
    assert pieces == [WHOLE]


# --- limits


def test_so_many_requests_a_minute_and_no_more(there: Endpoint) -> None:
    hands, waits = Hands(), list[str]()
    gm = quick(there, hands, requests_a_minute=2)
    gm.on_wait = waits.append
    notes = [gm.complete(a_prompt()).notes for _ in range(5)]
    assert hands.slept == [60.0, 60.0]
    assert waits[0] == "waiting 60 s: at most 2 requests a minute"
    assert "Waited 60 s" in notes[2][0]
    assert [len(note) for note in notes] == [0, 0, 1, 0, 1]


def test_so_many_tokens_a_minute_and_no_more() -> None:
    hands = Hands()
    pace = Pace(0, 100, clock=hands.works.clock, sleep=hands.sleep)
    assert [pace.take(tokens) for tokens in (60, 40, 1, 500, 1)] == [0.0, 0.0, 60.0, 60.0, 60.0]


def test_a_campaign_that_has_spent_its_money_is_told_before_the_call(there: Endpoint) -> None:
    gm = quick(there, price=(1000.0, 1000.0), dollars_a_campaign=0.06)
    gm.complete(a_prompt())
    asked = len(there.bodies)
    with pytest.raises(ProviderError) as raised:
        gm.complete(a_prompt())
    error = raised.value
    assert error.slug == "spending-limit"
    assert len(there.bodies) == asked
    assert re.search(r"has spent \$0\.\d+ of the \$0\.0600 that it may", error.what)
    assert "dollars_a_campaign under [providers.openai]" in error.then


def test_what_was_spent_before_counts() -> None:
    purse = Purse(Settings(price=(1.0, 1.0), dollars_a_campaign=1.0), spent=999_990)
    purse.check("turn 1", 10)
    with pytest.raises(ProviderError, match="spent"):
        purse.check("turn 1", 11)


def test_what_an_answer_cost_stands_in_it(there: Endpoint) -> None:
    told = {"prompt_tokens": 1000, "completion_tokens": 100, "prompt_tokens_details": {"cached_tokens": 400}}
    there.always = Answers(PIECES, usage=told)
    completion = quick(there, price=(2.5, 10.0, 1.25)).complete(a_prompt())
    assert completion.cost == 3000
    assert completion.usage.cached == 400


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": -4, "completion_tokens": "many"},
        {"prompt_tokens": None, "completion_tokens": True},
        {"prompt_tokens": 10**30, "completion_tokens": 1.5},
        {"prompt_tokens": 5, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 900}, "completion_tokens_details": 7},
        {"prompt_tokens": {}, "completion_tokens": []},
        {},
    ],
)
def test_usage_that_lies_costs_no_turn(there: Endpoint, usage: dict[str, object]) -> None:
    there.always = Answers(PIECES, usage=usage)
    completion = quick(there, price=(1.0, 1.0)).complete(a_prompt())
    assert completion.text == WHOLE
    assert 0 < completion.usage.prompt < 1000
    assert 0 <= completion.usage.cached <= completion.usage.prompt
    assert json.loads(completion.model_dump_json())["cost"] >= 0


def test_what_broke_off_is_on_the_bill(there: Endpoint) -> None:
    there.script = [Answers(PIECES, breaks="cut")]
    gm = quick(there, price=(1.0, 1.0))
    with pytest.raises(ProviderError):
        gm.complete(a_prompt())
    assert gm.purse.spent > a_prompt().tokens


def test_whoever_listens_and_fails_is_not_taken_for_the_endpoint(there: Endpoint) -> None:
    """A closed pipe is told as one, and not as a stream that broke off."""

    def closed(piece: str) -> None:
        raise BrokenPipeError("nobody reads")

    with pytest.raises(BrokenPipeError):
        quick(there).complete(a_prompt(), closed)
    assert len(there.bodies) == 1


@given(st.text(max_size=40), st.floats(0, 2e9))
def test_whatever_a_server_says_of_waiting_is_a_number_or_nothing(said: str, now: float) -> None:
    asked = asked_to_wait({"retry-after": said}, now)
    assert asked is None or asked >= 0


def test_a_hundred_at_once_all_get_their_own_answer(there: Endpoint) -> None:
    there.answer = lambda body: Answers((f"You said: {body['messages'][-1]['content']}",))
    prompts = [a_prompt().model_copy(update={"sections": (PromptSection(name="said", role="user", text=f"line {n}"),)}) for n in range(100)]
    with ThreadPoolExecutor(25) as pool:
        told = list(pool.map(lambda prompt: quick(there).complete(prompt).text, prompts))
    assert told == [f"You said: line {n}" for n in range(100)]


def test_the_scripted_server_speaks_to_the_official_client(there: Endpoint) -> None:
    with openai.OpenAI(api_key="k", base_url=there.url, max_retries=0) as client:
        assert [model.id for model in client.models.list()] == ["frontier-large", "frontier-small"]
        vectors = client.embeddings.create(model="e", input=["a", "bcd"], encoding_format="float")
        assert [row.embedding[0] for row in vectors.data] == [1.0, 3.0]
        whole = client.chat.completions.create(model="m", messages=[{"role": "user", "content": "Hm?"}])
        assert whole.choices[0].message.content == WHOLE
        assert whole.usage is not None
        assert whole.usage.prompt_tokens > 0


def test_an_answer_that_trickles_for_ever_is_given_up(there: Endpoint) -> None:
    there.always = Answers(("drip ",) * 100, between=0.03)
    error = failure(there, whole=0.6)
    assert error.heard.startswith("drip drip")
    assert "was not done in 0.6 seconds" in error.what
