"""Stems are the same whoever else asks for one meanwhile."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from gm_engine.stemming import stem

WORDS = [f"{first}{second}{end}" for first in ("car", "rest", "hol", "nation") for second in ("al", "iz", "ous", "ful")
         for end in ("ization", "iveness", "ational", "ing", "edly", "ness", "ement", "ically")]  # fmt: skip


@pytest.fixture
def in_turns() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_threads_that_stem_at_once_get_the_stems_of_one_that_stems_alone(in_turns: None) -> None:
    """Found by a server: words of one campaign were cut in the middle of another's, or ended in a fault."""
    alone = [stem.__wrapped__(word) for word in WORDS]
    with ThreadPoolExecutor(6) as threads:
        for together in threads.map(lambda _: [stem.__wrapped__(word) for word in WORDS * 4], range(6)):
            assert together == alone * 4
