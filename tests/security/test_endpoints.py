"""What a language model's endpoint may do to us, and what never goes to it or comes from it."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from gm_engine.bootstrap.diagnosis import diagnose
from gm_engine.errors import ProviderError
from gm_engine.providers import abilities
from gm_engine.providers.endpoint import Endpoint as Settings
from gm_engine.story.question import Question
from tests.endpoint import Answers, Endpoint, Fails, endpoint
from tests.providers.quick import KEY, quick
from tests.providers.test_openai import a_prompt


@pytest.fixture
def there() -> Iterator[Endpoint]:
    abilities._known.clear()
    with endpoint() as told:
        yield told


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_story_goes_to_no_other_address_than_that_of_the_settings(there: Endpoint, status: int) -> None:
    """The client would follow a redirect: without the key, but with the whole prompt."""

    class Elsewhere(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.send_header("Location", there.url.replace("127.0.0.1", "localhost") + "/chat/completions")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    way = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = Thread(target=way.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        with pytest.raises(ProviderError) as raised:
            quick(there, base_url=f"http://127.0.0.1:{way.server_port}/v1").complete(a_prompt())
    finally:
        way.shutdown()
        way.server_close()
        thread.join()
    assert raised.value.slug == "sent-elsewhere"
    assert "localhost" in raised.value.what
    assert there.asked == []


def test_a_password_in_an_address_is_not_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://joe:hush-hush@127.0.0.1:9/v1?key=hush-hush")
    assert Settings().found().address == "http://127.0.0.1:9/v1"
    shown = str(diagnose(str(tmp_path)))
    assert "127.0.0.1:9" in shown
    assert "hush-hush" not in shown
    with pytest.raises(ProviderError) as raised:
        quick(Endpoint(), base_url="http://joe:hush-hush@127.0.0.1:9/v1", retries=0).complete(a_prompt())
    assert "hush-hush" not in str(raised.value)


@pytest.mark.parametrize("key", ["sk-one\ntwo-three-four", "sk-ünïcode-and-so-on"])
def test_what_cannot_be_a_key_is_not_sent_and_not_shown(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(ProviderError) as raised:
        Settings().key()
    assert raised.value.slug == "no-key"
    assert "two" not in str(raised.value)
    assert "code" not in str(raised.value)


def test_a_key_that_an_endpoint_says_again_is_not_recorded(there: Endpoint) -> None:
    there.always = Answers(("Your key is tok-a-very-", "secret-key, friend."), reasoning=(KEY,))
    completion = quick(there).complete(a_prompt())
    assert completion.text == "Your key is (key), friend."
    assert KEY not in completion.model_dump_json()
    there.always = Answers((f'{{"key": "{KEY}"}}',))
    assert (
        KEY
        not in quick(there)
        .ask(Question(purpose="card", system="", user="?", form='{"type": "object", "properties": {"key": {"type": "string"}}}'))
        .model_dump_json()
    )


@pytest.mark.parametrize(
    "does", [Answers((), refusal=(f"No: {KEY} \x1b]0;x\x07",)), Answers((KEY,), breaks="cut"), Fails(404, f"{KEY}\x1b[2J")]
)
def test_no_key_and_no_control_code_stands_in_what_an_endpoint_fails_with(there: Endpoint, does: Answers | Fails) -> None:
    there.always = does
    there.models = [{"id": f"evil\x1b[2J{KEY}"}]
    with pytest.raises(ProviderError) as raised:
        quick(there, retries=0).complete(a_prompt())
    for told in (str(raised.value), raised.value.heard):
        assert KEY not in told
        assert "\x1b" not in told
        assert "\x07" not in told
