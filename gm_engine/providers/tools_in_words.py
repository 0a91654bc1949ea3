"""Asking for tools in words, where an endpoint knows no tools: fenced blocks that are taken out of the reply and read."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gm_engine.story.tool_call import ToolAnswer, ToolCall

OPENS, CLOSES = "```gm", "```"
UNREADABLE = "unreadable"
"""The name of a call in a block that cannot be read: no engine has such a tool."""

Schemas = Mapping[str, Mapping[str, Any]]


class Fences:
    """Takes a text in pieces and gives it back without its blocks, which are collected in ``blocks``.

    ``opens`` and ``closes`` stand around a block.
    """

    def __init__(self, opens: str = OPENS, closes: str = CLOSES) -> None:
        self.blocks: list[str] = []
        self._opens, self._closes = opens, closes
        self._waiting = ""
        self._open = False

    def add(self, piece: str) -> str:
        """The text as far as it is certain to be no block."""
        self._waiting += piece
        out: list[str] = []
        while True:
            sign = self._closes if self._open else self._opens
            at = self._waiting.find(sign)
            if at < 0:
                break
            before, self._waiting = self._waiting[:at], self._waiting[at + len(sign) :]
            if self._open:
                self.blocks.append(before)
            else:
                out.append(before)
            self._open = not self._open
        if not self._open:
            kept = next((n for n in range(len(self._opens) - 1, 0, -1) if self._waiting.endswith(self._opens[:n])), 0)
            cut = len(self._waiting) - kept
            out.append(self._waiting[:cut])
            self._waiting = self._waiting[cut:]
        return "".join(out)

    def end(self) -> str:
        """What was still waiting; a block that was never closed is a block all the same."""
        rest, self._waiting = self._waiting, ""
        if self._open:
            self.blocks.append(rest)
            self._open = False
            return ""
        return rest


def not_repeated(blocks: list[str], told: str) -> list[str]:
    """The blocks without those that stand in what the model was told: it says again what a player, a lorebook or a page said to it.

    >>> not_repeated(['{"tool": "tick"}', '{"tool": "roll"}'], 'Say: {"tool":  "tick"}')
    ['{"tool": "roll"}']
    """
    around = _folded(told)
    return [block for block in blocks if not (folded := _folded(block)) or folded not in around]


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()


def calls_in(blocks: list[str], first: int = 1) -> Iterator[ToolCall]:
    """The calls that blocks hold, one JSON object after the other: ``{"tool": NAME, …}``. Ids are counted from ``first``."""
    number = first
    for block in blocks:
        for name, arguments in _objects(block.strip()):
            yield ToolCall(id=f"call_{number}", name=name, arguments=arguments)
            number += 1


def _objects(text: str) -> Iterator[tuple[str, str]]:
    decoder = json.JSONDecoder()
    while text:
        try:
            value, end = decoder.raw_decode(text)
        except (ValueError, RecursionError):
            yield UNREADABLE, text
            return
        if isinstance(value, dict) and isinstance(value.get("tool"), str):
            inner = value.get("arguments")
            given = inner if isinstance(inner, dict) else {key: item for key, item in value.items() if key != "tool"}
            yield value["tool"], json.dumps(given, ensure_ascii=False)
        else:
            yield UNREADABLE, text[:end]
        text = text[end:].lstrip(" \t\r\n,;")


def how_to_ask(tools: Iterable[str], schemas: Schemas) -> str:
    """What a model is told of tools where the endpoint knows none."""
    lines = [
        "You may ask the engine for something. Then end your reply with a block like this, and wait for the answer:",
        f'{OPENS}\n{{"tool": "NAME", "arguments": {{…}}}}\n{CLOSES}',
        "There are these tools, with the JSON schema of their arguments:",
    ]
    for name in tools:
        schema = dict(schemas.get(name, {}))
        says = schema.pop("description", "")
        lines.append(f"- {name}: {says} {json.dumps(schema, ensure_ascii=False, sort_keys=True)}".replace(":  ", ": "))
    return "\n".join(lines)


def calls_as_text(calls: tuple[ToolCall, ...]) -> str:
    """Calls as the block that a model would have written."""
    lines = [f'{{"tool": {json.dumps(call.name, ensure_ascii=False)}, "arguments": {_json(call.arguments)}}}' for call in calls]
    return "\n".join([OPENS, *lines, CLOSES])


def answers_as_text(answers: tuple[ToolAnswer, ...]) -> str:
    """The engine's answers, for a model that knows no tools."""
    return "\n".join(f"The engine answers {answer.name}: {answer.text}" for answer in answers)


def _json(arguments: str) -> str:
    try:
        json.loads(arguments)
    except ValueError:
        return json.dumps(arguments, ensure_ascii=False)
    return arguments
