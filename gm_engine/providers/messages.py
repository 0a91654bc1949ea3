"""A prompt or a question as the messages of the chat protocol."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gm_engine.providers.tools_in_words import Schemas, answers_as_text, calls_as_text, how_to_ask
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.question import Question
from gm_engine.story.sampling import Sampling
from gm_engine.story.tool_call import ToolCall
from gm_engine.tokens import count

Message = dict[str, Any]
NO_NAME = re.compile(r"[^A-Za-z0-9_-]")
LONGEST_NAME = 64


def messages_of(prompt: Prompt, schemas: Schemas, *, tools: bool = True) -> list[Message]:
    """A prompt in true roles, its calls and answers as such; as fenced blocks and plain words where the endpoint knows no tools."""
    messages: list[Message] = []
    for section in prompt.sections:
        if section.calls or section.answers:
            messages += _with_calls(section) if tools else _in_words(section)
        elif section.text:
            _join(messages, section.role, section.text)
    if prompt.tools and not tools:
        how = how_to_ask(prompt.tools, schemas)
        if messages and messages[0]["role"] == "system":
            messages[0] = {"role": "system", "content": f"{messages[0]['content']}\n\n{how}"}
        else:
            messages.insert(0, {"role": "system", "content": how})
    return messages


def wishes(sampling: Sampling) -> dict[str, Any]:
    """Where a front-end wants words to end, its seed and its penalties, as parameters of the protocol.

    >>> wishes(Sampling(seed=7, stop=("THE END",), presence_penalty=500))
    {'presence_penalty': 0.5, 'seed': 7, 'stop': ['THE END']}
    """
    found: dict[str, Any] = {}
    for name in ("presence_penalty", "frequency_penalty"):
        if (value := getattr(sampling, name)) is not None:
            found[name] = value / 1000
    if sampling.seed is not None:
        found["seed"] = sampling.seed
    if sampling.stop:
        found["stop"] = list(sampling.stop)
    return found


def _join(messages: list[Message], role: str, text: str) -> None:
    """Neighbours in one role are one message, as ``Prompt.messages`` has them."""
    last = messages[-1] if messages else {}
    if last.get("role") == role and "tool_calls" not in last:
        last["content"] += "\n\n" + text
    else:
        messages.append({"role": role, "content": text})


def plain_roles(messages: list[Message]) -> list[Message]:
    """The same for models that know no system messages, and want user and assistant to take turns.

    >>> plain_roles([{"role": "system", "content": "Tell."}, {"role": "user", "content": "I wait."}])
    [{'role': 'user', 'content': 'Tell.\\n\\nI wait.'}]
    """
    joined: list[Message] = []
    for message in messages:
        role = "user" if message["role"] == "system" else message["role"]
        if role == "tool" or "tool_calls" in message:
            joined.append(message)
        else:
            _join(joined, role, str(message.get("content") or ""))
    return joined


def _with_calls(section: PromptSection) -> list[Message]:
    found: list[Message] = []
    if section.calls:
        found.append({"role": "assistant", "content": section.text or None, "tool_calls": [_call(call) for call in section.calls]})
    return found + [{"role": "tool", "tool_call_id": answer.id, "content": answer.text} for answer in section.answers]


def _in_words(section: PromptSection) -> list[Message]:
    found: list[Message] = []
    if section.calls:
        text = f"{section.text}\n\n{calls_as_text(section.calls)}" if section.text else calls_as_text(section.calls)
        found.append({"role": "assistant", "content": text})
    if section.answers:
        found.append({"role": "user", "content": answers_as_text(section.answers)})
    return found


def _call(call: ToolCall) -> Message:
    """A call as the protocol wants it: servers refuse names of other signs, and arguments that are no JSON object."""
    name = NO_NAME.sub("_", call.name)[:LONGEST_NAME] or "_"
    return {"id": call.id, "type": "function", "function": {"name": name, "arguments": _object(call.arguments)}}


def _object(arguments: str) -> str:
    try:
        if isinstance(json.loads(arguments), dict):
            return arguments
    except (ValueError, RecursionError):
        pass
    return json.dumps({"unreadable": arguments}, ensure_ascii=False) if arguments.strip() else "{}"


def tools_of(tools: Iterable[str], schemas: Schemas) -> list[Message]:
    """Tools as the protocol names them: the description stands in the schema."""
    found = []
    for name in tools:
        schema: Mapping[str, Any] = schemas.get(name, {"type": "object", "properties": {}})
        parameters = {key: value for key, value in schema.items() if key != "description"}
        function = {"name": name, "description": str(schema.get("description", "")), "parameters": parameters}
        found.append({"type": "function", "function": function})
    return found


def tokens_of(tools: Sequence[str], schemas: Schemas) -> int:
    """What tools cost beside a prompt: as the protocol names them, or in words, whichever is more."""
    if not tools:
        return 0
    return max(count(json.dumps(tools_of(tools, schemas), ensure_ascii=False)), count(how_to_ask(tools, schemas)))


def question_messages(question: Question, *, form: str) -> list[Message]:
    """A question; where the endpoint cannot be held to a schema (``form`` is ``json`` or ``text``), the schema stands in the words.

    Where the answer is a call (``form`` is ``tool``), the words say so: not every server makes a model call.
    """
    system = question.system
    if question.form and form == "tool":
        system += f"\n\nAnswer by calling {tool_name(question)}, and say nothing else."
    elif question.form and form != "schema":
        system += f"\n\nAnswer with one JSON value and nothing else. It must follow this JSON schema:\n{question.form}"
    return [{"role": "system", "content": system}] * bool(system) + [{"role": "user", "content": question.user}]


def question_tool(question: Question) -> dict[str, Any]:
    """The tool by which a question is answered: its parameters are the question's form, and the model is held to calling it."""
    name = tool_name(question)
    function = {"name": name, "description": "Hands over the answer.", "parameters": json.loads(question.form)}
    return {
        "tools": [{"type": "function", "function": function}],
        "tool_choice": {"type": "function", "function": {"name": name}},
    }


def tool_name(question: Question) -> str:
    """What the tool is called by which a question is answered: as the question's purpose, in signs that servers take."""
    return NO_NAME.sub("_", question.purpose)[:LONGEST_NAME] or "answer"
