"""What a front-end shows otherwise of a turn long ago is put right where it stands; the turns since are not told again."""

from dataclasses import replace

import pytest

from gm_engine.bootstrap import new_game, resume_game, verify_game
from gm_engine.journal import MemoryJournal
from gm_engine.play.aligning import FEW
from gm_engine.play.following import Followed, follow
from gm_engine.play.game import Game
from gm_engine.play.placing import History, Lines
from gm_engine.play.same_words import Exchange
from gm_engine.play.shown_otherwise import MOST
from gm_engine.story import event as happened
from tests.packs import LIVERY

LIMP, HERON, BARREL = "Jesse Coyle limps on the left leg.", "The purple heron stands on the marsh.", "A barrel rolls by."
TURNS = FEW + 4


@pytest.fixture(scope="module")
def told() -> MemoryJournal:
    """A story in whose third turn things are told, and many turns after it."""
    journal = MemoryJournal("evening")
    game = new_game(journal, LIVERY, seed=5)
    for number in range(1, TURNS + 1):
        game.reply_next(f"{BARREL} {LIMP} {HERON}" if number == 3 else f"The clock strikes {number}.")
        game.play(f"I wait for {number} minutes.")
    return journal


@pytest.fixture
def game(told: MemoryJournal) -> Game:
    """The story, on a branch of each test's own."""
    game = resume_game(told)
    game.switch("main")
    game.branch(f"test-{len(told.branches())}")
    return game


def shown(game: Game) -> list[Exchange]:
    return [Exchange(turn.said, turn.reply) for turn in game.state.turns.values()]


def said(game: Game, exchanges: list[Exchange], line: str) -> Followed:
    return follow(game, History(tuple(exchanges), line), Lines())


def prompt(game: Game) -> str:
    sections = game.prompt_of(game.state.turn).prompt.sections
    return "\n".join(section.text for section in sections if section.name != "said")


def holds(game: Game) -> None:
    assert resume_game(game.journal).state.digest == game.state.digest
    assert verify_game(game.journal).digests > 0


def test_a_reply_that_was_put_right_long_ago_is_put_right_where_it_stands(game: Game) -> None:
    history = shown(game)
    history[2] = replace(history[2], reply=f"{BARREL} Jesse Coyle limps on the right leg.")
    before = sum(1 for _ in game.journal.entries())
    found = said(game, history, "I look at Jesse Coyle and the heron on the marsh.")
    assert (found.place.did, found.turn, game.state.turn) == ("new turn", TURNS + 1, TURNS + 1)
    assert found.played
    assert found.played.remarks[0].startswith("Your program shows turn 3 otherwise than it was told")
    spoken = [entry for entry in game.journal.entries() if entry.number > before and isinstance(entry.event, happened.PlayerSpoke)]
    assert [entry.turn for entry in spoken][-1] == TURNS + 1
    assert "Jesse Coyle limps on the right leg." in prompt(game)
    assert LIMP not in prompt(game)
    assert HERON not in prompt(game)
    holds(game)


def test_the_same_history_again_puts_nothing_right_twice(game: Game) -> None:
    history = shown(game)
    history[2] = replace(history[2], said="I wait, and hum.", reply=f"{BARREL} {LIMP} A dog barks. {HERON}")
    first = said(game, history, "I look around.")
    edits = len(game.by_hand.edits)
    assert edits == 2
    history.append(Exchange("I look around.", first.reply))
    second = said(game, history, "I wait for an hour.")
    assert (second.place.did, second.turn, len(game.by_hand.edits)) == ("new turn", TURNS + 2, edits)
    assert second.played
    assert not second.played.remarks
    history[2] = replace(history[2], reply=f"{BARREL} {LIMP} A dog barks. The purple heron is gone.")
    said(game, [*history, Exchange("I wait for an hour.", second.reply)], "I look at the heron.")
    assert game.state.marks.standing[-1].words == "The purple heron is gone."
    history[2] = replace(history[2], reply=f"{BARREL} {LIMP} A dog barks. The purple heron is red.")
    said(game, [*history, *shown(game)[TURNS + 1 :]], "I look at the heron again.")
    assert [edit.words for edit in game.state.marks.standing if "heron" in edit.words] == ["The purple heron is red."]
    holds(game)


def test_what_somebody_forgot_by_hand_is_not_brought_back_by_a_history_that_shows_it(game: Game) -> None:
    game.by_hand.forget("limps on the left leg")
    history = shown(game)
    history[2] = replace(history[2], reply=f"{BARREL} {LIMP} The purple heron is gone.")
    said(game, history, "I look at Jesse Coyle.")
    assert LIMP not in prompt(game)
    assert [edit.act for edit in game.by_hand.edits] == ["forget", "correct"]


def test_only_so_many_are_put_right_at_once(game: Game) -> None:
    history = [replace(one, reply=f"The bell tolls {n}.") if n < MOST + 2 else one for n, one in enumerate(shown(game))]
    found = said(game, history, "I look around.")
    assert found.played
    assert len(game.by_hand.edits) >= MOST
    assert found.played.remarks[1] == "2 turns more that it shows otherwise will be put right with the next lines."
    again = said(game, [*history, Exchange("I look around.", found.reply)], "I wait for an hour.")
    assert again.played
    assert again.played.remarks[0].startswith(f"Your program shows turns {MOST + 1}, {MOST + 2} otherwise")
