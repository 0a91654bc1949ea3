"""Assembling a turn's prompt: gathered, fitted, written. ``gm why`` assembles it again, with one thing changed."""

from collections.abc import Sequence

from gm_engine import context, prompting
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.budget import Budget
from gm_engine.story.context_element import ContextElement
from gm_engine.story.intent import Intent
from gm_engine.story.prompt import Prompt
from gm_engine.story.sampling import Sampling
from gm_engine.story.table_rules import TOOLS


def assemble(
    said: str,
    intents: Sequence[Intent],
    beats: Sequence[Beat],
    state: StoryState,
    tools: Tools,
    *,
    budget: Budget | None = None,
    floor: int | None = None,
    brought: Sequence[ContextElement] = (),
    sampling: Sampling | None = None,
) -> happened.PromptAssembled:
    """The prompt of the turn that is being played, and what was left out of it.

    ``budget`` and ``floor`` are the story's own, unless others are named to see what they would change. ``brought`` is what
    plug-ins bring to these words; ``sampling`` is how a front-end wants the reply's words chosen.
    """
    turn, draw = state.turn, state.draw(state.turn)
    budget = budget or state.budget or tools.budget
    beats = context.from_what_they_know(said, intents, beats, state, tools.memory)
    if state.table.hears:
        beats = context.left_free(said, intents, beats, state, tools.memory)
    fixed = prompting.fixed_costs(tools.book, state, said, beats, draw, encoding=budget.encoding)
    if state.table.tool_tokens:
        fixed = {**fixed, "tools": state.table.tool_tokens}
    fitted, allowed = context.choose(said, intents, beats, state, tools.memory, budget, fixed, floor, brought)
    prompt = offered(prompting.render(tools.book, state, said, fitted, beats, draw, encoding=budget.encoding), state)
    if sampling is not None:
        prompt = prompt.model_copy(update={"sampling": sampling})
    spread = context.spread_of(prompt, fitted, allowed, state)
    return happened.PromptAssembled(
        turn=turn, prompt=prompt, left_out=fitted.left_out, spread=spread, meaning=tools.memory.chosen_for(said)
    )


def offered(prompt: Prompt, state: StoryState) -> Prompt:
    """The prompt with the tools that the table's rules allow."""
    allowed = tuple(name for name in TOOLS if name in state.table.tools)
    return prompt.offering(*allowed) if allowed and state.table.calls else prompt
