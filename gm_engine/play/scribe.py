"""The scribe: asks a language model to note what is already told, and keeps each answer that was paid for.

One question that fails leaves its text unnoted. Where nobody is there to answer, the work breaks off, and can be taken up again.
"""

from gm_engine.errors import GameError, ProviderError
from gm_engine.journal import Journal
from gm_engine.play.asking import Asked
from gm_engine.play.noter import is_note
from gm_engine.providers.provider import Advisor, Provider
from gm_engine.story.completion import Completion
from gm_engine.story.question import Question

NOBODY_THERE = ("unreachable", "key-refused", "no-such-model", "no-credit", "sent-elsewhere", "spending-limit", "no-recording")
"""Failures after which no other question would be answered either."""
IN_A_ROW = 3
"""So many questions in a row that come to nothing end the work."""


class Scribe:
    """Asks ``provider``, and keeps its answers in ``journal`` under their question's hash and ``attempt``."""

    def __init__(self, provider: Provider, journal: Journal, attempt: int = 0) -> None:
        if not isinstance(provider, Advisor):
            then = "Name a language model: --gm openai --model MODEL."
            raise GameError(provider.name, "this game master cannot be asked anything.", then, "no-second-reader")
        self._provider, self._name = provider, getattr(provider, "model", provider.version)
        self._journal, self._attempt = journal, attempt
        self._in_a_row = 0
        self.failures: dict[str, None] = {}
        """Why questions came to nothing, each reason once."""

    def ask(self, question: Question) -> Asked:
        """The answer; without text where it was not to be had, and a note then says why, once for each reason.

        Raises ProviderError where nobody is there to answer, or none of several answers in a row is a note. An answer that is no note is
        not kept, so that it can be asked for again.
        """
        kept = self._journal.kept_completion(question.hash, self._attempt)
        if kept is not None:
            return Asked(question.hash, kept)
        try:
            answer = self._provider.ask(question)
        except ProviderError as error:
            self._in_a_row += 1
            if error.slug in NOBODY_THERE or self._in_a_row >= IN_A_ROW:
                if isinstance(error.spent, Completion):
                    self._journal.keep_spent(question.hash, error.spent)
                raise
            spent = error.spent if isinstance(error.spent, Completion) else Completion(text="", model=self._name)
            return Asked(question.hash, self._unnoted(spent, error.what))
        if not is_note(answer.text):
            why = f"{answer.model} answered with something else than a note."
            self._in_a_row += 1
            if self._in_a_row >= IN_A_ROW:
                self._journal.keep_spent(question.hash, answer)
                raise ProviderError(self._name, why, "Take another model: --model MODEL.", "not-understood")
            return Asked(question.hash, self._unnoted(answer, why))
        self._in_a_row = 0
        self._journal.keep_completion(question.hash, self._attempt, answer)
        return Asked(question.hash, answer)

    def _unnoted(self, completion: Completion, why: str) -> Completion:
        fresh = why not in self.failures
        self.failures[why] = None
        return completion.model_copy(update={"text": "", "notes": (why,) if fresh else ()})
