"""A prompt: what the GM is asked, in sections, in true roles."""

from typing import Any, Literal

from gm_engine.story.beat import Beat
from gm_engine.story.context_element import ContextElement
from gm_engine.story.hashed import Hashed
from gm_engine.story.noun import Noun, Words
from gm_engine.story.roll import DrawKey
from gm_engine.story.sampling import Sampling
from gm_engine.story.tool_call import ToolAnswer, ToolCall

Role = Literal["system", "user", "assistant"]
YOUNGER = ("tools", "calls", "answers", "sampling")
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


class Prompt(Hashed):
    """Sections in the order in which they are sent. ``template`` is the name and version of the prompt book.

    ``tools`` are the names of the tools that a model may call; ``sampling`` is how a front-end wants the words chosen (None: as the
    endpoint has it).
    """

    sections: tuple[PromptSection, ...]
    draw: DrawKey
    template: str = ""
    tools: tuple[str, ...] = ()
    sampling: Sampling | None = None

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

    @property
    def hashed(self) -> Any:
        """Roles, texts and structure.

        Scores are reasons and not content, but they are structure: a prompt with other scores is another prompt.
        Tools, ties and slots count where there are any, so that a prompt without them has the hash that it always had.
        """
        plain = self.model_dump(mode="json")
        for part in (plain, *plain["sections"]):
            for name in YOUNGER:
                if not part.get(name, True):
                    del part[name]
        for section in plain["sections"]:
            for element in section["elements"]:
                for name in ("tied", "slot"):
                    if not element[name]:
                        del element[name]
        return plain

    def followed_by(self, *sections: PromptSection) -> "Prompt":
        """A prompt that goes on where this one ends; it has a hash of its own."""
        return self.model_copy(update={"sections": (*self.sections, *sections)})

    def offering(self, *tools: str) -> "Prompt":
        """The same prompt with these tools and no others."""
        return self.model_copy(update={"tools": tools})

    def section(self, name: str) -> PromptSection | None:
        """The first section of that name."""
        return next((section for section in self.sections if section.name == name), None)
