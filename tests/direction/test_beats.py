"""What the plan makes of intents, of what the rules said, and of the state."""

import pytest

from gm_engine.authoring import read_words
from gm_engine.direction import plan
from gm_engine.direction.answer_pieces import pieces_of, ranked
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import question_of
from gm_engine.direction.world import weather
from gm_engine.narrator import EmbeddedGM
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.condition import Effect
from gm_engine.story.consequence import Consequence
from gm_engine.story.currency import Currency
from gm_engine.story.intent import Intent
from gm_engine.story.numbers import hours_in_words, miles_in_words
from gm_engine.story.table_rules import TableRules
from tests.mesa import SECRET_ALIAS, mesa
from tests.table import SmallTable, Told

GM = EmbeddedGM(read_words("western"))


@pytest.fixture
def table() -> SmallTable:
    return SmallTable(mesa(), GM, seed=7)


def kinds(told: Told) -> list[str]:
    return [beat.kind for beat in told.plan.beats]


def beat_of(told: Told, kind: str) -> Beat:
    return next(beat for beat in told.plan.beats if beat.kind == kind)


def go(table: SmallTable, *places: str) -> Told:
    told = None
    for place in places:
        told = table.play(f"I go to {place}.", Intent(verb="travel", place=place))
    assert told is not None
    return told


def test_an_arrival_names_the_place_and_where_one_came_from(table: SmallTable) -> None:
    told = go(table, "street")
    arrival = beat_of(told, "arrive")
    assert arrival.place == "street"
    assert arrival.slots["place_name"] == "the main street"
    assert arrival.slots["from_name"] == "Ortega's Livery"
    assert "first" in arrival.slots["flags"]
    assert go(table, "livery").plan.beats[0].slots["flags"] == "again"


def test_a_long_way_is_a_journey_with_its_miles(table: SmallTable) -> None:
    told = go(table, "street", "gorge")
    assert kinds(told)[:2] == ["journey", "arrive"]
    assert beat_of(told, "journey").slots["miles"] == "nine miles"
    assert beat_of(told, "journey").slots["bearing"] == "north"


def test_a_new_place_opens_a_scene(table: SmallTable) -> None:
    told = go(table, "street")
    opened = [event.scene for event in told.plan.events if isinstance(event, happened.SceneOpened)]
    assert [(scene.id, scene.place, scene.authored) for scene in opened] == [("s2", "street", "")]


def test_people_are_met_once_and_one_trait_is_told_at_a_meeting(table: SmallTable) -> None:
    told = table.play("I greet Ortega.", Intent(verb="greet", target="ortega"))
    meeting = beat_of(told, "meet")
    assert meeting.target == "ortega"
    assert meeting.statement is not None
    assert table.state.met["ortega"] == 1
    assert table.state.traits[f"ortega/{meeting.statement.relation}"] == 1
    again = table.play("I greet Ortega.", Intent(verb="greet", target="ortega"))
    assert "meet" not in kinds(again)
    relations = {beat.statement.relation for told in table.turns for beat in told.plan.beats if beat.statement}
    for _ in range(9):
        later = table.play("I greet Ortega.", Intent(verb="greet", target="ortega"))
        fresh = {beat.statement.relation for beat in later.plan.beats if beat.statement}
        assert not fresh & relations, "a trait is told once"
        relations |= fresh


def test_an_authored_scene_is_told_once_and_offers_its_choices(table: SmallTable) -> None:
    told = go(table, "street", "saloon")
    assert beat_of(told, "scene").text == "A drummer offers you a seat at his faro table."
    assert beat_of(told, "choice").slots["options"] == "sit in, or stay standing"
    assert kinds(told)[-2:] == ["choice", "ambience"], "what is open is told last"
    assert [one.id for one in table.state.open_decisions()] == ["cardtable"]
    assert table.state.played["cardtable"] == 1
    go(table, "street")
    assert "scene" not in kinds(go(table, "saloon"))


def test_a_decision_tells_its_result_and_owes_what_it_owes(table: SmallTable) -> None:
    go(table, "street", "saloon")
    told = table.play("I sit in.", Intent(verb="decide", option="play", target="cardtable", about="sit in"))
    decision = beat_of(told, "decision")
    assert decision.text == "You sit, and the cards come round."
    assert decision.slots["refused"] == "stay standing"
    assert [one.text for one in table.state.owed()] == ["The drummer's friends come looking."]
    later = table.play("I wait.", Intent(verb="wait", amount=700))
    assert "consequence" in kinds(later) or "consequence" in kinds(table.play("I look around.", Intent(verb="look")))
    assert not table.state.owed()


