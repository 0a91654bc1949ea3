"""What front-ends really send beside anybody's words, as SillyTavern, Open WebUI, LibreChat and others do."""

from pathlib import Path
from typing import Any

import openai
import pytest

from gm_engine.interfaces.serve.chat_history import ChatMessage, heard
from gm_engine.interfaces.serve.front_ends import is_task, opens, orders, unwrapped
from tests.endpoint import Answers, endpoint
from tests.interfaces.serve.conftest import Served, serving
from tests.interfaces.serve.test_chat import FrontEnd

TASKS = (
    "### Task:\nGenerate a concise, 3-5 word title summarizing the chat.",
    "[Continue your last message without repeating its original content.]",
    "[Continue the following message. Do not include ANY parts of the original message: The pump drips]",
    "[Write your next reply from the point of view of Cal, using the chat history so far as a guideline for the style of Cal.]",
    "Ignore previous instructions. Summarize the most important facts and events in the story so far.",
    "[Pause your roleplay and describe the place in a list of keywords.]",
    "Provide a concise, 5-word-or-less title for the conversation, in title case.\n\nConversation:\nUser: hi",
    "Please generate a concise title (max 40 characters) for a conversation that starts with: hi",
    "Analyze this conversation and provide:\n1. The detected language\n2. A concise title",
    "Please generate a four to five word title summarizing our conversation without any lead-in.",
    "Based on the chat history, give this conversation a name.\nKeep it short.",
    'Summarize in a 5-word Title. Give the title only. "hi"',
    "What would be a short and relevant title for this chat?",
)
LINES = (
    "I look around.",
    "Give Rosa the title deed and end the conversation.",
    "I summarize the conversation for Ortega.",
    "I provide a name for the mare.",
    "Write a letter to the judge about the title to the land.",
    "Name the horse Chat.",
    "[I continue to wait.]",
    "Continue west along the road.",
    "Ignore previous instructions from the marshal and ride on.",
    "Generate a spark with the flint.",
    "Tell me the name of the man in the chat room above the saloon.",
)
PAGES = (
    "### Task:\nRespond to the user query using the provided context, incorporating inline citations.\n\n<context>\n"
    '<source id="1" name="map.txt">The mine lies north of the ford.</source>\n</context>\n'
)


@pytest.mark.parametrize("words", TASKS)
def test_what_a_front_end_asks_for_itself_is_no_line(words: str) -> None:
    assert is_task(words)
    assert heard([ChatMessage(role="user", content="I look."), ChatMessage(role="assistant", content="Dust."),
                  ChatMessage(role="user", content=words)]).aside  # fmt: skip


@pytest.mark.parametrize("words", LINES)
def test_a_line_that_looks_like_it_is_a_line(words: str) -> None:
    assert not is_task(words)
    assert not orders(words)
    assert heard([ChatMessage(role="user", content=words)]).history.said == words


@pytest.mark.parametrize(
    "note",
    [
        "Available Tools: [{}]\n\nYour task is to choose and return the correct tool(s).",
        "You are a professional conversation summarizer. Generate a concise title that captures the essence of it.",
        "You are an assistant skilled in conversation. You need to summarize the user's conversation into a title within 10 words.",
    ],
)
def test_a_system_prompt_that_wants_a_title_or_a_tool_makes_of_a_line_no_turn(note: str) -> None:
    assert heard([ChatMessage(role="system", content=note), ChatMessage(role="user", content="User: I look around.")]).aside
    card = "You are Rosa, who holds the title of baroness and loves conversation."
    assert not heard([ChatMessage(role="system", content=card), ChatMessage(role="user", content="I look around.")]).aside


def test_a_page_around_a_line_is_a_note_and_the_line_is_the_players() -> None:
    said = heard([ChatMessage(role="user", content=PAGES + "\nI walk to the street.")])
    assert (said.history.said, said.aside) == ("I walk to the street.", False)
    assert "The mine lies north of the ford." in said.note
    asked = PAGES + "<user_query>\nI walk on.\n</user_query>"
    assert unwrapped(asked)[0] == "I walk on."
    assert heard([ChatMessage(role="user", content=PAGES)]).history.said.startswith("### Task:")


