"""A world that was brought in, at the embedded GM's table: what its files say is told, and nothing is made up beside it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm_engine.bootstrap import open_campaign, verify_game
from gm_engine.bootstrap.assembled import World
from gm_engine.bootstrap.new_from_files import campaign_of_files
from gm_engine.bootstrap.told_ways import with_ways
from gm_engine.bootstrap.world_pages import pack_of_world
from gm_engine.interfaces.cli.looks import lore_json, lore_text
from gm_engine.play.game import Game
from gm_engine.play.status import status
from gm_engine.play.views import view
from gm_engine.story.pack import Location
from gm_engine.story.travel import Exit


def entry(uid: int, title: str, text: str, *keys: str, **more: Any) -> dict[str, Any]:
    return {
        "uid": uid,
        "comment": title,
        "content": text,
        "key": list(keys),
        "keysecondary": [],
        "order": 100 - uid,
        "disable": False,
        **more,
    }


BOOK = {
    "name": "Fenmark",
    "entries": {
        "0": entry(0, "the rains", "It has rained on the Fenmark since the feast. {{user}} came in by the causeway.", constant=True),
        "1": entry(1, "the eel tithe", "The eel tithe is paid in barrels. Nobody has paid it for two years.", "tithe"),
        "2": entry(2, "Brindle Cross", "Brindle Cross is a market town on the causeway.", "Brindle Cross"),
        "3": entry(3, "Marrow Hill", "Marrow Hill is a hill three miles east of Brindle Cross.", "Marrow Hill"),
        "4": entry(4, "Osk Tower", "Osk Tower is a tower by the water.", "Osk Tower"),
        "5": entry(5, "Ansel Brandt", "Ansel Brandt is Hedda Lorn's younger brother. He keeps bees.", "Ansel Brandt"),
        "6": entry(6, "style", "[Write in the past tense. Keep it short.]", constant=True),
    },
}
CARD = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        "name": "Hedda Lorn",
        "description": "{{char}} is the keeper of the toll house. {{char}} is a tall woman with gray eyes.",
        "first_mes": "Hedda Lorn looks up from the toll book. “Late,” she says.",
        "character_book": {"name": "The Toll House", "entries": [
            {"keys": ["bell"], "content": "The bell broke in the frost; {{user}} alone was there.", "enabled": True, "insertion_order": 5},
            {"keys": ["Ansel"], "content": "Ansel is Hedda Lorn's younger brother. He keeps bees.", "enabled": True, "insertion_order": 6},
        ]},
    },
}  # fmt: skip


def begun(folder: Path, **files: Any) -> Game:
    paths = []
    for name, content in files.items():
        paths.append(folder / f"{name}.json")
        paths[-1].write_text(json.dumps(content), encoding="utf-8")
    campaign_of_files(folder / "made", paths)
    return open_campaign(folder / "made", home=folder / "home")


@pytest.fixture
def fen(tmp_path: Path) -> Iterator[Game]:
    with begun(tmp_path, book=BOOK) as game:
        yield game


@pytest.fixture
def toll(tmp_path: Path) -> Iterator[Game]:
    with begun(tmp_path, card=CARD) as game:
        yield game


def told(game: Game, *lines: str) -> list[str]:
    return [" ".join(game.play(line).turn.reply.split()) for line in lines]


# --- what the lorebooks bring in


def test_an_entry_that_always_acts_sets_the_scene_at_first_and_is_told_once(fen: Game) -> None:
    first, *later = told(fen, "I look around.", "I look around.", "I wait an hour.")
    assert "It has rained on the Fenmark since the feast. You came in by the causeway." in first
    assert not [reply for reply in later if "rained on the Fenmark" in reply]


def test_an_entry_is_told_in_the_turn_whose_line_brought_it_up_and_not_again(fen: Game) -> None:
    before, spoken, after = told(fen, "I wait.", "I curse the tithe.", "I curse the tithe.")
    assert "barrels" not in before
    assert "The eel tithe is paid in barrels. Nobody has paid it for two years." in spoken
    assert "barrels" not in after


def test_who_asks_where_nobody_is_is_told_what_the_lore_says(fen: Game) -> None:
    (asked,) = told(fen, "I ask about the tithe.")
    assert "paid in barrels" in asked
    assert "nobody" not in asked.replace("Nobody has paid", "")


def test_a_note_to_whoever_tells_is_no_part_of_the_story(fen: Game) -> None:
    assert not [reply for reply in told(fen, "I look around.", "I wait.", "I look around.") if "past tense" in reply]


def test_the_lore_is_in_the_prompt_that_it_is_told_from_and_the_story_replays(fen: Game) -> None:
    told(fen, "I look around.", "I curse the tithe.")
    prompt = fen.prompt_of(2).prompt
    (beat,) = [beat for section in prompt.sections for beat in section.beats if beat.kind == "lore"]
    assert not beat.text
    assert set(beat.elements) <= {element.id for section in prompt.sections for element in section.elements}
    assert verify_game(fen.journal).turns == 2


def test_somebody_does_not_speak_of_themselves_as_of_another(toll: Game) -> None:
    (answer,) = told(toll, "Hedda, who is Ansel?")
    assert "Ansel is Hedda Lorn's younger brother." in answer
    assert '"Ansel is Hedda' not in answer


def test_the_player_is_you_in_what_the_lore_says_of_them(toll: Game) -> None:
    (reply,) = told(toll, "I look at the bell.")
    assert "you alone were there" in reply
    assert "Traveller" not in reply


# --- people


def test_whom_the_opening_shows_is_not_met_anew(toll: Game) -> None:
    (first,) = told(toll, "I look around.")
    beats = [beat.kind for section in toll.prompt_of(1).prompt.sections for beat in section.beats]
    assert "meet" not in beats
    assert toll.state.met.get("hedda_lorn")
    assert "looks up" not in first


def test_the_opening_is_the_cards_own(toll: Game) -> None:
    assert toll.state.pack.opens_with("") == "Hedda Lorn looks up from the toll book. “Late,” she says."


@pytest.mark.parametrize("line", ["What do I know about Hedda Lorn?", "Hedda, tell me about yourself."])
def test_what_a_card_says_of_somebody_is_told_of_them(toll: Game, line: str) -> None:
    (reply,) = told(toll, line)
    assert "Hedda Lorn is the keeper of the toll house." in reply


# --- the lore of the table


def test_the_list_has_whom_the_table_has_heard_of_and_the_owner_can_look_at_all(tmp_path: Path) -> None:
    with begun(tmp_path, card=CARD, book=BOOK) as game:
        game.state.pack.x["brought"] = []
        listed = lore_text(game.state, "")
        assert "hedda_lorn" in listed
        assert "ansel" not in listed
        assert "--gm-notes" in listed
        assert len(json.loads(lore_json(game.state, ""))["entities"]) < len(
            json.loads(lore_json(game.state, "", gm_notes=True))["entities"]
        )
        assert "brother" in lore_text(game.state, "Ansel Brandt") or "Ansel" in lore_text(game.state, "Ansel")


# --- ways


def test_a_told_distance_holds_and_none_is_made_up(fen: Game) -> None:
    places = fen.state.pack.locations
    ways = {(id, way.to): way for id, place in places.items() for way in place.exits}
    assert ways["brindle_cross", "marrow_hill"] == Exit(to="marrow_hill", tenths=30, dir="east")
    assert not ways["brindle_cross", "osk_tower"].told
    shown = view("/map", fen.state) or ""
    assert "3 miles, an hour on foot, east" in shown
    assert "Osk Tower" in shown
    assert "minutes" not in shown
    replies = told(fen, "Where can I go?", "How far is it to Osk Tower?", "How far is it to Marrow Hill?")
    assert "Osk Tower" in replies[0]
    assert "minute" not in " ".join(replies[:2])
    assert "some way" in replies[1].lower()


def test_a_way_of_no_told_length_is_gone_and_no_time_is_said() -> None:
    places = {id: Location(name=id.title()) for id in ("ashby", "corrin", "dellow")}
    joined = with_ways(places, "ashby", ["Dellow is a mill two miles north of Corrin."])
    assert joined["ashby"].exits == (Exit(to="corrin"),)
    assert joined["corrin"].exits == (Exit(to="dellow", tenths=20, dir="north"),)
    pack = pack_of_world(World(title="T", places=places), "t")
    assert {way.to: way.told for way in pack.locations["ashby"].exits} == {"corrin": False, "dellow": False}


# --- nothing that the world does not have


def test_a_world_without_prices_shows_neither_money_nor_chips(fen: Game) -> None:
    sheet = view("/sheet", fen.state) or ""
    assert "Money" not in sheet
    assert "Chips" not in sheet
    assert "pence" not in status(fen.state, 200)
    assert "chip" not in status(fen.state, 200)
    assert told(fen, "How much money do I have?")[0].startswith("You have no money.")


def test_a_place_of_which_nothing_is_told_gets_no_walls_and_no_traffic(fen: Game) -> None:
    told(fen, "I go to Osk Tower.")
    replies = " ".join(told(fen, *("I look around.",) * 6))
    for word in ("wall", "room", "door", "Inside", "fly", "street"):
        assert word not in replies


# --- what is said to somebody and asked of them


def test_who_is_called_by_name_and_told_to_do_something_is_spoken_to(toll: Game) -> None:
    (reply,) = told(toll, "Hedda, come with me.")
    assert "you come with you" not in reply
    assert "Come with you?" in reply


def test_who_is_called_by_name_in_front_of_a_question_is_asked_it(toll: Game) -> None:
    asked, eyes = told(toll, "Hedda, who are you?", "What color are Hedda's eyes?")
    assert "the keeper of the toll house" in asked
    assert '"Grey' in eyes


def test_whom_the_opening_showed_is_greeted_as_one_who_was_not_greeted_yet(toll: Game) -> None:
    told(toll, "I look around.", "Hello, Hedda.")
    first, second = (
        next(beat.slots for section in toll.prompt_of(turn).prompt.sections for beat in section.beats if beat.kind == "greet")
        for turn in (2, toll.play("Hello, Hedda.").turn.number)
    )
    assert "flags" not in first
    assert second["flags"] == "known"


def test_what_is_there_is_drunk_where_nobody_sells_anything(toll: Game) -> None:
    (reply,) = told(toll, "I drink the broth.")
    assert "sale" not in reply
    assert "You drink the broth." in reply


def test_how_much_of_a_thing_there_is_is_no_question_after_the_purse(fen: Game) -> None:
    (reply,) = told(fen, "How much water do we have?")
    assert "money" not in reply


def test_where_one_is_is_owned_to_be_unknown_where_no_file_says_it(toll: Game) -> None:
    (reply,) = told(toll, "Where am I?")
    assert reply.startswith("Nobody has said what this place is called.")
