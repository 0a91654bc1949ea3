"""The OpenAI protocol with the official client as the front-end: histories are laid beside the record."""

from typing import Any

import openai
import pytest

from tests.interfaces.serve.conftest import Served


class FrontEnd:
    """A chat window: it keeps its own history, as front-ends do, and sends all of it every time."""

    def __init__(self, server: Served, model: str, system: str = "") -> None:
        self.client = openai.OpenAI(base_url=f"{server.url}/v1", api_key="none", max_retries=0, timeout=60)
        self.model, self.system = model, system
        self.messages: list[dict[str, Any]] = []
        self.last: Any = None

    def say(self, words: str) -> Any:
        self.messages.append({"role": "user", "content": words})
        return self.ask()

    def again(self) -> Any:
        """Regenerate the last reply."""
        self.messages.pop()
        return self.ask()

    def ask(self) -> Any:
        sent = [{"role": "system", "content": self.system}] if self.system else []
        self.last = self.client.chat.completions.create(model=self.model, messages=[*sent, *self.messages])
        self.messages.append({"role": "assistant", "content": self.last.choices[0].message.content})
        return self.last.gm

    @property
    def reply(self) -> str:
        return str(self.messages[-1]["content"])


@pytest.fixture
def window(server: Served, alone: str) -> FrontEnd:
    return FrontEnd(server, alone)


def test_every_new_line_is_a_turn(server: Served, window: FrontEnd) -> None:
    for number, words in enumerate(("I look around.", "I wait for ten minutes.", "I walk to the street."), 1):
        notes = window.say(words)
        assert (notes["did"], notes["turn"], notes["branch"]) == ("new turn", number, "main")
    told = server.get(f"/api/campaigns/{window.model}/turns")["turns"]
    assert [turn["reply"] for turn in told] == [one["content"] for one in window.messages if one["role"] == "assistant"]
    assert window.last.usage.prompt_tokens > 500
    assert window.last.usage.total_tokens == window.last.usage.prompt_tokens + window.last.usage.completion_tokens


def test_the_same_line_again_is_a_reroll_and_the_older_telling_can_be_gone_back_to(server: Served, window: FrontEnd) -> None:
    window.say("I look around.")
    window.say("I wait for ten minutes.")
    first = window.reply
    notes = window.again()
    assert (notes["did"], notes["turn"], notes["branch"]) == ("reroll", 2, "reroll-2")
    assert window.reply != first
    window.messages[-1]["content"] = first
    notes = window.say("I walk to the street.")
    assert (notes["did"], notes["turn"], notes["branch"]) == ("new turn", 3, "main")
