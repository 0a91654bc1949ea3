"""Dice: what they are, how they fall, and the proof."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.chance import draw
from gm_engine.errors import GameError
from gm_engine.rules.dice import faces_of, parse, roll, shift, total, verify_roll
from gm_engine.story.roll import DrawKey, Modifier

KEY = DrawKey(seed=7, turn=3)


@pytest.mark.parametrize(
    ("expression", "faces", "result"),
    [
        ("2d6+1", (3, 4), 8),
        ("d%", (77,), 77),
        ("4d6kh3", (1, 6, 5, 2), 13),
        ("2d20kl1", (15, 4), 4),
        ("10 - 1d4", (3,), 7),
        ("-d100", (41,), -41),
        ("1d4 + 1d6 - 2", (2, 5), 5),
        ("D8", (8,), 8),
        ("5", (), 5),
    ],
)
def test_an_expression_comes_to_its_total(expression: str, faces: tuple[int, ...], result: int) -> None:
    assert total(parse(expression), faces) == result


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("", "there are no dice"),
        ("3x6", "character 2"),
        ("2d6 2d6", "character 5"),
        ("2d", "character 2"),
        ("101d6", "1 to 100 dice, not 101"),
        ("0d6", "1 to 100 dice, not 0"),
        ("d0", "1 to 1000 sides, not 0"),
        ("d1001", "1 to 1000 sides, not 1001"),
        ("60d6+60d6", "at most 100 dice"),
        ("2d6kh3", "of 2 dice, 3 cannot be kept"),
        ("1" + "+1" * 30, "at most 20 terms"),
        ("2d6!", "character 4"),
        ("__import__('os')", "character 1"),
    ],
)
def test_what_is_no_dice_is_said_precisely(expression: str, says: str) -> None:
    with pytest.raises(GameError) as caught:
        parse(expression)
    assert caught.value.slug == "bad-dice"
    assert says in str(caught.value)


def test_faces_are_the_draws_of_their_stream() -> None:
    first = {"dice": 4}
    fell = roll("3d6", KEY, "dice", first)
    assert fell.faces == tuple(draw(KEY, "dice", n, 6) for n in (4, 5, 6))
    assert first == {"dice": 7}
    assert (fell.first, fell.stream, fell.key) == (4, "dice", KEY)


def test_no_two_rolls_of_a_turn_share_a_draw() -> None:
    first: dict[str, int] = {}
    one, two = roll("d100", KEY, "dice", first), roll("d100", KEY, "dice", first)
    assert (one.first, two.first) == (0, 1)
    assert one.id != two.id


def test_another_try_at_the_words_keeps_the_dice() -> None:
    again = KEY.model_copy(update={"attempt": 5})
    assert roll("5d100", KEY, "dice", {}).faces == roll("5d100", again, "dice", {}).faces


def test_a_roll_can_be_proved_and_a_changed_one_cannot() -> None:
    fell = roll("4d6kh3+2", KEY, "dice", {})
    assert verify_roll(fell)
    assert not verify_roll(fell.model_copy(update={"total": fell.total + 1}))
    assert not verify_roll(fell.model_copy(update={"faces": (7, *fell.faces[1:])}))
    assert not verify_roll(fell.model_copy(update={"first": 1}))
    shifted = shift(fell, (Modifier(why="power", value=3),))
    assert shifted.total == fell.total + 3
    assert verify_roll(shifted)


EXPRESSIONS = st.builds(
    lambda count, sides, keep, add: f"{count}d{sides}{keep and f'{keep}{max(1, count - 1)}'}{add:+d}",
    st.integers(1, 12),
    st.integers(1, 100),
    st.sampled_from(["", "kh", "kl"]),
    st.integers(-20, 20),
)


@settings(max_examples=100, deadline=None)
@given(EXPRESSIONS, st.integers(0, 2**63), st.integers(0, 500))
def test_every_face_is_on_its_die(expression: str, seed: int, turn: int) -> None:
    key = DrawKey(seed=seed, turn=turn)
    terms = parse(expression)
    fell = roll(expression, key, "dice", {})
    assert len(fell.faces) == terms[0].count
    assert all(1 <= face <= terms[0].sides for face in fell.faces)
    assert fell.faces == faces_of(terms, key, "dice", 0)
    assert verify_roll(fell)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="0123456789d%khl+- x", max_size=30))
def test_anything_typed_is_dice_or_a_bad_dice_error(text: str) -> None:
    try:
        assert verify_roll(roll(text, KEY, "dice", {}))
    except GameError as error:
        assert error.slug == "bad-dice"  # noqa: PT017
