"""How a prompt is answered: what the GM asks for is granted or refused, and a draft that breaks the story goes back once."""

from collections.abc import Callable, Generator, Sequence

from gm_engine import prompting
from gm_engine.errors import ProviderError
from gm_engine.play.granting import Clerk
from gm_engine.play.judgement import Judgement
from gm_engine.play.noter import Noter
from gm_engine.play.objections import MOST
from gm_engine.play.second_reader import SecondReader
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.event import Event
from gm_engine.story.objection import Objection
from gm_engine.story.prompt import Prompt

Complete = Callable[[Prompt], Completion]


def answered(
    prompt: Prompt, state: StoryState, tools: Tools, complete: Complete, counts: dict[str, int], judgement: Judgement,
    second: SecondReader, noter: Noter, told: Sequence[Event] = (),
) -> Generator[Event, None, tuple[Completion, Prompt]]:  # fmt: skip
    """What the table will hear, with the prompt that it answers; on the way, drafts and what came of them.

    ``counts`` are the turn's draws so far. A draft goes back once at most; the second is told as it is, and what it breaks is
    found like anything else. What a script says is never sent back. ``second`` reads drafts, too, where the table's rules say so;
    under a strict guard ``noter`` does, and ``told`` is what the rules have put on record of this turn.
    """
    completion, prompt = yield from _told(prompt, state, tools, complete, counts)
    if state.table.guard in ("off", "after") or completion.given_by != "provider" or not prompting.can_repair(tools.book):
        return completion, prompt
    if state.table.guard == "strict":
        yield from noter.question(completion.text, told, _said(state))
    else:
        yield from second.draft(completion.text)
    found = (*noter.objections(completion.text), *judgement.objections(completion, prompt, state, tools, second.clashes))
    broken = unheard(found[:MOST], completion)
    if not broken:
        return completion, prompt
    yield happened.DraftReceived(turn=state.turn, completion=completion, prompt_hash=prompt.hash, objections=broken)
    prompt = prompting.sent_back(tools.book, prompt, completion, broken, encoding=_encoding(state, tools))
    return _words(complete(prompt), state), prompt


def _said(state: StoryState) -> str:
    turn = state.turns.get(str(state.turn))
    return turn.said if turn else ""


def unheard(objections: tuple[Objection, ...], completion: Completion) -> tuple[Objection, ...]:
    """The objections to what the table has not heard yet: what it has heard stands, and is marked like anything else."""
    if not completion.heard:
        return objections
    places = ((one, completion.text.find(one.quote)) for one in objections)
    return tuple(one for one, place in places if place < 0 or place + len(one.quote) > completion.heard)


def _told(
    prompt: Prompt, state: StoryState, tools: Tools, complete: Complete, counts: dict[str, int]
) -> Generator[Event, None, tuple[Completion, Prompt]]:
    """The first answer that is words, after all that was asked for."""
    clerk, left = Clerk(state, tools, counts), state.table.calls
    completion = complete(prompt)
    while completion.calls and prompt.tools:
        yield happened.DraftReceived(turn=state.turn, completion=completion, prompt_hash=prompt.hash)
        answers = []
        for call in completion.calls[:left]:
            answer = yield from clerk.grant(call)
            yield happened.ToolCalled(turn=state.turn, call=call, answer=answer)
            answers.append(answer)
        left -= len(answers)
        answers += [clerk.too_many(call) for call in completion.calls[len(answers) :]]
        prompt = prompting.with_answers(prompt, completion, answers, encoding=_encoding(state, tools))
        if not left:
            prompt = prompt.offering()
        completion = complete(prompt)
    return _words(completion, state), prompt


def _words(completion: Completion, state: StoryState) -> Completion:
    if not completion.text.strip():
        raise ProviderError(
            f"turn {state.turn}",
            f'"{completion.model}" answered with nothing.',
            "Nothing was written. Say it again: gm play NAME --again",
            slug="empty-reply",
        )
    return completion


def _encoding(state: StoryState, tools: Tools) -> str:
    return (state.budget or tools.budget).encoding
