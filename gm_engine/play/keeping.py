"""An answer is paid for once: it is kept beside the journal before its turn is whole, and so is what had arrived of a broken one."""

from collections.abc import Callable

from gm_engine.errors import ProviderError
from gm_engine.journal import Journal
from gm_engine.providers.provider import Provider
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt


def answer(prompt: Prompt, attempt: int, provider: Provider, journal: Journal, on_text: Callable[[str], None] | None) -> Completion:
    """The GM's answer: the kept one, else a new one, which is then kept.

    Raises ProviderError where there is none; what had arrived is kept as a draft, which is never part of the story.
    """
    if provider.repeatable:
        return provider.complete(prompt, on_text)
    kept = journal.kept_completion(prompt.hash, attempt)
    if kept is not None:
        if on_text and kept.text:
            on_text(kept.text)
        return kept
    try:
        given = provider.complete(prompt, on_text)
    except ProviderError as error:
        if error.heard:
            journal.keep_draft(prompt.hash, attempt, error.heard)
        raise
    journal.keep_completion(prompt.hash, attempt, given)
    return given
