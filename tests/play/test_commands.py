"""Commands at the table: what each says, what it changes, and what it answers to words that it cannot use."""

import pytest

from gm_engine.bootstrap import trial
from gm_engine.errors import GameError, UnknownName
from gm_engine.play.commands import COMMANDS, TURNS, command
from gm_engine.play.game import Game, Played
from gm_engine.play.views import VIEWS
from tests.packs import LIVERY


@pytest.fixture(scope="module")
def table() -> Game:
    game = trial(LIVERY, "evening", seed=5)
    for line in ("I look around.", "I walk to the street.", "I wait an hour."):
        game.play(line)
    return game


@pytest.fixture
def game(table: Game) -> Game:
    """The same three turns for every test, on a branch of its own."""
    table.switch("main")
    table.branch(f"test-{len(table.journal.branches())}")
    return table


def test_every_command_is_one_thing_only() -> None:
    assert not set(COMMANDS) & set(VIEWS)
    assert not set(COMMANDS) & TURNS
    assert not set(VIEWS) & TURNS


def test_undo_takes_turns_back_and_says_where_it_stands(game: Game) -> None:
    assert command(game, "/undo 2") == "Back to the end of turn 1."
    assert game.state.here == "livery"
    assert command(game, "/undo") == "Back to the beginning."
    with pytest.raises(GameError) as raised:
        command(game, "/undo")
    assert raised.value.slug == "cannot-undo"


@pytest.mark.parametrize(("words", "slug"), [("/undo two", "bad-number"), ("/undo -1", "cannot-undo"), ("/undo 99", "cannot-undo")])
def test_what_is_no_number_of_turns_changes_nothing(game: Game, words: str, slug: str) -> None:
    with pytest.raises(GameError) as raised:
        command(game, words)
    assert raised.value.slug == slug
    assert game.state.turn == 3


def test_retry_tells_the_turn_again_and_streams_it(game: Game) -> None:
    before = game.state.turns["3"].reply
    pieces: list[str] = []
    played: list[Played] = []
    said = command(game, "/retry", on_text=pieces.append, on_played=played.append)
    assert said is not None
    assert "the dice fell as before" in said
    assert [one.turn.number for one in played] == [3]
    assert "".join(pieces).strip() == played[0].turn.reply != before


def test_edit_goes_along_a_branch_of_its_own(game: Game) -> None:
    old = game.journal.branch
    played: list[Played] = []
    assert command(game, "/edit 2 I wait here.", on_played=played.append) == "On the branch edit-2; the old one is kept."
    assert (game.state.turn, game.state.here, played[0].turn.said) == (2, "livery", "I wait here.")
    assert command(game, f"/switch {old}") == f"On the branch {old}, after turn 3."


@pytest.mark.parametrize(
    ("words", "slug"), [("/edit", "bad-edit"), ("/edit 2", "bad-edit"), ("/edit 9 I wait.", "no-such-turn"), ("/edit x y", "bad-number")]
)
def test_an_edit_needs_a_turn_and_words(game: Game, words: str, slug: str) -> None:
    with pytest.raises(GameError) as raised:
        command(game, words)
    assert raised.value.slug == slug


def test_branches_are_made_listed_and_switched(game: Game) -> None:
    home, fresh = game.journal.branch, f"fresh-{len(game.journal.branches())}"
    assert command(game, f"/branch {fresh} --reseed") == f"On the branch {fresh}, with dice of its own."
    listed = command(game, "/branch") or ""
    assert f"{fresh}*" in listed
    assert home in listed
    with pytest.raises(UnknownName) as raised:
        command(game, "/switch nowhere")
    assert raised.value.slug == "unknown-branch"


def test_a_name_is_taken_once(game: Game) -> None:
    with pytest.raises(GameError) as raised:
        command(game, "/branch main")
    assert raised.value.slug == "branch-exists"


def test_the_x_card_before_the_first_turn_has_nothing_to_take(game: Game) -> None:
    game.undo(3)
    with pytest.raises(GameError, match="nothing has been told"):
        command(game, "/x")


def test_conflicts_are_shown_with_both_tellings_and_settled(game: Game) -> None:
    assert "Nothing that was told" in (command(game, "/conflicts") or "")
    for told in ("Marshal Thorne's eyes are blue.", "Marshal Thorne's eyes are green."):
        game.reply_next(told)
        game.play("I wait.")
    shown = command(game, "/conflicts") or ""
    assert "blue" in shown
    assert "green" in shown
    [conflict] = [one for one in game.state.conflicts.values() if one.status == "open"]
    assert command(game, f"/settle {conflict.id} k they are blue") == f"Conflict {conflict.id}: keep."
    settled = game.state.conflicts[conflict.id].settlement
    assert settled is not None
    assert settled.because == "they are blue"


@pytest.mark.parametrize("words", ["/settle", "/settle last", "/settle last perhaps"])
def test_an_unknown_resolution_names_the_known_ones(game: Game, words: str) -> None:
    with pytest.raises(GameError, match="keep") as raised:
        command(game, words)
    assert raised.value.slug == "bad-resolution"