def test_a_scene_waits_for_its_condition(table: SmallTable) -> None:
    assert "scene" not in kinds(go(table, "street", "gorge"))
    go(table, "street")
    fold(table.state, happened.StateChanged(turn=table.state.turn, what="clock", key="payroll", old=0, new=4))
    told = go(table, "gorge")
    assert beat_of(told, "scene").text == "A fuse as long as your arm."
    assert table.state.ended


def test_an_omen_is_told_once(table: SmallTable) -> None:
    fold(table.state, happened.StateChanged(turn=0, what="clock", key="payroll", old=0, new=1))
    told = table.play("I look around.", Intent(verb="look"))
    assert beat_of(told, "omen").text == "Nine horses are gone from the corral."
    assert all("omen" not in kinds(table.play("I look around.", Intent(verb="look"))) for _ in range(4))


def test_a_full_clock_says_what_happens(table: SmallTable) -> None:
    fold(table.state, happened.StateChanged(turn=0, what="clock", key="payroll", old=0, new=4))
    assert beat_of(table.play("I look around.", Intent(verb="look")), "omen").text == "The trestle goes up at dawn."


def test_an_answer_draws_on_lore_and_nobody_lectures_on_themselves(table: SmallTable) -> None:
    told = table.play("I ask Ortega about the marshal.", Intent(verb="ask", target="ortega", topic="thorne", about="the marshal"))
    assert beat_of(told, "answer").elements == ("lore:hand",)
    go(table, "street", "saloon")
    told = table.play("I ask Thorne about himself.", Intent(verb="ask", target="thorne", topic="thorne", about="yourself"))
    assert "lore:hand" not in [id for beat in told.plan.beats for id in beat.elements]


def test_where_the_lore_is_silent_anybody_knows_a_trade(table: SmallTable) -> None:
    told = table.play("I ask Ortega about Miss Boone.", Intent(verb="ask", target="ortega", topic="boone", about="miss boone"))
    answer = beat_of(told, "answer")
    assert answer.statement is not None
    assert (answer.statement.subject, answer.statement.relation, answer.statement.value.text) == ("boone", "role", "schoolmistress")


def test_ignorance_is_voiced(table: SmallTable) -> None:
    told = table.play("I ask Ortega about whales.", Intent(verb="ask", target="ortega", about="whales"))
    assert beat_of(told, "ignorance").target == "ortega"


def test_a_kept_secret_is_refused_or_lied_about_and_never_in_the_plan() -> None:
    for seed in range(1, 12):
        table = SmallTable(mesa(), GM, seed)
        go(table, "street", "school")
        told = table.play("I ask about her past.", Intent(verb="ask", target="boone", topic="boone_past", about="her past"))
        if table.state.secret("boone_past") == "revealed":
            continue
        assert SECRET_ALIAS not in told.plan.model_dump_json()
        assert "dealt cards" not in told.plan.model_dump_json()
        if table.state.secret("boone_past") == "hidden":
            assert {"refusal", "lie"} & set(kinds(told))


def test_a_revealed_secret_is_told_in_its_holders_own_voice(table: SmallTable) -> None:
    go(table, "street", "school")
    reveal = happened.StateChanged(turn=9, what="secret", key="boone_past", old="hidden", new="revealed", cause="asked:boone")
    fold(table.state, reveal)
    told = plan((Intent(verb="ask", target="boone", topic="boone_past"),), (reveal,), table.state, table.state.draw(9))
    assert [beat.text for beat in told.beats if beat.kind == "reveal"] == ["I dealt faro in Leadville, and I knew your brother."]


def test_a_clue_that_was_found_is_told_and_its_secret_is_not(table: SmallTable) -> None:
    found = happened.StateChanged(
        turn=3, what="secret", key="boone_past", old="hidden", new="hinted", detail="A Leadville photograph in her desk."
    )
    fold(table.state, found)
    told = plan((Intent(verb="search"),), (found,), table.state, table.state.draw(3))
    assert [beat.text for beat in told.beats if beat.kind == "clue"] == ["A Leadville photograph in her desk."]
    assert "dealt cards" not in told.model_dump_json()


def test_what_cannot_be_done_is_said(table: SmallTable) -> None:
    told = table.play("I ask Miss Boone.", Intent(verb="ask", target="boone", about="the weather"))
    assert beat_of(told, "impossible").slots["verb"] == "nobody-here"
    assert "answer" not in kinds(told)


def test_every_fifth_turn_an_old_promise_comes_back(table: SmallTable) -> None:
    table.play("I promise.", Intent(verb="promise", target="ortega", about="to come back by Friday"))
    seen = [kinds(table.play("I look around.", Intent(verb="look"))) for _ in range(30)]
    back = [number for number, found in enumerate(seen, 2) if "callback" in found]
    assert back
    assert all(turn % 5 == 0 and turn > 11 for turn in back)
    assert len(back) == 1, "the same one rests for thirty turns"


