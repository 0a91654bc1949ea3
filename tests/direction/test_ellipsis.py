"""What a line leaves out or says beside its act: where it is done, when, and what *one* of them is."""

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.play.game import Game
from gm_engine.story import event as happened


def opened(campaign: str) -> Game:
    path = find_pack(campaign)
    return trial(load_pack(path), "sitting", pack_path=path, seed=3)


def acts(table: Game, line: str) -> list[tuple[str, str]]:
    (spoke,) = [event for event in table.play(line).events if isinstance(event, happened.PlayerSpoke)]
    return [(intent.verb, intent.place or intent.item) for intent in spoke.intents]


@pytest.mark.parametrize(
    ("campaign", "line", "read"),
    [
        ("redemption", "store, buy a rope", [("travel", "store"), ("buy", "rope")]),
        ("red_mesa", "saloon: sit down in the corner and whittle a peg", [("travel", "saloon"), ("free", "saloon")]),
        ("redemption", "sit behind the church and whittle a peg", [("travel", "church")]),
        ("nine_tonnes", "I hum a tune under the lamps in the Long Passage", [("travel", "passage")]),
        ("red_mesa", "I juggle on the steps of the jail", [("travel", "jail")]),
    ],
)
def test_what_is_done_elsewhere_is_gone_to_first(campaign: str, line: str, read: list[tuple[str, str]]) -> None:
    table = opened(campaign)
    found = acts(table, line)
    assert [verb for verb, _ in found[: len(read)]] == [verb for verb, _ in read], found
    assert found[0] == read[0]
    assert table.state.here == read[0][1]


@pytest.mark.parametrize("campaign", ["redemption", "red_mesa", "nine_tonnes"])
@pytest.mark.parametrize(
    ("line", "hour"), [("I go off and come back at midnight", 0), ("next morning I stretch", 7), ("tomorrow at noon I whittle a peg", 12)]
)
def test_what_is_done_later_is_done_then(campaign: str, line: str, hour: int) -> None:
    table = opened(campaign)
    before = table.state.minute
    table.play(line)
    moment = table.state.pack.calendar.moment(table.state.minute)
    assert table.state.minute > before
    assert (moment.hour, moment.minute // 40) == (hour, 0), moment
    if "next" in line or "tomorrow" in line:
        assert moment.date() > table.state.pack.calendar.moment(before).date()


@pytest.mark.parametrize("line", ["Good evening, everybody.", "I tell them to come at midnight", "I think of that night at noon"])
def test_a_time_that_is_only_spoken_of_does_not_pass(line: str) -> None:
    table = opened("redemption")
    before = table.state.minute
    table.play(line)
    assert table.state.minute - before < 60


def test_one_is_what_was_bought_last() -> None:
    table = opened("redemption")
    table.play("go to the saloon")
    table.play("whiskey, please")
    assert ("buy", "whiskey") in acts(table, "buy rafferty one too")
