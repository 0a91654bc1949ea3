"""What was paid for and is told nowhere: answers that broke off or were refused, and those whose turn was never whole."""

from collections.abc import Iterator

from gm_engine.journal.ledger import DRAFT, Ledger
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion


def unused(journal: Ledger) -> Iterator[Completion]:
    """The kept answers that stand in no entry of any branch, and what is left of those that came to nothing: their tokens and money."""
    kept = [one for one in journal.every_completion() if not one.prompt_hash.startswith(DRAFT)]
    told = _told(journal) if kept else set()
    for one in kept:
        if (one.prompt_hash, one.attempt) not in told:
            yield Completion.model_validate_json(one.text)


def _told(journal: Ledger) -> set[tuple[str, int]]:
    """The hashes, with their attempts, of all that was answered on record."""
    found: set[tuple[str, int]] = set()
    attempt = 0
    for entry in (*journal.entries(), *journal.elsewhere()):
        event = entry.event
        if isinstance(event, happened.PlayerSpoke):
            attempt = event.attempt
        elif isinstance(event, happened.CompletionReceived | happened.DraftReceived):
            found.add((event.prompt_hash, attempt))
        elif isinstance(event, happened.ModelAsked):
            found.add((event.question_hash, attempt))
    return found
