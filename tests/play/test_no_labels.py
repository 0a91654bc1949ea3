"""No label of the record is in anybody's mouth: neither a story point's stock words nor an id, whatever is asked, over seeds."""

import re

import pytest

from gm_engine.bootstrap import trial
from tests.packs import LIVERY

LABELS = re.compile(
    r"Decided:|\bMet [A-Z]|is now (?:an enemy|a friend)|^Came\b|The truth came out:|A first sign:|Promise:|Debt:|\b[a-z]+_[a-z]+\b"
)
SPOKEN = re.compile(r'"([^"]+)"|“([^”]+)”')
LINES = (
    "I greet Ortega", "I promise Ortega to bring the gray back", "I threaten Ortega", "I ask Ortega whether I met Ortega",
    "I ask Ortega what I decided", "I ask Ortega why he is my enemy now", "I ask Ortega what I promised Ortega",
    "I ask Ortega when I came to the livery",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_nobody_says_a_label_of_the_record(seed: int) -> None:
    game = trial(LIVERY, "evening", seed=seed)
    for line in LINES:
        game.play(line)
    titles = {point.title for point in game.state.story_points.values()}
    assert any(LABELS.search(title) for title in titles)
    for turn in game.state.turns.values():
        said = [one for found in SPOKEN.findall(turn.reply) for one in found if one]
        assert not [one for one in said if LABELS.search(one)], turn.reply
