"""The tools and resources: what a client sees of them, what they give, and what they say where they cannot."""

import json
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError

from gm_engine.bootstrap import open_campaign, open_store, settings, verify_game
from gm_engine.errors import OTHERWISE, GameError, ProviderError, UnknownName
from gm_engine.interfaces.mcp.error_answers import said_here
from gm_engine.interfaces.mcp.resources import uri_of
from gm_engine.interfaces.serve.server_limits import Crowded
from gm_engine.play.game import Game, Played
from tests.interfaces.mcp.conftest import data_of, error_of, text_of

Visited = Callable[[Callable[[Client], Any]], Any]
TOOLS = {
    "undo",
    "why",
    "sheet",
    "campaigns",
    "begin",
    "play",
    "record",
    "roll",
    "recall",
    "lore",
    "ties",
    "recap",
    "conflicts",
    "settle",
    "edits",
    "edit_memory",
    "tellings",
    "take_up",
    "switch",
}
LOOKS = {"why", "sheet", "campaigns", "recall", "lore", "ties", "recap", "conflicts", "edits", "tellings"}


def test_every_tool_says_what_it_takes_and_gives(visit: Visited) -> None:
    async def act(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == TOOLS
        for tool in tools:
            assert tool.description
            assert tool.title
            assert tool.output_schema, tool.name
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint == (tool.name in LOOKS)
            assert all(part.get("description") for name, part in tool.input_schema["properties"].items() if name != "self"), tool.name
        assert "record" in (client.instructions or "")

    visit(act)


def test_a_turn_is_played_and_on_record(visit: Visited, home: Path) -> None:
    async def act(client: Client) -> Any:
        return await data_of(client, "play", campaign="livery", said="I look around.")

    turn = visit(act)
    assert turn["turn"] == 3
    with open_campaign("livery", home=home) as game:
        assert game.state.turns["3"].reply == turn["reply"]


def test_a_campaign_is_begun_from_a_pack_and_listed(visit: Visited) -> None:
    async def act(client: Client) -> None:
        begun = await data_of(client, "begin", pack="livery", name="other one", seed=3)
        assert begun["campaign"] == "other one"
        assert begun["present"] == ["somebody"]
        shelf = await data_of(client, "campaigns")
        assert [one["name"] for one in shelf["campaigns"]] == ["livery", "other one"]
        assert "livery" in shelf["packs"]
        assert (await error_of(client, "begin", pack="../livery"))["slug"] == "unknown-campaign"

    visit(act)


def test_what_was_told_elsewhere_is_recorded_and_checked(visit: Visited, home: Path) -> None:
    async def act(client: Client) -> None:
        line = await data_of(client, "record", campaign="livery", text="Luis Ortega has a gray horse. His eyes are green.")
        assert line["turn"] == 3
        assert line["facts"] >= 1
        assert line["conflicts"][0]["a"]["quote"] == "Luis Ortega has brown eyes."
        said = await data_of(client, "record", campaign="livery", said="I walk to the street.", text="Dust hangs in the street.")
        assert said["turn"] == 4
        spoken = await data_of(client, "record", campaign="livery", text="I was born in Laredo.", role="npc", speaker="Luis Ortega")
        assert spoken["turn"] == 5

    visit(act)
    with open_campaign("livery", home=home) as game:
        turns = game.state.turns
        assert [turns[number].given_by for number in "345"] == ["import", "script", "import"]
        assert turns["4"].reply == "Dust hangs in the street."
        assert (game.state.here, turns["5"].speaker) == ("street", "Luis Ortega")
    store = open_store(settings(home))
    try:
        assert verify_game(store.open("livery", readonly=True)).turns == 5
    finally:
        store.close()


def test_what_is_remembered_is_edited_listed_and_taken_back(visit: Visited) -> None:
    async def act(client: Client) -> None:
        edit = await data_of(client, "edit_memory", campaign="livery", act="remember", words="The mill burnt in the spring.")
        assert (edit["edit"]["act"], edit["edit"]["by"], edit["text"][:11]) == ("remember", "player", "Remembered:")
        assert (await data_of(client, "edit_memory", campaign="livery", act="pin", what="mill burnt"))["edit"]["what"] == ["fact:fe2.1"]
        await data_of(client, "edit_memory", campaign="livery", act="correct", what="mill burnt", words="The mill was sold.")
        listed = await client.call_tool("edits", {"campaign": "livery"})
        assert "The mill was sold." in text_of(listed)
        assert len((await data_of(client, "edits", campaign="livery"))["edits"]) == 3
        assert (await data_of(client, "edit_memory", campaign="livery", act="undo"))["edit"]["takes_back"] == "e2.3"
        assert (await error_of(client, "edit_memory", campaign="livery", act="forget", what="zeppelins"))["slug"] == "nothing-meant"
        assert (await error_of(client, "edit_memory", campaign="livery", act="dream", what="mill"))["slug"] == "bad-request"

    visit(act)


def test_conflicts_are_told_with_both_quotes_settled_and_opened_again(visit: Visited) -> None:
    async def act(client: Client) -> None:
        found = await data_of(client, "conflicts", campaign="livery")
        (matter,) = found["conflicts"]
        assert (found["open"], matter["class"]) == (1, "physical_trait")
        assert "brown" in matter["a"]["quote"]
        assert "blue" in matter["b"]["quote"]
        kept = await data_of(client, "settle", campaign="livery", conflict=matter["id"], resolution="keep", because="brown it is")
        assert (kept["open"], kept["conflict"]["resolution"]) == (0, "keep")
        assert (await data_of(client, "conflicts", campaign="livery"))["conflicts"] == []
        assert len((await data_of(client, "conflicts", campaign="livery", status="settled"))["conflicts"]) == 1
        assert (await data_of(client, "settle", campaign="livery", conflict="last", resolution="reopen"))["open"] == 1
        assert (await error_of(client, "settle", campaign="livery", conflict="9.9", resolution="keep"))["slug"] == "unknown-conflict"
        assert (await error_of(client, "settle", campaign="livery", conflict="2.1", resolution="quarrel"))["slug"] == "bad-request"

    visit(act)


def test_what_is_remembered_and_known_is_told(visit: Visited) -> None:
    async def act(client: Client) -> None:
        found = await data_of(client, "recall", campaign="livery", query="Ortega's eyes", budget=300)
        assert any("brown eyes" in element["text"] for element in found["elements"])
        assert found["tokens"] <= 300
        page = await data_of(client, "lore", campaign="livery", entity="Ortega")
        assert any(fact["value"]["text"] == "brown" for fact in page["facts"])
        everybody = (await data_of(client, "lore", campaign="livery"))["entities"]
        assert any(one["id"] == "ortega" for one in everybody)
        assert not any("secret_aliases" in one for one in everybody)
        ties = await data_of(client, "ties", campaign="livery", one="Ortega", other="ortega")
        assert ties == {"one": "ortega", "other": "ortega", "tied": False, "ways": []}
        assert (await error_of(client, "ties", campaign="livery", one="Ortega", other="Zebulon"))["slug"] == "unknown-entity"
        assert (await data_of(client, "recap", campaign="livery"))["lines"]
        assert (await error_of(client, "lore", campaign="livery", entity="Zebulon"))["slug"] == "unknown-entity"

    visit(act)


def test_dice_fall_as_turns_and_what_is_no_roll_is_none(visit: Visited) -> None:
    async def act(client: Client) -> None:
        turn = await data_of(client, "roll", campaign="livery", what="2d6+1")
        assert turn["turn"] == 3
        assert turn["dice"][0]["total"] == sum(turn["dice"][0]["faces"]) + 1
        check = await data_of(client, "roll", campaign="livery", what="riding", difficulty="hard")
        assert check["dice"][0]["target"]
        for what, difficulty in (("grumble", ""), ("riding", "purple"), ("2d6 vs purple", ""), ("0d6", "")):
            error = await error_of(client, "roll", campaign="livery", what=what, difficulty=difficulty)
            assert error["slug"] == "bad-roll"
        assert (await data_of(client, "campaigns"))["campaigns"][0]["turn"] == 4

    visit(act)


def test_errors_say_where_what_and_what_then_and_never_more(visit: Visited, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    async def act(client: Client) -> None:
        assert (await error_of(client, "play", campaign="livery"))["where"] == "play.said"
        assert (await error_of(client, "play", campaign="nobody", said="Hello"))["slug"] == "unknown-campaign"
        assert (await error_of(client, "play", campaign="livery", said="   "))["slug"] == "bad-request"
        assert (await error_of(client, "play", campaign="livery", said="/undo"))["slug"] == "unknown-command"
        assert (await error_of(client, "play", campaign="../../etc/passwd", said="Hello"))["slug"] != "fault"
        assert (await error_of(client, "dance"))["slug"] == "not-found"
        with monkeypatch.context() as patched:
            patched.setattr(Game, "play", lambda *_: 1 / 0)
            fault = await error_of(client, "play", campaign="livery", said="I wait.")
        assert fault["slug"] == "fault"
        assert "division" not in str(fault)

    visit(act)


def test_resources_hold_the_campaign_its_lore_and_its_report(visit: Visited) -> None:
    async def act(client: Client) -> None:
        async def read(uri: str) -> str:
            (content,) = (await client.read_resource(uri)).contents
            assert content.mime_type == ("text/markdown" if uri.endswith("report") else "application/json")
            return str(content.text)

        assert [str(one.uri) for one in (await client.list_resources()).resources] == ["gm://campaigns"]
        assert len((await client.list_resource_templates()).resource_templates) == 4
        assert json.loads(await read("gm://campaigns"))["campaigns"][0]["name"] == "livery"
        assert json.loads(await read(uri_of("livery")))["turn"] == 2
        assert json.loads(await read(uri_of("livery", "lore")))["entities"]
        assert json.loads(await read(uri_of("livery", "lore", "Luis Ortega")))["entity"] == "ortega"
        report = await read(uri_of("livery", "report"))
        assert report.startswith("# The Livery: lore conflicts")
        assert re.search(r"brown(.|\n)*blue", report)

    visit(act)


@pytest.mark.parametrize("uri", ["gm://campaigns/nobody", "gm://nothing", "gm://campaigns/..%2Fx", "gm://campaigns/livery/lore/zebulon"])
def test_a_resource_that_is_not_there_says_so(visit: Visited, uri: str) -> None:
    async def act(client: Client) -> None:
        with pytest.raises(MCPError) as raised:
            await client.read_resource(uri)
        assert raised.value.error.code == -32602
        assert set(raised.value.error.data) == {"where", "what", "then", "slug", "uri"}

    visit(act)


def test_results_can_be_read_without_the_data(visit: Visited) -> None:
    async def act(client: Client) -> str:
        return text_of(await client.call_tool("record", {"campaign": "livery", "text": "Luis Ortega has green eyes."}))

    said = visit(act)
    assert "On record as turn 3" in said
    assert '"Luis Ortega has green eyes." (turn 3) cannot stand beside "Luis Ortega has brown eyes." (turn 1)' in said


def test_an_error_names_no_folder_of_the_machine(visit: Visited, home: Path) -> None:
    """The text, which is what a model reads, named the database in the owner's home."""

    async def act(client: Client) -> None:
        for tool, given in (("play", {"said": "Hello"}), ("recap", {}), ("settle", {"conflict": "1.1", "resolution": "keep"})):
            result = await client.call_tool(tool, {"campaign": "nobody", **given})
            assert result.is_error
            assert str(home) not in text_of(result) + json.dumps(result.structured_content)
        with pytest.raises(MCPError) as raised:
            await client.read_resource("gm://campaigns/nobody")
        assert str(home) not in str(raised.value.error)
        with pytest.raises(MCPError) as raised:
            await client.read_resource(f"gm://campaigns/{'a' * 9000}")
        assert len(str(raised.value.error)) < 3000

    visit(act)


def test_what_to_do_next_is_a_tool_and_no_command_of_the_terminal(visit: Visited) -> None:
    async def act(client: Client) -> None:
        for tool, given in (
            ("play", {"campaign": "nobody", "said": "Hello"}),
            ("play", {"campaign": "livery", "said": "/undo"}),
            ("lore", {"campaign": "livery", "entity": "Zebulon"}),
            ("settle", {"campaign": "livery", "conflict": "2.1", "resolution": "reopen"}),
            ("settle", {"campaign": "livery", "conflict": "2.1", "resolution": "retcon", "turn": 99}),
            ("settle", {"campaign": "livery", "conflict": "2.1", "resolution": "lie"}),
            ("settle", {"campaign": "livery", "conflict": "2.1", "resolution": "changed", "since": "whenever"}),
        ):
            error = await error_of(client, tool, **given)
            said = " ".join(error.values())
            for word in ("gm ", "--", "openapi"):
                assert word not in said, said
        late = await error_of(client, "settle", campaign="livery", conflict="2.1", resolution="retcon", turn=99)
        assert late["then"] == "Type: the tool settle, conflict 2.1, resolution retcon, turn 2"

    visit(act)


@pytest.mark.parametrize(
    "error",
    [
        Crowded("livery", "32 changes are waiting.", "Try again in a moment."),
        ProviderError("turn 5", "the model was silent.", OTHERWISE, heard="It was"),
        UnknownName("", "nobody.", "See: gm list"),
    ],
)
def test_every_kind_of_error_can_be_said_to_another_program(error: GameError) -> None:
    found = said_here(error)
    assert (found.where, found.what, found.slug) == (error.where, error.what, error.slug)
    assert isinstance(found, UnknownName) == isinstance(error, UnknownName)
    assert "gm " not in found.then


def test_an_argument_that_is_misspelled_is_not_left_out_in_silence(visit: Visited) -> None:
    """``budgt=1`` was answered as if no budget had been named."""

    async def act(client: Client) -> None:
        error = await error_of(client, "recall", campaign="livery", query="eyes", budgt=10)
        assert (error["where"], error["slug"]) == ("recall.budgt", "bad-request")
        assert "budget" in error["then"]
        assert (await error_of(client, "campaigns", all=True))["slug"] == "bad-request"
        assert all(tool.input_schema["additionalProperties"] is False for tool in (await client.list_tools()).tools)

    visit(act)


@pytest.mark.parametrize("given", [{"text": "  \n"}, {"text": "\x1b\x07"}, {"text": " ", "said": "I wait."}])
def test_of_no_words_nothing_is_recorded(visit: Visited, given: dict[str, str]) -> None:
    async def act(client: Client) -> None:
        assert (await error_of(client, "record", campaign="livery", **given))["where"] == "record.text"
        assert (await data_of(client, "campaigns"))["campaigns"][0]["turn"] == 2

    visit(act)


def test_a_turn_is_heard_while_it_is_told(visit: Visited) -> None:
    async def act(client: Client) -> None:
        heard: list[tuple[float, str | None]] = []

        async def hear(progress: float, _total: float | None, message: str | None) -> None:
            heard.append((progress, message))

        result = await client.call_tool("play", {"campaign": "livery", "said": "/roll 2d6"}, progress_callback=hear)
        assert [at for at, _ in heard] == [float(n) for n in range(1, len(heard) + 1)]
        assert heard[0][1] == f"[{result.structured_content['dice'][0]['line']}]\n"
        assert "".join(message or "" for _, message in heard) == text_of(result)

    visit(act)


def test_whoever_goes_away_while_a_turn_is_told_leaves_a_whole_turn(visit: Visited, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, gone = Game.play, threading.Event()

    def slowly(game: Game, *given: Any) -> Played:
        assert gone.wait(20)
        return told(game, *given)

    monkeypatch.setattr(Game, "play", slowly)

    async def act(client: Client) -> None:
        with anyio.move_on_after(0.3):
            await client.call_tool("play", {"campaign": "livery", "said": "I wait."})
        gone.set()
        assert (await data_of(client, "play", campaign="livery", said="I look around."))["turn"] == 4

    visit(act)
    store = open_store(settings(home))
    try:
        assert verify_game(store.open("livery", readonly=True)).turns == 4
    finally:
        store.close()


def test_turns_are_taken_back_and_why_and_the_sheet_are_looked_up(visit: Visited) -> None:
    async def act(client: Client) -> None:
        why = await data_of(client, "why", campaign="livery")
        assert why["turn"] == 2
        assert all(row["rank"] and row["element"]["text"] for row in why["reasons"])
        sheet = await data_of(client, "sheet", campaign="livery")
        assert sheet["name"]
        assert sheet["condition"] == "alive"
        back = await data_of(client, "undo", campaign="livery", turns=1)
        assert back["turn"] == 1
        assert (await error_of(client, "undo", campaign="livery", turns=9))["slug"] == "cannot-undo"

    visit(act)


def test_prompts_say_where_the_story_stands(visit: Visited) -> None:
    async def act(client: Client) -> None:
        assert [one.name for one in (await client.list_prompts()).prompts] == ["go_on", "tell_it_yourself"]
        for name, words in (("go_on", "Previously:"), ("tell_it_yourself", "A drover waits for a wagon")):
            found = await client.get_prompt(name, {"campaign": "livery"})
            assert words in str(found.messages[0].content)
            assert "livery" in str(found.messages[0].content)

    visit(act)


def test_what_was_told_otherwise_is_listed_and_gone_on_from(visit: Visited) -> None:
    async def act(client: Client) -> None:
        none = await client.call_tool("tellings", {"campaign": "livery"})
        assert text_of(none) == "Every turn was told once."
        first = await data_of(client, "play", campaign="livery", said="I look around.")
        await data_of(client, "undo", campaign="livery")
        await data_of(client, "play", campaign="livery", said="I wait for an hour.")
        found = await data_of(client, "tellings", campaign="livery", turn=3)
        assert [(one["telling"], one["said"], one["stands"]) for one in found["tellings"]] == [
            ("3.1", "I look around.", False), ("3.2", "I wait for an hour.", True),
        ]  # fmt: skip
        taken = await data_of(client, "take_up", campaign="livery", telling="3.1", branch="otherwise")
        assert (taken["branch"], {one["name"] for one in taken["branches"]}) == ("otherwise", {"main", "otherwise"})
        assert (await data_of(client, "play", campaign="livery", said="I wait."))["turn"] == first["turn"] + 1
        assert (await data_of(client, "switch", campaign="livery", branch="main"))["branch"] == "main"
        assert (await error_of(client, "take_up", campaign="livery", telling="3.9"))["slug"] == "no-such-telling"
        assert (await error_of(client, "switch", campaign="livery", branch="nowhere"))["slug"] == "unknown-branch"

    visit(act)
