"""Bookkeeping at the table: dice, two words and notes are answered in a line; no time goes by, and no scene follows."""

from collections.abc import Iterator

import pytest

from gm_engine.bootstrap import trial, verify_game
from gm_engine.errors import GameError
from gm_engine.play.commands import command
from gm_engine.play.game import Game
from gm_engine.story import event as happened
from tests.packs import LIVERY

FROM_A_TELLING = (happened.ClaimHeard, happened.FactEstablished, happened.GistsHeard, happened.SceneOpened, happened.DecisionOffered)


@pytest.fixture
def game() -> Iterator[Game]:
    game = trial(LIVERY, "evening", seed=5)
    game.play("I look around.")
    yield game
    game.close()


@pytest.mark.parametrize("line", ["/roll 2d6", "/roll d%", "/roll riding vs hard", "/check wits", "/note The well is dry.", "/spark"])
def test_bookkeeping_takes_a_line_and_no_time(game: Game, line: str) -> None:
    before, minute = game.state.digest, game.state.minute
    played = game.play(line)
    assert "\n" not in played.turn.reply
    assert played.turn.reply.count(".") <= 2
    assert game.state.minute == minute
    assert not [event for event in played.events if isinstance(event, FROM_A_TELLING)]
    assert verify_game(game.journal).turns == 2
    game.undo()
    assert game.state.digest == before


def test_the_answer_has_the_dice_that_fell(game: Game) -> None:
    played = game.play("/roll riding vs hard")
    (roll,) = [event.roll for event in played.events if isinstance(event, happened.DiceRolled)]
    assert played.turn.reply.startswith(f"Riding at {roll.target} in a hundred (")
    assert played.turn.reply.endswith(f"): {roll.total}, {roll.band}.")
    assert "hard -20" in played.turn.reply


def test_a_note_and_two_words_are_just_that(game: Game) -> None:
    assert game.play("/note The well is dry.").turn.reply == "Noted."
    spark = game.play("/spark")
    (drawn,) = [event for event in spark.events if isinstance(event, happened.StateChanged) and event.cause == "spark"]
    _, verb, thing = drawn.detail.split("; ")
    assert spark.turn.reply.lower().startswith(f"{verb}, {thing}.".lower())


@pytest.mark.parametrize("line", ["/note", "/note  ", "/declare", "/declare …", "/chip", "/ask", "/decide"])
def test_a_command_without_its_words_says_so(game: Game, line: str) -> None:
    with pytest.raises(GameError) as raised:
        command(game, line)
    assert raised.value.slug == "no-words"
    assert line.split()[0] in raised.value.then


def test_what_is_neither_a_skill_nor_dice_is_not_rolled(game: Game) -> None:
    with pytest.raises(GameError) as raised:
        command(game, "/roll blub")
    assert raised.value.slug == "bad-roll"


def test_a_chip_is_not_spent_on_nothing(game: Game) -> None:
    """``/declare`` by itself took a chip, and answered "That goes into the book"."""
    held = game.state.chips.get(game.state.pc, None)
    reply = game.play("/declare").turn.reply
    assert game.state.chips.get(game.state.pc, None) == held
    assert "Nothing was said that could be so." in reply
