"""Two sentences are weighed once while a draft is judged piece by piece and then told, and anew once the story has heard more."""

import pytest

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.weigh import Weighed
from tests.mesa import mesa
from tests.play.scripted import sits

TOLD = "Clara Bell keeps a red parrot on the counter. Clara Bell pours the coffee herself."
DRAFT = (
    "Clara Bell sets the coffee pot down beside the parrot, which looks at the coffee pot and then, for rather longer, at Clara Bell. ",
    "Clara Bell counts the coins on the counter twice, once from each end, and the parrot leans over to see that she does it right. ",
    "The parrot says something about the sheriff's mother.",
)


@pytest.fixture
def weighed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The places in the texts of each two sentences that were laid on the scales."""
    found: list[tuple[tuple[int, int], tuple[int, int]]] = []

    def weigh(earlier: Sentence, later: Sentence, ground: Ground, heard: int) -> Weighed | None:
        found.append(((earlier.turn, earlier.n), (later.turn, later.n)))
        return None

    monkeypatch.setattr("gm_engine.bootstrap.games.weigh", weigh)
    return found


def test_a_draft_that_grows_is_weighed_sentence_by_sentence(weighed: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    game, _ = sits(mesa(), TOLD, "".join(DRAFT))
    with game:
        game.play("I wait.")
        weighed.clear()
        heard: list[str] = []
        game.play("I wait.", on_text=heard.append)
        assert len(heard) > 1
        assert len(weighed) > 3
        assert len(weighed) == len(set(weighed))
