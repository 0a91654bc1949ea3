"""Fields between the sentences of a card: what is a value, and what is told and read."""

import pytest

from gm_engine.story.text_fields import facts_in, prose_of, told_first


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("Sal said: run", "Sal said: run"),
        ("Remember this: the bridge at Oakford is broken", "Remember this: the bridge at Oakford is broken"),
        ("Mara: I live at the mill", "Mara: I live at the mill"), ("Sal waits.\nAge: 40\nShe sings", "Sal waits.\n\nShe sings"),
        ("Home: is where the heart is. She was born.", "is where the heart is. She was born."),
        ("Occupation: she keeps the mill", "Occupation: she keeps the mill"), ("Looks: tall, amber eyes", ""),
        ("Father: Dr. Vane", ""), ("Name: Who Has Been", ""),
    ],
)  # fmt: skip
def test_no_line_is_lost_but_those_of_fields_that_are_known(text: str, prose: str) -> None:
    assert prose_of(text) == prose


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Home: is where the heart is. She was born.", {}), ("Occupation: she keeps the mill", {}),
        ("Home: Oakford.", {"lives_at": "Oakford"}),
        ("Father: Dr. Vane", {"father": "Dr. Vane"}), ("[Home: the old mill; Age: 40]", {"lives_at": "the old mill", "age": "40"}),
    ],
)  # fmt: skip
def test_a_sentence_is_no_value(text: str, facts: dict[str, str]) -> None:
    assert facts_in(text) == facts


def test_what_has_a_label_sums_nobody_up() -> None:
    assert (told_first("Likes: rye\nSal waits."), told_first("Likes: rye")) == ("Sal waits.", "")
