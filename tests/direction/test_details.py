"""Whoever looks closely sees something: the page's own words, a gun's loads, or one detail that is drawn, booked and stays."""

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.direction.details import SEEN
from gm_engine.play.game import Game

HINGES = {"Thing": "The hinges", "thing": "the hinges", "is_": "are", "has": "have", "it": "them"}


def opened(campaign: str, seed: int = 3) -> Game:
    path = find_pack(campaign)
    return trial(load_pack(path), "sitting", pack_path=path, seed=seed)


def answer(table: Game, line: str) -> str:
    table.play(line)
    return table.state.recent_turns(1)[0].reply


@pytest.mark.parametrize("campaign", ["redemption", "red_mesa", "nine_tonnes"])
def test_what_no_page_tells_of_is_seen_once_and_stays_so(campaign: str) -> None:
    table = opened(campaign)
    first = answer(table, "I look closely at the hinges")
    detail = first.removeprefix("You look closely at the hinges. ").split(". ")[0].split("\n")[0].strip(" .")
    assert detail.lower() in {line.format(**HINGES).strip(" .").lower() for line in SEEN["artifact"]}
    assert detail in answer(table, "I study the hinges")


def test_another_table_sees_another_thing() -> None:
    assert len({answer(opened("redemption", seed), "I look closely at the hinges").split(". ")[1] for seed in range(1, 7)}) > 1


def test_a_gun_that_is_looked_to_tells_its_loads() -> None:
    assert "Of its six chambers all six are loaded." in answer(opened("redemption"), "check my gun")


@pytest.mark.parametrize(
    ("campaign", "line", "thing"),
    [
        ("redemption", "I hold the packet up to the light to look for a thumbprint", "thumbprint"),
        ("red_mesa", "I hold the reprieve up to the light to look for a watermark", "watermark"),
    ],
)
def test_what_is_looked_for_is_there_or_not(campaign: str, line: str, thing: str) -> None:
    assert any(so in answer(opened(campaign), line) for so in (f"There is a {thing}.", f"There is no {thing}."))


def test_one_of_two_that_are_held_out_is_so_and_stays_so() -> None:
    table = opened("red_mesa")
    first = answer(table, "What sort of pen did the governor use, steel or goose quill?")
    assert first in ("Steel.", "Goose quill.")
    assert answer(table, "What sort of pen did the governor use, steel or goose quill?") == first


def test_what_there_is_to_eat_is_named_and_is_not_what_was_left_out() -> None:
    said = answer(opened("red_mesa"), "Is there anything to eat here other than jerky?")
    assert said.startswith("Yes. There is ")
    assert "jerky" not in said
    assert "something" not in said


@pytest.mark.parametrize(
    ("campaign", "line", "place"),
    [("redemption", "I go look at the courthouse", "courthouse"), ("red_mesa", "go study the jail, doors and windows", "jail")],
)
def test_who_goes_to_look_at_a_place_is_there_and_sees_it(campaign: str, line: str, place: str) -> None:
    table = opened(campaign)
    said = answer(table, line)
    assert table.state.here == place
    assert "From here:" in said or table.state.pack.locations[place].description[:40] in said
