"""People of the scenery: they can be spoken to and acted on where the place has people, and are there again."""

from functools import cache

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.direction.replies import POLITE
from gm_engine.play.game import Game
from gm_engine.play.understanding import understood
from gm_engine.story.event import NewcomerJoined


def opened(campaign: str) -> Game:
    """A new game with the embedded GM."""
    path = find_pack(campaign)
    return trial(load_pack(path), "bystanders", pack_path=path, seed=7)


@cache
def at(campaign: str, place: str) -> Game:
    """A game in which one has gone to a place, and nothing more."""
    game = opened(campaign)
    game.play(f"I go to {game.state.name(place)}.")
    assert game.state.here == place
    return game


def called(line: str, campaign: str, place: str) -> list[tuple[str, str]]:
    """The acts of a line that are done to somebody new, and what that one is called."""
    game = at(campaign, place)
    return [(intent.verb, intent.called) for intent in understood(line, game.state, game.tools).intents if intent.called]


@pytest.mark.parametrize(
    ("campaign", "place", "line", "acts"),
    [
        ("redemption", "saloon", "I ask a sleepy farmer where the judge lives", [("ask", "the sleepy farmer")]),
        ("redemption", "saloon", "I tease the tallest drinker about his beard", [("tell", "the tallest drinker")]),
        ("redemption", "saloon", "I buy whoever is standing alone a drink", [("buy", "the one standing alone")]),
        ("redemption", "street", "I give a little boy ten cents", [("give", "the little boy")]),
        ("red_mesa", "saloon", '"Who runs this town?" I ask the nearest gambler.', [("ask", "the nearest gambler")]),
        ("red_mesa", "street", "I stop somebody and ask who the marshal is", [("free", "the first to stop"), ("ask", "the first to stop")]),
        (
            "nine_tonnes",
            "galley",
            "I sit down beside a tired stoker and ask him about the water",
            [("wait", ""), ("ask", "the tired stoker")],
        ),
        ("nine_tonnes", "galley", "I ask one of the apprentices where Reyes is", [("ask", "one of the apprentices")]),
    ],
)
def test_somebody_of_the_scenery_comes_forward(campaign: str, place: str, line: str, acts: list[tuple[str, str]]) -> None:
    found = called(line, campaign, place)
    assert [act for act in acts if act[1] and act[0] != "free"] == [act for act in found if act[0] not in ("free", "wait")]


@pytest.mark.parametrize(
    "line",
    [
        "I ask the deputy what he wants", "I think of the girl I left in Kansas", "I ask Virgil Mabry about the boy",
        "I wait for the mail rider", "I look for the governor", "I thank my mother", "I go to see the preacher",
    ],
)  # fmt: skip
def test_nobody_comes_forward_who_is_known_elsewhere_or_only_spoken_of(line: str) -> None:
    assert not called(line, "redemption", "street")


def test_who_came_forward_is_there_again_under_the_same_name() -> None:
    game = opened("redemption")
    game.play("I go to the saloon.")
    [came] = [event.newcomer for event in game.play("I greet an old teamster.").events if isinstance(event, NewcomerJoined)]
    assert came.name == "the old teamster"
    game.play("I go to the street.")
    assert came.id not in game.state.present()
    game.play("I go to the saloon.")
    again = game.play("I ask the old teamster who the sheriff is.")
    assert not [event for event in again.events if isinstance(event, NewcomerJoined)]
    last = game.state.turns.last()
    assert last is not None
    assert "Kettering" in last.reply
    assert came.id not in last.reply


def test_another_by_part_of_the_words_is_another() -> None:
    game = opened("red_mesa")
    game.play("I go to the saloon.")
    for line in ("I greet a card player.", "I greet a fiddle player."):
        game.play(line)
    assert {"the card player", "the fiddle player"} <= {game.state.name(id) for id in game.state.present()}


def test_where_nobody_comes_nobody_comes_forward() -> None:
    game = opened("red_mesa")
    game.play("I ride to the crossing.")
    assert game.state.pack.locations[game.state.here].danger
    assert not [event for event in game.play("I greet a small girl.").events if isinstance(event, NewcomerJoined)]


@pytest.mark.parametrize(("line", "manner"), [("I praise the deputy for it", "compliment"),
                                              ("I tease the deputy", "joke"), ("I ridicule the deputy for it", "insult")])  # fmt: skip
def test_kind_and_unkind_words_are_said_to_somebody(line: str, manner: str) -> None:
    game = at("redemption", "street")
    assert manner in POLITE
    read = understood(line, game.state, game.tools).intents
    assert ("tell", "mabry", manner) in [(intent.verb, intent.target, intent.manner) for intent in read]
