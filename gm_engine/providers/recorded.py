"""A GM that says again what was said before, by the hash of the prompt and the attempt. Never a silent live call."""

from collections.abc import Callable, Mapping

from gm_engine.errors import ProviderError
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt


class RecordedGM:
    """Answers from ``completions``: prompt hash and number of the attempt to completion."""

    name = "recorded"
    version = "recorded/1"
    repeatable = True

    def __init__(self, completions: Mapping[tuple[str, int], Completion]) -> None:
        self.completions = completions

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        """What was answered to this very prompt at this attempt; ProviderError where nothing was."""
        completion = self.completions.get((prompt.hash, prompt.draw.attempt))
        if completion is None:
            raise ProviderError(
                f"turn {prompt.draw.turn}",
                f'no recorded answer for the prompt "{prompt.hash}" among {len(self.completions)} recorded ones.',
                "The story has taken another turn than the recording. Play it live with --gm embedded, or --gm openai --model MODEL.",
                slug="no-recording",
            )
        if on_text:
            on_text(completion.text)
        return completion
