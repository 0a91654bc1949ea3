"""What a model says, thinks and calls for, kept apart; replies that are cut, refused or empty; prompts that are cut silently."""

import json

import pytest

from gm_engine.errors import ProviderError
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.question import Question
from gm_engine.story.roll import DrawKey
from gm_engine.story.tool_call import ToolAnswer, ToolCall
from gm_engine.testing.contracts import a_prompt
from tests.endpoint import PIECES, Answers, Endpoint
from tests.providers.quick import Hands, quick

WHOLE = "".join(PIECES)
SCHEMAS = {
    "roll": {"type": "object", "description": "Roll the dice.", "properties": {"skill": {"type": "string"}}, "required": ["skill"]},
    "recall": {"type": "object", "properties": {"words": {"type": "string"}}},
}
TOOLS = a_prompt().model_copy(update={"tools": ("roll", "recall")})
CLAIMS = {"claims": {"type": "array", "items": {"type": "string"}}}
FORM = json.dumps({"type": "object", "properties": CLAIMS, "required": ["claims"], "additionalProperties": False})
QUESTION = Question(purpose="claims", system="Read closely.", user="The pump drips.", form=FORM)
ANSWER = '{"claims": []}'


def failure(there: Endpoint, prompt: Prompt | None = None) -> ProviderError:
    with pytest.raises(ProviderError) as raised:
        quick(there).complete(prompt or a_prompt())
    return raised.value


# --- thoughts


@pytest.mark.parametrize("key", ["reasoning_content", "reasoning"])
def test_thoughts_are_kept_apart_and_never_heard(there: Endpoint, key: str) -> None:
    there.always = Answers(PIECES, reasoning=("The player ", "looks."), reasoning_key=key)
    heard: list[str] = []
    completion = quick(there).complete(a_prompt(), heard.append)
    assert (completion.text, completion.reasoning, "".join(heard)) == (WHOLE, "The player looks.", WHOLE)
    assert completion.usage.reasoning == 5


def test_thoughts_in_the_text_are_kept_apart_however_they_are_split(there: Endpoint) -> None:
    there.always = Answers(tuple("<think>Is it < 3?</think>\n\nThe pump drips."))
    heard: list[str] = []
    completion = quick(there).complete(a_prompt(), heard.append)
    assert (completion.text, completion.reasoning, "".join(heard)) == ("The pump drips.", "Is it < 3?", "The pump drips.")


def test_thoughts_that_nothing_opened_are_known_the_second_time(there: Endpoint) -> None:
    """Some templates open the thoughts themselves, so that only their end is heard."""
    there.always = Answers(("Hm, the pump.", "</think>", "The pump drips."))
    gm = quick(there)
    first = gm.complete(a_prompt())
    assert (first.text, first.reasoning) == ("The pump drips.", "Hm, the pump.")
    heard: list[str] = []
    gm.complete(a_prompt(), heard.append)
    assert "".join(heard) == "The pump drips."
    there.always = Answers(PIECES)
    assert gm.complete(a_prompt()).text == WHOLE


# --- cut, refused, empty


def test_a_reply_cut_by_length_is_continued_once_and_no_seam_is_seen(there: Endpoint) -> None:
    there.script = [Answers(("The pump drips, and no",), finish="length"), Answers(("nobody ", "minds it."))]
    heard: list[str] = []
    completion = quick(there).complete(a_prompt(), heard.append)
    assert completion.text == "".join(heard) == "The pump drips, and nobody minds it."
    assert completion.finish == "stop"
    first, second = there.bodies
    assert second["messages"][: len(first["messages"])] == first["messages"]
    assert second["messages"][-2] == {"role": "assistant", "content": "The pump drips, and no"}
    assert "It stops with: The pump drips, and no" in second["messages"][-1]["content"]
    assert completion.usage.prompt > 60


def test_a_reply_cut_twice_says_so_and_is_not_asked_a_third_time(there: Endpoint) -> None:
    there.always = Answers(("More and more",), finish="length")
    completion = quick(there).complete(a_prompt())
    assert (completion.finish, len(there.bodies)) == ("length", 2)
    assert "max_tokens" in completion.notes[0]


def test_a_continuation_that_fails_leaves_what_there_was(there: Endpoint) -> None:
    from tests.endpoint import Fails

    there.script = [Answers(("The pump drips, and",), finish="length"), Fails(401)]
    completion = quick(there).complete(a_prompt())
    assert (completion.text, completion.finish) == ("The pump drips, and", "length")
    assert "could not be continued" in completion.notes[0]


