"""The same play on other dice: what is declared is found, and nothing else is."""

from functools import cache

import pytest

from gm_engine import bootstrap
from gm_engine.play.game import Game
from gm_engine.shipped import shipped
from gm_engine.testing import PlayRun, run_play

PLAY = shipped("campaigns") / "redemption" / "plays" / "liars_and_ghosts.play"
SEEDS = (2, 3, 5)


@cache
def played(seed: int) -> tuple[Game, PlayRun]:
    """The play of declared faults and decoys on one seed."""
    script = bootstrap.find_play(PLAY)
    pack, at = bootstrap.pack_for_play(script)
    game = bootstrap.trial(pack, PLAY.stem, pack_path=at, seed=seed, simulation=True)
    return game, run_play(script, game)


@pytest.mark.parametrize("seed", SEEDS)
def test_on_other_seeds_every_declared_fault_is_found_and_nothing_else(seed: int) -> None:
    game, run = played(seed)
    faults = [result for result in run.results if result.text.startswith("conflict ")]
    assert [result.text for result in faults if not result.ok] == []
    assert [conflict.incoming.quote for conflict in game.state.conflicts.values() if conflict.sim != "fault"] == []
    assert len(game.state.conflicts) == len(faults)
