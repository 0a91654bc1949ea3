"""Stop stops: the model is hung up on and the campaign is free at once; and reading waits for nobody."""

import json
import threading
import time
from typing import Any

import openai
import pytest

from gm_engine import tokens
from gm_engine.errand import Errand, errand
from gm_engine.errors import ProviderError, Stopped
from gm_engine.play.same_words import bare
from tests.endpoint import Answers, Endpoint
from tests.interfaces.serve.conftest import Served, client_of, until
from tests.interfaces.serve.test_chat import FrontEnd

LONG = Answers(("The pump ", *("drips " for _ in range(600)), "on."), between=0.1)
"""A telling of a minute."""
SILENT = Answers(("At last.",), first=60.0)
LINE: Any = [{"role": "user", "content": "I look around."}]


@pytest.fixture
def proxy(proxy: Served) -> Served:
    """A server with a campaign on it."""
    proxy.begin("evening")
    return proxy


def plays_on(served: Served, upstream: Endpoint) -> Any:
    """The campaign plays another turn at once; what came of it."""
    upstream.always = Answers(("The pump drips.",))
    started = time.monotonic()
    window = FrontEnd(served, "evening")
    notes = window.say("I look around.")
    assert time.monotonic() - started < 20
    assert bare(window.reply) == "The pump drips."
    return notes


def broken_off(proxy: Served, upstream: Endpoint) -> None:
    """A stream is closed after its first word, and the model has noticed."""
    upstream.always = LONG
    stream = client_of(proxy).chat.completions.create(model="evening", messages=LINE, stream=True)
    next(iter(stream))
    stream.close()
    until(lambda: upstream.hung_up == 1)


def test_a_stream_that_is_broken_off_ends_the_call_and_frees_the_campaign(proxy: Served, upstream: Endpoint) -> None:
    broken_off(proxy, upstream)
    notes = plays_on(proxy, upstream)
    assert (notes["did"], notes["turn"], notes["branch"]) == ("new turn", 1, "main")


def test_whoever_goes_away_before_the_first_word_is_not_waited_for(proxy: Served, upstream: Endpoint) -> None:
    upstream.always = SILENT
    with pytest.raises(openai.APITimeoutError):
        client_of(proxy, timeout=1.0).chat.completions.create(model="evening", messages=LINE, stream=True)
    assert plays_on(proxy, upstream)["turn"] == 1
    assert len(upstream.bodies) == 2


@pytest.mark.parametrize("streamed", [True, False])
def test_what_is_told_can_be_stopped_by_anybody_and_whoever_waits_is_told_so(proxy: Served, upstream: Endpoint, streamed: bool) -> None:
    upstream.always = LONG
    assert proxy.post("/api/campaigns/evening/stop") == {"campaign": "evening", "stopped": False}
    found: list[Any] = []
    begun = threading.Event()

    def ask() -> None:
        with proxy.http.stream("POST", "/api/campaigns/evening/turns", json={"said": "I look around.", "stream": streamed}) as answer:
            for line in answer.iter_lines():
                begun.set()
                found.append((answer.status_code, line))

    asking = threading.Thread(target=ask)
    asking.start()
    until(lambda: begun.is_set() if streamed else upstream.bodies)
    assert proxy.post("/api/campaigns/evening/stop")["stopped"]
    asking.join(20)
    assert not asking.is_alive()
    status, line = [one for one in found if one[1]][-1]
    told = json.loads(line.removeprefix("data: "))
    assert (status, (told if streamed else told["error"])["slug"]) == (200 if streamed else 409, "stopped")
    assert proxy.get("/api/campaigns/evening")["turn"] == 0
    assert plays_on(proxy, upstream)["turn"] == 1


def test_what_was_heard_of_a_stopped_turn_is_on_the_bill(proxy: Served, upstream: Endpoint) -> None:
    broken_off(proxy, upstream)
    plays_on(proxy, upstream)
    paid = sum(row["prompt_tokens"] for row in proxy.get("/api/campaigns/evening/cost")["sessions"])
    assert paid > 1.5 * sum(tokens.count(message["content"]) for message in upstream.bodies[-1]["messages"])


def test_reading_does_not_wait_for_a_turn_that_is_being_told(proxy: Served, upstream: Endpoint) -> None:
    assert plays_on(proxy, upstream)["turn"] == 1
    upstream.always = SILENT
    asks = len(upstream.bodies)
    asking = threading.Thread(target=lambda: proxy.http.post("/api/campaigns/evening/turns", json={"said": "I wait."}))
    asking.start()
    until(lambda: len(upstream.bodies) > asks)
    started = time.monotonic()
    assert proxy.get("/api/campaigns/evening")["turn"] == 1
    assert len(proxy.get("/api/campaigns/evening/turns")["turns"]) == 1
    assert proxy.get("/api/campaigns/evening/pages/sheet")["text"]
    assert time.monotonic() - started < 20
    assert asking.is_alive()
    assert proxy.post("/api/campaigns/evening/stop")["stopped"]
    asking.join(20)
    assert not asking.is_alive()


def test_an_errand_that_is_called_off_cuts_its_line_and_waits_no_longer() -> None:
    sent, cut = Errand(), threading.Event()
    with sent.running(), pytest.raises(Stopped) as stopped:  # noqa: PT012
        with sent.listening(cut.set):
            sent.call_off()
            assert cut.is_set()
        errand().wait(60)
    assert isinstance(stopped.value, ProviderError)
    assert errand() is not sent
    late = threading.Event()
    with pytest.raises(Stopped), sent.listening(late.set):
        pass
    assert not late.is_set()
