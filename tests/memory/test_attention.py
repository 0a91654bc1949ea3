"""The table's attention: what it dwells on, how it fades, that it stays small, and that it is nothing but a fold of the turns."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.memory.attention import HEARD, MOST_KEYWORDS, MOST_NAMES, MOST_WORDS, Heard, attend, corrects
from gm_engine.story import event as happened
from tests.memory.tale import Tale

WORDS = st.lists(st.sampled_from([f"w{n}" for n in range(300)]), max_size=40).map(tuple)
HEARDS = st.builds(Heard, WORDS, WORDS, WORDS, WORDS, st.floats(1.0, 3.0))


@settings(max_examples=60, deadline=None)
@given(st.lists(HEARDS, max_size=40))
def test_attention_is_bounded_and_its_strengths_are_shares(turns: list[Heard]) -> None:
    found = attend(turns, lambda stem: 1.0)
    assert (len(found.names) <= MOST_NAMES, len(found.recent) <= MOST_WORDS, len(found.keywords) <= MOST_KEYWORDS) == (True, True, True)
    assert len(found.words()) <= MOST_WORDS
    for table in (found.names, found.recent, found.keywords, found.words()):
        assert all(0 < strength <= 1 for strength in table.values())
        assert list(table.values()) == sorted(table.values(), reverse=True)


@settings(max_examples=40, deadline=None)
@given(st.lists(HEARDS, min_size=HEARD, max_size=60), st.lists(HEARDS, max_size=20))
def test_what_was_heard_long_ago_is_nothing_to_it(turns: list[Heard], before: list[Heard]) -> None:
    assert attend([*before, *turns], lambda stem: 1.0) == attend(turns, lambda stem: 1.0)


def test_what_falls_in_every_turn_never_rises() -> None:
    tale = Tale()
    for number in range(40):
        tale.play(f"I ask Ortega about brand {number}.", "Ortega shrugs at the brand and looks at the sky.")
    found = tale.memory.attention()
    assert not {"ask", "ortega", "sky", "look"} & found.keywords.keys()
    assert not {"the", "about", "at"} & found.words().keys()


def test_what_is_kept_to_over_turns_is_a_keyword_and_fades_when_it_is_left() -> None:
    tale = Tale()
    for number in range(30):
        tale.play(f"I count to {number}.", "Nothing stirs.")
    for line in ("I ask about the payroll.", "Who guards the payroll?", "I think of the payroll."):
        tale.play(line, "Nobody answers.")
    dwelt = tale.memory.attention().keywords["payrol"]
    for number in range(10):
        tale.play(f"I whistle {number} times.", "Nothing stirs.")
    left = tale.memory.attention().keywords.get("payrol", 0.0)
    assert dwelt > 0.5
    assert 0 < left < dwelt / 2


def test_the_last_word_of_a_line_counts_more_than_the_first() -> None:
    found = attend([Heard(said=("saddl", "mare", "hat"))], lambda stem: 1.0).recent
    assert found["hat"] > found["mare"] > found["saddl"]


def test_the_players_words_count_more_than_the_replys() -> None:
    found = attend([Heard(said=("gray",), reply=("bay",))], lambda stem: 1.0)
    assert found.recent["gray"] > found.recent["bay"]
    assert found.keywords["gray"] > found.keywords["bay"]


def test_a_correction_stays_longer_than_what_it_corrects() -> None:
    tale = Tale()
    tale.play("I take the sorrel.", "He saddles a bay.")
    tale.play("No, I said the gelding.", "He nods.")
    assert tale.memory.importance(2) == 5
    assert tale.memory.importance(1) == 0
    found = tale.memory.attention()
    assert found.keywords["geld"] > 1.5 * found.keywords["sorrel"]


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("No, I said the gray.", True), ("Wait, that was the other door.", True), ("I meant the other one.", True),
        ("That's not what I asked for.", True), ("No.", False), ("I tell him no.", False), ("I ask Amos about the bay.", False),
        ("Actually, she is my sister.", True),
    ],
)  # fmt: skip
def test_what_sets_something_right_is_known(said: str, right: bool) -> None:
    assert corrects(said) is right


def test_a_decision_makes_its_turn_important() -> None:
    tale = Tale()
    tale.play("I sit in.", "Chips are pushed over.")
    tale.decide("d1", "Do you sit in?", "sit in", "stay standing", weight="critical")
    assert tale.memory.importance(1) == 5


def test_a_redacted_turn_leaves_neither_attention_nor_interest() -> None:
    tale = Tale()
    for session in (1, 2, 3):
        tale.feed(happened.SessionOpened(number=session))
        for _ in range(2):
            tale.play("I ask about the orchid.", "An orchid, he says.")
        for number in range(5):
            tale.play(f"I walk on {number}.", "Dust.")
    assert "orchid" in tale.memory.interested()
    for turn in (1, 2, 8, 9, 15, 16):
        tale.feed(happened.TextRedacted(turn=21, redacted=turn))
    assert "orchid" not in tale.memory.interested()
    assert "orchid" not in tale.memory.attention().words()
