"""A promise that is kept in deed is kept: nobody is dunned for a drink that was stood."""

from tables import mesa

from gm_engine.narrator import EmbeddedGM
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.intent import Intent
from tests.table import SmallTable


def promised(what: str, *, at: str = "saloon", to: str = "thorne") -> SmallTable:
    made = SmallTable(mesa(scenes={}), EmbeddedGM({}), 3)
    fold(made.state, happened.StateChanged(what="place", key="cal", new=at))
    made.play(f"I promise to {what}.", Intent(verb="promise", target=to, about=what, words=what))
    assert [owed.text for owed in made.state.owed()] == [what]
    return made


def test_a_drink_that_is_stood_to_them_keeps_the_promise_and_they_say_so() -> None:
    made = promised("buy him a drink")
    told = made.play("I buy Thorne a drink.", Intent(verb="buy", item="drink", target="thorne", words="buy Thorne a drink"))
    assert not made.state.owed()
    assert [beat.slots["verb"] for beat in told.plan.beats if beat.kind == "promise"] == ["keep"]


def test_a_drink_for_somebody_else_keeps_nothing() -> None:
    made = promised("buy him a drink")
    made.play("I buy a drink.", Intent(verb="buy", item="drink", words="buy a whiskey"))
    assert made.state.owed()


def test_a_thing_that_is_given_keeps_the_promise_and_another_does_not() -> None:
    made = promised("bring him the letter")
    for item, left in (("rope", 1), ("letter", 0)):
        fold(made.state, happened.StateChanged(what="item", key="cal", detail=item, new=1))
        made.play(f"I give him the {item}.", Intent(verb="give", item=item, target="thorne", words=f"give him the {item}"))
        assert len(made.state.owed()) == left


def test_the_sum_that_was_promised_keeps_it_and_less_does_not() -> None:
    made = promised("give him two dollars")
    for cents, left in ((100, 1), (200, 0)):
        made.play("I give him money.", Intent(verb="give", item="money", amount=cents, target="thorne", words="give him money"))
        assert len(made.state.owed()) == left


def test_who_comes_back_as_promised_has_kept_it() -> None:
    made = promised("come back")
    made.play("I look around.", Intent(verb="look"))
    assert made.state.owed()
    made.play("I go out.", Intent(verb="travel", place="street"))
    assert made.state.owed()
    made.play("I go back.", Intent(verb="travel", place="saloon"))
    assert not made.state.owed()
