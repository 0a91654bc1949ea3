"""The labelled moments are well formed, and what a good reply needs is among few tokens of knowledge."""

from functools import cache

import pytest

from gm_engine.memory import Weights
from gm_engine.memory.attention import MOST_KEYWORDS, MOST_NAMES, MOST_WORDS
from tests.context.moments import MOMENTS, ROOT, Case, cases, moments

LAMPS = next(path for path in MOMENTS if path.stem == "two_lamps")


@cache
def two_lamps() -> tuple[Case, ...]:
    return cases(LAMPS)


def test_there_are_moments_enough_each_of_a_play_that_is_there() -> None:
    found = [moment for path in MOMENTS for moment in moments(path)[1]]
    assert len(MOMENTS) == 3
    assert len(found) >= 60
    assert all((ROOT / moments(path)[0]).exists() for path in MOMENTS)
    assert all(moment.must and not moment.must_not & frozenset().union(*moment.must) for moment in found)
    assert len({(moment.play, moment.after, moment.said) for moment in found}) == len(found)


@pytest.mark.parametrize(("tokens", "least"), [(600, 0.85), (1200, 0.9)])
def test_what_must_be_in_is_in(tokens: int, least: float) -> None:
    shares = [case.had(tokens)[0] for case in two_lamps()]
    assert sum(shares) / len(shares) >= least


def test_what_must_not_be_in_is_out() -> None:
    assert not any(case.had(1200)[1] for case in two_lamps())


def test_the_newer_parts_bring_in_what_the_first_ones_left_out() -> None:
    first = Weights()
    assert sum(case.had(600)[0] for case in two_lamps()) > sum(case.had(600, first)[0] for case in two_lamps())


def test_every_reason_sums_to_its_score_and_candidates_stay_few() -> None:
    for case in two_lamps():
        ranked = case.ranked()
        assert all(made.score == sum(made.reasons.values()) for made in ranked)
        assert len(ranked) < 250
        assert len(case.focus.dwelt_on) <= MOST_WORDS
        assert len(case.focus.topics) <= MOST_NAMES + MOST_KEYWORDS
