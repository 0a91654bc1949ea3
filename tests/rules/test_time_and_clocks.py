"""Time passes, clocks fill, omens show."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import changes, do, mesa, opened, play

from gm_engine.rules.clock import clock_event, lasting, linger, omens, tick
from gm_engine.rules.effects import YEAR, apply_effect, pass_time
from gm_engine.state import StoryState
from gm_engine.story.condition import Effect
from gm_engine.story.intent import Intent
from gm_engine.story.turn import Turn


def clock(state: StoryState) -> int:
    """Minutes since midnight."""
    now = state.pack.calendar.moment(state.minute)
    return now.hour * 60 + now.minute


def test_talk_takes_five_minutes_and_a_search_fifteen() -> None:
    state = opened()
    do(state, "ask", target="ortega")
    assert state.minute == 5
    do(state, "search")
    assert state.minute == 20 or state.minute == 35
    before = state.minute
    do(state, "look")
    assert state.minute == before + 1


def test_a_clock_ticks_for_each_day_begun() -> None:
    state = opened()
    play(state, pass_time(state, 6 * 60 + 29))
    assert state.clock("payroll") == 0
    play(state, pass_time(state, 1))
    assert state.clock("payroll") == 1
    play(state, pass_time(state, 3 * 1440))
    assert state.clock("payroll") == 4


def test_an_eight_hour_night_is_rest_and_ten_are_dawdling() -> None:
    state = opened()
    play(state, linger(state, 480, "sleep"))
    assert state.clock("payroll") == 1
    state = opened()
    do(state, "sleep", amount=600)
    assert state.clock("payroll") == 2
    do(state, "wait", amount=1440)
    assert state.clock("payroll") == 4


@pytest.mark.parametrize(
    ("amount", "until", "minutes"),
    [(0, "20:00", 150), (0, "17:30", 1), (0, "17:29", 1439), (90, "", 90), (999, "20:00", 150), (2000, "20:00", 2000), (0, "", 0)],
)
def test_what_lasts_until_an_hour_ends_when_the_clock_next_shows_it(amount: int, until: str, minutes: int) -> None:
    state = opened()
    play(state, pass_time(state, (17 * 60 + 30 - clock(state)) % 1440))
    assert lasting(state, Intent(verb="wait", amount=amount, until=until)) == minutes


def test_waiting_for_eight_after_a_walk_ends_at_eight() -> None:
    """ "Walk to the jail, then wait till eight" once ended at ten: the minutes were counted before the walk."""
    state = opened()
    do(state, "search")
    do(state, "wait", until="20:00")
    assert clock(state) == 20 * 60
    do(state, "sleep", until="6:30")
    assert clock(state) == 6 * 60 + 30


def test_an_hour_that_went_by_on_the_way_is_not_waited_for_until_tomorrow() -> None:
    """ "Go there and wait till six", said at 5.42, once took a day: the walk took until 6.05."""
    state = opened()
    play(state, pass_time(state, (17 * 60 + 42 - clock(state)) % 1440))
    state.turns[str(state.turn + 1)] = Turn(number=state.turn + 1, scene="s1", minute=state.minute, said="I go there and wait till six.")
    play(state, pass_time(state, 23))
    do(state, "wait", until="18:00")
    assert clock(state) == 18 * 60 + 6


def test_a_promise_falls_due_at_its_hour() -> None:
    state = opened()
    do(state, "promise", target="ortega", about="to be back", until="21:00")
    [owed] = state.owed()
    assert owed.due is not None
    assert (state.pack.calendar.moment(owed.due).hour, owed.due > state.minute) == (21, True)


def test_a_full_clock_has_its_effects_once_and_moves_no_more() -> None:
    state = opened()
    done = play(state, tick(state, "payroll", 9, "test"))
    assert state.clock("payroll") == 6
    assert [(change.key, change.cause) for change in changes(done, "flag")] == [("blown", "full:payroll")]
    assert play(state, tick(state, "payroll", 1, "test")) == []
    assert play(state, tick(state, "nothing_such", 1, "test")) == []


def test_omens_are_those_between_old_and_new_and_the_end() -> None:
    state = opened()
    (one,) = changes(play(state, tick(state, "payroll", 1, "test")), "clock")
    assert omens(state, one) == ()
    (two,) = changes(play(state, tick(state, "payroll", 1, "test")), "clock")
    assert omens(state, two) == ("Riders ask for fast horses.",)
    (full,) = changes(play(state, tick(state, "payroll", 4, "test")), "clock")
    assert omens(state, full) == ("The Lund gang blows the trestle.",)


def test_a_clock_hears_only_its_own_events() -> None:
    state = opened()
    play(state, clock_event(state, "travel"))
    assert state.clock("payroll") == 0
    play(state, clock_event(state, "player_dawdles"))
    assert state.clock("payroll") == 1


def test_a_clock_whose_end_winds_it_up_again_does_not_run_for_ever() -> None:
    clock = (
        mesa()
        .clocks["payroll"]
        .model_copy(
            update={"effects": (Effect(verb="clock", target="payroll", amount=-3), Effect(verb="clock", target="payroll", amount=9))}
        )
    )
    state = opened(mesa(clocks={"payroll": clock}))
    play(state, tick(state, "payroll", 6, "test"))
    assert state.clock("payroll") == 3


def applied(state: StoryState, **slots: object) -> StoryState:
    play(state, apply_effect(Effect.model_validate(slots), state, "scene:x"))
    return state


def test_every_effect_does_what_it_says() -> None:
    state = opened()
    assert applied(state, verb="flag", target="spared").flags.get("spared") == 1
    assert applied(state, verb="unflag", target="spared").flags.get("spared") == 0
    assert applied(state, verb="give", target="rope", amount=2).has("cal", "rope") == 2
    assert applied(state, verb="take", target="rope", amount=9).has("cal", "rope") == 0
    assert applied(state, verb="give", target="rope", amount=1, value="boone").has("boone", "rope") == 1
    assert applied(state, verb="money", amount=-99999).purse("cal") == 0
    assert applied(state, verb="hint", target="boone_past").secret("boone_past") == "hinted"
    assert applied(state, verb="reveal", target="boone_past").secret("boone_past") == "revealed"
    assert applied(state, verb="hint", target="boone_past").secret("boone_past") == "revealed"
    assert applied(state, verb="attitude", target="thorne", amount=-2).attitude("thorne") == -2
    assert applied(state, verb="attitude", target="lund_gang", amount=-1).attitude("pete") == -3
    assert applied(state, verb="move", target="thorne", value="bank").where("thorne") == "bank"
    assert applied(state, verb="go", target="bank").here == "bank"
    assert state.visits.get("bank") == 1
    assert applied(state, verb="wound", target="pc", amount=1).boxes("cal") == 1
    assert applied(state, verb="heal", target="pc").boxes("cal") == 0
    assert applied(state, verb="advance", amount=120).minute == 120
    assert applied(state, verb="clock", target="payroll", amount=1).clock("payroll") == 1
    assert not applied(state, verb="kill", target="pete").alive("pete")
    assert applied(state, verb="end").ended


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-5, 10**9), max_size=5))
def test_time_never_goes_back_and_never_leaps_more_than_a_year(spans: list[int]) -> None:
    state = opened()
    for span in spans:
        before = state.minute
        play(state, pass_time(state, span))
        assert before <= state.minute <= before + YEAR
    assert state.clock("payroll") <= 6
