"""Dealings: trade, cards, debts, promises, threats, choices."""

import pytest
from tables import changes, do, mesa, opened, play, refusals, rolls

from gm_engine.rules.journey import mode_of, mounted
from gm_engine.rules.owing import due, pay
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state import StoryState
from gm_engine.story.condition import Condition, Effect, Owed
from gm_engine.story.consequence import Consequence
from gm_engine.story.decision import Decision, Option
from gm_engine.story.event import ConsequenceDue, ConsequencePaid, DecisionOffered, DecisionTaken, StateChanged
from gm_engine.story.pack import AuthoredScene, Choice, Item


def test_buying_costs_what_the_item_says_or_the_rulebook() -> None:
    state = opened()
    do(state, "buy", item="rope")
    assert (state.purse("cal"), state.has("cal", "rope")) == (2350 - 75, 1)
    do(state, "buy", item="cartridges", amount=12)
    assert (state.purse("cal"), state.has("cal", "cartridges")) == (2350 - 75 - 36, 30)


@pytest.mark.parametrize(
    ("slots", "why"),
    [
        ({"item": "saddle"}, "refused:no-money"),
        ({"item": "moon"}, "refused:not-for-sale:moon"),
        ({"item": "letter"}, "refused:not-for-sale:letter"),
        ({"item": "cartridges", "amount": 1000}, "refused:no-money"),
    ],
)
def test_what_cannot_be_bought(slots: dict[str, object], why: str) -> None:
    state = opened()
    assert refusals(do(state, "buy", **slots)) == [why]
    assert (state.purse("cal"), state.minute) == (2350, 0)


def test_nobody_sells_where_nobody_is() -> None:
    state = opened()
    do(state, "travel", place="bank")
    assert refusals(do(state, "buy", item="rope")) == ["refused:no-seller:rope"]
    assert refusals(do(state, "sell", item="revolver")) == ["refused:nobody-here"]


def test_a_service_takes_its_time() -> None:
    state = opened()
    assert refusals(do(state, "buy", item="meal")) == ["refused:not-served:saloon"]
    play(state, [StateChanged(turn=1, what="place", key="cal", new="saloon")])
    do(state, "buy", item="meal")
    assert (state.purse("cal"), state.minute) == (2350 - 35, 30)
    do(state, "buy", item="room")
    assert state.minute == 510
    do(state, "buy", item="whiskey")
    assert (state.purse("cal"), state.has("cal", "whiskey")) == (2350 - 35 - 100 - 12, 0)


def test_selling_brings_half() -> None:
    state = opened()
    do(state, "sell", item="revolver")
    assert (state.purse("cal"), state.has("cal", "revolver"), state.has("ortega", "revolver")) == (2350 + 850, 0, 1)
    assert refusals(do(state, "sell", item="revolver")) == ["refused:not-carried:revolver"]


def test_cards_move_the_stake() -> None:
    ends = set()
    for seed in range(1, 25):
        state = opened(seed=seed)
        assert len(rolls(do(state, "gamble", amount=500))) == 2
        ends.add(state.purse("cal") - 2350)
    assert ends <= {-500, 0, 500, 1000}
    assert {-500, 500} <= ends
    state = opened()
    assert refusals(do(state, "gamble", amount=9999)) == ["refused:no-money"]


def test_giving_moves_things_and_money() -> None:
    state = opened()
    do(state, "give", item="money", target="ortega", amount=500)
    assert (state.purse("cal"), state.purse("ortega"), state.attitude("ortega")) == (1850, 500, 2)
    do(state, "give", item="money", target="ortega", amount=500)
    assert state.attitude("ortega") == 2
    do(state, "give", item="letter", target="ortega")
    assert (state.has("cal", "letter"), state.has("ortega", "letter")) == (0, 1)
    assert refusals(do(state, "give", item="letter", target="ortega")) == ["refused:not-carried:letter"]
    assert refusals(do(state, "give", item="money", target="ortega", amount=10**6)) == ["refused:no-money"]
    assert refusals(do(state, "take", item="letter")) == ["refused:kept-by:ortega"]


