"""Replies: what is said to somebody is taken up by its own words, and heard once as news."""

import pytest

from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.intent import Intent
from tests.direction.test_answers import beside
from tests.table import SmallTable


def replied(table: SmallTable, words: str, topic: str = "", manner: str = "", npc: str = "oakes") -> Beat:
    told = table.play(words, Intent(verb="tell", target=npc, topic=topic, words=words, about=words, manner=manner))
    return next(beat for beat in told.plan.beats if beat.target == npc and beat.kind in ("reaction", "answer"))


@pytest.mark.parametrize(
    ("words", "matter"),
    [
        ("a ghost, since Dodge", "Dodge"),
        ("the mule, again", "the mule"),
        ("my hat, in the river", "your hat"),
    ],
)
def test_news_is_repeated_by_its_rarest_thing(words: str, matter: str) -> None:
    table = beside("redemption", "oakes")
    beat = replied(table, words)
    assert (beat.slots["telling"], beat.slots["matter"]) == ("reply_news", matter)
    assert replied(table, words).slots["telling"] == "reply_again"


def test_a_matter_of_which_something_is_known_brings_it_out() -> None:
    beat = replied(beside("redemption", "oakes"), "about the fire at San Isidro", "san_isidro")
    assert beat.elements == ("lore:san_isidro_rebuilt",)


def test_a_death_that_is_told_is_held_against_what_can_be_seen() -> None:
    table = beside("redemption", "oakes")
    fold(table.state, happened.StateChanged(what="place", key="kettering", new=table.state.here, cause="test"))
    assert replied(table, "Kettering is dead", "kettering").slots["telling"] == "reply_false"
    fold(table.state, happened.StateChanged(what="condition", key="kettering", new="dead", cause="test"))
    assert replied(table, "Kettering is dead", "kettering").slots["telling"] == "reply_known"


def test_an_insult_costs_regard_and_courtesy_gets_courtesy() -> None:
    table = beside("redemption", "oakes")
    before = table.state.attitude("oakes")
    assert replied(table, "how have you been?", manner="courtesy").slots["telling"] == "reply_courtesy"
    assert table.state.attitude("oakes") == before
    assert replied(table, "you shoe horses like a butcher", manner="insult").slots["telling"] == "reply_insult"
    assert table.state.attitude("oakes") == before - 1
