"""What servers really send: ends that are not said, signs of the model's own, heads that trickle, calls without numbers."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any

import pytest

from gm_engine.errors import ProviderError
from gm_engine.prompting.going_on import with_answers
from gm_engine.providers import event_stream as events
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import PromptSection, Role
from gm_engine.story.tool_call import ToolAnswer, ToolCall
from gm_engine.testing.contracts import a_prompt
from tests.endpoint import PIECES, Answers, Endpoint, Fails, Sends
from tests.providers.quick import quick

WHOLE = "".join(PIECES)
DONE = "data: [DONE]\n\n"
TOLD = {"recall": {"description": "Look it up.", "type": "object", "properties": {"about": {"type": "string"}}}}
PROMPT = a_prompt().offering("recall")


def chunk(delta: dict[str, Any] | None, finish: str | None = None, **more: Any) -> str:
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]
    return f"data: {json.dumps({'id': 'x', 'choices': choices, **more})}\n\n"


def words(*pieces: str) -> str:
    return "".join(chunk({"content": piece}) for piece in pieces)


def failure(there: Endpoint, **settings: Any) -> ProviderError:
    with pytest.raises(ProviderError) as raised:
        quick(there, retries=0, **settings).complete(a_prompt())
    return raised.value


@pytest.mark.parametrize("end", [DONE, "data:[DONE]\n\n", chunk(None, usage={"prompt_tokens": 9, "completion_tokens": 5})])
def test_a_reply_whose_end_is_not_said_but_shown_is_whole(there: Endpoint, end: str) -> None:
    there.always = Sends(words(*PIECES) + end)
    assert quick(there).complete(a_prompt()).text == WHOLE


@pytest.mark.parametrize("reason", ["error", "abort", "network_error"])
def test_a_reply_that_ended_by_an_error_is_half_a_reply(there: Endpoint, reason: str) -> None:
    there.always = Sends(words("The pump ") + chunk({}, reason) + chunk(None, usage={"prompt_tokens": 9, "completion_tokens": 5}) + DONE)
    error = failure(there)
    assert (error.slug, error.heard) == ("broken-stream", "The pump")


@pytest.mark.parametrize(
    "thought",
    [
        "[THINK]Hm. He lies.[/THINK]",
        "◁think▷Hm. He lies.◁/think▷",
        "<|channel|>analysis<|message|>Hm. He lies.<|end|><|start|>assistant<|channel|>final<|message|>",
    ],
)
def test_thoughts_in_the_signs_of_a_model_are_kept_apart(there: Endpoint, thought: str) -> None:
    there.always = Answers((thought[:9], thought[9:30], thought[30:], *PIECES, "<|im_end|>"))
    heard: list[str] = []
    completion = quick(there).complete(a_prompt(), heard.append)
    assert (completion.text, "".join(heard), completion.reasoning) == (WHOLE, WHOLE, "Hm. He lies.")


def test_a_stream_in_windows_1252_is_read(there: Endpoint) -> None:
    line = 'data: {"choices": [{"delta": {"content": "The café is “shut”."}}]}\n\n'
    there.always = Sends(line + chunk({}, "stop") + DONE, written="cp1252")
    assert quick(there).complete(a_prompt()).text == "The café is “shut”."


def test_plain_words_in_the_place_of_a_stream_are_quoted(there: Endpoint) -> None:
    there.always = Sends("The server is running", "text/plain")
    error = failure(there)
    assert error.slug == "not-understood"
    assert '"The server is running"' in error.what


@pytest.mark.parametrize("body", ['{"error": "the runner stopped"}', '{"detail": "the runner stopped"}'])
def test_an_error_in_another_form_is_quoted(there: Endpoint, body: str) -> None:
    there.always = Sends(body.replace("detail", "error"), "application/json")
    assert "the runner stopped" in failure(there).what


def test_a_request_that_is_not_taken_says_that_waiting_will_not_help(there: Endpoint) -> None:
    there.always = Fails(400, "the moon is in the wrong house")
    error = failure(there)
    assert "the moon is in the wrong house" in error.what
    assert "To wait will not help" in error.then


def test_a_line_without_an_end_is_no_answer(there: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LONGEST", 5000)
    there.always = Sends("data: " + "x" * 90_000)
    assert "a line without an end" in failure(there).what


# --- calls


def asked_and_answered(*calls: ToolCall) -> Any:
    answers = [ToolAnswer(id=call.id, name=call.name, text="Nothing was told.") for call in calls]
    return with_answers(PROMPT, Completion(text="", model="m", calls=calls), answers)


def test_the_answers_follow_their_calls_with_nothing_between(there: Endpoint) -> None:
    calls = ToolCall(id="a", name="recall", arguments='{"about": "x"}'), ToolCall(id="b", name="recall", arguments='{"about": "y"}')
    quick(there, schemas=TOLD).complete(asked_and_answered(*calls))
    assert [message["role"] for message in there.bodies[-1]["messages"]][-3:] == ["assistant", "tool", "tool"]
    assert len(there.bodies) == 1


def test_without_tools_the_answers_are_said_once(there: Endpoint) -> None:
    there.refuses = {"tools"}
    quick(there, schemas=TOLD).complete(asked_and_answered(ToolCall(id="a", name="recall", arguments="{}")))
    assert json.dumps(there.bodies[-1]["messages"]).count("Nothing was told.") == 1


def test_a_call_that_no_server_takes_back_is_sent_as_one_that_it_takes(there: Endpoint) -> None:
    quick(there, schemas=TOLD).complete(asked_and_answered(ToolCall(id="a", name="functions.recall it", arguments='{"about": ')))
    [call] = there.bodies[-1]["messages"][-2]["tool_calls"]
    assert call["function"] == {"name": "functions_recall_it", "arguments": '{"unreadable": "{\\"about\\": "}'}


def test_calls_without_numbers_and_ids_are_several(there: Endpoint) -> None:
    def call(about: str) -> str:
        return chunk({"tool_calls": [{"index": 0, "type": "function", "function": {"name": "recall", "arguments": {"about": about}}}]})

    there.always = Sends(call("the saloon") + call("the pump") + chunk({}, "tool_calls") + DONE)
    calls = quick(there, schemas=TOLD).complete(PROMPT).calls
    assert [(one.name, json.loads(one.arguments)["about"]) for one in calls] == [("recall", "the saloon"), ("recall", "the pump")]
    assert len({one.id for one in calls}) == 2


def test_a_call_where_none_is_offered_is_no_answer(there: Endpoint) -> None:
    there.always = Answers(calls=(("c1", "recall", "{}"),))
    error = failure(there)
    assert error.slug == "empty-reply"
    assert "called for recall where it was to tell" in error.what


# --- roles


@pytest.mark.parametrize("says", ["System role not supported", "Conversation roles must alternate user/assistant/user/assistant/..."])
def test_a_model_that_wants_plain_roles_gets_them(there: Endpoint, says: str) -> None:
    def answer(body: dict[str, Any]) -> Any:
        roles = [message["role"] for message in body["messages"]]
        return Answers(PIECES) if roles == ["user", "assistant", "user"] else Fails(400, says)

    there.answer = answer
    roles: tuple[Role, ...] = ("system", "user", "assistant", "user", "system")
    sections = [PromptSection(name=str(n), role=role, text=f"line {n}") for n, role in enumerate(roles)]
    gm = quick(there, retries=0)
    prompt = a_prompt().model_copy(update={"sections": tuple(sections)})
    assert gm.complete(prompt).text == WHOLE
    assert there.bodies[-1]["messages"][0]["content"] == "line 0\n\nline 1"
    asked = len(there.bodies)
    gm.complete(prompt)
    assert len(there.bodies) == asked + 1


# --- time


@contextmanager
def trickling(head: bytes) -> Iterator[str]:
    """A server that sends ``head``, and then a byte now and then, for ever; its address."""
    over = Event()

    def serve(listener: socket.socket) -> None:
        while not over.is_set():
            with suppress(OSError):
                line, _ = listener.accept()
                with line, suppress(OSError):
                    line.recv(65536)
                    line.sendall(head)
                    while not over.wait(0.05):
                        line.sendall(b" ")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.1)
        thread = Thread(target=serve, args=(listener,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        finally:
            over.set()
            thread.join()


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nX-Slow:",
        b"HTTP/1.1 500 Oh\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n",
    ],
)
def test_a_head_or_an_error_that_trickles_is_given_up_in_time(there: Endpoint, head: bytes) -> None:
    import time

    began = time.monotonic()
    with trickling(head) as url:
        error = failure(there, base_url=url, first_word=0.4, patience=0)
    assert "said nothing for 0.4 seconds" in error.what
    assert time.monotonic() - began < 6


def test_a_stream_of_empty_words_says_that_nothing_was_said(there: Endpoint) -> None:
    there.always = Answers(("",) * 90, between=0.05)
    error = failure(there, first_word=0.3)
    assert (error.slug, error.heard) == ("provider-silent", "")
    assert "said nothing for 0.3 seconds" in error.what


# --- connections


def test_the_calls_of_a_campaign_share_a_connection(there: Endpoint) -> None:
    gm = quick(there)
    for _ in range(3):
        gm.complete(a_prompt())
    assert len(set(there.lines)) == 1
    gm.close()
    gm.complete(a_prompt())
    assert len(set(there.lines)) == 2


def test_a_line_that_broke_is_not_used_again(there: Endpoint) -> None:
    gm = quick(there, retries=0)
    there.script = [Answers(("The pump ",) * 9, breaks="cut")]
    with pytest.raises(ProviderError):
        gm.complete(a_prompt())
    assert gm.complete(a_prompt()).text == WHOLE
    assert len(set(there.lines)) == 2


# --- what stands beside the words


def test_of_several_answers_the_first_is_heard(there: Endpoint) -> None:
    both = [{"index": 1, "delta": {"content": "Another. "}}, {"index": 0, "delta": {"content": WHOLE}}]
    there.always = Sends(f"data: {json.dumps({'id': 'x', 'choices': both})}\n\n" + chunk({}, "stop") + DONE)
    assert quick(there).complete(a_prompt()).text == WHOLE


def test_a_call_that_the_server_let_through_as_words_is_not_heard(there: Endpoint) -> None:
    call = '<tool_call>\n{"name": "roll", "arguments": {}}\n</tool_call>'
    there.always = Answers((*PIECES, "\n<tool", call[5:]))
    heard: list[str] = []
    completion = quick(there).complete(a_prompt(), heard.append)
    assert (completion.text, "".join(heard).strip(), completion.calls) == (WHOLE, WHOLE, ())
    assert "--jinja" in completion.notes[0]
    there.always = Answers((call,))
    error = failure(there)
    assert error.slug == "empty-reply"
    assert "tools = []" in error.then


def test_a_stream_that_is_held_open_after_its_end_is_whole(there: Endpoint) -> None:
    with trickling(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + (words(*PIECES) + chunk({}, "stop")).encode()) as url:
        assert quick(there, base_url=url, between_words=30.0).complete(a_prompt()).text == WHOLE


def test_a_refusal_that_nobody_counted_is_counted_here(there: Endpoint) -> None:
    there.always = Answers(refusal=("I would rather not tell that.",), usage="none")
    spent = failure(there).spent
    assert isinstance(spent, Completion)
    assert spent.usage.completion > 4
