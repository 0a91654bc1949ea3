"""Free acts: what no rule knows takes its time and is never refused; dice fall only where something hangs on them."""

import pytest
from tables import changes, do, opened, play, refusals, rolls

from gm_engine.story.event import StateChanged
from gm_engine.story.intent import Stakes

STAKES = Stakes(skill="riding", success="you stay on", failure="you fall")


@pytest.mark.parametrize("amount", [0, 20, 600])
def test_a_free_act_takes_the_time_that_it_takes_and_no_dice(amount: int) -> None:
    state = opened()
    done = do(state, "free", words="whistle", amount=amount)
    assert rolls(done) == []
    assert refusals(done) == []
    assert state.minute == amount if amount else state.minute >= 0
    assert state.purse("cal") == 2350


def test_where_its_outcome_is_open_the_dice_fall_once_against_its_skill() -> None:
    [roll] = rolls(do(opened(), "free", words="ride the mule bareback", skill="riding", stakes=STAKES))
    assert (roll.skill, roll.actor) == ("riding", "cal")
    assert roll.band


def test_the_dice_of_a_free_act_are_those_of_its_place_in_the_turn() -> None:
    first = rolls(do(opened(seed=3), "free", words="ride", skill="riding", stakes=STAKES))
    again = rolls(do(opened(seed=3), "free", words="ride it otherwise", skill="riding", stakes=STAKES))
    assert first == again


def test_nobody_acts_freely_who_is_dead() -> None:
    state = opened()
    state.conditions["cal"] = "dead"
    done = do(state, "free", words="whistle")
    assert refusals(done) == ["refused:dead"]
    assert changes(done, "time") == []


def test_what_was_ones_own_and_is_gone_is_not_seen_to() -> None:
    """A horse that was sold was curried the next day."""
    state = opened()
    item = "letter"
    assert refusals(do(state, "free", words="smooth my letter", item=item)) == []
    play(state, [StateChanged(turn=1, what="item", key="cal", detail=item, old=1, new=0)])
    assert refusals(do(state, "free", words="smooth my letter", item=item)) == [f"refused:not-carried:{item}"]
    assert refusals(do(state, "free", words="smooth the letter", item=item)) == []
