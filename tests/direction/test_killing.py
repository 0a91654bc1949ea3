"""Killing: who means to kill is in a fight, by what is at hand; the fallen and the dead are told of as what they are."""

import re

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.play.game import Game
from gm_engine.story.event import PlayerSpoke


def table(name: str, seed: int) -> Game:
    return trial(load_pack(find_pack(name)), "evening", seed=seed)


def verbs(game: Game, said: str) -> list[str]:
    return [intent.verb for event in game.play(said).events if isinstance(event, PlayerSpoke) for intent in event.intents]


@pytest.mark.parametrize(
    ("campaign", "said", "verb"),
    [
        ("redemption", "I kill Ben Oakes.", "shoot"),
        ("redemption", "I murder Ben Oakes with my knife.", "strike"),
        ("redemption", "I strangle Ben Oakes.", "strike"),
        ("nine_tonnes", "I murder Hask.", "strike"),
        ("nine_tonnes", "I kill time.", "free"),
    ],
)
def test_who_means_to_kill_is_in_a_fight_by_what_is_at_hand(campaign: str, said: str, verb: str) -> None:
    assert verbs(table(campaign, 4), said) == [verb]


def test_a_long_brawl_repeats_nothing_and_the_dead_are_looked_at_as_the_dead() -> None:
    game = table("nine_tonnes", 3)
    fallen = False
    for _ in range(8):
        reply = game.play("I kill Hask.").turn.reply
        sentences = re.findall(r"[^.!?]+[.!?]", reply)
        assert len(sentences) == len(set(sentences)), reply
        if fallen:
            assert "go round each other" not in reply
        fallen = game.state.condition("hask") != "alive"
    assert game.state.condition("hask") == "dead"
    looked = [game.play("I look at Hask.").turn.reply.partition(".")[0] for _ in range(3)]
    struck = [game.play("I hit Hask.").turn.reply.partition(".")[0] for _ in range(3)]
    assert len({*looked, *struck}) == 6
    assert not any("Seen close" in one or "you look him over" in one.lower() for one in looked)
