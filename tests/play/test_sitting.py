"""A session's state, as it can be looked into."""

import pytest

from gm_engine.bootstrap import trial
from gm_engine.errors import GameError
from tests.packs import LIVERY


def test_a_session_says_its_anchor_its_topics_and_what_its_prompts_held() -> None:
    with trial(LIVERY, "evening", seed=5) as game:
        game.play("I greet Ortega.")
        game.play("I ask Ortega about the horses.")
        sitting = game.session()
        assert (sitting.id, sitting.number, sitting.branch) == ("evening/1", 1, "main")
        assert sitting.anchor.place == game.state.here
        assert sitting.anchor.present == game.state.present()
        assert max(sitting.topics.values()) <= 1000
        assert "ortega" in sitting.topics
        assert [spent.tokens for spent in sitting.prompts] == [game.prompt_of(turn).prompt.tokens for turn in (1, 2)]
        assert sitting.used[0].turns == (1, 2)
        assert "now" in sitting.pinned


def test_a_new_session_has_an_id_of_its_own_and_the_old_keeps_its() -> None:
    with trial(LIVERY, "evening", seed=5) as game:
        game.play("I look around.")
        game.open_session()
        assert (game.session().id, game.session().prompts) == ("evening/2", ())
        assert game.session(1).prompts[0].turn == 1
        with pytest.raises(GameError, match="no session 3"):
            game.session(3)
