"""What one turn's prompt is made of: the budget in force, the conversation's window, what is gathered, what fits."""

from collections.abc import Mapping, Sequence

from gm_engine.context.allowance import Allowance, allowance
from gm_engine.context.chapter_standing import standing
from gm_engine.context.fit import Fitted, fit
from gm_engine.context.focus import focus_on
from gm_engine.context.gather import Gathering
from gm_engine.context.plain_cards import WHO
from gm_engine.context.window import Window, cut_back, window
from gm_engine.errors import BudgetTooSmall
from gm_engine.memory import Memory
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.budget import Budget
from gm_engine.story.context_element import ContextElement
from gm_engine.story.intent import Intent
from gm_engine.story.prompt import Prompt
from gm_engine.story.spread import Spread


def choose(
    said: str,
    intents: Sequence[Intent],
    beats: Sequence[Beat],
    state: StoryState,
    memory: Memory,
    budget: Budget,
    fixed: Mapping[str, int],
    floor: int | None = None,
    brought: Sequence[ContextElement] = (),
) -> tuple[Fitted, Allowance]:
    """What goes into this turn's prompt, and the budget that it was fitted into.

    Where knowledge finds no room while the conversation has more than its share, the conversation is cut back.
    ``floor`` is the story's own, unless another is named; ``brought`` is what plug-ins bring.
    Raises ``BudgetTooSmall`` where what is pinned does not fit.
    """
    least = memory.weights.floor if floor is None else floor
    allowed = allowance(budget, state, memory.weights.conversing)
    gathering = Gathering(focus_on(said, intents, beats, state, memory), state, memory, brought)

    def fitted(at: Window) -> Fitted:
        elements = (*gathering.since(at.since), *at.otherwise)
        if state.table.hears:
            elements = tuple(made for made in elements if not _stands_so(made, at))
        chapters = () if at.kept else standing(state, memory, at.since, allowed.budget)
        try:
            return fit((*elements, *chapters), allowed.budget, fixed=fixed, said=said, floor=least, window=at)
        except BudgetTooSmall:
            if not chapters:
                raise
            return fit(elements, allowed.budget, fixed=fixed, said=said, floor=least, window=at)

    at = window(said, state, memory, budget)
    if at.kept:
        try:
            found = fitted(at)
            if not found.crowded:
                return found, allowed
        except BudgetTooSmall:
            pass
        at = cut_back(state, budget, memory.weights.conversing, "its share was used up", at.leaning)
    return fitted(at), allowed


def _stands_so(made: ContextElement, at: Window) -> bool:
    """True where the same words stand in the prompt already under another id."""
    if made.kind not in ("fact", "lore") or at.held.get(made.id) == made.text:
        return False
    return made.text in at.texts or (made.id.startswith(WHO) and any(made.text.startswith(text) for text in at.cards))


def spread_of(prompt: Prompt, fitted: Fitted, allowed: Allowance, state: StoryState) -> Spread:
    """How a prompt's tokens were spread, for the record: the next turn's budget and window follow from it."""
    budget, at = allowed.budget, fitted.window or Window(state.turn)
    used: dict[str, int] = {}
    for section in prompt.sections:
        used[section.name] = used.get(section.name, 0) + section.tokens
    if prompt.tools and state.table.tool_tokens:
        used["tools"] = state.table.tool_tokens
    halves = [half.turns[0] for section in prompt.sections if section.name == "history" for half in section.elements]
    return Spread(
        total=budget.most,
        reply=budget.reply,
        room=budget.room,
        recipe=budget.recipe,
        binding=budget.binding,
        level=allowed.level,
        calm=allowed.calm,
        why=allowed.why,
        shares={name: budget.share(name) for name in budget.shares},
        used=used,
        since=min(halves, default=state.turn),
        cut=at.cut,
        leaning=at.leaning,
        scene=state.scene.id,
        session=state.session,
        kept=at.tokens,
    )
