"""A language model behind a real endpoint: heard piece by piece, and when it fails, told what to set."""

import socket
from typing import Literal

import pytest

from gm_engine.bootstrap import resume_game, trial, verify_game
from gm_engine.errors import ProviderError
from gm_engine.providers.openai import OpenAIGM
from gm_engine.testing.contracts import a_prompt
from tests.endpoint import PIECES, Answers, Endpoint, Fails, Sends
from tests.packs import LIVERY


def gm(there: Endpoint, model: str = "frontier-large") -> OpenAIGM:
    return OpenAIGM(model, base_url=there.url, api_key="a-key", retries=0)


def failure(provider: OpenAIGM) -> ProviderError:
    with pytest.raises(ProviderError) as raised:
        provider.complete(a_prompt())
    return raised.value


def test_the_answer_is_heard_piece_by_piece_and_counted(there: Endpoint) -> None:
    pieces: list[str] = []
    there.always = Answers(PIECES, usage={"prompt_tokens": 321, "completion_tokens": 9, "total_tokens": 330})
    completion = gm(there).complete(a_prompt(), pieces.append)
    assert pieces == list(PIECES)
    assert (completion.text, completion.model, completion.given_by) == ("".join(PIECES), "frontier-large", "provider")
    assert (completion.usage.prompt, completion.usage.completion) == (321, 9)


def test_the_prompt_goes_out_in_true_roles_with_the_key(there: Endpoint) -> None:
    gm(there).complete(a_prompt())
    [asked] = there.bodies
    assert [(message["role"], message["content"]) for message in asked["messages"]] == list(a_prompt().messages)
    assert (asked["model"], asked["stream"]) == ("frontier-large", True)
    assert there.keys == ["Bearer a-key"]


def test_without_a_count_the_prompts_own_stands(there: Endpoint) -> None:
    there.always = Answers(PIECES, usage="none")
    assert gm(there).complete(a_prompt()).usage.prompt == a_prompt().tokens


def test_a_refused_key_says_which_variable_to_set(there: Endpoint) -> None:
    there.always = Fails(401)
    error = failure(gm(there))
    assert error.where == "turn 3"
    assert "refused the key" in error.what
    assert "no luck, 401" in error.what
    assert "OPENAI_API_KEY" in error.then
    assert "a-key" not in str(error)


def test_an_unknown_model_names_the_nearest_that_is_there(there: Endpoint) -> None:
    there.always = Fails(404)
    error = failure(gm(there, "frontier-larg"))
    assert '"frontier-larg"' in error.what
    assert "--model frontier-large" in error.then
    assert "OPENAI_BASE_URL" in error.then


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_in_trouble_is_quoted(there: Endpoint, status: int) -> None:
    there.always = Fails(status)
    error = failure(gm(there))
    assert str(status) in error.what
    assert "Nothing was written and your words are kept." in error.then
    assert "--gm embedded" in error.then
    assert error.slug == ("endpoint-busy" if status == 429 else "provider-silent")


def test_a_try_is_repeated_as_often_as_was_said(there: Endpoint) -> None:
    there.always = Fails(500)
    failure(gm(there))
    assert len(there.asked) == 1


def test_nobody_at_the_address() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    error = failure(OpenAIGM("frontier-large", base_url=f"http://127.0.0.1:{port}/v1", api_key="k", retries=0))
    assert "cannot be reached" in error.what
    assert f"127.0.0.1:{port}" in error.what
    assert "OPENAI_BASE_URL" in error.then


@pytest.mark.parametrize("how", ["cut", "ends"])
def test_an_answer_that_breaks_off_is_no_answer(there: Endpoint, how: Literal["cut", "ends"]) -> None:
    there.always = Answers(PIECES, breaks=how)
    assert 'broke off after "The pump drips, and nobody minds."' in failure(gm(there)).what


def test_what_is_no_answer_at_all_is_quoted(there: Endpoint) -> None:
    there.always = Sends("data: {nonsense\n\n")
    error = failure(gm(there))
    assert "cannot be understood" in error.what
    assert "OPENAI_BASE_URL" in error.then


@pytest.mark.parametrize("pieces", [(), ("  ", "\n")])
def test_an_empty_answer_is_no_answer(there: Endpoint, pieces: tuple[str, ...]) -> None:
    there.always = Answers(pieces)
    error = failure(gm(there))
    assert error.slug == "empty-reply"
    assert "--model" in error.then


def test_without_a_key_and_without_an_address_it_says_so_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ProviderError, match="OPENAI_API_KEY") as raised:
        OpenAIGM("frontier-large")
    assert raised.value.slug == "no-key"


def test_an_address_of_ones_own_needs_no_key(there: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("OPENAI_BASE_URL", there.url)
    assert OpenAIGM("frontier-large").complete(a_prompt()).text == "".join(PIECES)


def test_a_turn_that_failed_is_not_on_record_and_the_next_one_is(there: Endpoint) -> None:
    game = trial(LIVERY, "evening", seed=5, provider=gm(there))
    before = (game.state.digest, game.journal.head)
    there.script = [Answers(PIECES, breaks="cut")]
    with pytest.raises(ProviderError):
        game.play("I look around.")
    assert (game.state.digest, game.journal.head) == before
    pieces: list[str] = []
    assert game.play("I look around.", pieces.append).turn.reply == "".join(PIECES)
    assert pieces == ["".join(PIECES)], "under the guard the words are heard once they stand"
    done = verify_game(game.journal)
    assert (done.turns, done.retold) == (1, 0)
    assert any("frontier-large" in note for note in done.notes)


def test_a_story_told_by_two_gms_verifies(there: Endpoint) -> None:
    """Begun with the embedded GM, gone on with a model: its words are an input, the embedded GM's are told again."""
    game = trial(LIVERY, "evening", seed=5)
    game.play("I look around.")
    other = resume_game(game.journal, provider=gm(there))
    other.play("I walk to the street.")
    own = resume_game(game.journal)
    own.play("I wait.")
    done = verify_game(game.journal)
    assert (done.turns, done.retold) == (3, 2)


def test_a_saved_story_opens_where_its_model_cannot_be_had(there: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be read, taken back and settled; only a turn needs the GM, and says what to set."""
    game = trial(LIVERY, "evening", seed=5, provider=gm(there))
    game.play("I look around.")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    fresh = resume_game(game.journal)
    assert fresh.tools.provider.name == "openai"
    with pytest.raises(ProviderError, match="OPENAI_API_KEY") as raised:
        fresh.play("I wait.")
    assert (raised.value.slug, fresh.state.turn) == ("no-key", 1)
    assert fresh.undo() == 0
    monkeypatch.setenv("OPENAI_BASE_URL", there.url)
    again = resume_game(game.journal)
    assert again.tools.provider.version == "openai/frontier-large"
    assert again.play("I look around.").turn.reply == "".join(PIECES)
