"""Works: what a free act leaves behind stays in the state, and can be used, found and undone."""

import pytest
from tables import changes, do, opened, rolls

from gm_engine.rules.works import LESSONS, made_of
from gm_engine.state import StoryState, fold
from gm_engine.story.event import Event, WorkDone
from gm_engine.story.intent import Stakes
from gm_engine.story.work import Work

STAKES = Stakes(skill="deceive", success="It passes.", failure="It does not.")
SEEDS = range(1, 40)


def works(events: list[Event]) -> list[Work]:
    return [event.work for event in events if isinstance(event, WorkDone)]


def drawn(seed: int = 1) -> tuple[StoryState, list[Event]]:
    state = opened(seed=seed)
    return state, do(state, "free", words="draw a false map of the mine", about="a false map of the mine", mode="forge",
                     leaves="the false map of the mine is drawn", skill="deceive", stakes=STAKES)  # fmt: skip


def with_map(seed: int = 1) -> StoryState:
    """A story in which the map was drawn without dice, well enough to pass, while nobody was there."""
    state = opened(seed=seed)
    state.places["ortega"] = "street"
    do(state, "free", words="draw a false map of the mine", about="a false map of the mine", mode="forge")
    state.places["ortega"] = "livery"
    return state


def band(done: list[Event]) -> str:
    return rolls(done)[0].band


def test_what_is_made_is_in_hand_by_the_players_own_name_as_good_as_it_came_out() -> None:
    bands = set()
    for seed in SEEDS:
        state, done = drawn(seed)
        bands.add(band(done))
        if band(done) == "disaster":
            assert state.carried("cal").get("false_map") is None
            assert works(done) == []
            continue
        [work] = works(done)
        assert (work.kind, work.band, work.false, work.item) == ("made", band(done), True, "false_map")
        assert state.has("cal", "false_map") == 1
        assert state.name("false_map") == "the false map of the mine"
        assert state.pack.items["false_map"].summary == work.text
    assert {"success", "failure"} <= bands


def test_two_things_of_one_name_are_two() -> None:
    state = with_map()
    do(state, "free", words="draw a false map", about="a false map", mode="forge")
    assert [item for item in state.carried("cal") if "map" in item] == ["false_map", "false_map_2"]


def test_a_fake_is_sold_to_whoever_does_not_see_through_it_and_to_nobody_else() -> None:
    sold = set()
    for seed in SEEDS:
        state = with_map(seed)
        purse, liked = state.purse("cal"), state.attitude("ortega")
        done = do(state, "sell", item="false_map", target="ortega")
        went = not state.has("cal", "false_map")
        sold.add(went)
        assert rolls(done)[0].why == "passing off the false map of the mine"
        assert (rolls(done)[0].band in ("triumph", "success", "cost")) == went
        assert (state.purse("cal") > purse) == went
        assert state.has("ortega", "false_map") == int(went)
        assert state.attitude("ortega") == liked - (not went)
    assert sold == {True, False}


def test_a_fake_that_is_shown_is_looked_at_and_an_honest_thing_is_not() -> None:
    state = with_map()
    assert rolls(do(state, "tell", item="false_map", target="ortega", about="the false map"))
    do(state, "free", words="whittle a whistle", about="a whistle", mode="make")
    assert rolls(do(state, "tell", item="whistle", target="ortega", about="the whistle")) == []
    assert rolls(do(state, "sell", item="whistle", target="ortega")) == []
    assert made_of(state, "whistle") is not None
    assert state.has("ortega", "whistle") == 1


def test_whoever_saw_a_fake_being_made_does_not_buy_it() -> None:
    state = opened()
    do(state, "free", words="draw a false map", about="a false map", mode="forge")
    done = do(state, "sell", item="false_map", target="ortega")
    assert rolls(done) == []
    assert state.has("cal", "false_map") == 1


