"""A reader for tests: it notes what is told from rows that the test holds as data, and may fail as the test says."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from gm_engine.errors import ProviderError
from gm_engine.story.completion import Completion, Usage
from gm_engine.story.question import Question

Row = Mapping[str, Any]


def note(*rows: Row, clashes: tuple[Row, ...] = ()) -> str:
    """An answer to a note."""
    return json.dumps({"rows": rows, "clashes": clashes})


class Clerk:
    """Answers a note by the first of ``known`` words that stands in the reply; an empty note where none does.

    ``fails`` is asked of each question, by its number from 1 on, what to raise instead, or what to say.
    """

    name, version, repeatable, model = "clerk", "clerk/1", False, "clerk-1"

    def __init__(self, known: Mapping[str, str], fails: Callable[[int], BaseException | str | None] = lambda _: None) -> None:
        self.known, self.fails = known, fails
        self.asked: list[Question] = []

    def complete(self, prompt: object, on_text: object = None) -> Completion:
        """It tells no stories."""
        raise ProviderError("", "it only notes.", "", "no-completion")

    def ask(self, question: Question) -> Completion:
        """What the test says."""
        self.asked.append(question)
        wrong = self.fails(len(self.asked))
        if isinstance(wrong, BaseException):
            raise wrong
        reply = question.user.rsplit("The reply", 1)[1]
        text = next((answer for words, answer in self.known.items() if words in reply), note()) if wrong is None else wrong
        return Completion(text=text, model=self.model, usage=Usage(prompt=900, completion=60), cost=1500)
