"""A prompt: what the GM is asked, in sections, in true roles."""

import json
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal, Self

from gm_engine.story.beat import Beat
from gm_engine.story.context_element import ContextElement
from gm_engine.story.noun import Noun, Words
from gm_engine.story.roll import DrawKey
from gm_engine.story.tool_call import ToolAnswer, ToolCall

Role = Literal["system", "user", "assistant"]
YOUNGER = ("tools", "calls", "answers")
"""What prompts did not always have: where it is empty, it is left out of the hash."""


class PromptSection(Noun):
    """``text`` is what a language model reads; ``elements`` and ``beats`` are the same, for readers that need no prose.

    A section with ``calls`` is what a model asked of the engine before it told on; the one after it has the ``answers``.
    """

    name: str
    role: Role
    text: Words
    tokens: int = 0
    elements: tuple[ContextElement, ...] = ()
    beats: tuple[Beat, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    answers: tuple[ToolAnswer, ...] = ()


class Prompt(Noun):
    """Sections in the order in which they are sent. ``template`` is the name and version of the prompt book.

    ``tools`` are the names of the tools that a model may call.
    """

    sections: tuple[PromptSection, ...]
    draw: DrawKey
    template: str = ""
    tools: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """What the prompt costs."""
        return sum(section.tokens for section in self.sections)

    @property
    def messages(self) -> tuple[tuple[Role, str], ...]:
        """The prompt as role and content: neighbouring system sections are one message."""
        joined: list[tuple[Role, str]] = []
        for section in self.sections:
            if not section.text:
                continue
            if joined and joined[-1][0] == section.role:
                joined[-1] = (section.role, joined[-1][1] + "\n\n" + section.text)
            else:
                joined.append((section.role, section.text))
        return tuple(joined)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with other parts, and with a hash of its own."""
        copied = super().model_copy(update=update, deep=deep)
        copied.__dict__.pop("hash", None)
        return copied

    @cached_property
    def hash(self) -> str:
        """``b2:`` and the BLAKE2b-128 of roles, texts and structure.

        Scores are reasons and not content, but they are structure: a prompt with other scores is another prompt.
        Tools count where there are any, so that a prompt without them has the hash that it always had.
        """
        plain = self.model_dump(mode="json")
        for part in (plain, *plain["sections"]):
            for name in YOUNGER:
                if not part.get(name, True):
                    del part[name]
        form = json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return "b2:" + blake2b(form.encode(), digest_size=16).hexdigest()

    def followed_by(self, *sections: PromptSection) -> "Prompt":
        """A prompt that goes on where this one ends; it has a hash of its own."""
        return Prompt(sections=(*self.sections, *sections), draw=self.draw, template=self.template, tools=self.tools)

    def offering(self, *tools: str) -> "Prompt":
        """The same prompt with these tools and no others."""
        return Prompt(sections=self.sections, draw=self.draw, template=self.template, tools=tools)

    def section(self, name: str) -> PromptSection | None:
        """The first section of that name."""
        return next((section for section in self.sections if section.name == name), None)
