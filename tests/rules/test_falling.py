"""Falling: who finds the player's character, what it costs, where they wake; and when they do not."""

from tables import WESTERN, do, mesa, opened, play

from gm_engine.state import StoryState
from gm_engine.story.event import StateChanged, WrongDone
from gm_engine.story.wrong import Wrong


def fallen(place: str = "livery", condition: str = "down", seed: int = 1, **changes: object) -> StoryState:
    """The player's character, shot down a moment ago."""
    state = opened(mesa(**changes), seed)
    play(state, [StateChanged(turn=1, what="place", key="cal", new=place)])
    play(state, [StateChanged(turn=1, what="wound", key="cal", detail="body; shot:pete; 99999", new=2)])
    play(state, [StateChanged(turn=1, what="condition", key="cal", old="alive", new=condition)])
    return state


def test_who_is_there_and_bears_no_grudge_helps_and_is_owed_for_it() -> None:
    state = fallen()
    before = state.minute
    do(state, "wait", amount=1)
    assert state.law.get("fell") == "helped"
    assert state.law.get("helper") == "ortega"
    assert state.condition("cal") == "alive"
    assert state.minute - before >= 240
    assert [(owed.kind, owed.creditor, owed.amount) for owed in state.owed()] == [("debt", "ortega", 300)]
    assert state.boxes("cal") == 2


def test_an_enemy_takes_the_purse_and_the_gun() -> None:
    state = fallen("gorge")
    play(state, [StateChanged(turn=1, what="readiness", key="pete", detail="fight", new=1)])
    do(state, "wait", amount=1)
    assert state.law.get("fell") == "robbed"
    assert state.purse("cal") == 0
    assert not state.has("cal", "revolver")
    assert state.has("pete", "revolver") == 1
    assert state.condition("cal") == "alive"


def test_nobody_goes_through_the_pockets_of_whoever_bled_to_death() -> None:
    """It was booked, and not told: the telling of a death is silent about the purse."""
    ends = set()
    for seed in range(1, 30):
        state = fallen("gorge", "dying", seed)
        play(state, [StateChanged(turn=1, what="readiness", key="pete", detail="fight", new=1)])
        do(state, "wait", amount=1)
        ends.add((state.law.get("fell"), state.purse("cal") > 0))
    assert ends == {("bled", True), ("robbed", False)}


def test_where_nobody_is_somebody_comes_by_or_nobody_does() -> None:
    ends = set()
    for seed in range(1, 25):
        state = fallen("bank", seed=seed)
        do(state, "wait", amount=1)
        ends.add(state.law.get("fell"))
        assert state.condition("cal") == "alive"
        assert (state.law.get("fell") == "found") == (state.here != "bank")
    assert ends == {"found", "alone"}


def test_the_dying_are_saved_or_not_and_it_is_decided_at_once() -> None:
    ends = set()
    for seed in range(1, 30):
        state = fallen(condition="dying", seed=seed)
        do(state, "wait", amount=1)
        ends.add((state.law.get("fell"), state.condition("cal")))
    assert ends == {("helped", "alive"), ("bled", "dead")}


def test_the_law_has_whoever_it_wanted_when_they_wake() -> None:
    state = fallen("saloon")
    wrong = Wrong(id="w1.1", kind="wounding", weight=3, victim="boone", place="saloon", seen=("thorne",))
    play(state, [WrongDone(turn=1, wrong=wrong)])
    do(state, "wait", amount=1)
    assert state.law.get("fell") == "taken"
    assert "custody" in state.law


def test_a_rulebook_may_leave_them_lying() -> None:
    state = fallen(rulebook={**WESTERN, "fallen": {}})
    do(state, "wait", amount=1)
    assert state.condition("cal") == "down"