def test_rumours_are_told_once(table: SmallTable) -> None:
    heard = [beat.elements for _ in range(40) for beat in table.play("/look", Intent(verb="look")).plan.beats if beat.kind == "rumour"]
    assert heard == [("rumour:guns",)]


def test_every_turn_has_its_pace_and_scenery(table: SmallTable) -> None:
    for _ in range(3):
        told = table.play("I look around.", Intent(verb="look"))
        assert told.plan.beats[-1].kind == "ambience"
        assert told.plan.beats[-1].slots["present"] == "ortega"
    assert len(table.state.tension) == 3


def test_the_weather_stays_the_same_within_the_hour(table: SmallTable) -> None:
    first = weather(table.state)
    assert all(weather(table.state) == first for _ in range(3))
    days = {weather(table.state) for table.state.minute in range(0, 40 * 24 * 60, 24 * 60)}
    assert len(days) > 2


def test_a_plan_is_the_same_every_time(table: SmallTable) -> None:
    intents = (Intent(verb="greet", target="ortega"),)
    assert plan(intents, (), table.state, table.state.draw(1)) == plan(intents, (), table.state, table.state.draw(1))


def test_changes_of_one_number_add_up(table: SmallTable) -> None:
    book = Notebook((), (), table.state, table.state.draw(1))
    book.apply((Effect(verb="clock", target="payroll", amount=1), Effect(verb="clock", target="payroll", amount=2)), "scene:x")
    assert [(event.old, event.new) for event in book.events if isinstance(event, happened.StateChanged)] == [(0, 1), (1, 3)]


def test_the_oldest_due_consequence_comes_first(table: SmallTable) -> None:
    for number in (1, 2):
        owed = Consequence(id=f"c0.{number}", text=f"Matter {number} arrives.", due=0, turn=0, scene="s1", minute=0)
        fold(table.state, happened.ConsequenceDue(consequence=owed))
    told = table.play("I look around.", Intent(verb="look"))
    assert [beat.text for beat in told.plan.beats if beat.kind == "consequence"] == ["Matter 1 arrives."]


def test_lore_that_the_table_may_not_know_answers_nothing() -> None:
    pack = mesa()
    hidden = pack.lore["hand"].model_copy(update={"visibility": "gm"})
    table = SmallTable(pack.model_copy(update={"lore": {"hand": hidden}}), GM)
    asked = question_of(Intent(verb="ask", target="ortega", topic="thorne", about="the marshal"), table.state)
    assert ranked(asked, pieces_of(SmallTable(pack, GM).state, "ortega"), table.state)
    assert not ranked(asked, pieces_of(table.state, "ortega"), table.state)


def test_numbers_are_said_as_people_say_them() -> None:
    assert miles_in_words(60) == "six miles"
    assert miles_in_words(5) == "half a mile"
    assert hours_in_words(1) == "one minute"
    assert hours_in_words(300) == "five hours"
    assert Currency().say(0) == "0 cents"


def heard_at(hears: bool, line: str, intent: Intent) -> list[Beat]:
    small = SmallTable(mesa(), GM, 3)
    small.state.table = TableRules(hears=("interpret", "note") if hears else ())
    return [beat for _ in range(60) for beat in small.play(line, intent).plan.beats if beat.kind == "rumour"]


def test_a_model_that_hears_is_given_talk_only_on_what_the_player_speaks_of() -> None:
    """Talk that goes round was put into odd mouths: a preacher's mules, told to a man who forged a hook."""
    plain, asks = Intent(verb="look", words="look at the hoof"), Intent(verb="look", words="look for the gang and its guns")
    assert heard_at(True, "I look at the hoof.", plain) == []
    assert heard_at(False, "I look at the hoof.", plain)
    assert heard_at(True, "I look for the gang and its guns.", asks)


def test_a_model_that_hears_is_reminded_of_what_is_between_those_who_are_here() -> None:
    """ "Four bits to Ben" once came back in an ash heap, miles from him."""
    back = []
    for place in ("livery", "street"):
        small = SmallTable(mesa(), GM, 3)
        small.state.table = TableRules(hears=("interpret", "note"))
        small.play("I promise.", Intent(verb="promise", target="ortega", about="to come back by Friday"))
        if place != "livery":
            go(small, place)
        back.append(any("callback" in kinds(small.play("I look.", Intent(verb="look"))) for _ in range(30)))
    assert back == [True, False]