def test_taking_what_lies_here_and_laying_it_down() -> None:
    state = opened()
    do(state, "travel", place="school")
    do(state, "take", item="photograph")
    assert (state.has("cal", "photograph"), state.where("photograph")) == (1, "")
    do(state, "travel", place="street")
    do(state, "give", item="photograph")
    assert (state.has("cal", "photograph"), state.where("photograph")) == (0, "street")
    assert refusals(do(state, "take", item="letter")) == ["refused:has-it:letter"]


def borrowed(amount: int = 500) -> StoryState:
    state = opened()
    play(state, [StateChanged(turn=1, what="attitude", key="ortega", new=2)])
    do(state, "borrow", target="ortega", amount=amount, about="a small loan")
    return state


def test_a_friend_lends_and_it_is_owed_in_a_week() -> None:
    state = borrowed()
    (debt,) = state.owed()
    assert (debt.kind, debt.debtor, debt.creditor, debt.amount) == ("debt", "cal", "ortega", 500)
    assert (debt.due or 0) - debt.minute == 7 * 1440
    assert state.purse("cal") == 2850
    assert due(state) == ()


def test_others_must_be_persuaded() -> None:
    lent = 0
    for seed in range(1, 25):
        state = opened(seed=seed)
        (roll,) = rolls(do(state, "borrow", target="ortega", amount=500))
        worked = roll.band in ("triumph", "success", "cost")
        assert state.purse("cal") == 2350 + 500 * worked
        assert len(state.owed()) == int(worked)
        lent += worked
    assert 0 < lent < 24
    assert refusals(do(opened(), "borrow", target="ortega", amount=10**6)) == ["refused:cannot-lend:ortega"]
    assert refusals(do(opened(), "borrow", target="ortega")) == ["refused:no-sum"]


def test_a_debt_is_paid_in_parts_and_then_whole() -> None:
    state = borrowed()
    do(state, "repay", target="ortega", amount=200)
    assert [debt.amount for debt in state.owed()] == [300]
    done = do(state, "repay", target="ortega")
    assert state.owed() == ()
    assert [event.consequence.outcome for event in done if isinstance(event, ConsequencePaid)] == ["paid"]
    assert (state.purse("cal"), state.purse("ortega")) == (2350, 500)
    assert refusals(do(state, "repay", target="ortega")) == ["refused:no-debt"]


def test_a_debt_that_comes_due_unpaid_costs_regard_once_and_is_owed_still() -> None:
    state = borrowed()
    do(state, "wait", amount=8 * 1440)
    (late,) = due(state)
    play(state, pay(late, state))
    assert state.attitude("ortega") == 1
    assert due(state) == ()
    assert [(debt.id, debt.amount, debt.due) for debt in state.owed()] == [(late.id, 500, None)]
    done = do(state, "repay", target="ortega")
    assert [event.consequence.outcome for event in done if isinstance(event, ConsequencePaid)] == ["paid"]
    assert state.owed() == ()


def test_the_horse_in_the_prose_can_be_ridden_and_sold() -> None:
    horses = {name: Item(name=f"the {name.replace('_', ' ')}", price=4000) for name in ("bay_horse", "saddle_horse")}
    state = opened(mesa().model_copy(update={"items": mesa().items | horses}))
    play(state, [StateChanged(what="item", key="cal", detail="bay_horse", old=0, new=1)])
    book = rulebook_of(state.pack)
    assert mounted(state, book)
    done = do(state, "sell", item="saddle_horse", target="ortega")
    assert [(change.key, change.detail, change.new) for change in changes(done, "item")] == [
        ("cal", "bay_horse", 0),
        ("ortega", "bay_horse", 1),
    ]
    assert not mounted(state, book)
    assert mode_of(state, "horse", book) == "foot"


def test_a_promise_is_remembered_with_its_day() -> None:
    state = opened()
    do(state, "promise", target="ortega", amount=2880, about="pay him")
    (promise,) = state.owed()
    assert (promise.kind, promise.text, promise.due, promise.audience) == ("promise", "pay him", 2880, "table")
    do(state, "promise", target="ortega", about="bring oats")
    assert [owed.id for owed in state.owed()] == [promise.id, f"c{state.turn}.1"]


