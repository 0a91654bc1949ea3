"""What a story's prompts and answers came to, in tokens and in money."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from gm_engine.story import event as happened

if TYPE_CHECKING:
    from gm_engine.journal import Ledger


class Spent(NamedTuple):
    """A session's use of one model. ``dollars`` is None where no price is known; the embedded GM is free."""

    session: int
    model: str
    turns: int
    prompt_tokens: int
    reply_tokens: int
    dollars: float | None


def spending(journal: "Ledger", prices: Mapping[str, tuple[float, float]]) -> tuple[Spent, ...]:
    """By session and model. ``prices`` are dollars for a million tokens, read and written."""
    session, prompt = 1, 0
    sums: dict[tuple[int, str], list[int]] = {}
    for entry in journal.entries():
        event = entry.event
        if isinstance(event, happened.SessionOpened):
            session = event.number
        elif isinstance(event, happened.PromptAssembled):
            prompt = event.prompt.tokens
        elif isinstance(event, happened.CompletionReceived) and event.completion.given_by == "provider":
            row = sums.setdefault((session, event.completion.model), [0, 0, 0])
            row[0] += 1
            row[1] += event.completion.usage.prompt or prompt
            row[2] += event.completion.usage.completion
    return tuple(
        Spent(session, model, turns, read, written, _dollars(model, read, written, prices))
        for (session, model), (turns, read, written) in sums.items()
    )


def _dollars(model: str, read: int, written: int, prices: Mapping[str, tuple[float, float]]) -> float | None:
    if model.startswith("embedded"):
        return 0.0
    price = prices.get(model)
    return round((read * price[0] + written * price[1]) / 1e6, 4) if price else None


def spending_text(rows: tuple[Spent, ...]) -> str:
    """The same as a table, with its sums."""
    if not rows:
        return "No prompt was sent: nothing was spent."
    lines = [f"{'session':<9}{'model':<24}{'turns':>6}{'read':>12}{'written':>10}{'money':>12}"]
    lines += [
        f"{row.session:<9}{row.model[:22]:<24}{row.turns:>6}{row.prompt_tokens:>12,}{row.reply_tokens:>10,}{_money(row.dollars):>12}"
        for row in rows
    ]
    read, written = sum(row.prompt_tokens for row in rows), sum(row.reply_tokens for row in rows)
    known = [row.dollars for row in rows if row.dollars is not None]
    total = _money(sum(known)) if len(known) == len(rows) else "unknown"
    lines.append(f"{'in all':<33}{sum(row.turns for row in rows):>6}{read:>12,}{written:>10,}{total:>12}")
    return "\n".join(lines)


def _money(dollars: float | None) -> str:
    return "no price" if dollars is None else "free" if not dollars else f"${dollars:,.2f}"
