"""What a GM must be able to do: answer a prompt."""

from collections.abc import Callable
from typing import Protocol

from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt


class Provider(Protocol):
    """A GM. ``version`` changes whenever the same prompt may get another answer."""

    name: str
    version: str

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        """The answer to a prompt; ``on_text`` hears it piece by piece as it comes.

        Raises ProviderError where no answer is to be had.
        """
        ...
