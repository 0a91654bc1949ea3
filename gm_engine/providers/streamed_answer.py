"""Hears an answer as it streams in: what is said, what is thought, what is called for, how it ended."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from gm_engine.providers.seam import Seam
from gm_engine.providers.thinking import Thinking
from gm_engine.providers.tools_in_words import Fences, calls_in, not_repeated
from gm_engine.providers.usage_counts import part, usage_said
from gm_engine.providers.utf8_pieces import Letters
from gm_engine.story.completion import Finish, Usage
from gm_engine.story.letters import plain
from gm_engine.story.tool_call import ToolCall

OnText = Callable[[str], None] | None
THOUGHTS = ("reasoning_content", "reasoning")
"""Where servers put what a model thinks, when they keep it apart."""
FINISHES: dict[str, Finish] = {
    "length": "length", "max_tokens": "length", "model_length": "length", "content_filter": "refusal", "refusal": "refusal",
    "safety": "refusal", "sensitive": "refusal", "recitation": "refusal", "prohibited_content": "refusal",
    "tool_calls": "tool_calls", "function_call": "tool_calls",
}  # fmt: skip
AS_WORDS = "<tool_call>", "</tool_call>"
"""How a call looks that a server has not taken out of the words."""
BROKE = frozenset({"error", "abort", "aborted", "cancelled", "canceled", "network_error", "insufficient_system_resource"})
"""An answer that ended for such a reason broke off in the middle."""


class Hearing:
    """One answer. ``on_text`` hears what is said, and nothing that is thought or called for.

    ``fences``: calls may stand in the text as blocks. ``after`` is the beginning that this answer goes on with.
    ``first_call`` is the number of the first call that has no id of its own. ``inside``: the text begins with thoughts.
    ``quoted`` is what the model was told: a block that stands in it, word for word, is repeated and not called for.
    """

    def __init__(
        self, on_text: OnText = None, *, fences: bool = False, after: str = "", first_call: int = 1, inside: bool = False, quoted: str = "",
    ) -> None:  # fmt: skip
        self.usage: Usage | None = None
        self.ended = False
        self.refusal = ""
        self.unopened = False
        self.upset: Exception | None = None
        """What ``on_text`` raised: a fault of whoever listens, and not of the endpoint."""
        self._on_text = on_text
        self._said: list[str] = []
        self._thought: list[str] = []
        self._letters, self._thought_letters = Letters(), Letters()
        self._thinking = Thinking(inside=inside)
        self._inside = inside
        self._fences = Fences() if fences else None
        self._leaked = Fences(*AS_WORDS)
        self._seam = Seam(after) if after else None
        self._after = after
        self._finish: Finish = "stop"
        self._broke = False
        self._calls: list[list[str]] = []
        self._places: dict[int, int] = {}
        self._first_call = first_call
        self._quoted = quoted

    @property
    def text(self) -> str:
        """What was said so far, without blanks around it; a continuation keeps those before it."""
        said = "".join(self._said)
        return said.rstrip() if self._after else said.strip()

    @property
    def reasoning(self) -> str:
        """What was thought so far."""
        return "".join(self._thought).strip()

    @property
    def begun(self) -> bool:
        """True once words have come that the table may have heard."""
        return bool(self.text)

    @property
    def leaked(self) -> bool:
        """True where a call stands among the words, in the model's own signs: it is neither made nor heard."""
        return bool(self._leaked.blocks)

    @property
    def finish(self) -> Finish:
        """Why it ended."""
        return "tool_calls" if self.calls else self._finish if self._finish != "tool_calls" else "stop"

    @property
    def cut(self) -> bool:
        """True where it ended because its tokens were spent."""
        return self._finish == "length"

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """What was called for, in order; a call without an id gets one."""
        named = [
            ToolCall(id=plain(id) or f"call_{self._first_call + n}", name=plain(name), arguments=plain(arguments))
            for n, (id, name, arguments) in enumerate(self._calls)
            if name
        ]
        blocks = self._fences.blocks if self._fences else []
        return (*named, *calls_in(not_repeated(blocks, self._quoted), self._first_call + len(self._calls)))

    def hear(self, chunk: Any) -> bool:
        """Take in a chunk of a stream, or a whole answer; True where there were words in it, of whatever kind."""
        if (usage := part(chunk, "usage")) is not None:
            self.usage = usage_said(usage) or self.usage
        choices = part(chunk, "choices")
        there = choices if isinstance(choices, list) else []
        choice = next((one for one in there if not part(one, "index")), None)
        if choice is None:
            if choices == [] and self.usage and self.usage.completion:
                self.ended = not self._broke  # servers that never say why they end count at the end
            return False
        heard = self._delta(part(choice, "delta") or part(choice, "message"))
        if isinstance(finish := part(choice, "finish_reason"), str):
            self._broke = self._broke or finish.lower() in BROKE
            self._finish = FINISHES.get(finish.lower(), "stop")
            self.done()
        return heard

    def done(self) -> None:
        """It is said that no more is to come: the answer is whole, unless it was said to have failed."""
        self.ended = not self._broke

    def end(self) -> None:
        """No more is to come: what was held back is said."""
        self._content(self._letters.end())
        said, thought = self._thinking.end()
        self._thought += [thought, self._thought_letters.end()]
        if self._inside and self._thinking.inside:
            # It was expected to think first, and did not: all of it was meant to be heard.
            said, self._thought = "".join(self._thought), []
        self._say(said)
        if self._fences:
            self._plainly(self._fences.end())
        self._fit(self._leaked.end())
        if self._seam:
            self._emit(self._seam.end())

    def _delta(self, delta: Any) -> bool:
        heard = False
        for name in THOUGHTS:
            if isinstance(thought := part(delta, name), str) and thought:
                self._thought.append(self._thought_letters.add(thought))
                heard = True
                break
        for piece in _texts(part(delta, "content")):
            heard = True
            self._content(self._letters.add(piece))
        if isinstance(refusal := part(delta, "refusal"), str) and refusal:
            self.refusal += plain(refusal)
            heard = True
        calls = part(delta, "tool_calls")
        for n, call in enumerate(calls if isinstance(calls, list) else ()):
            heard = True
            self._call(n, call)
        return heard

    def _content(self, piece: str) -> None:
        said, thought = self._thinking.add(piece)
        if self._thinking.unopened and not self.unopened:
            self.unopened = True
            self._thought += self._said
            self._said = []
        self._thought.append(thought)
        self._say(said)

    def _call(self, n: int, call: Any) -> None:
        """A piece of a call: its first piece has the name, later ones more of the arguments.

        A name after arguments begins another call, whatever its number: some servers count none, or give no ids.
        """
        index = part(call, "index")
        index = index if isinstance(index, int) else n
        id, function = part(call, "id"), part(call, "function")
        name, arguments = part(function, "name"), part(function, "arguments")
        if isinstance(arguments, dict):
            arguments = json.dumps(arguments, ensure_ascii=False)
        at = self._places.get(index)
        another = at is not None and name and (self._calls[at][2] or (id and self._calls[at][0] not in ("", id)))
        if at is None or another:
            at = self._places[index] = len(self._calls)
            self._calls.append(["", "", ""])
        kept = self._calls[at]
        for place, piece in enumerate((id if not kept[0] else None, name, arguments)):
            if isinstance(piece, str):
                kept[place] += piece

    def _say(self, text: str) -> None:
        self._plainly(self._fences.add(text) if self._fences else text)

    def _plainly(self, text: str) -> None:
        self._fit(self._leaked.add(text))

    def _fit(self, text: str) -> None:
        self._emit(self._seam.add(text) if self._seam and text else text)

    def _emit(self, text: str) -> None:
        if not self._said and not self._after:
            text = text.lstrip()
        if text:
            self._said.append(text)
            if self._on_text:
                try:
                    self._on_text(text)
                except Exception as error:
                    self.upset = error
                    raise


def _texts(content: Any) -> Iterator[str]:
    """The words of a piece of content: text, or a list of parts of which some are text."""
    if isinstance(content, str):
        yield from [content] if content else []
    elif isinstance(content, list):
        for item in content:
            text = part(item, "text")
            if isinstance(text, str) and text:
                yield text
