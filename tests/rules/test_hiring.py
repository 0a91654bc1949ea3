"""Hiring: it costs what was said, they go along or do the thing, and whoever is refused hears why."""

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.play.game import Game


def table(campaign: str, seed: int = 3) -> Game:
    return trial(load_pack(find_pack(campaign)), "evening", seed=seed)


def wage(game: Game, count: int) -> str:
    currency = game.state.pack.currency
    return f"{count} {currency.unit if count == 1 else currency.units}"


@pytest.mark.parametrize(("campaign", "name", "who"), [("redemption", "Ben Oakes", "oakes"), ("red_mesa", "Amos Deering", "amos")])
def test_who_is_hired_is_paid_what_was_said_and_goes_along_until_the_time_is_up(campaign: str, name: str, who: str) -> None:
    hired = False
    for seed in range(3, 9):
        game = table(campaign, seed)
        had, theirs = game.state.purse(game.state.pc), game.state.purse(who)
        reply = game.play(f"I hire {name} for {wage(game, 1)} a day for two days.").turn.reply
        if who not in game.state.companions():
            assert game.state.purse(game.state.pc) == had, reply
            continue
        hired = True
        assert (game.state.purse(game.state.pc), game.state.purse(who)) == (had - 200, theirs + 200)
        assert "two" in reply.lower()
        for _ in range(7):
            game.play("I wait 8 hours.")
        assert who not in game.state.companions()
        break
    assert hired


def test_who_is_hired_for_a_thing_does_it_and_the_table_hears_of_it() -> None:
    game = table("redemption")
    assert "to shoe your horse" in game.play("I hire Ben Oakes for three dollars to shoe my horse.").turn.reply
    assert "oakes" not in game.state.companions()
    told = "".join(game.play("I wait 4 hours.").turn.reply for _ in range(3))
    assert "Ben Oakes has done what the money was for, which was to shoe your horse." in told


def test_who_is_not_for_hire_says_so_and_nothing_is_paid() -> None:
    game = table("redemption")
    had = game.state.purse(game.state.pc)
    assert "For what?" in game.play("I hire Ben Oakes.").turn.reply
    game.play("I go to the jail.")
    reply = game.play("I hire Kettering for a dollar.").turn.reply
    assert "paid already" in reply
    assert game.state.purse(game.state.pc) == had
