"""What a story's prompts and answers came to, in tokens and in money."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm_engine.journal.unused import unused
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.counting import counted

if TYPE_CHECKING:
    from gm_engine.bootstrap import Settings
    from gm_engine.journal import Entry, Ledger

Prices = Mapping[str, tuple[float, ...]]
ELSEWHERE = 0
"""The session under which stands what was undone, told otherwise, played on another branch, or came to nothing: it was paid for all
the same."""
CAME_TO_NOTHING = "answer that broke off, was refused, or told no turn", "answers that broke off, were refused, or told no turn"
MEMORY = -1
"""The session under which stands what vectors cost that were made elsewhere: they are kept for all branches."""
BESIDE = {ELSEWHERE: "elsewhere", MEMORY: "memory"}


@dataclass
class Spent:
    """The use of one model in a session, or in a turn of it. ``dollars`` is None where no price is known; the embedded GM is free.

    ``drafts`` called for a tool or were sent back, ``questions`` were asked beside the telling, ``unused`` answers came to nothing or
    were no turn's; their tokens are in the sums. ``texts`` were read for their meaning.
    """

    session: int
    model: str
    turns: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    dollars: float | None = 0.0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    drafts: int = 0
    questions: int = 0
    texts: int = 0
    unused: int = 0
    turn: int | None = None

    def add(self, completion: Completion, prompt: int, prices: Prices) -> None:
        """Count an answer; ``prompt`` is how many tokens its prompt has, should nobody have said."""
        usage = completion.usage
        self.prompt_tokens += (read := usage.prompt or prompt)
        self.reply_tokens += usage.completion
        self.cached_tokens += usage.cached
        self.reasoning_tokens += usage.reasoning
        cost = dollars_of(completion, read, prices)
        self.dollars = None if cost is None or self.dollars is None else self.dollars + cost


def known_prices(given: "Settings") -> dict[str, tuple[float, ...]]:
    """The prices of the settings by model: those of the endpoints, and ``[prices]``."""
    return {one.model: one.price for one in given.providers.values() if one.price} | {**(given.prices or {})}


def spending(journal: "Ledger", prices: Prices, *, by_turn: bool = False) -> tuple[Spent, ...]:
    """By session and model (and turn) along this branch, then what is elsewhere. ``prices`` are dollars for a million tokens."""
    sums: dict[tuple[int, int | None, str], Spent] = {}
    _count(journal.entries(), prices, sums, by_turn=by_turn)
    _count(journal.elsewhere(), prices, sums, elsewhere=True)
    for completion in unused(journal):
        row = sums.setdefault((ELSEWHERE, None, completion.model), Spent(ELSEWHERE, completion.model))
        row.unused += 1
        row.add(completion, 0, prices)
    for mark, fee in journal.fees().items():
        paid = None if fee.tokens and not fee.cost else fee.cost / 1e6
        sums[MEMORY, None, mark] = Spent(MEMORY, mark, prompt_tokens=fee.tokens, dollars=paid, texts=fee.texts)
    for row in sums.values():
        row.dollars = None if row.dollars is None else round(row.dollars, 6)
    return tuple(sums.values())


def _count(
    entries: "Iterable[Entry]", prices: Prices, sums: dict[tuple[int, int | None, str], Spent], *, by_turn: bool = False,
    elsewhere: bool = False,
) -> None:  # fmt: skip
    session, prompt = ELSEWHERE if elsewhere else 1, 0
    for entry in entries:
        event = entry.event
        if isinstance(event, happened.SessionOpened) and not elsewhere:
            session = event.number
        elif isinstance(event, happened.PromptAssembled):
            prompt = event.tokens
        elif isinstance(event, happened.CompletionReceived | happened.DraftReceived | happened.ModelAsked):
            if event.completion.given_by != "provider":
                continue
            turn = entry.turn if by_turn and not elsewhere else None
            row = sums.setdefault((session, turn, event.completion.model), Spent(session, event.completion.model, turn=turn))
            row.turns += isinstance(event, happened.CompletionReceived)
            row.drafts += isinstance(event, happened.DraftReceived)
            row.questions += isinstance(event, happened.ModelAsked)
            row.add(event.completion, 0 if isinstance(event, happened.ModelAsked) else prompt, prices)


def dollars_of(completion: Completion, read: int, prices: Prices) -> float | None:
    """What an answer cost for which so many tokens were read; None where no price is known."""
    if completion.model.startswith("embedded"):
        return 0.0
    if completion.cost:
        return completion.cost / 1e6
    if not read and not completion.usage.completion:
        return 0.0
    price = prices.get(completion.model)
    if not price:
        return None
    usage, once = completion.usage, price[2] if len(price) > 2 else price[0]
    return ((read - usage.cached) * price[0] + usage.cached * once + usage.completion * price[1]) / 1e6


def spending_text(rows: tuple[Spent, ...]) -> str:
    """The same as a table, with its sums, and what they hold of tokens from a cache, thoughts, drafts and questions."""
    if not rows:
        return "No prompt was sent: nothing was spent."
    by_turn = any(row.turn is not None for row in rows)
    first, then = ("turn", "session") if by_turn else ("session", "turns")
    lines = [f"{first:<9}{'model':<22}{then:>8}{'read':>12}{'written':>10}{'money':>12}"]
    for row in rows:
        beside = BESIDE.get(row.session, "")
        named = beside or (row.turn if by_turn else row.session)
        count = "" if beside and (by_turn or row.session == MEMORY) else row.session if by_turn else row.turns
        tokens = f"{row.prompt_tokens:>12,}{row.reply_tokens:>10,}"
        lines.append(f"{named!s:<9} {row.model[:20]:<21}{count!s:>8}{tokens}{say_money(row.dollars):>12}")
    read, written = sum(row.prompt_tokens for row in rows), sum(row.reply_tokens for row in rows)
    known = [row.dollars for row in rows if row.dollars is not None]
    total = say_money(sum(known)) if len(known) == len(rows) else "unknown"
    turns = "" if by_turn else sum(row.turns for row in rows)
    lines.append(f"{'in all':<31}{turns!s:>8}{read:>12,}{written:>10,}{total:>12}")
    return "\n".join([*lines, *_notes(rows)])


def _notes(rows: tuple[Spent, ...]) -> list[str]:
    cached, thought = sum(row.cached_tokens for row in rows), sum(row.reasoning_tokens for row in rows)
    texts = sum(row.texts for row in rows)
    drafts, questions = sum(row.drafts for row in rows), sum(row.questions for row in rows)
    lost = sum(row.unused for row in rows)
    notes = [
        f"Of what was read, {cached:,} tokens came from the server's cache." if cached else "",
        f"Of what was written, {thought:,} tokens were thought, and not said." if thought else "",
        f"In these sums: {counted(drafts, 'draft')} that called for a tool or went back." if drafts else "",
        f"In these sums: {counted(questions, 'question')} beside the telling." if questions else "",
        f"In these sums: {counted(lost, *CAME_TO_NOTHING)}." if lost else "",
        f"Memory: {counted(texts, 'text')} read for their meaning." if texts else "",
        "Elsewhere: undone, told otherwise, on other branches, or no turn's." if any(row.session == ELSEWHERE for row in rows) else "",
    ]
    return [note for note in notes if note]


def say_money(dollars: float | None) -> str:
    """Dollars for a column of figures."""
    if dollars is None:
        return "no price"
    return "free" if not dollars else f"${dollars:,.2f}" if dollars >= 0.1 else f"${dollars:,.4f}"
