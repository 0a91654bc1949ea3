"""The oracle: exact shares, twists, what the table can see for itself."""

from collections import Counter

import pytest
from tables import changes, do, opened, play, rolls

from gm_engine.rules.oracle import ANSWERS, answer, subjects, twisted
from gm_engine.rules.rulebook import Oracle
from gm_engine.story.event import StateChanged

RULES = Oracle()


def shares(chance: int) -> tuple[int, ...]:
    counted = Counter(answer(face, chance, RULES) for face in range(1, 101))
    return tuple(counted[said] for said in ("yes, and", "yes", "yes, but", "no, but", "no", "no, and"))


@pytest.mark.parametrize(
    ("odds", "share"),
    [
        ("no way", (1, 6, 1, 15, 59, 18)),
        ("unlikely", (5, 19, 4, 12, 46, 14)),
        ("even", (10, 32, 8, 8, 32, 10)),
        ("likely", (14, 46, 12, 4, 19, 5)),
        ("sure", (18, 59, 15, 1, 6, 1)),
    ],
)
def test_the_answers_hold_so_many_faces_of_a_hundred(odds: str, share: tuple[int, ...]) -> None:
    assert shares(RULES.odds[odds]) == share


def test_there_are_six_answers() -> None:
    assert set(ANSWERS) == {"yes, and", "yes", "yes, but", "no, but", "no", "no, and"}


@pytest.mark.parametrize("strain", range(1, 10))
def test_a_twist_comes_for_strain_and_one_faces(strain: int) -> None:
    assert sum(twisted(face, strain) for face in range(1, 101)) == strain + 1


def test_asking_rolls_on_the_oracles_own_stream_and_takes_no_time() -> None:
    state = opened()
    (roll, *_) = rolls(do(state, "oracle", difficulty="likely", about="Is anyone watching?"))
    assert (roll.stream, roll.why, roll.target, roll.difficulty) == ("oracle", "oracle", 72, "likely")
    assert roll.band == answer(roll.total, 72, RULES)
    assert state.minute == 0


def test_what_the_table_can_see_is_said_without_dice() -> None:
    state = opened()
    done = do(state, "oracle", target="ortega", place="livery")
    assert not rolls(done)
    assert [change.cause for change in changes(done, "used")] == ["known:yes"]
    assert [change.cause for change in changes(do(state, "oracle", target="thorne", place="livery"), "used")] == ["known:no"]


def test_odds_come_from_where_somebody_is_mostly_found() -> None:
    state = opened()
    assert rolls(do(state, "oracle", target="thorne", place="saloon"))[0].difficulty == "likely"
    assert rolls(do(state, "oracle", target="thorne", place="bank"))[0].difficulty == "unlikely"
    assert rolls(do(state, "oracle", about="Does it rain?"))[0].difficulty == "even"


def test_a_twist_draws_from_what_has_been_played() -> None:
    state = opened()
    play(state, [StateChanged(turn=1, what="met", key="thorne", new=1), StateChanged(turn=1, what="strain", new=9)])
    assert subjects(state) == ("thorne",)
    twists = 0
    for _ in range(60):
        done = do(state, "oracle")
        double = twisted(rolls(done)[0].total, 9)
        drawn = [change for change in changes(done, "used") if change.cause == "twist"]
        assert bool(drawn) == double
        for change in drawn:
            subject, verb, thing = change.detail.split("; ")
            assert subject == "thorne"
            assert verb in state.pack.rulebook["oracle"]["verbs"]
            assert thing in state.pack.rulebook["oracle"]["things"]
            twists += 1
    assert twists


def test_a_spark_is_a_pair_of_words() -> None:
    done = do(opened(), "spark")
    (change,) = changes(done, "used")
    assert change.cause == "spark"
    assert len(change.detail.split("; ")) == 3
    assert all(roll.stream == "oracle" for roll in rolls(done))
