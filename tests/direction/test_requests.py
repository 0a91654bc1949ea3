"""Requests: what is granted is done and stays, what is refused says why, and what has a price is bought."""

import pytest

from gm_engine.direction.asked_for import requested
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.intent import Intent
from tests.direction.test_answers import beside
from tests.table import SmallTable


def asked(table: SmallTable, about: str, npc: str = "oakes") -> Beat:
    intent = requested(Intent(verb="ask", target=npc, words=about, about=about, manner="request"), table.state)
    told = table.play(about, intent)
    return next(beat for beat in told.plan.beats if beat.target == npc)


def disposed(table: SmallTable, attitude: int, npc: str = "oakes") -> SmallTable:
    fold(table.state, happened.StateChanged(what="attitude", key=npc, old=table.state.attitude(npc), new=attitude, cause="test"))
    return table


@pytest.mark.parametrize(
    ("about", "mode"),
    [
        ("lend me a hammer, Ben", "small"),
        ("a scrap of waybill paper and a pen", "small"),
        ("your mule", "dear"),
        ("hold my horse", "deed"),
        ("swear to me that you never saw it", "word"),
        ("come with me to the church", "errand"),
        ("shoot that man for me", "harm"),
        ("ask me whatever you like", ""),
        ("take me to the jail", "errand"),
        ("her to come along to the jail with me", "errand"),
        ("fine", ""),
        ("throw it in the stove if you have a mind to", "deed"),
        ("mind yourself", ""),
    ],
)
def test_what_sort_of_thing_is_asked_is_told_by_its_verb_and_its_object(about: str, mode: str) -> None:
    intent = Intent(verb="ask", target="oakes", about=about, words=about, manner="request")
    assert requested(intent, beside("redemption", "oakes").state).mode == mode


def test_a_thing_that_is_handed_over_is_the_players_from_then_on() -> None:
    table = beside("redemption", "oakes")
    before = dict(table.state.carried(table.state.pc))
    beat = asked(table, "lend me a hammer and a rope")
    new = {table.state.name(id) for id in table.state.carried(table.state.pc) if id not in before}
    assert (beat.slots["telling"], new) == ("request_thing", {"the hammer", "the rope"})
    assert asked(table, "lend me a hammer and a rope").slots["flags"] == "why_again"


def test_a_deed_is_told_as_it_is_asked_for_and_kept_in_mind() -> None:
    table = beside("redemption", "oakes")
    beat = asked(table, "hold my horse")
    assert (beat.slots["telling"], beat.slots["deed"]) == ("request_deed", "holds your horse")
    assert [flag for flag in table.state.flags.keys() if flag.startswith("asked_oakes")]  # noqa: SIM118


@pytest.mark.parametrize(
    ("attitude", "about", "why"),
    [(-1, "lend me a hammer", "cold"), (1, "lend me a mule", "dear"), (0, "swear that you saw it", "word"), (3, "shoot that man", "harm")],
)
def test_a_refusal_says_why_and_nothing_is_done(attitude: int, about: str, why: str) -> None:
    table = disposed(beside("redemption", "oakes"), attitude)
    held = dict(table.state.carried(table.state.pc))
    beat = asked(table, about)
    assert (beat.slots["telling"], beat.slots["flags"]) == ("request_denied", f"why_{why}")
    assert dict(table.state.carried(table.state.pc)) == held


def test_what_the_rulebook_sells_is_bought_and_not_begged() -> None:
    table = beside("redemption", "dowd")
    intent = requested(Intent(verb="ask", target="dowd", words="ask for a meal", about="a meal", manner="request"), table.state)
    assert (intent.verb, intent.item) == ("buy", "meal")


def test_money_that_is_offered_is_paid_where_it_works_and_only_then() -> None:
    """Over seeds: what leaves the purse is what is told, and a refusal costs nothing."""
    told = set()
    for seed in range(1, 13):
        table = beside("redemption", "oakes", seed)
        purse, theirs = table.state.purse(table.state.pc), table.state.purse("oakes")
        said = table.play("offer", Intent(verb="persuade", target="oakes", words="offer", about="for your memory", amount=2000))
        beat = next(beat for beat in said.plan.beats if beat.kind == "check")
        paid = purse - table.state.purse(table.state.pc)
        assert paid == table.state.purse("oakes") - theirs == (2000 if "price" in beat.slots else 0)
        assert ("price" in beat.slots) == (beat.band in ("triumph", "success", "cost"))
        assert ("twenty dollars" in said.completion.text.lower()) == bool(paid)
        told.add(paid)
    assert told == {0, 2000}


def test_nobody_is_offered_more_than_there_is() -> None:
    table = beside("redemption", "oakes")
    said = table.play("offer", Intent(verb="persuade", target="oakes", words="offer", about="for your memory", amount=10**7))
    assert [beat.slots["verb"] for beat in said.plan.beats if beat.kind == "impossible"] == ["no-money"]


def test_whether_one_may_is_a_question_and_no_thing_that_is_handed_over() -> None:
    intent = Intent(verb="ask", target="oakes", about="if I may copy the figures", words="if I may", manner="request")
    assert requested(intent, beside("redemption", "oakes").state) == intent
