"""Whom and what the player's words name: the story's own names, what is at hand before what is far, and endings read as they are meant."""

import pytest
from tables import mesa, opened

from gm_engine.direction.naming import Meant, Names, names_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.state import fold
from gm_engine.story.entity import Entity
from gm_engine.story.event import EntityIntroduced
from gm_engine.story.name_table import NamesInText


def meant(names: Names, said: str) -> list[tuple[str, str]]:
    tokens = tokens_of(said)
    return [(" ".join(tokens[one.start : one.end]), one.id) for one in names.mentions(tokens)]


def made(*phrases: tuple[str, str, int, int]) -> Names:
    names = Names()
    for words, id, quality, far in phrases:
        names.take_in(((tuple(words.split()), quality),), id, "place", far)
    return names


def test_what_is_at_hand_is_meant_before_what_is_far_even_where_it_is_named_less_well() -> None:
    names = made(("mine", "far", 0, 1), ("mine", "here", 2, 0))
    assert meant(names, "down the mine") == [("mine", "here")]
    assert sorted(names.called(("mine",))) == [Meant(2, 0, "here", "place"), Meant(3, 1, "far", "place")]


def test_the_longest_phrase_is_meant_and_a_possessive_is_no_part_of_it() -> None:
    names = made(("oakes", "oakes", 1, 0), ("oakes ranch", "ranch", 0, 0))
    assert meant(names, "from Oakes's stable to the Oakes ranch's well") == [("oakes's", "oakes"), ("oakes ranch's", "ranch")]


def test_a_name_that_begins_with_a_common_word_is_whole_with_an_ending_too() -> None:
    names = made(("old mine", "dig", 0, 0), ("mine", "shaft", 0, 0))
    assert meant(names, "the old mine, the old mine's timbers, my mine") == [("old mine", "dig"), ("old mine's", "dig"), ("mine", "shaft")]


def test_a_name_may_have_any_number_of_words() -> None:
    state = opened(mesa())
    fold(state, EntityIntroduced(entity=Entity(id="inn", kind="place", name="Last Good Bed This Side of the Painted Hills")))
    said = "I ask for the Last Good Bed This Side of the Painted Hills."
    assert ("last good bed this side of the painted hills", "inn") in meant(names_of(state), said)


@pytest.mark.parametrize("typed", ["delia", "dalia", "dela"])
def test_a_mistyped_name_is_the_nearest_of_its_kind(typed: str) -> None:
    names = Names()
    names.take_in(((("delia",), 0),), "delia", "person", 0)
    names.take_in(((("dahlias",), 0),), "flowers", "item", 0)
    found = names.nearest(typed, ("person",))
    assert found is not None
    assert found.id == "delia"
    assert names.nearest("dell", ("person",)) is None


def test_the_players_names_are_found_as_all_others_are() -> None:
    assert isinstance(names_of(opened(mesa())), NamesInText)
