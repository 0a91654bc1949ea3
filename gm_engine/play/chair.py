"""The GM's chair during one turn: who answers its prompts, and what is heard of the answers while they come."""

from collections.abc import Callable

from gm_engine.errors import GameError, ProviderError
from gm_engine.journal import Journal
from gm_engine.play.asking import Asked
from gm_engine.providers.provider import Advisor, Provider
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.event import Event
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question
from gm_engine.story.table_rules import TableRules

OnText = Callable[[str], None] | None
OnEvent = Callable[[Event], None] | None


def checked(answer: object, provider: Provider) -> Completion:
    """The answer, if it is one. Raises ProviderError for anything else that somebody's provider gives."""
    if isinstance(answer, Completion):
        return answer
    what = f"{provider.name} gave a {type(answer).__name__} where a Completion belongs."
    raise ProviderError("", what, 'Let complete() return gm_engine.Completion(text="…", model=self.version).', "no-completion")


class Chair:
    """``reply`` stands in for the GM's answer where a script gives one.

    ``on_text`` hears an answer piece by piece as it comes; under table rules by which it may yet go back, or be no telling at
    all, it hears the whole once it stands. ``failed`` holds what was noted before of a second reader that failed.
    """

    def __init__(
        self, provider: Provider, journal: Journal, attempt: int, rules: TableRules, *,
        reply: str | None, on_text: OnText, on_event: OnEvent, failed: set[str] | None = None,
    ) -> None:  # fmt: skip
        self._provider, self._journal, self._attempt, self._reply = provider, journal, attempt, reply
        self._on_text, self._on_event = on_text, on_event
        self._failures = set() if failed is None else failed
        self._live = None if reply is not None or rules.guard != "off" or rules.tools else on_text

    def complete(self, prompt: Prompt) -> Completion:
        """The answer to a prompt. One that cannot be had again for nothing is kept before its turn is whole; of one that breaks
        off, what was heard is kept as a draft."""
        if self._reply is not None:
            return Completion(text=self._reply, model="script", given_by="script")
        if self._provider.repeatable:
            return checked(self._provider.complete(prompt, self._live), self._provider)
        kept = self._journal.kept_completion(prompt.hash, self._attempt)
        if kept is None:
            try:
                kept = self._provider.complete(prompt, self._live)
            except ProviderError as error:
                if error.heard:
                    self._journal.keep_draft(prompt.hash, self._attempt, error.heard)
                raise
            checked(kept, self._provider)
            self._journal.keep_completion(prompt.hash, self._attempt, kept)
        elif self._live:
            self._live(kept.text)
        return kept

    def ask(self, question: Question) -> Asked | None:
        """The answer to a question beside the telling; None where whoever sits here cannot be asked, or (recorded) was not.

        Where one is not to be had, whatever the reason, it is one without text; why is noted, once for each reason.
        """
        provider = self._provider
        if not isinstance(provider, Advisor):
            return None
        kept = None if provider.repeatable else self._journal.kept_completion(question.hash, self._attempt)
        if kept is None:
            try:
                kept = provider.ask(question)
            except Exception as error:  # no failure beside the telling may cost the table its turn
                if provider.repeatable:
                    return None
                return Asked(question.hash, self._failed_answer(error))
            if not provider.repeatable:
                self._journal.keep_completion(question.hash, self._attempt, kept)
        return Asked(question.hash, kept)

    def _failed_answer(self, error: Exception) -> Completion:
        why = f"The second reader did not answer: {error.what if isinstance(error, GameError) else type(error).__name__}"
        fresh = why not in self._failures
        self._failures.add(why)
        return Completion(text="", model=self._provider.version, notes=(why,) if fresh else ())

    def hear(self, event: Event) -> None:
        """What happened, and the words that stand, where they were not heard yet."""
        if self._on_text and self._live is None and isinstance(event, happened.CompletionReceived):
            self._on_text(event.completion.text)
        if self._on_event:
            self._on_event(event)
