"""Cards and lorebooks that are written as talk, at the embedded GM's table: an answer answers its question, and no label is told."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm_engine.bootstrap import open_campaign, resume_game, verify_game
from gm_engine.bootstrap.new_from_files import campaign_of_files
from gm_engine.bootstrap.settings_file import open_store, settings
from gm_engine.bootstrap.taking_in import part_of, plans_of, take_in
from gm_engine.bootstrap.unpacked import File
from gm_engine.exchange.formats.novelai_story import read_novelai_story
from gm_engine.interfaces.cli.looks import lore_text
from gm_engine.play.game import Game
from gm_engine.storage import Store
from gm_engine.story.sentences import runs_of_sentences

ANSWER = (
    '*Odla wipes her hands on the sailcloth.* "The Sump is the lowest water in Vell. All the canals come down to it in the end." '
    '*She nods at the grating.* "I keep its gates. Nobody else would have the work, and nobody else has the key." '
    '*A bell goes, far off.* "In my mother\'s day one could drink from it. Then the dyers came, and the tanners behind them." '
    '*She spits, neatly, between two slats.* "What comes up from it now I give back with a pole. '
    'You would do well to stand away from the edge." *Odla looks you over, and leaves it at that.*'
)
CARD = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        "name": "Odla",
        "description": '[Odla\'s body= "gray eyes", "cropped hair"]\r\n<START>\r\n{{user}}: "Describe your trade?"\r\n'
        '{{char}}: *Odla holds up a key.* "I keep the gates of the Sump."\r\n{{user}}: "Describe your hands."\r\n'
        '{{char}}: *She turns them over.* "Cold, mostly."\r\n[Genre: fantasy; Scenario: {{user}} came down the stair to the Sump.]',
        "first_mes": '*Somebody looks up from a grating.* "Mind the Sump. Odla is the name."',
        "mes_example": "",
        "personality": "",
        "scenario": "",
        "character_book": {"name": "Vell", "entries": [
            {"keys": ["sump"], "content": f'{{{{user}}}}: "What is the Sump?"\n{{{{char}}}}: {ANSWER}', "enabled": True},
            {"keys": ["eel"], "content": '{{user}}: "Do you eat the eels?"\n{{char}}: *She laughs.* "Once."', "enabled": True},
            {"keys": ["Vell"], "content": "Vell is a city of canals.", "enabled": True},
        ]},
    },
}  # fmt: skip


def begun(folder: Path, card: dict[str, Any]) -> Game:
    (folder / "odla.json").write_text(json.dumps(card), encoding="utf-8")
    campaign_of_files(folder / "made", [folder / "odla.json"])
    return open_campaign(folder / "made", home=folder / "home")


@pytest.fixture
def odla(tmp_path: Path) -> Iterator[Game]:
    game = begun(tmp_path, CARD)
    yield game
    assert verify_game(game.journal).turns == game.state.turn
    game.close()


def said(game: Game, line: str) -> str:
    reply = game.play(line).turn.reply
    assert not any(mark in reply for mark in ("*", "<START>", "Odla:", "You:", "Traveller", "you:"))
    return reply


def test_whoever_is_asked_what_their_entry_asks_gives_its_answer_and_no_more_than_a_part_at_once(odla: Game) -> None:
    told = said(odla, "What is the Sump?")
    assert told.count("The Sump is the lowest water in Vell.") == 1
    assert "What is the Sump?" not in told
    assert "give back with a pole" not in told
    assert "give back with a pole" in said(odla, "Tell me more.")
    assert "give back with a pole" not in said(odla, "I ask Odla: What is the Sump?")


def test_an_entry_that_is_told_by_the_gm_is_prose_without_labels(odla: Game) -> None:
    told = said(odla, "I drop a coin into the eel trap.")
    assert 'She laughs. "Once."' in told
    assert "eat the eels" not in told


def test_whose_description_is_only_talk_answers_who_they_are_from_it(odla: Game) -> None:
    assert odla.state.pack.npcs["odla"].summary == ""
    told = said(odla, "Who are you?")
    assert 'Odla holds up a key. "I keep the gates of the Sump."' in told
    assert "gray eyes" not in told


def test_what_somebody_is_bid_to_describe_answers_a_question_of_it(odla: Game) -> None:
    assert "Cold, mostly." in said(odla, "What about your hands?")
    assert "Cold, mostly." not in said(odla, "What is a canal?")


def test_a_prompt_has_the_entry_as_its_author_wrote_it(odla: Game) -> None:
    assert '"Do you eat the eels?"\nOdla: *She laughs.* "Once."' in "\n".join(
        section.text for section in odla.play("I look at the eel trap.").prompt.sections
    )


def test_a_page_shows_the_field_that_a_fact_comes_from_and_not_the_name_above_it(odla: Game) -> None:
    page = lore_text(odla.state, "odla")
    assert 'eyes: gray\n      the card of Odla: "gray eyes"' in page
    assert "name: Odla" not in page


def test_where_no_way_is_known_nobody_goes_out(tmp_path: Path) -> None:
    book = {"name": "Sump", "entries": [{"keys": ["Sump"], "content": "The Sump is a pool under the city.", "enabled": True}]}
    game = begun(tmp_path, {**CARD, "data": {**CARD["data"], "character_book": book}})
    assert list(game.state.pack.locations) == [game.state.here]
    assert "no way" in said(game, "I go outside.").lower()
    assert "no way" not in said(game, "I step back.").lower()
    game.close()


def test_a_part_ends_with_a_sentence_and_never_within_what_is_said() -> None:
    runs = runs_of_sentences(ANSWER.replace("*", ""), 40)
    assert len(runs) > 1
    assert all(run.count('"') % 2 == 0 for run in runs)
    assert " ".join(runs) == " ".join(ANSWER.replace("*", "").split())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(settings(tmp_path / "home"))
    yield made
    made.close()


def told_on(store: Store, folder: Path, *lines: str) -> Game:
    """A game that goes on where a chat with the card ends."""
    rows = [{"user_name": "Ann", "character_name": "Odla", "chat_metadata": {}}]
    rows += [{"name": "Ann" if n % 2 else "Odla", "is_user": bool(n % 2), "mes": line} for n, line in enumerate(lines)]
    (folder / "Odla.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    (folder / "odla.json").write_text(json.dumps(CARD), encoding="utf-8")
    (plan,) = plans_of([part_of(File(path.name, path.read_bytes())) for path in sorted(folder.glob("[Oo]dla.json*"))])
    journal = store.create(plan.name)
    take_in(journal, plan)
    return resume_game(journal)


def test_a_chat_goes_on_in_the_place_that_its_card_names(tmp_path: Path, store: Store) -> None:
    game = told_on(store, tmp_path, "*She looks up.* Mind the edge.", "I mind it.", "Good.")
    assert (game.state.name(game.state.here), game.state.present()) == ("the Sump", ("odla",))
    assert "Sump" in said(game, "Where am I?")
    game.close()


def test_of_a_chat_that_came_to_speak_of_another_place_nobody_knows_where_it_is(tmp_path: Path, store: Store) -> None:
    game = told_on(store, tmp_path, "*She looks up from the Sump.* Mind the edge.", "I climb up to Vell.", "Odla comes along.")
    assert (game.state.here, game.state.present()) == ("", ("odla",))
    game.close()


def test_where_a_chat_names_no_place_nobody_is_there_whom_it_does_not_name(tmp_path: Path, store: Store) -> None:
    people = {name: {"key": [name], "content": f"{name} is a diver. He has a lamp.", "comment": name} for name in ("Orm", "Ulf")}
    (tmp_path / "divers.json").write_text(json.dumps({"name": "divers", "entries": people}), encoding="utf-8")
    rows = [{"user_name": "Ann", "character_name": "GM"}, {"name": "GM", "is_user": False, "mes": "Orm holds up a lamp."}]
    (tmp_path / "dive.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    (plan,) = plans_of([part_of(File(name, (tmp_path / name).read_bytes())) for name in ("dive.jsonl", "divers.json")])
    take_in(journal := store.create(plan.name), plan)
    game = resume_game(journal)
    assert set(game.state.pack.npcs) == {"orm", "ulf"}
    assert game.state.present() == ("orm",)
    game.close()


def test_a_list_in_brackets_is_told_in_its_sentences_and_never_as_it_stands(tmp_path: Path) -> None:
    text = "The Eel Pot:[TYPE<The Eel Pot>:inn/tavern;DESC<The Eel Pot>:The Eel Pot is an inn/kept by nobody. Its beds are dry.]"
    book = {"name": "Sump", "entries": [{"keys": ["eel"], "content": text, "enabled": True}]}
    game = begun(tmp_path, {**CARD, "data": {**CARD["data"], "character_book": book}})
    assert any(place.name.endswith("Eel Pot") for place in game.state.pack.locations.values())
    told = said(game, "What is the Eel Pot?")
    assert "The Eel Pot is an inn, kept by nobody." in told
    assert not any(sign in told for sign in "[<]>")
    game.close()


def test_a_story_whose_file_has_its_text_in_one_piece_is_read() -> None:
    story = {
        "storyContainerVersion": 1,
        "metadata": {"title": "Vell"},
        "content": {"story": {"text": "You came by water.", "fragments": []}},
    }
    (chat,) = read_novelai_story(story, "vell.story").chats
    assert [message.line.text for message in chat.told] == ["You came by water."]
