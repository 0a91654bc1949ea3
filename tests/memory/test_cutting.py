"""What says nothing is left out and marked; what is told never is."""

from hypothesis import given
from hypothesis import strategies as st

from gm_engine.memory.cutting import sentences, without_courtesies

PIECES = [
    "Hey there, good old friend!",
    "I sold the gray mare.",
    "No, I never did.",
    "He owes me 12 dollars.",
    "That is so nice of you!",
    "Wow!",
]


def telling(stem: str) -> float:
    return float(stem in {"sold", "mare", "gray", "owe", "dollar"})


def test_a_greeting_is_left_out_and_marked() -> None:
    said = "Hey there, good old friend! I sold the gray mare to a preacher in Tucson for less than she was worth. He pays in the spring."
    assert without_courtesies(said, telling, ()).startswith("… I sold the gray mare")


def test_a_no_and_a_number_stay() -> None:
    for said in ("No, I was not there at all. The gray mare sold.", "It was 12 of them all in all. The gray mare sold for what she owed."):
        assert without_courtesies(said, telling, ()) == said


def test_what_was_asked_for_stays() -> None:
    said = "Hey there, good old friend! I sold the gray mare to a preacher in Tucson for less than she was worth. He pays in the spring."
    assert without_courtesies(said, telling, {"friend"}).startswith("Hey there, good old friend! I sold")


def test_a_title_ends_no_sentence() -> None:
    assert sentences("Mr. Lund waits. So does J. B. Hollis.") == ["Mr. Lund waits.", "So does J. B. Hollis."]


@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_most_of_the_words_stay_and_every_sentence_is_one_that_was_said(pieces: list[str]) -> None:
    said = " ".join(pieces)
    shorter = without_courtesies(said, telling, ())
    kept = [piece for piece in shorter.split(" … ") if piece]
    assert all(piece.strip("… ") in said for piece in kept)
    assert len(shorter.replace("…", "").split()) >= 0.7 * len(said.split())
    assert "……" not in shorter.replace(" ", "")
