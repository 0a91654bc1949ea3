"""Every play of the repository, three ways: live, rebuilt from its own exported lines, and replayed."""

from functools import cache
from pathlib import Path

import pytest

from gm_engine import bootstrap
from gm_engine.journal import MemoryJournal
from gm_engine.journal.lines import read_lines, write_lines
from gm_engine.play.game import Game
from gm_engine.story.event import SceneOpened
from gm_engine.story.play_script import PlayScript
from gm_engine.testing import PlayRun, run_play

ROOT = Path(__file__).parent.parent
PLAYS = sorted([*ROOT.glob("tests/plays/*.play"), *ROOT.glob("campaigns/*/plays/*.play")])
IDS = [play.stem for play in PLAYS]
EACH = [pytest.param(play, id=play.stem, marks=pytest.mark.xdist_group(f"play {play.stem}")) for play in PLAYS]
"""A worker that has played a play keeps it for all of its tests."""


@cache
def played(path: Path) -> tuple[PlayScript, Game, PlayRun]:
    """A play, its game after the last line, and what came of it: played once for all tests."""
    script = bootstrap.find_play(path)
    pack, at = bootstrap.pack_for_play(script)
    game = bootstrap.trial(pack, path.stem, pack_path=at, seed=script.seed, simulation=script.allow_faults, opening=script.opening)
    return script, game, run_play(script, game)


@pytest.mark.parametrize("path", EACH)
def test_everything_hard_that_a_play_expects_holds(path: Path) -> None:
    _, _, run = played(path)
    assert not run.failed, "\n".join(f"{path.name}:{one.line}: {one.text} -- {one.seen}" for one in run.failed)
    assert run.turns > 0
    assert run.results


@pytest.mark.parametrize("path", EACH)
def test_a_play_is_rebuilt_from_its_own_lines(path: Path) -> None:
    _, game, _ = played(path)
    copy = MemoryJournal(game.journal.name)
    read_lines(list(write_lines(game.journal)), copy, "copy")
    again = bootstrap.resume_game(copy)
    if copy.branch != game.journal.branch:
        again.switch(game.journal.branch)
    assert again.state.digest == game.state.digest
    assert again.state.turn == game.state.turn


@pytest.mark.parametrize("path", EACH)
def test_a_play_replays_to_the_same_bytes(path: Path) -> None:
    _, game, _ = played(path)
    done = bootstrap.verify_game(game.journal)
    assert done.turns > 0
    assert done.prompts > 0


def test_the_plays_that_the_readme_names_are_there() -> None:
    assert {"first_ride", "the_long_summer", "liars_and_ghosts"} <= set(IDS)


@pytest.mark.xdist_group("plays of redemption")
def test_first_ride_is_an_evening_of_twenty_turns_with_one_clash() -> None:
    _, game, run = played(ROOT / "campaigns/redemption/plays/first_ride.play")
    assert run.turns == 20
    (conflict,) = game.state.conflicts.values()
    assert (conflict.kind, conflict.subject) == ("physical_trait", "kettering")
    given = [turn for turn in game.state.recent_turns(20) if turn.given_by == "script"]
    assert len(given) == 2


@pytest.mark.xdist_group("plays of redemption")
def test_the_long_summer_is_long_and_clean() -> None:
    _, game, run = played(ROOT / "campaigns/redemption/plays/the_long_summer.play")
    assert run.turns >= 120
    assert game.state.session >= 5
    assert not game.state.conflicts
    assert game.state.ended
    assert sum(not game.state.alive(npc) for npc in game.state.pack.npcs) >= 1


@pytest.mark.xdist_group("plays of redemption")
def test_liars_and_ghosts_declares_every_fault_and_decoy_that_the_gm_can_make() -> None:
    from gm_engine.direction.faults import DECOYS, FAULTS

    script, game, run = played(ROOT / "campaigns/redemption/plays/liars_and_ghosts.play")
    assert {step.words[0] for step in script.steps if step.name == "fault"} == set(FAULTS)
    assert {step.words[0] for step in script.steps if step.name == "decoy"} == set(DECOYS)
    flagged = [result for result in run.results if result.text.startswith("conflict ")]
    assert sum(result.ok for result in flagged) >= 0.9 * len(FAULTS)
    assert all(conflict.sim == "fault" for conflict in game.state.conflicts.values())


REDEMPTION = [play for play in PLAYS if play.parent.parent.name == "redemption"]


@cache
def opened_by(path: Path) -> frozenset[str]:
    """The authored scenes that a play opened, on any branch of it."""
    _, game, _ = played(path)
    return frozenset(entry.event.scene.authored for entry in game.journal.entries() if isinstance(entry.event, SceneOpened))


@pytest.mark.xdist_group("plays of redemption")
def test_every_scene_and_every_ending_of_redemption_is_opened_by_a_play() -> None:
    pack = played(REDEMPTION[0])[1].state.pack
    opened = {scene for play in REDEMPTION for scene in opened_by(play)}
    assert sorted(pack.scenes.keys() - opened) == []
    ended = {played(play)[1].state.scene.authored for play in REDEMPTION if played(play)[1].state.ended}
    assert sorted({id for id, scene in pack.scenes.items() if scene.ends} - ended) == []


@pytest.mark.xdist_group("plays of redemption")
def test_every_front_of_redemption_moves_in_plays_that_end_and_from_both_openings() -> None:
    games = [played(play)[1] for play in REDEMPTION]
    ending = [game.state for game in games if game.state.ended]
    fronts = games[0].state.pack.clocks
    assert {id for id, clock in fronts.items() if any(state.clock(id) >= clock.size - 2 for state in ending)} == set(fronts)
    assert {state.opening for state in ending} == {opening.name for opening in games[0].state.pack.openings}
    for state in ending:
        assert not state.conflicts, state.scene.authored
