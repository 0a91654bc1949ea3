"""Weekdays told with their dates: against the campaign's calendar, and real ones against each other."""

from datetime import date, timedelta

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from tests.continuity.told import found_in, two_tellings


def told(words: str) -> list[str]:
    """The rules by which a reply is found to clash, in a campaign that opens on Wednesday, October 15, 1884."""
    game = trial(load_pack(find_pack("red_mesa")), "weekdays")
    game.reply_next(words)
    return [conflict.rule for conflict in game.play("I look around.").conflicts]


@pytest.mark.parametrize(
    "words",
    [
        "It is Monday, March 12, 1882, in the almanac of the mind.",
        "It is Friday, October 18, and hot.",
        "On Friday the eleventh, the stage comes.",
        "Saturday, November 6, comes in with rain.",
    ],
)
def test_a_weekday_that_the_campaign_s_calendar_denies_is_found(words: str) -> None:
    assert told(words) == ["weekday-differs"]


@pytest.mark.parametrize(
    "words",
    [
        "It is Sunday, March 12, 1882, in the almanac of the mind.",
        "It is Saturday, October 18, and hot.",
        "On Tuesday the seventh, the stage came.",
        "On Friday the fourteenth, the stage comes.",
        "Thursday, November 6, comes in with rain.",
        "Ten years ago, on Friday, October 18, the bank burned.",
        '"Friday, October 18," says the clerk.',
        "The notice says Friday, October 18.",
        "On Monday, July 4, the band will play.",
        "It is Monday, March 12, 1082, by the old reckoning.",
    ],
)
def test_a_weekday_that_the_campaign_s_calendar_allows_is_let_be(words: str) -> None:
    assert told(words) == []


def test_days_of_the_real_calendar_never_clash_with_each_other() -> None:
    first = date(1879, 12, 20)
    stories = []
    for number in range(60):
        one = first + timedelta(days=number * 13)
        two = one + timedelta(days=number)
        forms = (f"It is {one:%A}, {one:%B} {one.day}.", f"On {two:%A}, {two.day} {two:%B}, the rain stops.")
        stories.append(two_tellings(*forms))
    assert [matter.why for found in found_in(stories) for matter in found] == []
