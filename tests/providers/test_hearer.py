"""Who hears: the questions of hearing go where the settings say, take no longer than they may, and are kept like all answers."""

import time
from pathlib import Path

import pytest

from gm_engine.errors import ProviderError
from gm_engine.providers.cassette import read_cassette, taped
from gm_engine.providers.endpoint import Endpoint as Settings
from gm_engine.providers.hearer import Hearer
from gm_engine.providers.openai import OpenAIGM
from gm_engine.providers.provider import Advisor
from gm_engine.story.question import Question
from gm_engine.testing.contracts import a_prompt
from tests.endpoint import PIECES, Answers, Endpoint, Fails, Sends, endpoint
from tests.providers.quick import KEY, Hands, quick

FORM = '{"type":"object","properties":{"acts":{"type":"array","items":{"type":"string"}}},"required":["acts"],"additionalProperties":false}'
INTERPRET = Question(purpose="interpret", system="Hear.", user="I wait.", form=FORM, most=90)
NOTE = Question(purpose="note", system="Note.", user="Rain.", form=FORM)
CLAIMS = Question(purpose="claims", system="Read.", user="Rain.", form=FORM)
ACTS = Answers(('{"acts": ["wait"]}',))


def hearer(there: Endpoint, seconds: float = 20.0, hands: Hands | None = None, gm: OpenAIGM | None = None, **more: object) -> Hearer:
    known = {"name": "ear", "base_url": there.url, "key_env": "", "model": "frontier-small", **more}
    return Hearer(Settings.model_validate(known), seconds, purse=gm.purse if gm else None, works=(hands or Hands()).works)


def test_only_the_questions_of_hearing_go_to_the_hearer(there: Endpoint) -> None:
    with endpoint() as other:
        other.always = there.always = ACTS
        gm = quick(there)
        gm.hearer = hearer(other, gm=gm)
        heard = [gm.ask(question).model for question in (INTERPRET, NOTE, CLAIMS)]
        gm.complete(a_prompt())
        assert heard == ["frontier-small", "frontier-small", "frontier-large"]
        assert [body["model"] for body in other.bodies] == ["frontier-small"] * 2
        assert [body["model"] for body in there.bodies] == ["frontier-large"] * 2
        assert KEY not in str(other.keys)
        gm.close()


def test_a_question_is_asked_with_its_schema_and_steps_down_where_that_is_refused(there: Endpoint) -> None:
    there.always, there.refuses = ACTS, {"json_schema"}
    asker = hearer(there)
    assert asker.ask(INTERPRET).text == '{"acts": ["wait"]}'
    asker.ask(NOTE)
    forms = [body.get("response_format", {}).get("type") for body in there.bodies]
    assert forms == ["json_schema", "json_object", "json_object"]
    assert there.bodies[0]["max_tokens"] == 90


def test_a_question_that_takes_too_long_is_given_up(there: Endpoint) -> None:
    there.always = Answers(('{"acts"', ": []}"), first=0.1, between=20.0, alive=True)
    began = time.monotonic()
    with pytest.raises(ProviderError) as raised:
        Hearer(Settings(base_url=there.url, key_env="", model="frontier-small"), 0.6).ask(INTERPRET)
    assert 0.4 < time.monotonic() - began < 15.0
    assert "0.6 seconds" in raised.value.what


def test_a_server_that_says_nothing_is_given_up_with_all_its_tries(there: Endpoint) -> None:
    there.always = Answers(('{"acts": []}',), first=20.0)
    began = time.monotonic()
    with pytest.raises(ProviderError) as raised:
        Hearer(Settings(base_url=there.url, key_env="", model="frontier-small"), 0.5).ask(NOTE)
    assert time.monotonic() - began < 15.0
    assert len(there.bodies) == 1
    assert (raised.value.slug, "time_out under [hearing]" in raised.value.then) == ("provider-silent", True)
    assert raised.value.what.endswith("did not answer within 0.5 seconds.")


def test_a_question_is_repeated_once_at_most(there: Endpoint) -> None:
    there.always = Fails(503, "busy")
    hands = Hands()
    with pytest.raises(ProviderError):
        hearer(there, hands=hands, retries=9, patience=900.0).ask(INTERPRET)
    assert len(there.bodies) == 2
    there.again().script = [Fails(503), ACTS]
    assert hearer(there, hands=hands).ask(INTERPRET).text