def test_a_threat_costs_regard_and_hangs_in_the_air() -> None:
    state = opened()
    done = do(state, "threaten", target="ortega", about="burn the livery")
    assert changes(done, "attitude")[0].cause == "threatened:ortega"
    assert [owed.kind for owed in state.owed()] == ["threat"]
    assert rolls(done)[0].skill == "intimidate"


def test_a_consequence_comes_by_its_minute_or_its_condition() -> None:
    state = opened()
    fixed = {"turn": 1, "scene": "s1", "minute": 0}
    by_time = Consequence(id="c1.1", text="A rider comes.", due=60, effects=(Effect(verb="flag", target="rider"),), **fixed)
    by_flag = Consequence(id="c1.2", text="The bell rings.", when=Condition(op="is", path="flag.rider"), **fixed)
    play(state, [ConsequenceDue(turn=1, consequence=by_time), ConsequenceDue(turn=1, consequence=by_flag)])
    assert due(state) == ()
    do(state, "wait", amount=60)
    assert [owed.id for owed in due(state)] == ["c1.1"]
    done = play(state, pay(by_time, state))
    assert [change.cause for change in changes(done, "flag")] == ["consequence:c1.1"]
    assert [owed.id for owed in due(state)] == ["c1.2"]


def offered(state: StoryState) -> StoryState:
    options = (Option(id="play", text="sit in"), Option(id="refuse", text="stay standing"))
    play(state, [DecisionOffered(turn=1, decision=Decision(id="cardtable", question="?", options=options, turn=1, scene="s1", minute=0))])
    return state


def test_a_choice_is_taken_with_its_effects_and_what_it_brings() -> None:
    owed = Owed(text="The drummer remembers.", after=600)
    choice = Choice(
        id="refuse",
        text="stay standing",
        effects=(Effect(verb="attitude", target="thorne", amount=1),),
        owes=(owed,),
        because="You know faro.",
    )
    scene = AuthoredScene(id="cardtable", beat="A seat.", choices=(Choice(id="play", text="sit in"), choice))
    state = offered(opened(mesa(scenes={"cardtable": scene})))
    done = do(state, "decide", option="refuse", target="cardtable", about="keep my money")
    (taken,) = [event.decision for event in done if isinstance(event, DecisionTaken)]
    assert (taken.taken, taken.choice, taken.because, [other.id for other in taken.refused]) == (
        "refuse",
        "stay standing",
        "You know faro.",
        ["play"],
    )
    assert state.attitude("thorne") == 1
    (coming,) = state.owed()
    assert taken.consequences == (coming.id,)
    assert (coming.cause, coming.due, coming.audience) == ("cardtable", 605, "gm")
    assert refusals(do(state, "decide", option="play", target="cardtable")) == ["refused:no-option:play"]


def test_an_id_typed_with_the_command_is_a_flag_and_finds_its_option() -> None:
    state = offered(opened())
    done = do(state, "decide", option="refuse_cards", about="keep my money in my pocket")
    (taken,) = [event.decision for event in done if isinstance(event, DecisionTaken)]
    assert (taken.id, taken.taken, taken.choice) == ("cardtable", "refuse", "stay standing")
    assert state.flags.get("refuse_cards") == 1


def test_a_decision_of_the_players_own_needs_no_offer() -> None:
    state = opened()
    done = do(state, "decide", option="spare_pete", about="let him ride")
    (taken,) = [event.decision for event in done if isinstance(event, DecisionTaken)]
    assert (taken.taken, taken.choice) == ("spare_pete", "let him ride")
    assert state.flags.get("spare_pete") == 1
    assert refusals(do(state, "decide")) == ["refused:no-option"]


def test_a_chip_states_a_detail() -> None:
    state = opened()
    for left in (2, 1, 0):
        do(state, "declare", about="There is a well.")
        assert state.chips.get("cal") == left
    assert refusals(do(state, "declare", about="There is another.")) == ["refused:no-chip"]