def test_what_is_altered_in_front_of_whoever_is_at_home_there_is_minded_and_told_of_by_whoever_comes_upon_it() -> None:
    state = opened()
    done = do(state, "free", words="dam the ditch", about="the ditch", mode="alter", leaves="the ditch is dammed")
    [work] = works(done)
    assert (work.text, work.place, work.seen_by) == ("the ditch is dammed", "livery", ("ortega",))
    assert [event.key for event in changes(done, "attitude")] == ["ortega"]
    assert work.finder in state.pack.npcs
    assert work.finder != "ortega"
    assert work.due is not None
    assert work.due > state.minute


def test_what_was_kept_from_everybody_was_seen_by_nobody_and_is_minded_by_nobody() -> None:
    kinds = set()
    for seed in SEEDS:
        state = opened(seed=seed)
        done = do(state, "free", words="cut the bell pull", about="the bell pull", mode="alter", leaves="the bell pull is cut",
                  skill="stealth", stakes=STAKES)  # fmt: skip
        if band(done) in ("triumph", "success"):
            assert works(done)[0].seen_by == ()
            assert changes(done, "attitude") == []
        elif band(done) == "cost":
            assert works(done)[0].seen_by == ("ortega",)
        else:
            assert works(done) == []
        kinds.add(band(done))
    assert len(kinds) >= 4


def test_what_was_done_is_undone_once() -> None:
    state = opened()
    [work] = works(do(state, "free", words="dam the ditch", about="the ditch", mode="alter", leaves="the ditch is dammed"))
    [again] = works(do(state, "free", words="clear the ditch", about="the ditch", mode="undo", topic=work.id))
    assert again.undone == state.turn
    assert not state.works[work.id].stands
    assert works(do(state, "free", words="clear the ditch", about="the ditch", mode="undo", topic=work.id)) == []


def test_a_thing_that_is_hidden_lies_there_and_can_be_taken_again() -> None:
    state = opened()
    do(state, "free", words="hide the letter under the straw", about="the letter", item="letter", mode="hide",
       leaves="the letter is hidden under the straw")  # fmt: skip
    assert state.has("cal", "letter") == 0
    assert state.where("letter") == "livery"
    do(state, "take", item="letter")
    assert state.has("cal", "letter") == 1


def test_a_lesson_takes_several_good_tries_and_is_then_learned() -> None:
    state = opened()
    for lesson in range(1, LESSONS + 1):
        [work] = works(
            do(state, "free", words="teach the dog to fetch", about="the dog", mode="train", leaves="the dog has learned to fetch")
        )
        assert (work.filled, work.whole) == (lesson, lesson == LESSONS)
    assert len(state.works) == 1
    [other] = works(do(state, "free", words="teach the dog to sit", about="the dog", mode="train", leaves="the dog has learned to sit"))
    assert (other.filled, len(state.works)) == (1, 2)


def test_a_bad_lesson_brings_nothing_and_a_very_good_one_counts_for_two() -> None:
    steps = {}
    for seed in range(1, 120):
        state = opened(seed=seed)
        done = do(state, "free", words="teach the dog to fetch", about="the dog", mode="train", leaves="the dog has learned to fetch",
                  skill="riding", stakes=STAKES)  # fmt: skip
        steps[band(done)] = sum(work.filled for work in works(done))
    assert steps == {"triumph": 2, "success": 1, "cost": 1, "failure": 0, "disaster": 0}


@pytest.mark.parametrize("mode", ["soothe", "go", "", "place"])
def test_a_gesture_leaves_nothing(mode: str) -> None:
    assert (
        works(
            do(
                opened(),
                "free",
                words="lay two dollars on the bar",
                about="two dollars",
                mode=mode,
                leaves="two dollars are laid on the bar",
            )
        )
        == []
    )


def test_the_same_events_make_the_same_state() -> None:
    state, again = opened(), opened()
    again.turn += 1
    for event in do(state, "free", words="draw a false map of the mine", about="a false map of the mine", mode="forge"):
        fold(again, event)
    assert again.digest == state.digest
