"""Words that were taken out: the story goes on, resumes, verifies and is read again without them."""

import pytest

from gm_engine.bootstrap import new_game, resume_game, verify_game
from gm_engine.errors import ReplayDivergence
from gm_engine.journal import MemoryJournal
from gm_engine.play.game import Game
from gm_engine.story import event as happened
from tests.packs import LIVERY

HERON = "The purple heron flies at midnight over the marsh."


@pytest.fixture
def game() -> Game:
    """Three turns, the words of the second taken out."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I look around.")
    game.reply_next(f"{HERON} Jesse Coyle's eyes are gray.")
    game.play(f'I say "{HERON}" to Ortega.')
    game.play("I wait an hour.")
    assert game.redact(2, "please") > 0
    return game


def record(game: Game) -> str:
    return "".join(entry.event.model_dump_json() for entry in game.journal.entries())


def test_the_words_are_nowhere_and_the_numbers_stand(game: Game) -> None:
    assert "purple heron" not in record(game)
    assert "purple heron" not in str(game.tools.memory.__dict__)
    assert (game.state.turn, game.state.turns["2"].reply) == (3, "")
    assert [fact.value.text for fact in game.state.lore.facts("jesse_coyle", "eyes")] in (["gray"], [""])


def test_the_next_prompt_does_not_bring_them_back(game: Game) -> None:
    played = game.play("I ask Ortega about the purple bird.")
    assert played.turn.number == 4
    assert played.prompt is not None
    assert "heron" not in played.prompt.model_dump_json()


def test_played_on_it_resumes_and_verifies(game: Game) -> None:
    for line in ("I walk to the street.", "I look around."):
        game.play(line)
    fresh = resume_game(game.journal)
    assert fresh.state.digest == game.state.digest
    done = verify_game(game.journal)
    assert (done.turns, done.digests) == (3, 6), "turns 2 and 3 carried the words: their states alone are compared"
    assert any("taken out" in note for note in done.notes)


def test_a_state_that_was_forged_is_found_where_words_were_taken_out_too(game: Game) -> None:
    copy = MemoryJournal("forged")
    for entry in game.journal.entries():
        forged = isinstance(entry.event, happened.TurnClosed) and entry.turn == 2
        copy.append([entry.event.model_copy(update={"digest": "b2:0"}) if forged else entry.event])
    copy.redact(2, "please")
    with pytest.raises(ReplayDivergence, match="turn 2"):
        verify_game(copy)


def test_a_clash_with_what_was_taken_out_is_told_without_its_words(game: Game) -> None:
    game.reply_next("Jesse Coyle's eyes are green.")
    for conflict in game.play("I wait.").conflicts:
        assert conflict.established.quote == ""


def test_it_can_be_read_again_and_taken_back(game: Game) -> None:
    found = game.reread()
    assert found.conflicts == 0
    assert "purple heron" not in record(game)
    assert game.undo(2) == 1
    assert game.play("I wait.").turn.number == 2
    verify_game(game.journal)


def test_a_snapshot_from_before_does_not_bring_them_back() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I look around.")
    game.reply_next(HERON)
    game.play("I wait.")
    game._snapshot()
    game.redact(2, "please")
    assert all("heron" not in turn.reply for turn in resume_game(game.journal).state.turns.values())
    kept = game.journal.snapshot()
    assert kept is None or "heron" not in kept[2]
