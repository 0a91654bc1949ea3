"""Settlements that are taken back: one alone, or with the turns that undo takes back."""

import pytest

from gm_engine.bootstrap import new_game, resume_game, verify_game
from gm_engine.errors import GameError
from gm_engine.journal import MemoryJournal
from gm_engine.play.commands import command
from gm_engine.play.game import Game
from gm_engine.story.conflict import Settlement
from tests.packs import LIVERY

WAYS = ("keep", "accept", "changed", "different", "precise", "mystery", "not_a_conflict", "dream")


@pytest.fixture
def game() -> Game:
    """Two turns, and a clash in the second."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.reply_next("Jesse Coyle's eyes are gray.")
    game.play("I look around.")
    game.reply_next("Jesse Coyle's eyes are green.")
    game.play("I look at Jesse Coyle.")
    assert [conflict.id for conflict in game.state.conflicts.values()] == ["2.1"]
    return game


def held(game: Game) -> list[tuple[str, str, str, int | None, int | None]]:
    facts = game.state.lore.facts("jesse_coyle", "eyes", status=None)
    return [(fact.id, fact.value.text, fact.status, fact.validity.since, fact.validity.until) for fact in facts if fact.status != "retired"]


@pytest.mark.parametrize("way", WAYS)
def test_a_settlement_alone_is_taken_back(way: str, game: Game) -> None:
    before = held(game)
    game.settle("2.1", Settlement.model_validate({"resolution": way}))
    assert game.reopen("last").status == "open"
    assert held(game) == before
    assert game.state.turn == 2
    game.settle("2.1", Settlement(resolution="keep"))
    game.play("I wait.")
    assert resume_game(game.journal).state.digest == game.state.digest
    assert verify_game(game.journal).turns == 3


def test_what_was_told_after_a_settlement_stays_when_it_is_taken_back(game: Game) -> None:
    game.settle("2.1", Settlement(resolution="accept"))
    game.reply_next("Jesse Coyle's eyes are green.")
    game.play("I wait.")
    game.reopen("2.1")
    assert [(text, status) for _, text, status, *_ in held(game)] == [("grey", "open")]


def test_an_open_conflict_cannot_be_opened(game: Game) -> None:
    with pytest.raises(GameError, match="it is open") as caught:
        game.reopen("2.1")
    assert caught.value.slug == "bad-resolution"


def test_undo_says_what_it_unsettles(game: Game) -> None:
    """Found by hand: gm undo silently took back what had been settled since."""
    game.play("I wait.")
    assert command(game, "/settle 2.1 keep") == "Conflict 2.1: keep."
    assert command(game, "/undo") == "Back to the end of turn 2. It took back the settlement that was made since: 2.1 is open again."
    assert game.conflict("2.1").status == "open"
    assert command(game, "/undo") == "Back to the end of turn 1."


def test_at_the_table_too(game: Game) -> None:
    command(game, "/settle 2.1 mystery")
    assert command(game, "/settle 2.1 reopen") == "Conflict 2.1 is open again."
    with pytest.raises(GameError, match="reopen"):
        command(game, "/settle 2.1 forget")
    command(game, "/settle 2.1 keep")
    with pytest.raises(GameError, match=r"gm settle NAME 2\.1 reopen"):
        command(game, "/settle 2.1 accept")
