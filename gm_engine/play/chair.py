"""The GM's chair during one turn: who answers its prompts, and what is heard of the answers while they come."""

from collections.abc import Callable

from gm_engine.errors import ProviderError
from gm_engine.journal import Journal
from gm_engine.providers.provider import Provider
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.event import Event
from gm_engine.story.prompt import Prompt
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
    all, it hears the whole once it stands.
    """

    def __init__(
        self, provider: Provider, journal: Journal, attempt: int, rules: TableRules, *,
        reply: str | None, on_text: OnText, on_event: OnEvent,
    ) -> None:  # fmt: skip
        self._provider, self._journal, self._attempt, self._reply = provider, journal, attempt, reply
        self._on_text, self._on_event = on_text, on_event
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

    def hear(self, event: Event) -> None:
        """What happened, and the words that stand, where they were not heard yet."""
        if self._on_text and self._live is None and isinstance(event, happened.CompletionReceived):
            self._on_text(event.completion.text)
        if self._on_event:
            self._on_event(event)
