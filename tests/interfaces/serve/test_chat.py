"""The OpenAI protocol with the official client as the front-end: histories are laid beside the record."""

from typing import Any

import openai
import pytest

from gm_engine.interfaces.serve import shapes
from gm_engine.play.same_words import bare
from tests.interfaces.serve.conftest import Served, client_of


class FrontEnd:
    """A chat window: it keeps its own history, as front-ends do, and sends all of it every time."""

    def __init__(self, server: Served, model: str, system: str = "") -> None:
        self.client = client_of(server)
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
    shapes.ChatCompletion.model_validate(window.last.model_dump())
    told = server.get(f"/api/campaigns/{window.model}/turns")["turns"]
    assert [turn["reply"] for turn in told] == [bare(one["content"]) for one in window.messages if one["role"] == "assistant"]
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


def test_an_edited_line_leaves_along_a_branch_and_the_old_one_is_gone_back_to(server: Served, window: FrontEnd) -> None:
    for words in ("I look around.", "I wait for ten minutes.", "I ask Ortega about the wagon."):
        window.say(words)
    kept = list(window.messages)
    window.messages = [*kept[:2], {"role": "user", "content": "I walk to the street."}]
    notes = window.ask()
    assert (notes["did"], notes["turn"], notes["branch"]) == ("branch", 2, "edit-2")
    assert server.get(f"/api/campaigns/{window.model}")["place"] != server.get(f"/api/campaigns/{window.model}/turns")["turns"][0]["place"]
    window.messages = kept
    notes = window.say("I wait for ten minutes.")
    assert (notes["did"], notes["turn"], notes["branch"]) == ("new turn", 4, "main")


def test_an_edited_reply_is_recorded_as_the_front_end_tells_it(server: Served, window: FrontEnd) -> None:
    window.say("I look around.")
    window.say("I ask Ortega about the wagon.")
    window.messages[-1]["content"] = "Luis Ortega has brown eyes. He waits."
    notes = window.say("I wait for ten minutes.")
    assert (notes["did"], notes["turn"], notes["branch"]) == ("branch", 3, "edit-2")
    turns = server.get(f"/api/campaigns/{window.model}/turns")["turns"]
    assert (turns[1]["said"], turns[1]["reply"]) == ("I ask Ortega about the wagon.", "Luis Ortega has brown eyes. He waits.")
    assert turns[1]["given_by"] == "script"
    assert "Luis Ortega has brown eyes." in str(server.get(f"/api/campaigns/{window.model}/lore/ortega")["facts"])


