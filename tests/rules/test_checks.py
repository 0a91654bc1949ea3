"""Checks: bands, targets, opposed rolls, chips."""

from collections import Counter

import pytest
from tables import do, mesa, opened, play, rolls

from gm_engine.authoring import read_rulebook
from gm_engine.rules.dice import verify_roll
from gm_engine.rules.rulebook import Rulebook
from gm_engine.rules.ruling import chance
from gm_engine.rules.skill_check import band_of, better, target_of
from gm_engine.story.event import StateChanged
from gm_engine.story.roll import DrawKey, Modifier, Roll

BOOK = Rulebook.of(read_rulebook("western"))
ORDER = ("triumph", "success", "cost", "failure", "disaster")


@pytest.mark.parametrize(
    ("target", "share"),
    [(25, (2, 8, 15, 68, 7)), (40, (4, 21, 15, 54, 6)), (55, (5, 35, 15, 41, 4)), (70, (7, 48, 15, 27, 3)), (85, (8, 62, 15, 14, 1))],
)
def test_the_bands_hold_so_many_faces_of_a_hundred(target: int, share: tuple[int, ...]) -> None:
    counted = Counter(band_of(face, target, BOOK) for face in range(1, 101))
    assert tuple(counted[band] for band in ORDER) == share


def test_bands_lie_in_order_for_every_target() -> None:
    for target in range(3, 98):
        places = [ORDER.index(band_of(face, target, BOOK)) for face in range(1, 101)]
        assert places == sorted(places)
        assert places[0] == 0, "a one always triumphs"


def test_a_target_is_never_sure_and_never_hopeless() -> None:
    assert target_of(40, (Modifier(why="x", value=900),), BOOK) == 97
    assert target_of(40, (Modifier(why="x", value=-900),), BOOK) == 3


def test_a_check_says_why_its_target_moved() -> None:
    state = opened()
    play(state, [StateChanged(turn=1, what="wound", key="cal", detail="left arm; knife; 9000", new=1)])
    (roll,) = rolls(do(state, "check", skill="riding", difficulty="hard"))
    assert [(reason.why, reason.value) for reason in roll.modifiers] == [("training", 20), ("hard", -20), ("wounds", -10)]
    assert roll.target == 55 + 20 - 20 - 10
    assert roll.band == band_of(roll.total, roll.target or 0, BOOK)
    assert verify_roll(roll)


def test_wounds_take_twenty_at_most() -> None:
    state = opened()
    before = chance(state, "riding")
    play(state, [StateChanged(turn=1, what="wound", key="cal", detail="body; knife; 9000", new=3)])
    assert chance(state, "riding") == before - 20


def made(band: str, total: int, target: int) -> Roll:
    return Roll.model_validate(
        {"id": "1", "expression": "d100", "faces": (total,), "total": total, "target": target, "band": band, "key": DrawKey(seed=1, turn=1)}
    )


def test_opposed_the_better_band_wins_then_the_larger_margin_then_nobody() -> None:
    success, cost, narrow = made("success", 20, 50), made("cost", 40, 45), made("success", 30, 50)
    assert better(success, cost) is success
    assert better(cost, success) is success
    assert better(narrow, success) is success
    assert better(success, made("success", 30, 60)) is None


def test_a_chip_rolls_again_and_keeps_the_better() -> None:
    spent = 0
    for seed in range(1, 30):
        state = opened(seed=seed)
        done = do(state, "check", skill="riding", mode="chip")
        fell = rolls(done)
        if fell[0].band in ("failure", "disaster"):
            assert [roll.why for roll in fell] == ["riding", "reroll"]
            assert state.chips.get("cal") == 2
            spent += 1
        else:
            assert len(fell) == 1
            assert state.chips.get("cal") is None
    assert spent


def test_without_chips_there_is_no_second_roll() -> None:
    for seed in range(1, 20):
        state = opened(seed=seed)
        play(state, [StateChanged(turn=1, what="chips", key="cal", new=0)])
        assert len(rolls(do(state, "check", skill="riding", mode="chip"))) == 1


def test_a_failure_is_heard_by_clocks_that_wait_for_one() -> None:
    pack = mesa()
    clock = pack.clocks["payroll"]
    pack = mesa(
        clocks={"payroll": clock.model_copy(update={"advance": clock.advance.model_copy(update={"events": ("failure", "disaster")})})}
    )
    heard = 0
    for seed in range(1, 12):
        state = opened(pack, seed)
        (roll,) = rolls(do(state, "check", skill="persuade", difficulty="brutal"))
        failed = roll.band in ("failure", "disaster")
        assert state.clock("payroll") == int(failed)
        heard += failed
    assert heard
