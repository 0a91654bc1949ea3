"""What a GM must be able to do: answer a prompt."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question


class Provider(Protocol):
    """A GM. ``version`` changes whenever the same prompt may get another answer.

    ``repeatable``: the same prompt always gets the same answer at no cost, so an answer need not be kept before its
    turn is whole.
    """

    name: str
    version: str
    repeatable: bool

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        """The answer to a prompt; ``on_text`` hears it piece by piece as it comes.

        Raises ProviderError where no answer is to be had.
        """
        ...


@runtime_checkable
class Advisor(Protocol):
    """A GM that can also be asked something beside the telling: ``isinstance(provider, Advisor)`` says whether one can."""

    def ask(self, question: Question) -> Completion:
        """The answer to a question; where the question has a form, its text is one JSON value.

        Raises ProviderError where no answer is to be had.
        """
        ...
