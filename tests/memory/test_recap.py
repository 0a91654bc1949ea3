"""Previously on: seven sentences at most, each with its turn, none from hidden truth."""

from gm_engine.memory import recap
from gm_engine.state import StoryState, fold
from gm_engine.story.event import WorkDone
from gm_engine.story.work import Work
from tests.memory.tale import Tale


def eventful() -> Tale:
    tale = Tale()
    tale.play("I greet Ortega.", "Ortega nods.")
    tale.change("met", "ortega", 1)
    tale.mark("p1.1", "the marshal shot Pete Lund at the well", participants=("thorne",))
    tale.play("I sit in.", "Cards fall. Nine fast horses are hired out at once.")
    tale.change("clock", "payroll", 1)
    tale.decide("d1", "Do you sit in?", "sit in at the table", "stay standing", weight="critical", consequences=("c1",))
    tale.owe("c1", "the dealer comes for his money with two brothers", kind="consequence", cause="d1")
    tale.owe("c2", "bring the horse back", debtor="cal", creditor="ortega", due=2000)
    tale.change("wound", "cal", 2, "left arm; a derringer; 90000")
    tale.play("I go.", "You go.")
    return tale


def test_seven_kinds_of_things_in_their_order() -> None:
    tale = eventful()
    lines = recap(tale.state)
    assert [line.text for line in lines] == [
        "It is Tuesday, May 7, 1878, 8.30 in the morning, and Calloway Reed is at Ortega's Livery, with Luis Ortega.",
        "The marshal shot Pete Lund at the well.",
        "You chose to sit in at the table, and did not stay standing.",
        "Calloway Reed carries a wound in the left arm from a derringer.",
        "Nine fast horses are hired out at once.",
        'You promised Luis Ortega: "bring the horse back", due Wednesday, May 8, 1878, 5.20 in the evening.',
    ]
    assert [line.turn for line in lines] == [3, 1, 2, 2, 2, 2]


def test_how_something_ended_in_a_word_is_no_sentence() -> None:
    tale = Tale()
    tale.play("I wait.", "Nothing stirs.")
    tale.mark("p1.1", "Calloway Reed kept a promise to Luis Ortega", kind="resolution", participants=("cal", "ortega"))
    tale.mark("p1.2", "came", kind="resolution", participants=("cal",))
    told = [line.text for line in recap(tale.state)]
    assert "Calloway Reed kept a promise to Luis Ortega." in told
    assert "Came." not in told


def test_what_was_made_altered_or_begun_is_told_while_it_is_so() -> None:
    tale = eventful()
    ditch = Work(id="w1.1", kind="altered", thing="the ditch", text="the ditch is dammed", finder="ortega", found=3, turn=1)
    dog = Work(id="w2.1", kind="taught", verb="teach", thing="the dog", text="the dog has learned to fetch", size=4, filled=2, turn=2)
    for work in (ditch, dog):
        fold(tale.state, WorkDone(turn=2, work=work))
    told = [line.text for line in recap(tale.state)]
    assert "By your doing the ditch is dammed; Luis Ortega has come upon it." in told
    assert "You have begun to teach the dog: 2 of 4." in told
    fold(tale.state, WorkDone(turn=3, work=ditch.model_copy(update={"undone": 3})))
    assert not [line for line in recap(tale.state) if "dammed" in line.text]


def test_what_is_still_hidden_is_never_told() -> None:
    told = " ".join(line.text for line in recap(eventful().state))
    assert "two brothers" not in told
    assert "Leadville" not in told


def test_an_omen_that_nobody_saw_is_not_told() -> None:
    tale = Tale()
    tale.play("I wait.", "Nothing stirs.")
    tale.change("clock", "payroll", 1)
    assert not [line for line in recap(tale.state) if "horses" in line.text]


def test_the_dead_come_before_the_hurt() -> None:
    tale = eventful()
    tale.change("condition", "thorne", "dead")
    told = [line.text for line in recap(tale.state)]
    assert "Elias Thorne is dead." in told
    assert not [text for text in told if "wound" in text]


def test_never_more_than_seven_and_nothing_before_the_story() -> None:
    tale = eventful()
    for number in range(20):
        tale.mark(f"p3.{number}", f"deed number {number}")
        tale.decide(f"d9{number}", "Well?", f"do {number}", "do nothing", consequences=("c2",))
    assert len(recap(tale.state)) <= 7
    assert recap(StoryState()) == ()
