"""Stakes: what is said before a roll that cannot be taken back."""

from tables import opened, play

from gm_engine.direction.intents_read import read
from gm_engine.direction.stakes import say_stakes, stakes
from gm_engine.story.event import StateChanged
from gm_engine.story.intent import Intent


def test_a_risky_check_says_chance_success_and_failure() -> None:
    state = opened()
    (intent,) = read("/roll stealth vs hard", state)
    line = say_stakes(intent, state)
    assert line == "Stealth, hard: 35 in 100. If it goes well: Nobody looks up. If not: Somebody does."


def test_the_chance_is_the_sheets_own() -> None:
    state = opened()
    intent = Intent(verb="shoot", target="pete")
    assert stakes(intent, state) is None, "nobody is shot who is not here"
    play(state, [StateChanged(turn=1, what="place", key="pete", new=state.here)])
    shown = intent.model_copy(update={"stakes": stakes(intent, state)})
    assert "Shooting: 60 in 100." in say_stakes(shown, state)
    play(state, [StateChanged(turn=1, what="wound", key="cal", detail="body; fall; 9999", new=1)])
    assert "Shooting: 50 in 100." in say_stakes(shown, state)


def test_what_risks_nothing_has_no_stakes() -> None:
    state = opened()
    for intent in (Intent(verb="look"), Intent(verb="ask", target="ortega"), Intent(verb="shoot"), Intent(verb="check", skill="notice")):
        assert stakes(intent, state) is None
        assert say_stakes(intent, state) == ""


def test_who_cannot_act_has_none_either() -> None:
    state = opened()
    play(state, [StateChanged(turn=1, what="condition", key="cal", new="down")])
    assert stakes(Intent(verb="shoot", target="pete"), state) is None
