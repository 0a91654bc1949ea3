"""Records in the words in which they were told, for a model that hears."""

from gm_engine.context import gather
from gm_engine.context.told_records import MOST_OWED, between_those_here
from gm_engine.story import event as happened
from gm_engine.story.table_rules import TableRules
from tests.memory.tale import Tale


def heard() -> Tale:
    told = Tale()
    told.feed(happened.TableRulesChosen(turn=0, rules=TableRules(hears=("note",))))
    return told


def test_an_old_promise_between_those_here_is_in_behind_any_number_of_others() -> None:
    """Only the newest open threads are thought of by themselves; a promise to somebody who stands here is never among the rest."""
    told = heard()
    told.play("I promise Ortega a new rope.", "He nods.")
    told.owe("c1.1", "a new rope", debtor="cal", creditor="ortega")
    for turn in range(2, 30):
        told.play(f"I promise the marshal thing {turn}.", "He writes it down.")
        told.owe(f"c{turn}.1", f"thing {turn}", debtor="cal", creditor="thorne")
    told.say("I look about.")
    found = {made.id: made for made in gather("I look about.", (), (), told.state, told.memory)}
    assert found["consequence:c1.1"].pinned
    assert not found["consequence:c29.1"].pinned


def test_what_is_told_in_any_case_is_bounded_and_what_is_paid_is_not_among_it() -> None:
    told = heard()
    for turn in range(1, 40):
        told.play("I promise Ortega one more thing.", "He nods.")
        told.owe(f"c{turn}.1", f"thing {turn}", debtor="cal", creditor="ortega", **({"paid": turn} if turn == 39 else {}))
    assert between_those_here(told.state) == tuple(f"c{turn}.1" for turn in range(38, 38 - MOST_OWED, -1))


def test_what_is_owed_to_somebody_elsewhere_is_not_told_in_any_case() -> None:
    told = heard()
    told.play("I promise the marshal a dollar.", "He nods.")
    told.owe("c1.1", "a dollar", kind="debt", debtor="cal", creditor="thorne")
    assert between_those_here(told.state) == ()
