"""A GM that says again what was said before, by the hash of the prompt and the attempt. Never a silent live call."""

from collections.abc import Callable, Mapping

from gm_engine.errors import ProviderError
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question

LIVE = "The story has taken another turn than the recording. Play it live with --gm embedded, or --gm openai --model MODEL."
NO_CASSETTE = "Name a cassette: --gm recorded --cassette FILE.jsonl, or play live with --gm embedded, or --gm openai --model MODEL."


class RecordedGM:
    """Answers from ``completions``: the hash of a prompt and the number of the attempt, or the hash of a question and 0."""

    name = "recorded"
    version = "recorded/1"
    repeatable = True

    def __init__(self, completions: Mapping[tuple[str, int], Completion]) -> None:
        self.completions = completions

    @property
    def embedded(self) -> bool:
        """True where the embedded GM gave every answer."""
        return all(completion.model.startswith("embedded") for completion in self.completions.values())

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        """What was answered to this very prompt at this attempt; ProviderError where nothing was."""
        completion = self._found(f"turn {prompt.draw.turn}", "prompt", prompt.hash, prompt.draw.attempt)
        if on_text and completion.text:
            on_text(completion.text)
        return completion

    def ask(self, question: Question) -> Completion:
        """What was answered to this very question; ProviderError where nothing was."""
        return self._found(f"the question of {question.purpose}", "question", question.hash, 0)

    def _found(self, where: str, what: str, hash: str, attempt: int) -> Completion:
        completion = self.completions.get((hash, attempt))
        if completion is None:
            many = len(self.completions)
            if not many:
                raise ProviderError(where, "nothing is recorded from which to tell.", NO_CASSETTE, "no-recording")
            raise ProviderError(where, f'no recorded answer for the {what} "{hash}" among {many} recorded ones.', LIVE, "no-recording")
        return completion
