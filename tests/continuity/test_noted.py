"""What a careful reader answered, on record: every clash that it named stands in the report, and nothing else does."""

from pathlib import Path

import pytest

from benchmarks.labelled import Transcript, judge, transcripts
from benchmarks.noted import OURS, alarms_of

STORIES = tuple(transcripts(OURS))


@pytest.mark.parametrize("story", STORIES, ids=lambda story: Path(story.path).stem)
def test_what_a_reader_names_stands_in_the_report_and_nothing_else(story: Transcript) -> None:
    alarms, prices = alarms_of(story.path)
    judged = judge(alarms, story)
    assert all(judged.found)
    assert not judged.false
    assert sum(prices) / len(prices) < 2500
