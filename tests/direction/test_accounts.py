"""Accounts: what the law takes and gives back, what turns somebody against the player, what is one's own: told when it happens."""

from functools import cache

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.play.game import Game
from gm_engine.story.event import StateChanged
from gm_engine.story.pack import Pack
from tests.ledger import Ledger


@cache
def shipped(name: str) -> Pack:
    return load_pack(find_pack(name))


def untold(game: Game, said: str) -> list[str]:
    return [one.kind for one in Ledger(game.play(said), game.state).untold()]


def test_what_the_law_takes_is_told_with_its_name_and_so_is_what_it_gives_back() -> None:
    game = trial(shipped("nine_tonnes"), "evening", seed=11)
    for line in ("I go to Lock Nine.", "I rob Kroll."):
        game.play(line)
    played = game.play("I go along with them.")
    taken = [
        event.detail for event in played.events if isinstance(event, StateChanged) and event.cause == "custody" and event.what == "item"
    ]
    assert taken == ["spanner"]
    assert "your spanner" in played.turn.reply
    game.play("I wait to be heard.")
    assert untold(game, "I own up and ask for mercy.") == []


def test_a_beast_of_ones_own_is_there_or_it_is_said_that_it_is_not() -> None:
    for campaign, reply in (("nine_tonnes", "horse"), ("red_mesa", "horse")):
        game = trial(shipped(campaign), "evening", seed=3)
        told = game.play("I see to my horse.").turn.reply
        assert "see to your horse" not in told
        assert reply in told
    game = trial(shipped("redemption"), "evening", seed=3)
    assert "see to your horse" in game.play("I see to my horse.").turn.reply
