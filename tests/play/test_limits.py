"""A table's lines are found in the words in which they would be crossed."""

import pytest

from gm_engine.authoring import read_data
from gm_engine.play.safety_lines import Limits

LIMITS = Limits.of(read_data("limits"))
LINES = ("harm to children", "sexual violence", "spiders", "harm to animals")

CROSSED = [
    ("He whips the child until she falls.", "harm to children"),
    ("Two boys lie drowned below the weir.", "harm to children"),
    ("They say he raped a woman in Yuma.", "sexual violence"),
    ("A tarantula the size of a saucer walks over the quilt.", "spiders"),
    ("The teamster kicks the dog across the yard.", "harm to animals"),
    ("He shot himself in the barn.", "suicide"),
]


@pytest.mark.parametrize(("text", "line"), CROSSED)
def test_a_sentence_that_shows_it_crosses_the_line(text: str, line: str) -> None:
    assert LIMITS.crossed(f"It is noon. {text} Then it is over.", (*LINES, "suicide")) == ((text, line),)


FINE = [
    "The children play by the well.",
    "He beats the rug, and dust flies.",
    "Nobody hurt the boy.",
    "The child was never in danger of harm.",
    "A dog sleeps in the road.",
    "He is wounded in the arm. A girl brings water.",
    "The violence of the storm breaks shutters.",
]


@pytest.mark.parametrize("text", FINE)
def test_a_subject_near_the_line_does_not_cross_it(text: str) -> None:
    assert LIMITS.crossed(text, LINES) == ()


def test_a_line_in_words_of_its_own_stands_for_itself() -> None:
    assert LIMITS.crossed("The clowns come in.", ("clowns",)) == (("The clowns come in.", "clowns"),)
