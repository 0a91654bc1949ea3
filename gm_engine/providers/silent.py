"""A GM that cannot be reached just now: a saved campaign opens all the same, and may be read, settled and taken back."""

from collections.abc import Callable

from gm_engine.errors import GameError, ProviderError
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt


class SilentGM:
    """Stands in for the GM called ``name`` and says ``why`` it is silent when it is asked to tell."""

    version = "silent/1"
    repeatable = True

    def __init__(self, name: str, why: GameError) -> None:
        self.name, self.why = name, why

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:  # noqa: ARG002
        """Never an answer: ProviderError with the reason, and what to do."""
        raise ProviderError(f"turn {prompt.draw.turn}", self.why.what, self.why.then, self.why.slug)
