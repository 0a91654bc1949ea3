"""Stories of KoboldAI, NovelAI and AI Dungeon: read, written again to the letter, and what each cannot hold."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.errors import GameError
from gm_engine.exchange.formats import ai_dungeon_story, kobold_story, novelai_story
from gm_engine.exchange.formats.ai_dungeon_story import read_ai_dungeon_story, write_ai_dungeon_story
from gm_engine.exchange.formats.brought import Brought, Chat, Fate, Loss, Message, Written
from gm_engine.exchange.formats.foreign_json import canonical_json, read_json
from gm_engine.exchange.formats.kobold_story import read_kobold_story, write_kobold_story
from gm_engine.exchange.formats.novelai_story import PACKED, read_novelai_story, write_novelai_story
from gm_engine.exchange.known_formats import Given, format_of
from gm_engine.story.transcript_line import TranscriptLine
from tests.exchange.formats.chats import VALUES, spoiled

ROW = {"key": "sal", "keysecondary": "", "content": "Sal limps.", "comment": "", "folder": None, "selective": False, "constant": True}
KOBOLD: dict[str, Any] = {
    "gamestarted": True,
    "prompt": "The stable smells of",
    "memory": "Sal has one horse.",
    "authorsnote": "Keep it dry.",
    "anotetemplate": "[Author's note: <|>]",
    "actions": [" hay. Sal looks up.", "\n> I ask for a horse.\n", "She bites, he says.", ""],
    "actions_metadata": {
        "0": {"Selected Text": " hay.", "Alternative Text": [{"Text": " dust.", "Pinned": True}, "\n"]},
        "2": {"Alternative Text": ["None."]},
    },
    "worldinfo": [ROW],
    "wifolders_d": {},
    "wifolders_l": [],
    "documentdb_data": "One.[DOCUMENT BREAK]Two.",
    "altbranches": [["x"]],
}  # fmt: skip
SCENARIO: dict[str, Any] = {
    "scenarioVersion": 3,
    "title": "Salt Fork",
    "prompt": "You come to ${place}.",
    "tags": ["western"],
    "placeholders": [{"key": "place", "defaultValue": "Salt Fork"}],
    "context": [{"text": "It is dry.", "contextConfig": {"budgetPriority": 800}}, {"text": "Slowly."}],
    "lorebook": {"lorebookVersion": 6, "entries": [{"text": "Sal limps.", "displayName": "Sal", "id": "a", "keys": ["sal"]}]},
    "own": {"a": 1},
}
STORY: dict[str, Any] = {
    "storyContainerVersion": 1,
    "metadata": {"title": "Salt Fork"},
    "content": {
        "storyContentVersion": 5,
        "story": {
            "version": 2,
            "fragments": [
                {"data": "Dust.", "origin": "prompt"}, {"data": "I wait.", "origin": "user"}, {"data": " Sal nods", "origin": "ai"},
                {"data": " and goes.", "origin": "edit"},
            ],
        },
        "context": [{"text": "It is dry."}, {"text": ""}],
        "lorebook": SCENARIO["lorebook"],
    },
}  # fmt: skip
ADVENTURE: dict[str, Any] = {
    "title": "Salt Fork",
    "actions": [
        {"text": "You ride into Salt Fork.", "type": "start"}, {"text": "\n> You call for Sal.\n", "type": "do"},
        {"text": "He limps", "type": "continue"}, {"text": " out.", "type": "continue"},
    ],
    "memory": "It is dry.",
    "authorsNote": "",
    "worldInfo": [{"keys": "sal", "entry": "Sal limps."}],
    "storySummary": "So far.",
}  # fmt: skip
CARDS: dict[str, Any] = {
    "prompt": "You wake.",
    "memory": "",
    "authorsNote": "Slowly.",
    "storyCards": [{"keys": "sal", "value": "Sal limps.", "type": "character", "title": "Sal", "useForCharacterCreation": False}],
}

Reads, Writes = Callable[[Any, str], Brought], Callable[[Chat], Written]
ALL: tuple[tuple[dict[str, Any], Reads, Writes, str], ...] = (
    (KOBOLD, read_kobold_story, write_kobold_story, "kobold_story"),
    (SCENARIO, read_novelai_story, write_novelai_story, "novelai_story"),
    (STORY, read_novelai_story, write_novelai_story, "novelai_story"),
    (ADVENTURE, read_ai_dungeon_story, write_ai_dungeon_story, "ai_dungeon_story"),
    (CARDS, read_ai_dungeon_story, write_ai_dungeon_story, "ai_dungeon_story"),
)
FORMATS = pytest.mark.parametrize(("value", "reads", "writes", "name"), ALL)


def told(brought: Brought) -> list[tuple[str, str]]:
    return [(message.line.role, message.line.text) for message in brought.chats[0].told]


@FORMATS
def test_what_is_unchanged_goes_out_as_it_came_in(value: dict[str, Any], reads: Reads, writes: Writes, name: str) -> None:
    brought = reads(value, "x.json")
    assert brought.losses == ()
    assert writes(brought.chats[0]) == Written(canonical_json(value))
    found = format_of(Given("x", canonical_json(value)))
    assert found is not None
    assert found.name == name
    (book,) = brought.books
    assert [entry.text for entry in book.entries] == ["Sal limps."]


def test_a_save_of_kobold_is_turns_with_what_was_not_chosen() -> None:
    brought = read_kobold_story(KOBOLD, "saves/stable.json")
    assert told(brought) == [
        ("gm", "The stable smells of hay. Sal looks up."), ("player", "I ask for a horse."), ("gm", "She bites, he says."),
    ]  # fmt: skip
    chat = brought.chats[0]
    assert [message.alternatives for message in chat.told] == [("The stable smells of dust.",), (), ("None.",)]
    assert (chat.name, chat.memory, chat.note, chat.books) == ("stable", "Sal has one horse.", "Keep it dry.", ("stable",))
    assert [(entry.id, entry.text) for entry in brought.lore] == [("document_1", "One."), ("document_2", "Two.")]


def test_lines_with_instructions_are_the_players() -> None:
    value = {**KOBOLD, "actions": ["\n{{[INPUT]}}\nWho is there?\n{{[OUTPUT]}}\n", "Sal."], "actions_metadata": {}}
    assert told(read_kobold_story(value, "x"))[1:] == [("player", "Who is there?"), ("gm", "Sal.")]


def test_a_scenario_and_a_story_of_novelai() -> None:
    chat = read_novelai_story(SCENARIO, "x.scenario").chats[0]
    assert (chat.name, chat.memory, chat.note) == ("Salt Fork", "It is dry.", "Slowly.")
    assert told(read_novelai_story(SCENARIO, "x")) == [("gm", "You come to Salt Fork.")]
    assert told(read_novelai_story(STORY, "x")) == [("gm", "Dust."), ("player", "I wait."), ("gm", "Sal nods and goes.")]


def test_what_is_packed_in_a_newer_story_is_told_and_the_rest_is_read() -> None:
    value = {**STORY, "content": {**STORY["content"], "story": {}, "document": "3gAB"}}
    brought = read_novelai_story(value, "x.story")
    assert brought.losses == (Loss("content.document", "4 letters", PACKED),)
    assert brought.chats[0].memory == "It is dry."
    assert len(brought.books) == 1
    assert write_novelai_story(brought.chats[0]).data == canonical_json(value)
    bare = read_novelai_story({**value, "content": {"document": "3gAB"}}, "x.story")
    assert (bare.chats, len(bare.losses)) == ((), 1)


def test_an_adventure_of_ai_dungeon() -> None:
    assert told(read_ai_dungeon_story(ADVENTURE, "x")) == [
        ("gm", "You ride into Salt Fork."), ("player", "You call for Sal."), ("gm", "He limps out."),
    ]  # fmt: skip
    assert told(read_ai_dungeon_story(CARDS, "x")) == [("gm", "You wake.")]


@FORMATS
def test_what_is_changed_is_written_and_read_again(value: dict[str, Any], reads: Reads, writes: Writes, name: str) -> None:
    chat = reads(value, "x.json").chats[0]
    line = TranscriptLine(turn=9, text="I leave.", role="player", clock="wall")
    new = replace(chat, messages=(*chat.messages, Message(line)), memory="New.", note="Newer.")
    again = reads(read_json(writes(new).data, "x"), "x.json").chats[0]
    assert (again.memory, again.note) == ("New.", "Newer.")
    joined = " ".join(message.line.text for message in again.told)
    assert all(message.line.text in joined for message in new.told)
    if "scenarioVersion" not in value and "prompt" not in (CARDS if value is CARDS else {}):
        assert [(m.line.role, m.line.text) for m in again.told] == [(m.line.role, m.line.text) for m in new.told]


def of_ours() -> Chat:
    lines = (
        TranscriptLine(turn=1, text="I ride in.", role="player", speaker="Ann", clock="wall"),
        TranscriptLine(turn=1, text="Dust. Sal nods.", role="gm", clock="wall"),
        TranscriptLine(turn=2, text="I wait.", role="player", speaker="Ann", session=2, time="2024-09-28T01:02", clock="wall"),
    )
    return Chat("ride", tuple(Message(line, ("Rain.",) if line.role == "gm" else ()) for line in lines), source="journal")


def test_a_chat_of_ours_says_what_is_lost() -> None:
    shared = ["messages.line.speaker", "messages.line.time", "messages.line.session"]
    kobold, adventure, scenario = write_kobold_story(of_ours()), write_ai_dungeon_story(of_ours()), write_novelai_story(of_ours())
    assert [loss.field for loss in kobold.losses] == shared
    assert [loss.field for loss in adventure.losses] == [*shared, "messages.1.alternatives"]
    assert [loss.field for loss in scenario.losses] == [*shared, "messages.1.alternatives", "messages.line.role"]
    for again in (read_kobold_story(read_json(kobold.data, "x"), "x"), read_ai_dungeon_story(read_json(adventure.data, "x"), "x")):
        assert told(again) == [("player", "I ride in."), ("gm", "Dust. Sal nods."), ("player", "I wait.")] or again.kind.endswith(
            "(KoboldAI)"
        )
    assert read_kobold_story(read_json(kobold.data, "x"), "x").chats[0].told[1].alternatives == ("Rain.",)


def test_what_only_one_program_has_is_told_to_the_others() -> None:
    written = write_ai_dungeon_story(read_kobold_story(KOBOLD, "x").chats[0])
    assert Loss("altbranches", [["x"]], "Only KoboldAI has it.") in written.losses


def test_a_book_goes_out_with_its_story() -> None:
    (book,) = read_kobold_story(KOBOLD, "x").books
    assert read_json(write_kobold_story(of_ours(), book).data, "x")["worldinfo"] == [ROW]
    assert read_json(write_novelai_story(of_ours(), book).data, "x")["lorebook"]["entries"][0]["text"] == "Sal limps."
    assert read_json(write_ai_dungeon_story(of_ours(), book).data, "x")["worldInfo"] == [{"keys": "sal", "entry": "Sal limps."}]


@FORMATS
@given(data=st.data())
def test_a_spoiled_story_is_read_or_refused_and_goes_out_again(
    value: dict[str, Any], reads: Reads, writes: Writes, name: str, data: st.DataObject
) -> None:
    bad = read_json(canonical_json(data.draw(spoiled(value) | VALUES)), "x.json")
    try:
        brought = reads(bad, "x.json")
    except GameError as error:
        assert error.slug == "no-chat"  # noqa: PT017
        return
    for chat in brought.chats:
        assert writes(chat).data == canonical_json(bad)


@pytest.mark.parametrize(
    ("fates", "fields"),
    [
        (kobold_story.FATES, "gamestarted prompt memory authorsnote anotetemplate actions actions_metadata worldinfo wifolders_d \
            wifolders_l anotestr wisearchdepth wiinsertlocation personal_notes \
            documentdb_data altbranches savedsettings completed_imgs_meta"),
        (novelai_story.FATES, "title description prompt tags context ephemeralContext placeholders settings lorebook author \
            storyContextConfig contextDefaults phraseBiasGroups bannedSequenceGroups content.lorebook"),
        (ai_dungeon_story.FATES, "actions actionWindow memory authorsNote worldInfo prompt instructions storySummary storyCards"),
    ],
)  # fmt: skip
def test_every_field_has_its_fate(fates: tuple[Fate, ...], fields: str) -> None:
    assert set(re.findall(r"[\w.]+", " ".join(fate.field for fate in fates))) >= set(fields.split())
