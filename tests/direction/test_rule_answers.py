"""What the player asks of the game and of the people here is answered with what the table knows, never with a stray line."""

from functools import cache

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.play.game import Game


@cache
def game(campaign: str) -> Game:
    path = find_pack(campaign)
    return trial(load_pack(path), "sitting", pack_path=path, seed=3)


def asked(campaign: str, line: str) -> str:
    table = game(campaign)
    minute = table.state.minute
    table.play(line)
    assert table.state.minute == minute, "a question takes no time"
    return table.state.recent_turns(1)[0].reply


@pytest.mark.parametrize(
    ("campaign", "line", "told"),
    [
        (
            "redemption",
            "If I tried to build a ladder of rails, what would I have to roll?",
            ["tinkering", "in a hundred", "ladder"],
        ),
        ("red_mesa", "How hard would it be to climb onto the roof of the jail?", ["athletics", "in a hundred"]),
        ("nine_tonnes", "what are my chances of jumping across the hatch", ["in a hundred"]),
        ("redemption", "how do i talk to people", ["Nothing is rolled for that"]),
        ("red_mesa", "do i roll the dice or do you?", ["The table rolls for you", "Your best is"]),
        ("nine_tonnes", "How do I win? And what is the goal?", ["Nobody keeps score", "wants to"]),
        ("redemption", "can I undo that", ["/undo"]),
        ("red_mesa", "what does a chip do", ["/declare"]),
        ("nine_tonnes", "is this a real place?", ["made up"]),
        ("redemption", "do i know how to cheat", ["no skill of that name", "in a hundred"]),
        ("redemption", "Who am I, and does this man know me?", ["Nathan Strayhorn", "Ben Oakes knows you."]),
        ("red_mesa", "who am I and do these people know me?", ["Hannah Crewe", "Amos Deering"]),
        ("redemption", "how much money do I have and is it a lot?", ["$61.50", "is 50 cents"]),
        ("red_mesa", "whats his name", ["Amos Deering"]),
        ("red_mesa", "whats her name", ["There is no woman here"]),
        ("nine_tonnes", "who is in charge here?", ["Bertil Hask"]),
        ("redemption", "who runs this town", ["Daniel Kettering, sheriff"]),
        ("redemption", "I don't understand what a foreclosure is.", ["decree of foreclosure"]),
    ],
)
def test_what_is_asked_is_answered(campaign: str, line: str, told: list[str]) -> None:
    answer = asked(campaign, line)
    assert all(part in answer for part in told), answer


def test_a_beast_that_was_just_spoken_of_has_no_name_yet() -> None:
    path = find_pack("redemption")
    table = trial(load_pack(path), "sitting", pack_path=path, seed=3)
    table.play("pet the mule")
    table.play("whats her name")
    assert "Nobody has told you what the mule is called." in table.state.recent_turns(1)[0].reply
