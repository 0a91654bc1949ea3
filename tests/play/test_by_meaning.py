"""Prompts that are chosen by meaning, too: each says so, and is played again as it was."""

import pytest

from gm_engine import meaning
from gm_engine.bootstrap import trial, verify_game
from gm_engine.errors import CampaignBusy
from gm_engine.play.game import Game
from gm_engine.story import event as happened
from tests.memory.test_meanings import Model
from tests.packs import LIVERY


def marks(game: Game) -> list[str]:
    return [entry.event.meaning for entry in game.journal.entries() if isinstance(entry.event, happened.PromptAssembled)]


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Model:
    model = Model()
    monkeypatch.setattr(meaning, "mark", lambda: "model 1")
    monkeypatch.setattr(meaning, "embed", model.embed)
    return model


def play(name: str) -> Game:
    game = trial(LIVERY, name, seed=5)
    for line in ("I look around.", "I ask Ortega about the horses.", "I wait."):
        game.play(line)
    return game


def test_each_prompt_says_by_what_it_was_chosen_and_replays(model: Model) -> None:
    game = play("meant")
    assert marks(game) == ["model 1"] * 3
    done = verify_game(game.journal)
    assert (done.prompts, done.unlike, done.notes) == (3, 0, [])


def test_without_the_model_the_replay_says_what_it_could_not_compare(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play("meant")
    monkeypatch.setattr(meaning, "mark", lambda: "")
    done = verify_game(game.journal)
    assert done.unlike == 3
    assert done.turns == 3
    assert "model 1, which is not installed" in done.notes[0]


def test_a_story_begun_without_goes_on_with_meaning_once_all_of_it_is_read(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meaning, "mark", lambda: "")
    game = play("plain")
    assert marks(game) == [""] * 3
    monkeypatch.setattr(meaning, "mark", lambda: "model 1")
    from gm_engine.bootstrap.games import resume_game

    game = resume_game(game.journal)
    for line in ("I wait.", "I look around."):
        game.play(line)
    assert marks(game) == ["", "", "", "", "model 1"]
    assert verify_game(game.journal).notes == []


def test_a_redaction_takes_the_vectors_along(model: Model) -> None:
    game = play("meant")
    assert len(game.journal.vectors("model 1")) == 6
    game.redact(2)
    assert game.journal.vectors("model 1") == {}
    game.play("I wait.")
    assert marks(game)[-1] == ""
    assert game.journal.vectors("model 1")


def test_vectors_are_made_once_and_kept(model: Model) -> None:
    game = play("meant")
    read = len(model.read)
    game.resume()
    game.play("I look at the door.")
    assert [text for text in model.read[read:] if text != "I look at the door."] == [game.state.turns["4"].reply]


def test_a_turn_stands_though_its_vectors_cannot_be_kept(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    game = trial(LIVERY, "busy", seed=5)

    def busy(*_: object) -> None:
        raise CampaignBusy("busy", "another program is writing to this database", "Try again.")

    monkeypatch.setattr(game.journal, "keep_vectors", busy)
    assert game.play("I look around.").turn.number == 1
    assert game.play("I wait.").turn.number == 2
