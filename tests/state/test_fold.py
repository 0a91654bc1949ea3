"""The fold: what events do to the state, and what its digest sees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.play.snapshot import read_snapshot, write_snapshot
from gm_engine.state import StoryState, fold, holds, look_up, rebuild
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.condition import Condition
from gm_engine.story.event import Event
from gm_engine.story.pack import Clock, Location, Pack, Person, Secret, Slot, Start
from gm_engine.story.scene import Scene

PACK = Pack(
    id="t",
    title="T",
    start=Start(at="street", pc="cal"),
    characters={"cal": Person(name="Cal", money=500, items={"rope": 1})},
    npcs={
        "doc": Person(name="Doc", at="office", schedule=(Slot(hour=8, at="office"), Slot(hour=20, at="saloon")), attitude=1),
        "pete": Person(name="Pete", at="street", attitude=-2),
    },
    locations={id: Location(name=id) for id in ("street", "office", "saloon")},
    clocks={"raid": Clock(name="The raid", size=4, filled=1)},
    secrets={"past": Secret(truth="He was a deserter.")},
)


def opened() -> StoryState:
    return rebuild([happened.StoryOpened(campaign="t", title="T", seed=1, gm="embedded"), happened.PackOpened(pack=PACK)])


def change(what: str, key: str = "", new: int | str | None = None, detail: str = "", turn: int = 1) -> happened.StateChanged:
    return happened.StateChanged(what=what, key=key, new=new, detail=detail, turn=turn)  # type: ignore[arg-type]


def test_before_anything_happens_the_pack_stands() -> None:
    state = opened()
    assert (state.pc, state.here, state.purse("cal"), state.has("cal", "rope")) == ("cal", "street", 500, 1)
    assert (state.clock("raid"), state.secret("past"), state.attitude("pete")) == (1, "hidden", -2)
    assert state.present() == ("pete",)


def test_a_schedule_moves_people_until_they_die() -> None:
    state = opened()
    assert state.where("doc") == "office"
    fold(state, change("time", new=13 * 60))
    assert state.where("doc") == "saloon"
    fold(state, change("condition", "doc", "dead"))
    assert state.where("doc") == "office"
    assert "doc" not in state.present("office")


def test_who_was_moved_stays_there_whatever_the_schedule_says() -> None:
    state = opened()
    fold(state, change("place", "doc", "street"))
    fold(state, change("time", new=13 * 60))
    assert state.present() == ("doc", "pete")


def test_wounds_heal_with_time_and_by_mending() -> None:
    state = opened()
    fold(state, change("wound", "cal", 2, "left arm; a bullet; 600"))
    assert state.boxes("cal") == 2
    fold(state, change("wound", "cal", 1, "head; a bottle; 99999"))
    assert [wound.place for wound in state.wounds["cal"]] == ["left arm", "head"]
    fold(state, change("time", new=601))
    assert state.boxes("cal") == 1
    fold(state, change("wound", "cal", 0, "head"))
    assert state.boxes("cal") == 0


def test_a_new_scene_closes_the_old_one() -> None:
    state = opened()
    fold(state, happened.SceneOpened(scene=Scene(id="s1", title="Street", place="street")))
    fold(state, change("time", new=30))
    fold(state, happened.SceneOpened(turn=2, scene=Scene(id="s2", title="Office", place="office", opened=30)))
    assert state.scenes["s1"].closed == 30
    assert (state.scene.id, state.scenes["s2"].closed) == ("s2", None)


def test_a_turn_keeps_both_halves_and_where_it_was_played() -> None:
    state = opened()
    fold(state, happened.PlayerSpoke(turn=1, said="I wait."))
    fold(state, change("place", "cal", "saloon"))
    fold(state, happened.CompletionReceived(turn=1, completion=Completion(text="Time passes.", model="m")))
    fold(state, happened.TurnClosed(turn=1, digest=state.digest))
    turn = state.turns["1"]
    assert (turn.said, turn.reply, turn.place) == ("I wait.", "Time passes.", "saloon")


CHANGES = st.one_of(
    st.builds(change, st.just("flag"), st.sampled_from(["a", "b"]), st.integers(0, 1)),
    st.builds(change, st.just("money"), st.just("cal"), st.integers(0, 9999)),
    st.builds(change, st.just("item"), st.just("cal"), st.integers(0, 3), st.sampled_from(["rope", "lamp"])),
    st.builds(change, st.just("place"), st.sampled_from(["cal", "doc"]), st.sampled_from(["street", "saloon"])),
    st.builds(change, st.just("secret"), st.just("past"), st.sampled_from(["hinted", "revealed"]), st.sampled_from(["", "a torn coat"])),
    st.builds(change, st.just("wound"), st.just("cal"), st.integers(0, 3), st.sampled_from(["head; fall; 90", "left arm; ball; 900"])),
    st.builds(change, st.just("tension"), st.just(""), st.integers(0, 5)),
    st.builds(change, st.just("time"), st.just(""), st.integers(0, 5000)),
)


@given(st.lists(CHANGES, max_size=25))
def test_a_snapshot_is_the_state(changes: list[Event]) -> None:
    state = rebuild(changes, opened())
    again = read_snapshot(write_snapshot(state))
    assert again == state or (again.digest == state.digest and write_snapshot(again) == write_snapshot(state))
    assert again.present() == state.present()


@given(st.lists(CHANGES, max_size=25), CHANGES)
def test_the_digest_depends_on_what_stands_and_not_on_how_it_came(changes: list[Event], last: Event) -> None:
    state = rebuild(changes, opened())
    twin = rebuild(changes, opened())
    assert state.digest == twin.digest
    fold(state, last)
    fold(twin, last)
    assert state.digest == twin.digest


def test_the_digest_sees_every_kind_of_change() -> None:
    for event in (
        change("flag", "a", 1),
        change("money", "cal", 1),
        change("item", "cal", 2, "rope"),
        change("place", "cal", "saloon"),
        change("time", new=5),
        change("secret", "past", "hinted"),
        change("wound", "cal", 1, "head; fall; 90"),
        change("clock", "raid", 2),
        change("attitude", "pete", 3),
        change("ammo", "cal", 3, "revolver"),
        change("ended", new=1),
        change("strain", new=5),
        change("met", "pete", 1),
        change("condition", "pete", "dead"),
    ):
        state = opened()
        before = state.digest
        fold(state, event)
        assert state.digest != before, event


def test_words_are_no_part_of_the_digest() -> None:
    one, two = opened(), opened()
    fold(one, happened.PlayerSpoke(turn=1, said="I wait."))
    fold(two, happened.PlayerSpoke(turn=1, said=""))
    assert one.digest == two.digest


@pytest.mark.parametrize(
    ("path", "compare", "value", "expected"),
    [
        ("at", "==", "street", True),
        ("at", "!=", "street", False),
        ("clock.raid", ">=", 1, True),
        ("clock.raid", ">", 1, False),
        ("flag.spared", "!=", 0, False),
        ("present.pete", "!=", 0, True),
        ("present.doc", "!=", 0, False),
        ("secret.past", "==", "hidden", True),
        ("attitude.pete", "<", 0, True),
        ("money", ">=", 500, True),
        ("item.rope", "!=", 0, True),
        ("item.lamp", "!=", 0, False),
        ("alive.pete", "!=", 0, True),
        ("day", "==", 1, True),
        ("start", "!=", 0, True),
        ("no_such_thing", "!=", 0, False),
    ],
)
def test_conditions(path: str, compare: str, value: int | str, expected: bool) -> None:
    condition = Condition(op="is", path=path, compare=compare, value=value)  # type: ignore[arg-type]
    assert holds(condition, opened()) is expected
    assert holds(Condition(op="not", parts=(condition,)), opened()) is not expected
    assert holds(Condition(op="all", parts=(condition, condition)), opened()) is expected


def test_an_unknown_path_is_nothing() -> None:
    assert look_up("weather.rain", opened()) == 0
