"""The play runner: lines, labels, branches, forks; what fails and what only is said to."""

import pytest

from gm_engine.bootstrap import verify_game
from gm_engine.errors import PlayError, ProviderError
from gm_engine.testing import play_runner
from tests.testing.table import run, table


def test_lines_are_said_in_order_and_heard_as_they_come() -> None:
    done, notes, game = run("> I look around.\n> I walk to the street.\n? at street\n")
    assert (done.turns, done.ok, game.state.turn) == (2, True, 2)
    assert notes.said == [(1, "I look around."), (2, "I walk to the street.")]
    assert notes.turns == [(1, False), (2, False)]
    told = "".join(notes.told)
    assert all(turn.reply in told or turn.reply.split(".")[0] in told for turn in game.state.turns.values())
    assert {event.kind for event in notes.events} >= {"player_spoke", "prompt_assembled", "turn_closed"}


def test_views_and_commands_are_shown_and_are_no_turns() -> None:
    done, notes, game = run("> I look around.\n> /sheet\n> /undo\n")
    assert (done.turns, game.state.turn) == (1, 0)
    assert notes.shown[0].startswith("Calloway Reed")
    assert notes.shown[1] == "Back to the beginning."


def test_a_hard_expectation_fails_the_play_and_a_soft_one_is_only_told() -> None:
    done, notes, _ = run("> I look around.\n? at street\n?? at street\n? at livery\n")
    assert not done.ok
    assert [(result.line, result.ok, result.soft, result.seen) for result in done.results] == [
        (2, False, False, "livery"),
        (3, False, True, "livery"),
        (4, True, False, "livery"),
    ]
    assert done.results == notes.results
    assert [result.line for result in done.failed] == [2]
    assert run("> I look around.\n?? at street\n")[0].ok


def test_labels_and_branches_lead_where_they_say() -> None:
    script = """
> I look around.
-> if at street goto outside else inside
== outside
> I wait.
== inside
> I walk to the street.
-> goto end
> I sleep 8 hours.
== end
? at street
"""
    done, notes, _ = run(script)
    assert [said for _, said in notes.said] == ["I look around.", "I walk to the street."]
    assert done.ok


def test_a_state_is_the_same_as_at_a_label_that_was_passed() -> None:
    script = "> I look around.\n== before\n? same state as before\n> I walk to the street.\n? not same state as before\n! load before\n"
    done, _, game = run(script + "? same state as before\n")
    assert done.ok, done.failed
    assert (len(done.results), game.state.turn) == (3, 1)


def test_a_branch_whose_test_fails_goes_on_with_the_next_line() -> None:
    _, notes, _ = run("> I look around.\n-> if at street goto end\n> I wait.\n== end\n")
    assert [said for _, said in notes.said] == ["I look around.", "I wait."]


def test_a_fork_plays_every_way_from_the_same_turn() -> None:
    script = """
> I look around.
! fork stay | go
== stay
> I wait.
? at livery
-> goto end
== go
> I walk to the street.
? at street
== end
"""
    done, notes, game = run(script)
    assert done.ok
    assert notes.said == [(1, "I look around."), (2, "I wait."), (2, "I walk to the street.")]
    assert [point.name for point in game.journal.branches()] == ["main", "stay", "go"]
    assert game.state.here == "street"
    game.switch("main")
    assert game.state.turn == 1


def test_a_play_that_jumps_back_for_ever_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_runner, "MOST_STEPS", 50)
    with pytest.raises(PlayError, match="50 steps") as raised:
        run("> /sheet\n== again\n-> goto again\n")
    assert raised.value.where.startswith("a.play:")


def test_a_scripted_reply_stands_in_for_one_turn_and_is_shown_as_such() -> None:
    _, notes, game = run('! reply "The pump is red."\n> I look around.\n> I wait.\n')
    assert notes.turns == [(1, True), (2, False)]
    assert game.state.turns["1"].reply == "The pump is red."
    assert game.state.turns["1"].given_by == "script"
    assert game.state.turns["2"].given_by == "provider"


@pytest.mark.parametrize("kind", ["down", "slow"])
def test_a_gm_that_does_not_answer_loses_nothing_and_the_line_is_said_again(kind: str) -> None:
    done, notes, game = run(f"> I look around.\n! endpoint {kind}\n> I walk to the street.\n> I wait.\n")
    assert (done.turns, game.state.turn, game.state.here) == (3, 3, "street")
    assert any(f"drill: {kind}" in shown for shown in notes.shown)
    assert game.tools.provider.name == "embedded"


def test_garbage_from_a_gm_is_told_and_read_without_harm() -> None:
    done, _, game = run("! endpoint garbage\n> I look around.\n> I wait.\n")
    assert done.turns == 2
    assert "<|end|>" in game.state.turns["1"].reply
    assert game.state.turns["2"].reply
    assert verify_game(game.journal).retold == 1


def test_a_gm_that_fails_without_a_drill_stops_the_play() -> None:
    class Down:
        name, version, repeatable = "down", "down/1", False

        def complete(self, prompt: object, on_text: object = None) -> None:
            raise ProviderError("turn 1", "silent")

    game = table(provider=Down())
    with pytest.raises(ProviderError, match="silent"):
        run("> I look around.\n", game)
    assert game.state.turn == 0


def test_what_cannot_be_run_names_its_line() -> None:
    with pytest.raises(PlayError, match="no conflict") as raised:
        run("> I look around.\n! settle last keep\n")
    assert (raised.value.where, raised.value.slug) == ("a.play:2", "unknown-conflict")
