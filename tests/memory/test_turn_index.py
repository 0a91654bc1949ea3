"""The index over turns against plain readings of the same formulas."""

from collections import Counter
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.memory.turn_index import K1, B, TurnIndex

TERMS = st.lists(st.sampled_from(["gun", "horse", "well", "rope", "hand"]), max_size=6).map(Counter)
TURNS = st.dictionaries(st.integers(1, 30), st.tuples(TERMS, st.integers(1, 2), st.integers(0, 40)), min_size=1, max_size=12)


def by_hand(texts: dict[int, Counter[str]], asked: dict[str, int]) -> list[float]:
    mean = sum(text.total() for text in texts.values()) / len(texts) or 1
    scores = []
    for number in sorted(texts):
        score = 0.0
        for term, times in asked.items():
            holding, count = sum(term in text for text in texts.values()), texts[number][term]
            rarity = log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
            norm = K1 * (1 - B + B * texts[number].total() / mean)
            score += times * rarity * count * (K1 + 1) / (count + norm) if count else 0
        scores.append(score)
    return scores


@settings(max_examples=60, deadline=None)
@given(TURNS, st.permutations(range(12)), TURNS)
def test_whatever_the_order_of_telling_it_scores_as_by_hand(
    turns: dict[int, tuple[Counter[str], int, int]], order: list[int], earlier: dict[int, tuple[Counter[str], int, int]]
) -> None:
    index = TurnIndex()
    for number in earlier.keys() & turns.keys():
        index.put(number, earlier[number][0], words=3)
    numbers = list(turns)
    for at in order:
        if at < len(numbers):
            terms, session, words = turns[numbers[at]]
            index.put(numbers[at], terms, session=session, words=words)
    asked = {"gun": 1, "well": 2}
    assert index.numbers.tolist() == sorted(turns)
    assert index.bm25(asked).tolist() == pytest.approx(by_hand({number: turn[0] for number, turn in turns.items()}, asked))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 30), st.floats(0, 1), st.booleans()), min_size=1, max_size=15), st.integers(10, 60))
def test_what_lies_around_a_turn_fades_with_the_words_between(turns: list[tuple[int, float, bool]], reach: int) -> None:
    index, session = TurnIndex(), 1
    for number, (words, _, new) in enumerate(turns, 1):
        session += new
        index.put(number, Counter(), words=words, session=session)
    values = np.array([value for _, value, _ in turns])
    middles = index.middles
    by_hand = [sum(value * max(0.0, 1 - abs(one - other) / reach) for value, other in zip(values, middles, strict=True)) for one in middles]
    assert index.around(values, reach).tolist() == pytest.approx(by_hand, abs=1e-6)


def test_nothing_reaches_into_another_session() -> None:
    index = TurnIndex()
    index.put(1, Counter(["harp"]), session=1, words=5)
    index.put(2, Counter(["mare"]), session=2, words=5)
    assert index.around(np.array([1.0, 0.0]), 600).tolist() == [1.0, 0.0]


def test_of_a_very_long_question_the_rarest_words_are_asked() -> None:
    index = TurnIndex()
    for number in range(1, 400):
        index.put(number, Counter({"dust": 1, f"word{number}": 1}), words=2)
    asked = index.asked(dict.fromkeys(["dust", *(f"word{number}" for number in range(1, 400))], 1))
    assert len(asked) == 256
    assert "dust" not in asked