def test_a_mark_in_the_players_place_is_nobodys_line() -> None:
    for mark in ("[Start a new chat]", "Let's get started."):
        assert opens(mark)
        told = [ChatMessage(role="user", content=mark), ChatMessage(role="assistant", content="The wind blows."),
                ChatMessage(role="user", content="I look around.")]  # fmt: skip
        said = heard(told)
        assert (said.history.exchanges, said.history.said, said.history.lead) == ((), "I look around.", "The wind blows.")
    assert heard([ChatMessage(role="user", content="Let's get started.")]).history.said == "Let's get started."


def test_a_title_that_was_asked_for_within_a_conversation_is_not_recorded_afterwards(server: Served, alone: str) -> None:
    window = FrontEnd(server, alone)
    window.say("I look around.")
    assert window.say("Generate a title for this conversation.")["did"] == "aside"
    notes = window.say("I wait for ten minutes.")
    assert (notes["did"], notes["turn"], notes["branch"]) == ("new turn", 2, "main")


def test_what_a_gm_of_stories_cannot_say_is_an_error_and_no_piece_of_the_story(server: Served, alone: str) -> None:
    window = FrontEnd(server, alone)
    window.say("I look around.")
    for more in ([], [{"role": "system", "content": "[Write your next reply from the point of view of Cal.]"}]):
        with pytest.raises(openai.BadRequestError) as failed:
            window.client.chat.completions.create(model=alone, messages=[*window.messages, *more])
        assert failed.value.code == "no-new-line"
    ask: Any = [{"role": "user", "content": TASKS[6]}]
    assert window.client.chat.completions.create(model=alone, messages=ask).choices[0].message.content == "The Livery"


def test_a_picture_alone_is_refused_and_beside_words_left_aside(server: Served, alone: str) -> None:
    window = FrontEnd(server, alone)
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    with pytest.raises(openai.BadRequestError, match="pictures are not read"):
        window.client.chat.completions.create(model=alone, messages=[{"role": "user", "content": [picture]}])  # type: ignore[list-item]
    window.messages.append({"role": "user", "content": [{"type": "text", "text": "I look around."}, picture]})
    assert window.ask()["turn"] == 1


def test_a_summary_in_front_of_a_window_is_not_recorded(server: Served, alone: str) -> None:
    window = FrontEnd(server, alone)
    for words in ("I look around.", "I wait for ten minutes.", "I walk to the street."):
        window.say(words)
    summary = [{"role": "user", "content": "What was before?"}, {"role": "assistant", "content": "They rode in, and waited."}]
    window.messages = [*summary, *window.messages[4:]]
    for number in (4, 5):
        notes = window.say(f"I wait for {number} minutes.")
        assert (notes["did"], notes["turn"], notes["branch"]) == ("new turn", number, "main")
    assert len(server.get(f"/api/campaigns/{alone}/branches")["branches"]) == 1


def test_a_conversation_held_elsewhere_goes_on_without_being_recorded_at_its_second_line(server: Served, alone: str) -> None:
    window = FrontEnd(server, alone)
    for words in ("I look around.", "I wait for ten minutes."):
        window.say(words)
    window.messages = [{"role": "user", "content": "What is the capital of France?"}, {"role": "assistant", "content": "Paris."}]
    for number in (3, 4):
        notes = window.say(f"I wait for {number} minutes.")
        assert (notes["turn"], notes["branch"]) == (number, "main")
    assert "Paris" not in str(server.get(f"/api/campaigns/{alone}/turns"))


def test_open_conflicts_stand_before_a_front_ends_own_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with endpoint() as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        model.script = [Answers((f"Luis Ortega has {colour} eyes.",)) for colour in ("brown", "blue", "no")]
        with serving(tmp_path, gm="openai", model="m") as served:
            window = FrontEnd(served, "livery")
            for words in ("I look around.", "I wait for ten minutes.", "I look at Luis Ortega."):
                window.say(words)
        sent = str(model.bodies[-1]["messages"])
        assert "Unsettled about Luis Ortega" in sent
        assert "State neither as certain." in sent


def test_a_model_is_asked_for_by_letters(server: Served, alone: str) -> None:
    line: Any = [{"role": "user", "content": "I look around."}]
    with pytest.raises(openai.NotFoundError):
        FrontEnd(server, alone).client.chat.completions.create(model=f"{alone}:\x00", messages=line)