def dressed(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A history with names, markdown and white space that nobody said."""
    names = {"user": "Cal: *{}*", "assistant": "GM:  {}\n"}
    return [{**one, "content": names[one["role"]].format(one["content"].replace(". ", ".  "))} for one in told]


def test_nothing_is_recorded_twice_however_the_history_is_dressed_up(server: Served, window: FrontEnd) -> None:
    for words in ("I look around.", "I wait for ten minutes.", "I ask Ortega about the wagon."):
        window.say(words)
    size = len(server.get(f"/api/campaigns/{window.model}/branches")["branches"])
    plain = list(window.messages)
    greeting = {"role": "assistant", "content": "Welcome, stranger. The tale begins."}
    dressings: list[Any] = [dressed, lambda told: [greeting, *told], *(lambda told, n=n: told[n:] for n in (2, 3, 4)), lambda _: []]
    for number, dress in enumerate(dressings, 4):
        window.messages = [*dress(plain), {"role": "user", "content": f"I wait for {number} minutes."}]
        notes = window.ask()
        assert (notes["did"], notes["turn"], notes["branch"]) == ("new turn", number, "main")
        plain = [*plain, *window.messages[-2:]]
    assert len(server.get(f"/api/campaigns/{window.model}/branches")["branches"]) == size
    assert len(server.get(f"/api/campaigns/{window.model}/turns")["turns"]) == 9


def test_a_clipped_middle_loses_nothing(server: Served, window: FrontEnd) -> None:
    """Found by hand: a front-end that keeps its first exchange and clips the middle had turns 2 to 4 erased from the story."""
    for number in range(2, 8):
        window.say(f"I wait for {number} minutes.")
    whole = list(window.messages)
    for number, (kept, left) in enumerate(((2, 8), (2, 9), (3, 8)), 7):
        window.messages = [*whole[:kept], *whole[left:], {"role": "user", "content": f"I wait for {number + 1} minutes."}]
        notes = window.ask()
        assert (notes["did"], notes["turn"], notes["branch"]) == ("new turn", number, "main")
        whole += window.messages[-2:]
    window.messages = whole[:2] + whole[-4:]
    assert window.again()["did"] == "reroll"
    assert len(server.get(f"/api/campaigns/{window.model}/turns")["turns"]) == 9


def test_a_deleted_end_and_a_reroll_of_it_stay_within_the_story(server: Served, window: FrontEnd) -> None:
    for words in ("I look around.", "I wait for ten minutes.", "I walk to the street."):
        window.say(words)
    window.messages = window.messages[:3]
    notes = window.ask()
    assert (notes["did"], notes["turn"], notes["branch"]) == ("reroll", 2, "reroll-2")
    told = server.get(f"/api/campaigns/{window.model}/turns")["turns"]
    assert [turn["said"] for turn in told] == ["I look around.", "I wait for ten minutes."]


def test_a_conversation_held_elsewhere_is_taken_into_a_story_that_has_not_begun(server: Served, window: FrontEnd) -> None:
    window.messages = [
        {"role": "user", "content": "I ride in from the north."}, {"role": "assistant", "content": "Dust follows you in. A dog barks."},
    ]  # fmt: skip
    notes = window.say("I look around.")
    assert (notes["turn"], notes["branch"]) == (2, "main")
    assert server.get(f"/api/campaigns/{window.model}/turns")["turns"][0]["reply"] == "Dust follows you in. A dog barks."


def test_a_conversation_that_has_nothing_to_do_with_the_story_is_not_taken_in(server: Served, window: FrontEnd) -> None:
    window.say("I look around.")
    window.say("I wait for ten minutes.")
    window.messages = [{"role": "user", "content": "Write me a poem."}, {"role": "assistant", "content": "Roses are red."}] * 2
    notes = window.say("I walk to the street.")
    assert (notes["did"], notes["turn"], notes["branch"], notes["known"]) == ("new turn", 3, "main", False)
    assert "Roses" not in str(server.get(f"/api/campaigns/{window.model}/turns"))


def test_a_system_prompt_goes_along_as_a_note_and_is_recorded_once(server: Served, alone: str) -> None:
    window = FrontEnd(server, alone, system="Cal limps since Glorieta. You may call every tool.")
    window.say("I look around.")
    window.say("I wait for ten minutes.")
    found = server.get(f"/api/campaigns/{alone}/why/2")
    assert found
    session = server.get(f"/debug/session/{alone}/1")
    assert all(spent["sections"]["note"] > 20 for spent in session["prompts"])


ASIDES: list[tuple[str, list[dict[str, str]]]] = [
    ('"title"', [{"role": "user", "content": "### Task:\nGenerate a concise title for the chat.\n### Output:\nJSON"}]),
    (
        "Previously",
        [
            {"role": "user", "content": "I look."},
            {"role": "assistant", "content": "Dust."},
            {"role": "system", "content": "[Summarize it.]"},
        ],
    ),
]


@pytest.mark.parametrize(("answer", "messages"), ASIDES)
def test_what_a_front_end_asks_for_itself_is_no_turn(server: Served, alone: str, answer: str, messages: list[dict[str, str]]) -> None:
    window = FrontEnd(server, alone)
    window.messages = list(messages)
    notes = window.ask()
    assert notes == {"campaign": alone, "did": "aside"}
    assert answer in window.reply
    assert server.get(f"/api/campaigns/{alone}")["turn"] == 0


def test_looking_something_up_is_no_turn_and_does_not_disturb_the_history(server: Served, window: FrontEnd) -> None:
    window.say("I look around.")
    assert window.say("/sheet")["did"] == "aside"
    assert "Carries" in window.reply
    assert window.say("I wait for ten minutes.")["turn"] == 2


def test_streaming_tells_the_same_as_the_record(server: Served, window: FrontEnd) -> None:
    stream = window.client.chat.completions.create(
        model=window.model, messages=[{"role": "user", "content": "I look around."}], stream=True, stream_options={"include_usage": True}
    )
    chunks = list(stream)
    reply = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert bare(reply) == server.get(f"/api/campaigns/{window.model}/turns")["turns"][0]["reply"]
    ends: Any = [chunk for chunk in chunks if chunk.choices and chunk.choices[0].finish_reason]
    assert [end.choices[0].finish_reason for end in ends] == ["stop"]
    assert (ends[0].gm["turn"], ends[0].gm["did"]) == (1, "new turn")
    assert chunks[-1].usage
    assert chunks[-1].usage.prompt_tokens > 500


def test_models_are_campaigns_and_a_pack_is_begun_when_it_is_first_spoken_to(server: Served, alone: str) -> None:
    window = FrontEnd(server, "livery")
    names = [model.id for model in window.client.models.list()]
    assert {alone, "redemption", "livery"} <= set(names)
    shapes.Models.model_validate(server.get("/v1/models"))
    assert window.client.models.retrieve(alone).owned_by == "gm-engine"
    assert window.say("I look around.")["campaign"] == "livery"
    assert "livery" in [one["name"] for one in server.get("/api/campaigns")["campaigns"]]


def test_errors_have_openais_shape(server: Served, window: FrontEnd) -> None:
    ask: Any = window.client.chat.completions.create
    with pytest.raises(openai.NotFoundError) as lost:
        ask(model="nowhere", messages=[{"role": "user", "content": "I look."}])
    assert lost.value.code == "unknown-campaign"
    with pytest.raises(openai.BadRequestError) as many:
        ask(model=window.model, messages=[{"role": "user", "content": "I look."}], n=2)
    assert many.value.code == "bad-request"
    with pytest.raises(openai.BadRequestError):
        ask(model=window.model, messages=[])
    with pytest.raises(openai.NotFoundError) as unknown:
        window.client.embeddings.create(model=window.model, input="dust")
    assert unknown.value.code == "not-found"
    assert isinstance(unknown.value.body, dict)
    assert set(unknown.value.body) == {"message", "type", "param", "code"}


def test_no_two_answers_have_one_id(server: Served, window: FrontEnd) -> None:
    window.say("I look around.")
    ids = {window.last.id}
    for _ in range(2):
        window.messages = []
        line: Any = [{"role": "user", "content": "I wait for ten minutes."}]
        chunks = {chunk.id for chunk in window.client.chat.completions.create(model=window.model, messages=line, stream=True)}
        assert len(chunks) == 1
        ids |= chunks
    assert len(ids) == 3
