"""Who is gone to see, who is asked for, and who stays while one talks: of lines nobody has written down for it."""

from functools import cache

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.play.game import Game
from gm_engine.play.understanding import understood
from gm_engine.story import event as happened


def opened(campaign: str) -> Game:
    """A new game with the embedded GM."""
    path = find_pack(campaign)
    return trial(load_pack(path), "visits", pack_path=path, seed=5)


@cache
def first(campaign: str) -> Game:
    """A new game in which nothing is played."""
    return opened(campaign)


def read(line: str, campaign: str) -> list[tuple[str, str, str]]:
    """Verb, target and place of what a first line is read as."""
    game = first(campaign)
    return [(intent.verb, intent.target, intent.place) for intent in understood(line, game.state, game.tools).intents]


@pytest.mark.parametrize(
    ("campaign", "line", "place"),
    [
        ("redemption", "I go and find the sheriff", "jail"),
        ("redemption", "I walk over to Con Rafferty", "saloon"),
        ("redemption", "I pay the judge a visit", "courthouse"),
        ("redemption", "Off to see Augusta Fenn", "newspaper"),
        ("redemption", "I look for the deputy", "street"),
        ("red_mesa", "I call on Lucius Fitch", "assay"),
        ("red_mesa", "I go looking for Luz", "saloon"),
        ("nine_tonnes", "I head off to find Tove Brandt", "galley"),
        ("nine_tonnes", "I visit the cook", "galley"),
    ],
)
def test_to_go_to_somebody_is_to_go_where_they_are(campaign: str, line: str, place: str) -> None:
    assert place in [where for verb, _, where in read(line, campaign) if verb == "travel"]


@pytest.mark.parametrize(
    "line", ["I look the sheriff over", "I tell the judge that I am home", "I shout for Rafferty", "I think of Ruth Cade"]
)
def test_what_is_no_going_goes_nowhere(line: str) -> None:
    assert "travel" not in [verb for verb, *_ in read(line, "redemption")]


def test_the_rest_of_the_line_is_done_where_it_has_led() -> None:
    assert ("ask", "fitch", "") in read("I call on the assayer and ask him what silver fetches", "red_mesa")
    assert ("greet", "teasdale", "") in read("I walk to the courthouse and ask for the judge", "redemption")
    assert ("ask", "oakes", "") in read("I ask for the judge", "redemption")


def test_to_tell_somebody_who_is_elsewhere_takes_one_line_and_no_time() -> None:
    game = opened("red_mesa")
    game.play("I look around.")
    minute = game.state.minute
    game.play("I tell Luz Ybarra that the road is dry.")
    said = game.state.turns.last()
    assert said is not None
    assert game.state.name("saloon") in said.reply
    assert said.reply.count(".") <= 2
    assert game.state.minute == minute


def test_who_is_dealt_with_stays_on_and_takes_leave_on_the_page() -> None:
    game = opened("redemption")
    game.play("I walk to the courthouse.")
    game.play("I wait until 17:50.")
    for _ in range(4):
        game.play('"Your Honor, what is the law on water?"')
    assert game.state.pack.calendar.moment(game.state.minute).hour >= 18
    assert "teasdale" in game.state.present()
    assert game.state.usually("teasdale") != "courthouse"
    game.play("I wait two hours.")
    last = game.state.turns.last()
    assert last is not None
    assert "teasdale" not in game.state.present()
    beats = [beat for section in game.state.prompt.sections for beat in section.beats] if game.state.prompt else []
    assert "teasdale" in [beat.target for beat in beats if beat.slots.get("telling") == "takes_leave"]
    assert game.state.name(game.state.where("teasdale")).removeprefix("the ") in last.reply


def test_nobody_stays_on_for_somebody_who_has_left() -> None:
    game = opened("redemption")
    game.play("I walk to the courthouse.")
    game.play("I wait until 17:50.")
    game.play('"Your Honor, what is the law on water?"')
    events = game.play("I walk to the street.").events
    assert any(isinstance(event, happened.StateChanged) and event.what == "stay" and event.new is None for event in events)
    assert game.state.where("teasdale") == game.state.usually("teasdale")
