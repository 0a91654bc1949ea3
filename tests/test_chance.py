"""Draws: every face on the die, the same everywhere, untouched by other draws."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.chance import Draws, draw, pick
from gm_engine.story.roll import DrawKey

KEYS = st.builds(DrawKey, seed=st.integers(0, 2**63), branch=st.text(max_size=8), turn=st.integers(0, 10_000), attempt=st.integers(0, 9))


@given(KEYS, st.sampled_from(["dice", "words", "plan"]), st.integers(0, 500), st.integers(1, 1000))
def test_a_draw_is_a_face_of_the_die_and_always_the_same(key: DrawKey, stream: str, n: int, sides: int) -> None:
    face = draw(key, stream, n, sides)
    assert 1 <= face <= sides
    assert face == draw(key, stream, n, sides)


def test_a_face_can_be_checked_by_hand() -> None:
    from hashlib import blake2b

    number = int.from_bytes(blake2b(b"1878||12|0|dice|3|0", digest_size=8).digest(), "big")
    assert draw(DrawKey(seed=1878, turn=12), "dice", 3, 100) == number % 100 + 1


def test_every_face_comes_about_as_often() -> None:
    faces = Counter(draw(DrawKey(seed=5, turn=turn), "dice", n, 6) for turn in range(100) for n in range(60))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert min(faces.values()) > 850


def test_another_attempt_changes_the_words_and_not_the_dice() -> None:
    first, second = DrawKey(seed=3, turn=7), DrawKey(seed=3, turn=7, attempt=1)
    assert [draw(first, "dice", n, 100) for n in range(20)] == [draw(second, "dice", n, 100) for n in range(20)]
    assert [draw(first, "words", n, 100) for n in range(20)] != [draw(second, "words", n, 100) for n in range(20)]


def test_another_branch_label_falls_otherwise() -> None:
    main, fork = DrawKey(seed=3, turn=7), DrawKey(seed=3, turn=7, branch="what_if")
    assert [draw(main, "dice", n, 100) for n in range(20)] != [draw(fork, "dice", n, 100) for n in range(20)]


def test_a_die_has_a_side() -> None:
    with pytest.raises(ValueError, match="at least one side"):
        draw(DrawKey(seed=1, turn=1), "dice", 0, 0)


def test_draws_count_on() -> None:
    key = DrawKey(seed=9, turn=2)
    draws = Draws(key, "dice", first=4)
    assert [draws.roll(20), draws.roll(20)] == [draw(key, "dice", 4, 20), draw(key, "dice", 5, 20)]
    assert draws.n == 6
    assert pick(key, "words", 0, ["only"]) == "only"