def test_a_continuation_that_breaks_off_keeps_all_of_it_as_a_draft(there: Endpoint) -> None:
    there.script = [Answers(("The pump drips, and",), finish="length"), Answers(("nobody minds " * 20,), breaks="cut")]
    assert failure(there).heard == "The pump drips, and" + " nobody minds" * 20


def test_a_refusal_has_a_slug_of_its_own_and_is_quoted(there: Endpoint) -> None:
    there.always = Answers(refusal=("I cannot ", "tell that."))
    error = failure(there)
    assert (error.slug, error.heard) == ("refused-reply", "")
    assert 'refused to answer: "I cannot tell that."' in error.what
    there.always = Answers(("He draws",), finish="content_filter")
    assert failure(there).slug == "refused-reply"


def test_a_model_that_thinks_until_its_tokens_are_spent_says_what_to_raise(there: Endpoint) -> None:
    there.always = Answers(reasoning=("Hm. ",) * 5, finish="length")
    error = failure(there)
    assert error.slug == "empty-reply"
    assert "thought until its tokens were spent" in error.what
    assert "max_tokens under [providers.openai]" in error.then


# --- silent truncation


def long_prompt(words: int = 4000) -> Prompt:
    from gm_engine import tokens

    text = "The rain comes down on the tin roof of the livery. " * (words // 11)
    sections = (PromptSection(name="rules", role="system", text=text, tokens=tokens.count(text)),)
    return Prompt(sections=sections, draw=DrawKey(seed=1, turn=3))


def test_a_prompt_that_is_cut_silently_is_reported_once_with_the_setting_to_raise(there: Endpoint) -> None:
    there.always = Answers(PIECES, reads=2048)
    gm = quick(there)
    [note] = gm.complete(long_prompt()).notes
    assert "read 2,048 of about" in note
    for setting in ("OLLAMA_CONTEXT_LENGTH", "--ctx-size", "context length", "--max-model-len"):
        assert setting in note
    assert gm.complete(long_prompt()).notes == ()


@pytest.mark.parametrize("share", [86, 100, 140])
def test_another_tokenizer_is_no_cut(there: Endpoint, share: int) -> None:
    prompt = long_prompt()
    there.always = Answers(PIECES, usage={"prompt_tokens": prompt.tokens * share // 100, "completion_tokens": 9})
    assert quick(there).complete(prompt).notes == ()


def test_the_port_names_the_server() -> None:
    from gm_engine.providers.usage_counts import cut_note

    note = cut_note(5000, 4096, "http://localhost:11434/v1")
    assert "OLLAMA_CONTEXT_LENGTH (Ollama)" in note
    assert "vLLM" not in note


# --- tools


@pytest.mark.parametrize("pieces", [1, 3, 30])
def test_calls_are_put_together_from_their_pieces(there: Endpoint, pieces: int) -> None:
    calls = (("a1", "roll", '{"skill": "riding"}'), ("b2", "recall", '{"words": "the well"}'))
    there.always = Answers(calls=calls, call_pieces=pieces)
    completion = quick(there, schemas=SCHEMAS).complete(TOOLS)
    assert [(call.id, call.name, call.arguments) for call in completion.calls] == list(calls)
    assert (completion.finish, completion.text) == ("tool_calls", "")
    [body] = there.bodies
    assert [tool["function"]["name"] for tool in body["tools"]] == ["roll", "recall"]
    assert body["tools"][0]["function"]["description"] == "Roll the dice."
    assert body["tools"][0]["function"]["parameters"]["required"] == ["skill"]


def test_calls_without_ids_get_some_and_arguments_stay_as_written(there: Endpoint) -> None:
    there.always = Answers(("You reach.",), calls=(("", "roll", "{not json"), ("", "roll", "")))
    completion = quick(there, schemas=SCHEMAS).complete(TOOLS)
    assert [(call.id, call.arguments) for call in completion.calls] == [("call_1", "{not json"), ("call_2", "")]
    assert completion.text == "You reach."


def answered() -> Prompt:
    call = ToolCall(id="a1", name="roll", arguments='{"skill": "riding"}')
    asked = PromptSection(name="asked", role="assistant", text="You mount.", calls=(call,))
    told = PromptSection(name="told", role="user", text="", answers=(ToolAnswer(id="a1", name="roll", text="riding: success"),))
    return TOOLS.model_copy(update={"sections": (*TOOLS.sections, asked, told)})


def test_what_was_called_for_goes_back_with_its_answers(there: Endpoint) -> None:
    quick(there, schemas=SCHEMAS).complete(answered())
    asked, told = there.bodies[0]["messages"][-2:]
    assert asked["tool_calls"] == [{"id": "a1", "type": "function", "function": {"name": "roll", "arguments": '{"skill": "riding"}'}}]
    assert told == {"role": "tool", "tool_call_id": "a1", "content": "riding: success"}


@pytest.mark.parametrize("wordless", [False, True])
def test_without_tools_they_are_asked_for_in_the_text_and_that_is_said_once(there: Endpoint, wordless: bool) -> None:
    there.refuses, there.wordless = {"tools"}, wordless
    there.always = Answers(("You mount.\n", "``", '`gm\n{"tool": "roll", "argu', 'ments": {"skill": "riding"}}\n`', "``\n"))
    heard: list[str] = []
    gm = quick(there, schemas=SCHEMAS)
    completion = gm.complete(answered(), heard.append)
    assert completion.text == "".join(heard).strip() == "You mount."
    assert [(call.id, call.name, call.arguments) for call in completion.calls] == [("call_2", "roll", '{"skill": "riding"}')]
    assert "takes no tools" in completion.notes[0]
    sent = there.bodies[-1]
    assert "tools" not in sent
    assert "```gm" in sent["messages"][0]["content"]
    assert "Roll the dice." in sent["messages"][0]["content"]
    assert sent["messages"][-1] == {"role": "user", "content": "The engine answers roll: riding: success"}
    asked = len(there.bodies)
    assert gm.complete(answered()).notes == ()
    assert len(there.bodies) == asked + 1


def test_a_prompt_without_tools_sends_none(there: Endpoint) -> None:
    quick(there, schemas=SCHEMAS).complete(a_prompt())
    assert "tools" not in there.bodies[0]


# --- questions


def test_a_question_is_held_to_its_schema(there: Endpoint) -> None:
    there.always = Answers((ANSWER,))
    completion = quick(there).ask(QUESTION)
    assert (completion.text, completion.notes) == (ANSWER, ())
    [body] = there.bodies
    assert body["response_format"]["json_schema"] == {"name": "claims", "schema": json.loads(FORM), "strict": True}
    assert (body["max_tokens"], [message["role"] for message in body["messages"]]) == (800, ["system", "user"])


@pytest.mark.parametrize(
    ("refuses", "form", "told"),
    [
        ({"json_schema"}, {"type": "json_object"}, "JSON schema"),
        ({"json_schema", "json_object", "tool_choice"}, None, "dug out"),
        ({"json_schema", "json_object", "tools"}, None, "dug out"),
    ],
)
def test_where_forms_are_refused_it_steps_down_remembers_and_says_so_once(
    there: Endpoint, refuses: set[str], form: object, told: str
) -> None:
    there.refuses = refuses
    there.always = Answers((f"Here you are:\n```json\n{ANSWER}\n```\nAnything else?",))
    gm = quick(there)
    completion = gm.ask(QUESTION)
    assert completion.text == ANSWER
    assert told in completion.notes[0]
    assert there.bodies[-1].get("response_format") == form
    assert FORM in there.bodies[-1]["messages"][0]["content"]
    asked = len(there.bodies)
    again = quick(there).ask(QUESTION)
    assert (again.text, len(there.bodies)) == (ANSWER, asked + 1)


@pytest.mark.parametrize("wordless", [False, True])
@pytest.mark.parametrize("pieces", [1, 9])
def test_without_json_the_answer_is_handed_over_by_a_call_that_the_model_is_held_to(there: Endpoint, pieces: int, wordless: bool) -> None:
    there.refuses, there.wordless = {"response_format"}, wordless
    there.always = Answers(calls=(("c1", "claims", ANSWER),), call_pieces=pieces)
    completion = quick(there).ask(QUESTION)
    assert completion.text == ANSWER
    assert "by a tool call" in completion.notes[0]
    sent = there.bodies[-1]
    assert sent["tool_choice"] == {"type": "function", "function": {"name": "claims"}}
    [tool] = sent["tools"]
    assert (tool["function"]["name"], tool["function"]["parameters"]) == ("claims", json.loads(FORM))
    assert "response_format" not in sent
    assert FORM not in sent["messages"][0]["content"]
    asked = len(there.bodies)
    again = quick(there).ask(QUESTION)
    assert (again.text, again.notes != (), len(there.bodies)) == (ANSWER, True, asked + 1)


def test_who_refuses_to_be_held_to_a_call_may_call_all_the_same(there: Endpoint) -> None:
    there.refuses = {"response_format", "tool_choice"}
    there.always = Answers((ANSWER,))
    gm = quick(there, schemas=SCHEMAS)
    assert gm.ask(QUESTION).text == ANSWER
    gm.complete(TOOLS)
    assert "tools" in there.bodies[-1]


def test_an_endpoint_that_knows_no_tools_is_asked_for_no_answer_by_a_call(there: Endpoint) -> None:
    there.refuses = {"response_format", "tools"}
    there.always = Answers((ANSWER,))
    gm = quick(there, schemas=SCHEMAS)
    gm.complete(TOOLS)
    asked = len(there.bodies)
    assert gm.ask(QUESTION).text == ANSWER
    assert not any("tools" in body for body in there.bodies[asked:])


@pytest.mark.parametrize(
    "answer",
    [
        Answers((f"Here: {ANSWER}",)),
        Answers(('<tool_call>{"name": "claims"}</tool_call>',)),
        Answers(calls=(("c1", "claims", '{"claims": [{"quote": "a"}, {"quo'),)),
        Answers(calls=(("c1", "claims", "7"),)),
    ],
    ids=["words", "leaked", "half", "no-object"],
)
def test_what_no_call_hands_over_is_taken_from_the_words_that_follow(there: Endpoint, answer: Answers) -> None:
    """Half an answer once gave up a row from inside of it, as if that were all."""
    there.refuses = {"response_format"}
    there.script = [answer]
    there.always = Answers((ANSWER,))
    assert quick(there).ask(QUESTION).text == ANSWER


def test_a_call_that_breaks_off_is_no_answer(there: Endpoint) -> None:
    there.refuses = {"response_format"}
    there.always = Answers(calls=(("c1", "claims", ANSWER),), call_pieces=3, breaks="ends")
    with pytest.raises(ProviderError) as raised:
        quick(there, retries=0).ask(QUESTION)
    assert raised.value.slug == "broken-stream"


def test_a_call_that_was_cut_by_length_is_no_answer(there: Endpoint) -> None:
    there.refuses = {"response_format"}
    there.always = Answers(calls=(("c1", "claims", '{"claims": [{"quote": "a"}, {"quo'),), finish="length")
    with pytest.raises(ProviderError) as raised:
        quick(there).ask(QUESTION)
    assert raised.value.slug == "not-json"


def test_prose_instead_of_json_steps_down_and_is_an_error_at_the_end(there: Endpoint) -> None:
    there.always = Answers(("I would rather talk.",))
    with pytest.raises(ProviderError) as raised:
        quick(there).ask(QUESTION)
    assert raised.value.slug == "not-json"
    assert len(there.bodies) == 4


def test_json_that_was_cut_off_is_no_answer(there: Endpoint) -> None:
    there.always = Answers(('{"claims": [{"quote": "a"}, {"quo',), finish="length")
    with pytest.raises(ProviderError) as raised:
        quick(there).ask(QUESTION)
    assert raised.value.slug == "not-json"


def test_a_question_for_words_gets_words(there: Endpoint) -> None:
    completion = quick(there).ask(Question(purpose="recap", system="", user="What was?"))
    assert completion.text == WHOLE
    assert [message["role"] for message in there.bodies[0]["messages"]] == ["user"]


@pytest.mark.parametrize("refused", ["stream_options", "max_tokens", "temperature", "stream"])
def test_what_a_server_does_not_know_is_left_out(there: Endpoint, refused: str) -> None:
    there.refuses = {refused}
    gm = quick(there, max_tokens=500, temperature=0.7)
    assert gm.complete(a_prompt()).text == WHOLE
    assert refused not in there.bodies[-1]
    asked = len(there.bodies)
    gm.complete(a_prompt())
    assert len(there.bodies) == asked + 1
    if refused == "max_tokens":
        assert there.bodies[-1]["max_completion_tokens"] == 500


def test_the_settings_of_an_endpoint_are_sent(there: Endpoint) -> None:
    quick(there, Hands(), temperature=0.7, top_p=0.9, max_tokens=700, max_tokens_name="max_completion_tokens").complete(a_prompt())
    [body] = there.bodies
    assert (body["temperature"], body["top_p"], body["max_completion_tokens"]) == (0.7, 0.9, 700)


def test_what_a_terminal_would_obey_never_reaches_it(there: Endpoint) -> None:
    there.always = Answers(("The \x1b[2J\x1b]0;owned\x07pump \r\n", "drips \ud83d", "\ude00 \ud83d."), reasoning=("\x1b[31mHm",))
    heard: list[str] = []
    completion = quick(there).complete(a_prompt(), heard.append)
    assert completion.text == "".join(heard) == "The [2J]0;ownedpump \ndrips \N{GRINNING FACE} \N{REPLACEMENT CHARACTER}."
    assert completion.reasoning == "[31mHm"
