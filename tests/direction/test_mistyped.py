"""Mistyped words: a hasty hand is understood where one word fits, and what is a word already is left alone."""

from functools import cache

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.direction import mended
from gm_engine.extraction.ear import Ear
from gm_engine.play.game import Game

EAR = Ear()


@cache
def game(campaign: str) -> Game:
    path = find_pack(campaign)
    return trial(load_pack(path), "sitting", pack_path=path, seed=3)


@pytest.mark.parametrize(
    ("campaign", "typed", "read"),
    [
        ("redemption", "raed the lettter", "read the lettter"),
        ("redemption", "go to watr st", "go to water street"),
        ("redemption", "ride to teh courthose", "ride to the courthouse"),
        ("red_mesa", "ask deering abt the satge", "ask deering about the stage"),
        ("red_mesa", "serch the salon, then go to ledge st", "search the salon, then go to ledge street"),
        ("nine_tonnes", "clmb to the infirmry and lokk arnd", "climb to the infirmary and look around"),
        ("nine_tonnes", "back to long pssge", "back to long passage"),
        ("redemption", "dont know what im here for", "don't know what I'm here for"),
        ("red_mesa", "Whats his name pls", "What's his name please"),
    ],
)
def test_a_slip_of_the_keys_is_the_one_word_that_fits(campaign: str, typed: str, read: str) -> None:
    assert mended(typed, game(campaign).state, EAR.knows).words == read


@pytest.mark.parametrize("campaign", ["redemption", "red_mesa", "nine_tonnes"])
@pytest.mark.parametrize(
    "said",
    [
        "I wade across the ford and lash two mice to the oxen's yoke.",
        '"Goin to the saloon, pardner, afore teh sun is down."',
        "I reckon the vaquero ain't from hereabouts, y'all.",
        "I ask for Quilby Starnes, late of Amarillo.",
        "kil him",
    ],
)
def test_a_word_a_name_what_is_said_aloud_and_a_grave_act_stay_as_they_are(campaign: str, said: str) -> None:
    found = mended(said, game(campaign).state, EAR.knows)
    assert (found.words, found.note) == (said, "")


def test_the_table_says_once_what_it_took_for_what() -> None:
    table = game("redemption")
    table.play("wlak to watr st")
    assert table.state.name(table.state.here) == "Water Street"
    assert mended("wlak to watr st", table.state, EAR.knows).note == "I read “wlak” as “walk”, “watr” as “water” and “st” as “street”."
    assert not mended("whats that", table.state, EAR.knows).note