def test_a_busy_server_that_asks_for_more_than_there_is_time_for_is_not_waited_for(there: Endpoint) -> None:
    there.always = Fails(429, "later", retry_after="60")
    hands = Hands()
    with pytest.raises(ProviderError) as raised:
        hearer(there, 20.0, hands).ask(INTERPRET)
    assert (raised.value.slug, len(there.bodies), hands.slept) == ("endpoint-busy", 1, [])


def test_nobody_waits_a_minute_for_the_pace_of_a_hearer(there: Endpoint) -> None:
    there.always = ACTS
    hands = Hands()
    asker = hearer(there, 20.0, hands, requests_a_minute=1)
    asker.ask(INTERPRET)
    with pytest.raises(ProviderError, match="at most 1 requests a minute"):
        asker.ask(NOTE)
    assert (len(there.bodies), hands.slept) == (1, [])


@pytest.mark.parametrize(
    ("behaviour", "slug"),
    [
        (Answers(("I would rather not say.",)), "not-json"),
        (Answers(('{"acts": [',), finish="length"), "not-json"),
        (Answers(refusal=("No.",)), "refused-reply"),
        (Answers(()), "empty-reply"),
        (Sends("<html>Welcome</html>", kind="text/html"), "not-understood"),
        (Fails(401, "no"), "key-refused"),
    ],
)
def test_what_can_go_wrong_says_what_to_set_for_the_hearing(there: Endpoint, behaviour: Answers | Sends | Fails, slug: str) -> None:
    there.always = behaviour
    with pytest.raises(ProviderError) as raised:
        hearer(there).ask(NOTE)
    assert raised.value.slug == slug
    assert "--model" not in raised.value.then
    assert "your words are kept" not in raised.value.then


def test_what_a_failed_question_took_is_paid_for_beside_the_telling(there: Endpoint) -> None:
    there.always = Answers(("Prose.",))
    gm = quick(there)
    gm.hearer = hearer(there, gm=gm, price=(1000.0, 1000.0))
    with pytest.raises(ProviderError) as raised:
        gm.ask(NOTE)
    spent = raised.value.spent
    assert getattr(spent, "cost", 0) == gm.purse.spent > 0
    assert getattr(spent, "model", "") == "frontier-small"


def test_a_hearer_chooses_its_words_soberly_where_the_gm_does_not(there: Endpoint) -> None:
    there.always = ACTS
    hearer(there, temperature=1.3, top_p=0.7).ask(INTERPRET)
    hearer(there).ask(INTERPRET)
    assert [body.get("temperature") for body in there.bodies] == [0.0, None]
    assert "top_p" not in there.bodies[0]


def test_what_was_heard_is_on_the_cassette_under_the_model_that_heard(there: Endpoint, tmp_path: Path) -> None:
    tape = tmp_path / "t.jsonl"

    def gm(model: str = "frontier-small") -> Advisor:
        live = quick(there)
        live.hearer = hearer(there, gm=live, model=model)
        made = taped(live, tape)
        assert isinstance(made, Advisor)
        return made

    there.always = ACTS
    gm().ask(INTERPRET)
    assert gm().ask(INTERPRET).text == '{"acts": ["wait"]}'
    assert len(there.bodies) == 1
    [kept] = read_cassette(tape).values()
    assert kept.model == "frontier-small"
    gm("frontier-huge").ask(INTERPRET)
    assert len(there.bodies) == 2
    assert PIECES[0] not in tape.read_text(encoding="utf-8")


def test_the_key_of_a_hearer_is_on_no_cassette(there: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EAR_KEY", "tok-of-the-ear-alone")
    there.always = Answers(('{"acts": ["tok-of-the-ear-alone"]}',))
    live = quick(there)
    live.hearer = hearer(there, gm=live, key_env="EAR_KEY")
    made = taped(live, tmp_path / "t.jsonl")
    assert isinstance(made, Advisor)
    made.ask(INTERPRET)
    assert "tok-of-the-ear-alone" in str(there.keys)
    assert "tok-of-the-ear-alone" not in (tmp_path / "t.jsonl").read_text(encoding="utf-8")
