"""Stakes: what is said before a roll that cannot be taken back."""

from tables import opened, play

from gm_engine.direction.intents_read import read
from gm_engine.direction.stakes import stakes
from gm_engine.rules.ruling import chance
from gm_engine.story.event import StateChanged
from gm_engine.story.intent import Intent, Stakes


def test_a_risky_check_says_what_success_and_failure_mean() -> None:
    state = opened()
    (intent,) = read("/roll stealth vs hard", state)
    assert intent.stakes == Stakes(skill="stealth", difficulty="hard", success="Nobody looks up.", failure="Somebody does.")
    assert chance(state, "stealth", "hard") == 35


def test_the_chance_is_the_sheets_own() -> None:
    state = opened()
    intent = Intent(verb="shoot", target="pete")
    assert stakes(intent, state) is None, "nobody is shot who is not here"
    play(state, [StateChanged(turn=1, what="place", key="pete", new=state.here)])
    assert stakes(intent, state) is not None
    assert chance(state, "shooting") == 60
    play(state, [StateChanged(turn=1, what="wound", key="cal", detail="body; fall; 9999", new=1)])
    assert chance(state, "shooting") == 50


def test_what_risks_nothing_has_no_stakes() -> None:
    state = opened()
    for intent in (Intent(verb="look"), Intent(verb="ask", target="ortega"), Intent(verb="shoot"), Intent(verb="check", skill="notice")):
        assert stakes(intent, state) is None


def test_who_cannot_act_has_none_either() -> None:
    state = opened()
    play(state, [StateChanged(turn=1, what="condition", key="cal", new="down")])
    assert stakes(Intent(verb="shoot", target="pete"), state) is None
