"""What front-ends really send beside anybody's words, as SillyTavern, Open WebUI, LibreChat and others do."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openai
import pytest

from gm_engine.authoring import read_data
from gm_engine.interfaces.serve.chat_history import ChatMessage, heard
from gm_engine.interfaces.serve.front_ends import Behind, is_task, opens, orders, unwrapped
from tests.endpoint import Answers, Endpoint, endpoint, only_tells
from tests.interfaces.serve.conftest import Served, client_of, serving
from tests.interfaces.serve.known_requests import KNOWN, NEW, Known, system, tavern, user
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
    assert window.say("Based on the chat history, give this conversation a name.")["did"] == "aside"
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


PAGE = (Path(__file__).resolve().parents[3] / "docs/serving.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Endpoint]]:
    """A server in front of a scripted model, for the whole table."""
    with endpoint() as model, pytest.MonkeyPatch.context() as patched:
        patched.setenv("OPENAI_BASE_URL", model.url)
        patched.setenv("OPENAI_API_KEY", "none")
        only_tells(patched)
        model.always = Answers(("The pump drips.",))
        with serving(tmp_path_factory.mktemp("known"), gm="openai", model="m") as served:
            yield served, model


def asked(served: Served, name: str, body: dict[str, Any]) -> Any:
    """What comes of a request as a front-end makes it; of a stream, what its last chunk says."""
    client = client_of(served)
    answer: Any = client.chat.completions.create(model=name, **body)
    return [chunk for chunk in answer if chunk.choices][-1].gm if body.get("stream") else answer.gm


def rows() -> list[tuple[str, str, str]]:
    """The table of the page: front-end, what it sends, what becomes of it."""
    table = PAGE.partition("| front-end | sends | what becomes of it |")[2].partition("\n\n")[0].splitlines()[2:]
    return [(cells[0], cells[1], cells[2]) for line in table if (cells := [cell.strip() for cell in line.strip("|").split("|")])]


def test_the_page_and_the_requests_that_are_tried_tell_of_the_same() -> None:
    assert [(one.front_end, one.sends) for one in KNOWN] == [row[:2] for row in rows()]
    assert set(read_data("front_ends")) - {"Others", "DeepChat"} == {one.front_end for one in KNOWN}
    for known, (_, _, becomes) in zip(KNOWN, rows(), strict=True):
        assert becomes.startswith("a turn" if known.did == "new turn" else "passed on"), known


def evening(served: Served, name: str, always: Any = None) -> list[dict[str, Any]]:
    """Two turns of a campaign, as a front-end keeps them."""
    told: list[dict[str, Any]] = []
    for words in ("I look around.", "I wait for ten minutes."):
        told.append(user(words))
        answer = asked(served, name, {"messages": [*told, *([always] if always else [])]})
        assert answer["did"] == "new turn"
        told.append({"role": "assistant", "content": served.get(f"/api/campaigns/{name}/turns")["turns"][-1]["reply"]})
    return told


def comes_to(proxy: tuple[Served, Endpoint], name: str, told: list[dict[str, Any]], known: Known) -> None:
    """A known request, in a story of two turns, does what the page says."""
    served, model = proxy
    asks = len(model.bodies)
    notes = asked(served, name, known.body(told))
    at = served.get(f"/api/campaigns/{name}")
    assert (notes["did"], at["turn"], at["branch"]) == (known.did, 2 + (known.did == "new turn"), "main")
    sent = str(model.bodies[asks:])
    assert known.says in sent
    assert not known.unsaid or known.unsaid not in sent


@pytest.fixture(scope="module")
def at_turn_two(proxy: tuple[Served, Endpoint]) -> tuple[str, list[dict[str, Any]]]:
    name = proxy[0].begin("asides")
    return name, evening(proxy[0], name)


def tells(known: Known) -> str:
    return f"{known.front_end}, {known.sends}"


@pytest.mark.parametrize("known", [one for one in KNOWN if one.did == "aside"], ids=tells)
def test_what_the_page_says_is_passed_on_is_no_turn(
    proxy: tuple[Served, Endpoint], at_turn_two: tuple[str, list[dict[str, Any]]], known: Known
) -> None:
    comes_to(proxy, *at_turn_two, known)


@pytest.mark.parametrize("known", [one for one in KNOWN if one.did == "new turn"], ids=tells)
def test_what_the_page_says_is_a_turn_is_one_and_the_story_goes_on_behind_it(proxy: tuple[Served, Endpoint], known: Known) -> None:
    name = proxy[0].begin(f"turn {KNOWN.index(known)}")
    told = evening(proxy[0], name, known.always)
    comes_to(proxy, name, told, known)
    [*_, last] = proxy[0].get(f"/api/campaigns/{name}/turns")["turns"]
    assert last["said"] == NEW
    told += [user(NEW), {"role": "assistant", "content": last["reply"]}, user("I ask Ortega about the wagon.")]
    notes = asked(proxy[0], name, {"messages": [*told, *([known.always] if known.always else [])]})
    assert (notes["did"], notes["turn"], notes["branch"]) == ("new turn", 4, "main")


def test_a_group_goes_on_after_the_second_answer_and_the_first_is_the_turns(proxy: tuple[Served, Endpoint]) -> None:
    served, _ = proxy
    name = served.begin("a group")
    nudge = {name: system(f"[Write the next reply only as {name}.]") for name in ("Rosa", "Ortega")}
    said = [system("[Start a new group chat. Group members: Rosa, Ortega]"), user("I look around.")]
    assert asked(served, name, {"messages": [*said, nudge["Rosa"]]})["did"] == "new turn"
    said.append({"role": "assistant", "content": "Rosa: The pump drips."})
    assert asked(served, name, {"messages": [*said, nudge["Ortega"]]})["did"] == "aside"
    said += [{"role": "assistant", "content": "Ortega: So it does."}, user(NEW)]
    notes = asked(served, name, {"messages": [*said, nudge["Ortega"]]})
    assert (notes["did"], notes["turn"], notes["branch"]) == ("new turn", 2, "main")


def test_what_is_asked_once_behind_a_line_is_no_turn_and_what_stands_there_always_is_one() -> None:
    behind = Behind()
    always, once = "[Keep to the past tense.]", "Sum it up."
    of = {"streamed": False, "begun": True, "note": ""}
    assert behind.is_turn("I look.", (), **of)  # type: ignore[arg-type]
    assert not behind.is_turn("I wait.", (once,), **of)  # type: ignore[arg-type]
    assert not behind.is_turn("I wait.", (once,), **of)  # type: ignore[arg-type]
    assert behind.is_turn("I wait.", (), **of)  # type: ignore[arg-type]
    assert behind.is_turn("I walk.", (always,), streamed=True, begun=True, note="")
    assert behind.is_turn("I ride.", (always,), **of)  # type: ignore[arg-type]
    assert not behind.is_turn("I ride on.", (always, once), **of)  # type: ignore[arg-type]
    assert Behind().is_turn("I ride.", (always,), streamed=False, begun=True, note=f"A card.\n\n{always}")
    assert Behind().is_turn("I ride.", (always,), streamed=False, begun=False, note="")


def test_a_summary_that_is_asked_for_behind_a_line_does_not_play_the_line(proxy: tuple[Served, Endpoint]) -> None:
    """Found from outside: the summary was recorded as the reply to the player's line."""
    served, _ = proxy
    name = served.begin("summed up")
    assert FrontEnd(served, name).say("I look around.")["turn"] == 1
    told = served.get(f"/api/campaigns/{name}/turns")["turns"][0]
    history = [user(told["said"]), {"role": "assistant", "content": told["reply"]}, user(NEW)]
    assert asked(served, name, tavern(system("[Pause your roleplay. Summarize the story.]"))(history))["did"] == "aside"
    assert asked(served, name, tavern(stream=True)(history))["did"] == "new turn"
    assert [turn["said"] for turn in served.get(f"/api/campaigns/{name}/turns")["turns"]] == ["I look around.", NEW]
