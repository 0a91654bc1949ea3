"""Journeys: ways, minutes, whom one meets."""

from tables import changes, do, mesa, opened, play, refusals, rolls

from gm_engine.rules.map import route, ways
from gm_engine.story.condition import Condition
from gm_engine.story.event import StateChanged
from gm_engine.story.pack import Row, Table
from gm_engine.story.travel import Exit


def test_the_quickest_way_is_taken_and_time_passes() -> None:
    state = opened()
    assert [way.to for way in route(state, "livery", "school")] == ["street", "school"]
    done = do(state, "travel", place="school")
    assert (state.here, state.minute) == ("school", 4)
    assert [(change.old, change.new, change.cause) for change in changes(done, "place")] == [("livery", "school", "travel")]
    assert state.visits.get("school") == 1


def test_nine_miles_are_ninety_minutes_on_a_horse_and_three_hours_on_foot() -> None:
    state = opened()
    do(state, "travel", place="gorge", mode="horse")
    assert state.minute == 91
    state = opened()
    do(state, "travel", place="gorge")
    assert state.minute == 181


def test_a_way_can_be_walked_back_unless_it_goes_one_way() -> None:
    state = opened()
    assert {way.to: way.dir for way in ways(state, "street")}["gorge"] == "south"
    gorge = mesa().locations["gorge"].model_copy(update={"exits": (Exit(to="street", tenths=90, oneway=True),)})
    state = opened(mesa(locations=mesa().locations | {"gorge": gorge}))
    assert refusals(do(state, "travel", place="gorge")) == ["refused:no-way:gorge"]


def test_a_way_may_wait_for_something() -> None:
    gate = Condition(op="is", path="flag.bridge")
    gorge = mesa().locations["gorge"].model_copy(update={"exits": (Exit(to="street", tenths=90, when=gate),)})
    state = opened(mesa(locations=mesa().locations | {"gorge": gorge}))
    assert refusals(do(state, "travel", place="gorge")) == ["refused:no-way:gorge"]
    play(state, [StateChanged(turn=1, what="flag", key="bridge", new=1)])
    do(state, "travel", place="gorge")
    assert state.here == "gorge"


def test_a_town_is_reached_at_its_nearest_place() -> None:
    state = opened()
    play(state, [StateChanged(turn=1, what="place", key="cal", new="gorge")])
    do(state, "travel", place="town")
    assert state.here == "street"


def test_nowhere_cannot_be_reached() -> None:
    state = opened()
    assert refusals(do(state, "travel", place="moon")) == ["refused:no-way:moon"]
    assert refusals(do(state, "travel")) == ["refused:no-way:nowhere"]
    assert state.minute == 0


def test_a_bad_leg_doubles_the_way_on_foot() -> None:
    state = opened()
    play(state, [StateChanged(turn=1, what="wound", key="cal", detail="left leg; fall; 99999", new=2)])
    do(state, "travel", place="school")
    assert state.minute == 8


def test_where_mounts_are_counted_one_must_have_one() -> None:
    items = mesa().items | {"horse": mesa().items["rope"].model_copy(update={"name": "a bay horse"})}
    state = opened(mesa(items=items))
    do(state, "travel", place="gorge", mode="horse")
    assert state.minute == 181


def test_encounters_come_as_often_as_the_danger_says_and_from_the_table() -> None:
    met = 0
    for seed in range(1, 81):
        state = opened(seed=seed)
        done = do(state, "travel", place="gorge", mode="horse")
        fell = {roll.why: roll for roll in rolls(done)}
        used = changes(done, "used")
        assert bool(used) == (fell["encounter"].total <= 25)
        for change in used:
            met += 1
            assert (change.key, change.cause) == ("road", "encounter")
            assert state.flags.get("rider", 0) == int(change.detail == "0")
    assert 10 <= met <= 32


def test_the_road_in_town_is_safe() -> None:
    assert not rolls(do(opened(), "travel", place="school"))


def test_a_long_ride_is_a_journey_for_clocks() -> None:
    clock = mesa().clocks["payroll"]
    heard = clock.model_copy(update={"advance": clock.advance.model_copy(update={"events": ("travel",)})})
    state = opened(mesa(clocks={"payroll": heard}))
    do(state, "travel", place="bank")
    assert state.clock("payroll") == 0
    do(state, "travel", place="gorge", mode="horse")
    assert state.clock("payroll") == 1


def test_nested_tables_are_followed_and_do_not_loop() -> None:
    tables = {"gorge": Table(rows=(Row(text="", table="road"),)), "road": Table(rows=(Row(text="Again.", table="gorge"),))}
    for seed in range(1, 12):
        state = opened(mesa(tables=tables), seed)
        used = changes(do(state, "travel", place="gorge", mode="horse"), "used")
        assert len(used) in (0, 5)
        assert [change.key for change in used][:2] == ["gorge", "road"][: len(used)]
