"""Character cards as JSON: what comes in goes out as it was, and what another version cannot hold is told to the letter."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.errors import GameError
from gm_engine.exchange.formats.brought import Asset, Card, Loss, Written
from gm_engine.exchange.formats.card import FATES, Version, is_card, read_card, write_card
from gm_engine.exchange.formats.foreign_json import canonical_json, read_json
from tests.exchange.formats.cards import BOOK, ONE, TAVERN, THREE, TWO, VALUES, cards, spoiled

ALL: tuple[tuple[Version, dict[str, Any]], ...] = ((1, ONE), (2, TWO), (3, THREE), (2, TAVERN))


def card_of(value: Any) -> Card:
    return read_card(value, "sal.json").cards[0]


@pytest.mark.parametrize(("version", "value"), ALL)
def test_a_card_goes_out_as_it_came_in(version: Version, value: dict[str, Any]) -> None:
    assert is_card(value)
    brought = read_card(value, "sal.json")
    assert (brought.losses, brought.remarks) == ((), ())
    assert write_card(brought.cards[0], version).data == canonical_json(value)


@given(st.sampled_from((1, 2, 3)).flatmap(lambda version: st.tuples(st.just(version), cards(version))))
def test_any_card_goes_out_as_it_came_in_with_every_key_that_nobody_knows(case: tuple[Version, dict[str, Any]]) -> None:
    version, value = case
    read = read_json(canonical_json(value), "sal.json")
    written = write_card(card_of(read), version)
    assert written.data == canonical_json(value)
    assert written.losses == ()


def test_what_a_card_says_is_known_by_its_own_names() -> None:
    card = card_of(THREE)
    assert (card.name, card.nickname, card.greeting) == ("Sal Brannock", "Old Sal", "*He does not look up.* Shut the door.")
    assert (card.greetings, card.group_greetings) == (("Door.", "You again."), ("Too many boots in here.",))
    assert (card.system_prompt, card.after_history) == ("{{original}} Keep to short sentences.", "{{Original}}")
    assert (card.tags, card.creator, card.version, card.source) == (("western", "gruff"), "Mabel", "1.3", "chara_card_v3")


def test_a_card_of_version_1_becomes_one_of_version_3_with_every_field_that_it_must_have() -> None:
    written = write_card(card_of({**ONE, "x_own": [1]}), 3)
    assert written.losses == ()
    blank = dict.fromkeys(("creator_notes", "system_prompt", "post_history_instructions", "creator", "character_version"), "")
    data = {**ONE, **blank, "alternate_greetings": [], "tags": [], "group_only_greetings": [], "extensions": {}}
    assert read_json(written.data, "") == {"spec": "chara_card_v3", "spec_version": "3.0", "x_own": [1], "data": data}


def test_what_stands_where_the_fields_of_later_versions_stand_is_told() -> None:
    card = card_of({**ONE, "data": ["a"]})
    assert write_card(card, 1) == Written(canonical_json({**ONE, "data": ["a"]}))
    assert write_card(card, 2).losses == (Loss("data", ["a"], "A card of a later version has its fields there."),)


def test_a_nickname_that_nobody_gave_is_not_written() -> None:
    assert "nickname" not in read_json(write_card(card_of(TWO), 3).data, "")["data"]  # an empty one would leave nothing of {{char}}


def test_what_version_2_cannot_hold_of_version_3() -> None:
    written = write_card(card_of(THREE), 2)
    assert read_json(written.data, "") == TWO
    lost = {loss.field: loss.value for loss in written.losses}
    keys = ("nickname", "group_only_greetings", "source", "creation_date", "modification_date", "assets")
    assert lost == {f"data.{key}": THREE["data"][key] for key in keys} | {"data.creator_notes_multilingual": {"de": "Spiel ihn langsam."}}


def test_what_version_1_cannot_hold_of_version_2() -> None:
    written = write_card(card_of(TWO), 1)
    assert read_json(written.data, "") == ONE
    assert {loss.field: loss.value for loss in written.losses} == {
        f"data.{key}": each for key, each in TWO["data"].items() if key not in ONE
    }


def test_what_sillytavern_wrote_beside_the_fields_of_version_1_is_no_loss_there() -> None:
    written = write_card(card_of(TAVERN), 1)
    assert read_json(written.data, "") == {key: each for key, each in TAVERN.items() if key not in ("spec", "spec_version", "data")}
    lost = {loss.field for loss in written.losses}
    assert lost == {f"data.{key}" for key in TWO["data"] if key not in ONE and key not in ("creator_notes", "tags")}
    again = card_of(read_json(written.data, ""))
    assert (again.creator_notes, again.tags, again.source) == ("Play him slowly.", ("western", "gruff"), "chara_card_v1")


def test_blank_fields_are_no_loss() -> None:
    blank = {
        "spec": "chara_card_v3",
        "spec_version": "3.0",
        "data": {**ONE, "tags": [], "creator": "", "extensions": {}, "creation_date": 0},
    }
    blank["data"]["assets"] = [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}]
    assert write_card(card_of(blank), 1).losses == write_card(card_of(blank), 2).losses == ()


@pytest.mark.parametrize("value", [TWO, THREE, TAVERN])
@pytest.mark.parametrize("version", [2, 3])
def test_what_is_changed_here_is_changed_wherever_the_file_says_it(value: dict[str, Any], version: Version) -> None:
    card = replace(card_of(value), greeting="Out.", greetings=("In.",), creator_notes="Louder.")
    written = read_json(write_card(card, version).data, "")
    again = card_of(written)
    assert (again.greeting, again.greetings, again.creator_notes) == ("Out.", ("In.",), "Louder.")
    assert [written.get("first_mes"), written.get("creatorcomment")] == (["Out.", "Louder."] if value is TAVERN else [None, None])
    assert written["data"]["description"] == ONE["description"]


def test_a_card_made_here_can_be_written_in_every_version() -> None:
    card = Card("Mabel", description="Keeps the saloon.", nickname="May", group_greetings=("All of you, out.",))
    assert card_of(read_json(write_card(card, 3).data, "")).nickname == "May"
    assert write_card(card, 2).losses == (
        Loss("data.nickname", "May", "A card of version 2 has no such field."),
        Loss("data.group_only_greetings", ["All of you, out."], "A card of version 2 has no such field."),
    )
    assert read_json(write_card(card, 1).data, "") == {**dict.fromkeys(ONE, ""), "name": "Mabel", "description": "Keeps the saloon."}


def test_english_notes_count_where_there_are_several_languages() -> None:
    data = {**THREE["data"], "creator_notes": "old", "creator_notes_multilingual": {"en": "new", "ja": "新"}}
    card = card_of({**THREE, "data": data})
    assert card.creator_notes == "new"
    two = write_card(card, 2)
    assert read_json(two.data, "")["data"]["creator_notes"] == "new"
    assert {loss.field: loss.value for loss in two.losses}["data.creator_notes_multilingual"] == {"ja": "新"}


def test_versions_to_come_are_read_with_a_remark_and_kept() -> None:
    value = {**THREE, "spec_version": "3.1", "data": {**THREE["data"], "voice_lines": ["a"]}}
    brought = read_card(value, "sal.json")
    assert brought.remarks == ("The card says that it is of version 3.1: what is newer than 3.0 is carried, and does nothing here.",)
    assert write_card(brought.cards[0], 3).data == canonical_json(value)
    assert is_card({**value, "spec": "chara_card_v4"})
    assert read_card({**THREE, "spec_version": "2.9"}, "sal.json").remarks == ()


def test_values_of_another_kind_are_mended_where_their_meaning_is_plain() -> None:
    data = {**TWO["data"], "character_version": 2.5, "tags": "western, gruff", "alternate_greetings": {"0": "Door."}, "creator": None}
    brought = read_card({**TWO, "data": data}, "sal.json")
    card = brought.cards[0]
    assert (card.version, card.tags, card.greetings, card.creator) == ("2.5", ("western", "gruff"), ("Door.",), "")
    assert brought.losses == ()
    assert write_card(card, 2).data == canonical_json({**TWO, "data": data})


def test_values_without_a_meaning_are_told_with_their_place() -> None:
    data = {**TWO["data"], "scenario": ["a"], "creator": True, "tags": 7, "alternate_greetings": ["Door.", {"a": 1}, None]}
    brought = read_card({**TWO, "data": data}, "sal.json")
    assert brought.losses == (
        Loss("data.scenario", ["a"], "It should be a text."),
        Loss("data.alternate_greetings.1", {"a": 1}, "It should be a text."),
        Loss("data.tags", 7, "It should be a list of texts."),
        Loss("data.creator", True, "It should be a text."),
    )
    assert brought.cards[0].greetings == ("Door.",)


def test_keys_that_stand_twice_are_told() -> None:
    text = '{"name": "Sal", "description": "a", "first_mes": "Hm.", "description": "b"}'
    brought = read_card(read_json(text, "sal.json"), "sal.json")
    assert brought.losses == (Loss("description", "a", "It stands there twice; the last one counts."),)
    assert brought.cards[0].description == "b"


def test_a_card_that_names_nobody_is_called_after_its_file() -> None:
    brought = read_card({**ONE, "name": " \x07"}, "down/sal_b.json")
    assert brought.cards[0].name == "sal_b"
    assert brought.remarks == ("The card names nobody; it is called 'sal_b', as its file is.",)


def test_a_name_is_one_line() -> None:
    card = card_of({**ONE, "name": " Sal\n\tBrannock "})
    assert card.name == "Sal Brannock"
    assert read_json(write_card(card, 1).data, "")["name"] == " Sal\n\tBrannock "


def test_signs_that_a_terminal_would_obey_are_not_shown() -> None:
    card = card_of({**ONE, "description": "\x1b[31mred\r\n\ud83d"})
    assert card.description == "[31mred\n\N{REPLACEMENT CHARACTER}"


def test_files_that_did_not_come_with_the_card_are_named() -> None:
    assets = [{"type": "emotion", "uri": f"embeded://assets/{name}.png", "name": name, "ext": "png"} for name in "abcd"]
    brought = read_card({**THREE, "data": {**THREE["data"], "assets": assets}}, "sal.json")
    assert brought.remarks == ("The card names files that did not come with it: assets/a.png, assets/b.png, assets/c.png and 1 more.",)


def test_json_holds_no_files() -> None:
    card = replace(card_of(THREE), assets=(Asset("assets/a.png", b"1234"),), picture=b"12345")
    assert write_card(card, 3).losses == (
        Loss("assets/a.png", "4 bytes", "JSON holds no files; a PNG and a CHARX do."),
        Loss("picture", "5 bytes", "JSON holds no files; a PNG and a CHARX do."),
    )


def test_the_book_of_a_card_is_read_apart_from_it_and_written_back() -> None:
    value = {**THREE, "data": {**THREE["data"], "character_book": BOOK}}
    brought = read_card(value, "sal.json")
    card = brought.cards[0]
    assert card.book is not None
    assert [entry.text for entry in card.book.entries] == ["The mare bites.", "The storm lasts three days."]
    assert (brought.losses, "character_book" in card.raw["data"]) == ((), False)
    assert write_card(card, 3) == Written(canonical_json(value))


def test_a_book_is_written_without_decorators_for_version_2_and_not_at_all_for_version_1() -> None:
    card = card_of({**THREE, "data": {**THREE["data"], "character_book": BOOK}})
    two = write_card(card, 2)
    assert read_json(two.data, "")["data"]["character_book"]["entries"][0]["content"] == "The mare bites."
    assert Loss("data.character_book", "The livery", "A card of version 1 has no such field.") in write_card(card, 1).losses
    theirs = {**TWO, "data": {**TWO["data"], "character_book": BOOK}}
    assert write_card(card_of(theirs), 2) == Written(canonical_json(theirs))
    old = {**ONE, "character_book": BOOK}
    assert write_card(card_of(old), 1) == Written(canonical_json(old))


@pytest.mark.parametrize("book", ["a", 7, [BOOK], {"entries": 3}])
def test_a_book_that_is_none_is_told_and_carried(book: Any) -> None:
    value = {**TWO, "data": {**TWO["data"], "character_book": book}}
    brought = read_card(value, "sal.json")
    assert [(loss.field, loss.value) for loss in brought.losses] == [("data.character_book", book)]
    assert write_card(brought.cards[0], 2) == Written(canonical_json(value))


def test_what_is_lost_of_a_book_is_told_with_its_place_in_the_card() -> None:
    text = json.dumps({**TWO, "data": {**TWO["data"], "character_book": BOOK}})
    text = text.replace('"keys": ["storm"]', '"keys": ["storm"], "enabled": 1, "constant": "perhaps"')
    losses = read_card(read_json(text, "x.json"), "x.json").losses
    assert [(loss.field, loss.value) for loss in losses] == [
        ("data.character_book.entries.1.enabled", 1),
        ("data.character_book.entries.1.constant", "perhaps"),
    ]


@pytest.mark.parametrize(
    "value", [None, [], {}, {"spec": "lorebook_v3", "data": {}}, {"spec": "chara_card_v2", "data": []}, {"name": "Sal"}]
)
def test_what_is_no_card_is_refused(value: Any) -> None:
    assert not is_card(value)
    with pytest.raises(GameError, match=r"x\.json: there is no character card in it") as told:
        read_card(value, "x.json")
    assert told.value.slug == "no-card"


def test_a_card_whose_data_are_missing_is_read_from_what_stands_beside_them() -> None:
    card = card_of({key: each for key, each in TAVERN.items() if key != "data"})
    assert (card.name, card.creator_notes, card.source) == ("Sal Brannock", "Play him slowly.", "chara_card_v1")
    assert card_of({"data": TWO["data"]}).creator == "Mabel"


@given(spoiled() | VALUES, st.sampled_from((1, 2, 3)))
def test_a_spoiled_card_is_read_or_refused_and_what_is_read_can_be_written(value: Any, version: Version) -> None:
    try:
        brought = read_card(read_json(canonical_json(value), "x.json"), "x.json")
    except GameError:
        return
    (card,) = brought.cards
    assert card.name.strip()
    again = read_card(read_json(write_card(card, version).data, "x.json"), "x.json").cards[0]
    assert (again.name, again.description, again.greeting) == (card.name, card.description, card.greeting)


def test_every_field_has_its_fate() -> None:
    told = set(re.findall(r"\w+", " ".join(fate.field for fate in FATES)))
    assert told >= {*ONE, *TWO, *THREE, *TWO["data"], *THREE["data"], *TAVERN, "character_book"} - {"data"}
