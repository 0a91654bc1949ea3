"""Cards: the conventions that the embedded GM reads, and prose for a language model."""

import pytest

from gm_engine.context.perceived import now_card, person_card, place_card
from gm_engine.story.claim import Value
from gm_engine.story.context_element import ContextElement
from gm_engine.story.currency import Currency
from gm_engine.story.validity import ValidityInterval
from tests.memory.tale import Tale


def said(card: ContextElement | None, relation: str) -> list[Value]:
    assert card is not None
    return [statement.value for statement in card.statements if statement.relation == relation]


def texts(card: ContextElement | None, relation: str) -> list[str]:
    return [value.text for value in said(card, relation)]


def test_a_place_states_its_name_senses_and_ways() -> None:
    tale = Tale()
    tale.change("visit", "livery", 1)
    card = place_card(tale.state)
    assert card is not None
    assert (card.id, card.kind, card.place, card.pinned) == ("place:livery", "place", "livery", True)
    assert texts(card, "sense") == ["horse sweat", "a cold shoe"]
    (way,) = said(card, "exit")
    assert (way.entity, way.text, way.unit, way.low) == ("street", "the main street", "south", 1)
    assert said(card, "visits")[0].low == 1
    assert "the main street (south, 1 min on foot)" in card.text
    assert card.text.endswith("First visit.")


def test_a_way_in_is_a_way_out_turned_round() -> None:
    tale = Tale()
    tale.change("place", "cal", "street")
    ways = {value.entity: value.unit for value in said(place_card(tale.state), "exit")}
    assert ways == {"livery": "north", "saloon": None, "school": None}


def test_a_person_states_traits_voice_attitude_and_meetings() -> None:
    tale = Tale()
    tale.change("attitude", "boone", -2)
    tale.change("met", "boone", 1)
    card = person_card("boone", tale.state)
    assert texts(card, "name") == ["Temperance Boone"]
    assert texts(card, "alias") == ["Miss Boone"]
    assert texts(card, "pronouns") == ["she"]
    assert texts(card, "role") == ["schoolmistress"]
    assert texts(card, "eyes") == ["gray"]
    assert texts(card, "voice") == ["clipped"]
    assert texts(card, "wants") == ["to be left in peace"]
    assert said(card, "attitude")[0].low == -2
    assert said(card, "met")[0].low == 1
    assert card is not None
    assert "Is an enemy of Calloway Reed." in card.text


def test_a_fact_takes_the_place_of_the_trait_that_it_changed() -> None:
    tale = Tale()
    tale.hold("f1", "boone", "eyes", "green")
    assert texts(person_card("boone", tale.state), "eyes") == ["green"]
    tale.hold("f1", "boone", "eyes", "green", status="retired")
    assert texts(person_card("boone", tale.state), "eyes") == []


def test_what_no_longer_holds_and_what_is_the_gms_is_not_told() -> None:
    tale = Tale()
    tale.hold("f1", "ortega", "limp", "left leg", validity=ValidityInterval(until=0))
    tale.hold("f2", "ortega", "debt", "nine dollars", audience="gm")
    card = person_card("ortega", tale.state)
    assert texts(card, "limp") == texts(card, "debt") == []


def test_a_secret_alias_is_told_once_its_secret_is_out() -> None:
    tale = Tale()
    assert "Tess" not in str(person_card("boone", tale.state))
    tale.change("secret", "boone_past", "revealed")
    assert texts(person_card("boone", tale.state), "alias") == ["Miss Boone", "Faro Tess"]


def test_somebody_hidden_has_no_card_until_they_are_met() -> None:
    tale = Tale()
    assert person_card("stranger", tale.state) is None
    assert person_card("nobody", tale.state) is None
    tale.change("met", "stranger", 1)
    assert person_card("stranger", tale.state)


def test_now_says_the_hour_and_how_the_hero_stands() -> None:
    tale = Tale()
    tale.change("time", new=13 * 60)
    tale.change("ammo", "cal", 5, "revolver")
    tale.change("wound", "cal", 2, "left arm; a knife; 90000")
    card = now_card(tale.state)
    assert (card.id, card.kind) == ("now", "variable")
    assert texts(card, "part_of_day") == ["dusk"]
    assert said(card, "minute")[0].low == 780
    assert said(card, "money")[0].low == 2350
    assert said(card, "wounds")[0].low == 2
    assert (said(card, "loaded")[0].low, said(card, "loaded")[0].unit) == (5, "revolver")
    assert "$23.50" in card.text


@pytest.mark.parametrize(("cents", "words"), [(0, "0 cents"), (1, "1 cent"), (99, "99 cents"), (100, "$1"), (105, "$1.05")])
def test_dollars(cents: int, words: str) -> None:
    assert Currency().figure(cents) == words
