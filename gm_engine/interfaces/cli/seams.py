"""What the telling cost, and what the hearing beside it did: tokens and money by what was asked for, on all branches."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm_engine.interfaces.cli.spending import Prices, dollars_of, say_money
from gm_engine.journal.unused import unused
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.table_rules import OF_HEARING

if TYPE_CHECKING:
    from gm_engine.journal import Ledger

TELLING, OTHERS, NOTHING, MEMORY = "telling", "other questions", "came to nothing", "memory"
SEAMS = (TELLING, *OF_HEARING, OTHERS, NOTHING, MEMORY)


@dataclass
class SeamSpent:
    """What one seam took: ``asked`` is how often a model was asked (drafts of a telling, too; of memory: how many texts were read).

    ``dollars`` is None where no price is known. What broke off, was refused or told no turn ``came to nothing``.
    """

    seam: str
    asked: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    dollars: float | None = 0.0

    @property
    def each(self) -> int:
        """Tokens that were read each time, on average."""
        return self.prompt_tokens // self.asked if self.asked else 0

    def add(self, read: int, written: int, dollars: float | None, times: int = 1) -> None:
        """Count what was taken."""
        self.asked += times
        self.prompt_tokens += read
        self.reply_tokens += written
        self.dollars = None if dollars is None or self.dollars is None else round(self.dollars + dollars, 6)


def by_seam(journal: "Ledger", prices: Prices) -> tuple[SeamSpent, ...]:
    """What each seam took, in their order; those that took nothing are left out. ``prices`` are dollars for a million tokens."""
    sums = {seam: SeamSpent(seam) for seam in SEAMS}

    def count(seam: str, completion: Completion, prompt: int) -> None:
        read = completion.usage.prompt or prompt
        sums[seam].add(read, completion.usage.completion, dollars_of(completion, read, prices))

    for entries in (journal.entries(), journal.elsewhere()):
        prompt = 0
        for event in (entry.event for entry in entries):
            if isinstance(event, happened.PromptAssembled):
                prompt = event.tokens
            elif isinstance(event, happened.ModelAsked):
                count(event.purpose if event.purpose in OF_HEARING else OTHERS, event.completion, 0)
            elif isinstance(event, happened.CompletionReceived | happened.DraftReceived) and event.completion.given_by == "provider":
                count(TELLING, event.completion, prompt)
    for completion in unused(journal):
        count(NOTHING, completion, 0)
    for fee in journal.fees().values():
        sums[MEMORY].add(fee.tokens, 0, None if fee.tokens and not fee.cost else fee.cost / 1e6, fee.texts)
    return tuple(row for row in sums.values() if row.asked)


def seams_text(rows: tuple[SeamSpent, ...]) -> str:
    """The same as a table; nothing where there was nothing beside the telling."""
    if not [row for row in rows if row.seam != TELLING]:
        return ""
    lines = [f"{'asked for':<22}{'times':>8}{'each':>9}{'read':>12}{'written':>10}{'money':>12}"]
    lines += [
        f"{row.seam:<22}{row.asked:>8,}{row.each:>9,}{row.prompt_tokens:>12,}{row.reply_tokens:>10,}{say_money(row.dollars):>12}"
        for row in rows
    ]
    return "\n".join(lines)
