"""Secrets: found by searching, told by those who know, never twice."""

from tables import changes, do, mesa, opened, play, refusals, rolls

from gm_engine.rules.clues import clues_here, holders, unfound
from gm_engine.story.condition import Condition
from gm_engine.story.event import StateChanged

WORKED = ("triumph", "success", "cost")


def test_a_search_that_works_finds_a_clue_of_the_place() -> None:
    found = 0
    for seed in range(1, 20):
        state = opened(seed=seed)
        do(state, "travel", place="school")
        done = do(state, "search")
        band = rolls(done)[0].band
        secrets = changes(done, "secret")
        assert bool(secrets) == (band in WORKED)
        if secrets:
            found += 1
            assert (secrets[0].key, secrets[0].detail, secrets[0].cause) == ("boone_past", "a marked deck beneath the hymnals", "searched")
            assert state.secret("boone_past") == ("revealed" if band == "triumph" else "hinted")
    assert found


def test_enough_clues_lay_it_open_and_none_is_found_twice() -> None:
    state = opened()
    do(state, "travel", place="school")
    for _ in range(40):
        do(state, "search")
    told = [key for key in state.clues if key.startswith("boone_past/")]
    assert len(told) == len(set(told)) >= 2
    do(state, "read", item="letter")
    assert state.secret("boone_past") == "revealed"


def test_a_search_where_nothing_lies_finds_nothing() -> None:
    state = opened()
    do(state, "travel", place="bank")
    assert clues_here(state) == ()
    for _ in range(10):
        assert not changes(do(state, "search"), "secret")


def test_a_letter_gives_away_what_is_in_it() -> None:
    state = opened()
    (change,) = changes(do(state, "read", item="letter"), "secret")
    assert (change.key, change.detail, change.new) == ("boone_past", "the letter's postmark", "hinted")
    assert refusals(do(state, "read", item="photograph")) == ["refused:not-here:photograph"]


def test_who_knows_gives_a_clue_and_a_friend_the_whole() -> None:
    assert holders(opened(), "payroll_train") == ("boone", "ortega")
    for attitude, status in ((1, "hinted"), (2, "revealed")):
        told = 0
        for seed in range(1, 15):
            state = opened(seed=seed)
            play(state, [StateChanged(turn=1, what="attitude", key="ortega", new=attitude)])
            done = do(state, "ask", target="ortega", topic="payroll_train")
            (roll,) = rolls(done)
            assert (roll.skill, roll.against) == ("persuade", "ortega")
            assert roll.difficulty == ("easy" if attitude == 2 else "fair")
            if roll.band in WORKED:
                told += 1
                assert state.secret("payroll_train") == ("revealed" if roll.band == "triumph" else status)
                assert {change.cause for change in changes(done, "secret")} == {"asked:ortega"}
            else:
                assert state.secret("payroll_train") == "hidden"
                assert state.attitude("ortega") == attitude - (roll.band == "disaster")
        assert told


def test_who_does_not_know_is_asked_without_dice() -> None:
    state = opened()
    do(state, "travel", place="saloon")
    done = do(state, "ask", target="thorne", topic="payroll_train")
    assert not rolls(done)
    assert [change.key for change in changes(done, "met")] == ["thorne"]
    assert not rolls(do(state, "ask", target="thorne", topic="pete"))


def test_what_is_out_is_not_rolled_for_again() -> None:
    state = opened()
    play(state, [StateChanged(turn=1, what="secret", key="payroll_train", new="revealed")])
    assert not rolls(do(state, "ask", target="ortega", topic="payroll_train"))


def test_a_moment_may_bring_it_out() -> None:
    secrets = mesa().secrets
    ripe = secrets["boone_past"].model_copy(update={"reveal_when": Condition(op="is", path="at", compare="==", value="school")})
    state = opened(mesa(secrets=secrets | {"boone_past": ripe}))
    do(state, "look")
    assert state.secret("boone_past") == "hidden"
    (change,) = changes(do(state, "travel", place="school"), "secret")
    assert (change.key, change.new, change.cause) == ("boone_past", "revealed", "reveal_when")


def test_an_accusation_costs_regard() -> None:
    state = opened()
    do(state, "travel", place="school")
    done = do(state, "accuse", target="boone", topic="boone_past")
    assert changes(done, "attitude")[0].cause == "accused:boone"
    assert rolls(done)[0].skill == "intimidate"
    assert unfound(state, "boone_past")


def test_nobody_is_spoken_to_who_is_not_here() -> None:
    state = opened()
    for verb in ("ask", "greet", "tell", "persuade", "threaten", "promise", "accuse", "borrow"):
        assert refusals(do(state, verb, target="thorne", amount=100)) == ["refused:nobody-here:thorne"]
    do(state, "travel", place="bank")
    assert refusals(do(state, "tell")) == ["refused:nobody-here"]
    assert state.minute == 3
