"""Free acts in a whole game: what they leave is told of the thing and the place, recapped, taken back by an undo and replayed as it was."""

import pytest

from gm_engine import direction
from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial, verify_game
from gm_engine.direction.free_acts import fitted
from gm_engine.memory import recap
from gm_engine.play.game import Game
from gm_engine.state import StoryState
from gm_engine.story.intent import Intent

ACTS = {
    "redemption": ("draw a false map of the mine", "a false map of the mine", "false_map"),
    "nine_tonnes": ("build a radio from spare parts", "a radio", "radio"),
}


@pytest.fixture(autouse=True)
def ear(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ear that hears a free act in every line "VERB OBJECT … | OBJECT"."""

    def hear(said: str, state: StoryState, *rest: object) -> tuple[Intent, ...]:
        line, _, about = said.partition(" | ")
        return (fitted(Intent(verb="free", words=line, about=about, told=f"you {line}"), state),)

    monkeypatch.setattr(direction, "read", hear)


@pytest.fixture(params=sorted(ACTS))
def campaign(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def game(campaign: str) -> Game:
    path = find_pack(campaign)
    return trial(load_pack(path), "works", pack_path=path, seed=5)


def until(game: Game, line: str, done: str) -> None:
    """Says a line until the recap has some words."""
    for _ in range(30):
        game.play(line)
        if any(done in told.text for told in recap(game.state)):
            return
    raise AssertionError(done)


def features(game: Game) -> set[str]:
    """What the lore holds now of the place where the player's character is."""
    return {fact.value.text for fact in game.state.lore.facts(game.state.here, "quality", at=game.state.minute) if fact.polarity}


def test_what_is_made_is_carried_recapped_and_undone(game: Game, campaign: str) -> None:
    words, about, item = ACTS[campaign]
    for _ in range(12):
        game.play(f"{words} | {about}")
        if game.state.has(game.state.pc, item):
            break
    assert any(f"You made {game.state.name(item)}" in line.text for line in recap(game.state))
    assert any(point.title == f"Made: {game.state.name(item)}" for point in game.state.story_points.values())
    assert [fact.value.text for fact in game.state.lore.facts(item, "quality")] == [game.state.pack.items[item].summary.rstrip(".")]
    game.undo()
    assert item not in game.state.pack.items


def test_what_is_altered_is_a_fact_of_its_place_until_it_is_undone(game: Game) -> None:
    until(game, "block the drain with rags | the drain", "the drain is blocked with rags")
    assert "the drain is blocked with rags" in features(game)
    game.play("clear the drain | the drain")
    assert "the drain is blocked with rags" not in features(game)
    assert not game.state.conflicts.keys()


def test_a_story_with_works_in_it_is_told_again_as_it_was(game: Game, campaign: str) -> None:
    words, about, _ = ACTS[campaign]
    for line in (f"{words} | {about}", "block the drain | the drain", "teach the dog to sit | the dog", "hum a tune | a tune"):
        game.play(line)
    assert verify_game(game.journal).turns == 4
