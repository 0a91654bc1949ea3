"""A language model for tests: says what it is told to, in order, and keeps what it was asked."""

from collections.abc import Callable, Iterable

from gm_engine.bootstrap import trial
from gm_engine.bootstrap.tables import FOR_MODELS
from gm_engine.play.game import Game
from gm_engine.story.completion import Completion
from gm_engine.story.pack import Pack
from gm_engine.story.prompt import Prompt
from gm_engine.story.table_rules import TableRules
from gm_engine.story.tool_call import ToolCall


class Scripted:
    """Answers with ``answers`` one after another: texts, or whole completions."""

    name = "scripted"
    version = "scripted/1"
    repeatable = False

    def __init__(self, answers: Iterable[str | Completion]) -> None:
        self.answers = list(answers)
        self.asked: list[Prompt] = []
        self.live: list[bool] = []

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        """The next answer."""
        self.asked.append(prompt)
        self.live.append(on_text is not None)
        answer = self.answers.pop(0)
        if isinstance(answer, str):
            answer = Completion(text=answer, model="scripted")
        if on_text and answer.text:
            on_text(answer.text)
        return answer


def calling(*calls: tuple[str, str], text: str = "") -> Completion:
    """An answer that asks the engine for something: tools with their arguments."""
    asked = tuple(ToolCall(id=f"c{n}", name=name, arguments=arguments) for n, (name, arguments) in enumerate(calls, 1))
    return Completion(text=text, model="scripted", calls=asked, finish="tool_calls")


def sits(pack: Pack, *answers: str | Completion, rules: TableRules = FOR_MODELS, seed: int = 5) -> tuple[Game, Scripted]:
    """A game with a scripted model in the chair, under table rules."""
    model = Scripted(answers)
    game = trial(pack, "evening", seed=seed, provider=model)
    game.tools.table = rules
    return game, model
