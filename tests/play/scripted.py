"""A language model for tests: says what it is told to, in order, and keeps what it was asked."""

from collections.abc import Callable, Iterable, Mapping

from gm_engine.bootstrap import trial
from gm_engine.errors import ProviderError
from gm_engine.play.game import Game
from gm_engine.story.completion import Completion, Usage
from gm_engine.story.pack import Pack
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question
from gm_engine.story.table_rules import TableRules
from gm_engine.story.tool_call import ToolCall
from tests.endpoint import BY_RULES


class Scripted:
    """Answers with ``answers`` one after another: texts, or whole completions."""

    name = "scripted"
    version = "scripted/1"
    repeatable = False

    def __init__(self, answers: Iterable[str | Completion], told: Mapping[str, str | Exception] | None = None) -> None:
        self.answers = list(answers)
        self.told = dict(told or {})
        self.questions: list[Question] = []
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

    def ask(self, question: Question) -> Completion:
        """What was set down for questions of that purpose; a ProviderError where nothing was."""
        self.questions.append(question)
        answer = self.told.get(question.purpose)
        if answer is None:
            raise ProviderError("the scripted model", "has nothing to say to that.", "Set an answer down.", "empty-reply")
        if isinstance(answer, Exception):
            raise answer
        return Completion(text=answer, model="scripted", usage=Usage(prompt=100, completion=20), cost=7)


def calling(*calls: tuple[str, str], text: str = "") -> Completion:
    """An answer that asks the engine for something: tools with their arguments."""
    asked = tuple(ToolCall(id=f"c{n}", name=name, arguments=arguments) for n, (name, arguments) in enumerate(calls, 1))
    return Completion(text=text, model="scripted", calls=asked, finish="tool_calls")


def sits(pack: Pack, *answers: str | Completion, rules: TableRules = BY_RULES, seed: int = 5) -> tuple[Game, Scripted]:
    """A game with a scripted model in the chair, under table rules."""
    model = Scripted(answers)
    game = trial(pack, "evening", seed=seed, provider=model)
    game.tools.table = rules
    return game, model
