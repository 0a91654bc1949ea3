"""Directives: what a play may tell the harness, and what it is told where it cannot be."""

import pytest

from gm_engine.authoring.play_words import DIRECTIVES as WORDS
from gm_engine.bootstrap import verify_game
from gm_engine.errors import GameError
from gm_engine.story import event as happened
from gm_engine.testing.directives import DIRECTIVES
from tests.testing.table import run, table


def test_the_reader_of_plays_and_the_harness_know_the_same_directives() -> None:
    assert {*DIRECTIVES, "fork"} == set(WORDS)


def test_a_session_before_the_first_turn_is_the_first() -> None:
    done, notes, game = run("! session\n? session == 1\n> I look around.\n? session == 1\n! session\n? session == 2\n")
    assert done.ok
    assert [shown for shown in notes.shown if shown.startswith("Session")] == ["Session 1", "Session 2"]
    assert game.state.turns["1"].session == 1


def test_a_session_is_opened() -> None:
    _, notes, game = run("> I look around.\n! session\n> I wait.\n")
    assert "Session 2" in notes.shown
    assert (game.state.session, game.state.turns["2"].session) == (2, 2)


def test_save_and_load_go_back_to_the_very_state() -> None:
    done, _, game = run(
        "> I look around.\n! save here\n> I walk to the street.\n? not same state as here\n! load here\n? same state as here\n? at livery\n"
    )
    assert done.ok, done.failed
    assert game.state.turn == 1


def test_time_passes_without_a_turn() -> None:
    _, notes, game = run("> I look around.\n! advance 2 days\n")
    assert game.state.turn == 1
    assert game.state.minute >= 2 * 1440
    assert "2 days pass" in notes.shown


def test_a_conflict_is_settled_as_the_play_says() -> None:
    script = """
! reply "Marshal Thorne's eyes are blue."
> I look around.
! reply "Marshal Thorne's eyes are green."
> I wait.
? conflict physical_trait about thorne
! settle last keep because "they are blue"
"""
    done, notes, game = run(script)
    assert done.ok, done.failed
    [conflict] = game.state.conflicts.values()
    assert conflict.settlement is not None
    assert (conflict.settlement.resolution, conflict.settlement.because) == ("keep", "they are blue")
    assert f"Conflict {conflict.id} settled: keep" in notes.shown


def test_a_declared_fault_is_found_and_a_declared_decoy_is_not() -> None:
    script = """
! reply "Marshal Thorne's eyes are blue."
> I look around.
! fault physical_trait thorne eyes green
> I wait.
? conflict physical_trait about thorne
! decoy rumour thorne eyes brown
> I look around.
? no conflict
"""
    done, _, game = run(script, table(simulation=True))
    assert done.ok, done.failed
    assert verify_game(game.journal).turns == 3


def test_somebody_is_told_a_secret() -> None:
    script = """
> I look around.
? secret late_wagon hidden
! tell thorne late_wagon
? knows thorne late_wagon
? secret late_wagon hidden
! tell cal late_wagon
? secret late_wagon revealed
"""
    done, _, game = run(script)
    assert done.ok, done.failed
    assert verify_game(game.journal).turns == 1


@pytest.mark.parametrize(
    ("directive", "slug"),
    [
        ("! load nowhere", None),
        ("! settle last perhaps", "bad-resolution"),
        ("! seed many", "bad-seed"),
        ("! gm openai", "other-gm"),
        ("! settle last keep", "unknown-conflict"),
        ("! advance two moons", "bad-span"),
        ("! endpoint loud", "bad-drill"),
        ("! tell nobody late_wagon", "unknown-name"),
        ("! fault gossip", None),
        ("! dance", None),
    ],
)
def test_what_cannot_be_done_names_the_line_and_the_words(directive: str, slug: str | None) -> None:
    with pytest.raises(GameError) as raised:
        run(f"> /time\n{directive}\n")
    assert raised.value.where == "a.play:2"
    assert slug is None or raised.value.slug == slug


def test_other_dice_are_a_branch_of_their_own() -> None:
    _, _, game = run("> I look around.\n! seed 7\n> I search the livery.\n")
    assert game.journal.branch == "seed-7"
    assert (game.state.branch, game.state.turn) == ("seed-7", 2)


def test_what_is_heard_in_a_line_is_heard_once_and_stands_on_record() -> None:
    script = """
! hears {"verb": "wait", "minutes": 30, "words": "wait"}
! hears {"verb": "free", "words": "whistle"}
> Zxqv.
? intents == 2
? intent wait 30
? intent free
? not intent look
> I look around.
? intents == 1
? intent look
"""
    done, _, game = run(script)
    assert done.ok, done.failed
    asked = [entry.event for entry in game.journal.entries() if isinstance(entry.event, happened.ModelAsked)]
    assert [(event.turn, event.purpose, event.completion.given_by) for event in asked] == [(1, "interpret", "script")]
    assert verify_game(game.journal).turns == 2


def test_what_is_noted_of_a_reply_is_checked_like_any_note() -> None:
    script = """
! reply "A girl waits by the door. Her name is Tilda."
! notes {"kind": "person", "quote": "Her name is Tilda.", "name": "Tilda", "text": "her name is Tilda", "at": "here", "by": "she"}
! notes {"kind": "person", "quote": "His name is Ambrose.", "name": "Ambrose", "text": "his name", "at": "here"}
> I look around.
? met tilda
? not met ambrose
"""
    done, _, game = run(script)
    assert done.ok, done.failed
    assert game.state.name("tilda") == "Tilda"
    assert verify_game(game.journal).turns == 1


@pytest.mark.parametrize("form", ['[{"verb": "wait", "words": "wait"}]', '{"acts": [{"verb": "wait", "words": "wait"}], "assumes": []}'])
def test_acts_may_come_as_a_list_or_as_a_whole_answer(form: str) -> None:
    done, _, _ = run(f"! hears {form}\n> Zxqv.\n? intent wait\n")
    assert done.ok, done.failed


def test_what_is_heard_goes_with_a_turn_that_is_played_again_after_a_drill() -> None:
    done, _, _ = run('! endpoint down\n! hears {"verb": "wait", "words": "wait"}\n> Zxqv.\n? intent wait\n')
    assert done.ok, done.failed


@pytest.mark.parametrize("line", ["! hears wait a while", '! notes {"kind": "person"', "! hears 7", "! notes"])
def test_what_is_no_json_is_said_with_its_line(line: str) -> None:
    with pytest.raises(GameError) as raised:
        run(f"> I look around.\n{line}\n")
    assert raised.value.slug == "broken-play"
    assert ":2" in raised.value.where
