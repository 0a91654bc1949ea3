"""Gathering: what comes to mind, why, and what never does."""

import pytest

from gm_engine.context import gather
from gm_engine.context.focus import focus_on
from gm_engine.context.gather import Gathering
from gm_engine.context.salience import saturated
from gm_engine.memory import Memory
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.context_element import ContextElement
from gm_engine.story.intent import Intent
from tests.memory.tale import Tale


def gathered(tale: Tale, said: str, *beats: Beat, intents: tuple[Intent, ...] = ()) -> dict[str, ContextElement]:
    if not tale.state.turns.get(str(tale.state.turn)) or tale.state.turns[str(tale.state.turn)].said != said:
        tale.say(said)
    return {element.id: element for element in gather(said, intents, beats, tale.state, tale.memory)}


def test_the_parts_of_a_score_sum_to_it_and_the_best_come_first() -> None:
    tale = Tale()
    tale.play("I greet Ortega.", "Ortega nods.")
    tale.owe("c1", "bring the horse back", debtor="cal", creditor="ortega")
    found = list(gathered(tale, "I ask Ortega about the marshal's hand.").values())
    assert all(element.score == sum(element.reasons.values()) for element in found)
    assert [element.score for element in found] == sorted((element.score for element in found), reverse=True)


def test_whom_the_player_names_is_thought_of() -> None:
    found = gathered(Tale(), "I ask Ortega how the marshal lost his hand.")
    assert found["lore:hand"].reasons["spoken of"] == 900
    assert found["lore:hand"].reasons["shared words"] > 0
    assert "person:thorne" in found


def test_a_place_that_is_spoken_of_is_described() -> None:
    found = gathered(Tale(), "What is the Silver Spur like?")
    assert found["about:saloon"].text == "The Silver Spur: Four tables and a fiddle short of a string."
    assert "about:saloon" not in gathered(Tale(), "What is the weather like?")


def test_whom_an_intent_means_is_thought_of_without_a_name() -> None:
    intent = Intent(verb="ask", target="ortega", topic="thorne")
    assert "lore:hand" in gathered(Tale(), "I ask him about that.", intents=(intent,))


def test_those_present_and_the_place_have_their_cards() -> None:
    found = gathered(Tale(), "I wait.")
    assert {"now", "place:livery", "person:cal", "person:ortega"} <= found.keys()
    assert "person:boone" not in found
    assert found["now"].pinned
    assert found["place:livery"].pinned


@pytest.mark.parametrize("said", ["I ask about Faro Tess.", "I ask Miss Boone about Leadville and faro.", "Temperance Boone"])
def test_hidden_truth_never_gets_in(said: str) -> None:
    tale = Tale()
    tale.owe("c1", "two brothers ride for the dealer's money", kind="consequence", debtor="boone", participants=("boone",))
    tale.hold("f1", "boone", "knows", "Leadville", audience="gm")
    named = Beat(kind="answer", actor="boone", topic="boone_past", elements=("lore:faro", "fact:f1", "consequence:c1", "secret:boone_past"))
    found = gathered(tale, said, named)
    told = "\n".join(str(element) for element in found.values() if not element.id.startswith("turn:"))
    for hidden in ("Faro Tess", "Leadville", "two brothers", "Nobody Known"):
        assert hidden not in told


def test_what_a_beat_draws_on_is_pinned() -> None:
    found = gathered(Tale(), "I ask around.", Beat(kind="rumour", actor="ortega", elements=("rumour:guns", "lore:spur")))
    assert found["rumour:guns"].pinned
    assert found["lore:spur"].pinned
    assert found["lore:spur"].reasons["drawn on"] == 1200


def test_a_rumour_comes_only_once_told() -> None:
    tale = Tale()
    assert "rumour:hand_sold" not in gathered(tale, "Did the marshal sell his hand for whiskey?")
    tale.change("rumour", "hand_sold", 1)
    assert "rumour:hand_sold" in gathered(tale, "So he sold it for whiskey?")


def test_the_conversation_comes_in_halves_and_older_turns_whole() -> None:
    tale = Tale()
    tale.play("I hide the brass key under the trough.", "The trough is cold.")
    for number in range(12):
        tale.play(f"I count to {number}.", f"Ortega looks at the sky, {number} times.")
    found = gathered(tale, "Where did I hide the brass key?")
    assert "The trough is cold." in found["turn:1"].text
    assert found["turn:1"].turns == (1,)
    halves = [element for element in found.values() if element.source in ("said", "reply")]
    assert len(halves) == 2 * tale.memory.weights.window
    assert "turn:14" not in found
    assert "turn:14:said" not in found


def test_a_fact_names_the_other_side_and_quotes_its_telling() -> None:
    tale = Tale()
    tale.play("How far is the school?", "Ortega shrugs.")
    fact = tale.hold("f1", "school", "distance", "three hundred yards")
    value = fact.value.model_copy(update={"entity": "saloon"})
    tale.feed(happened.FactEstablished(turn=1, fact=fact.model_copy(update={"value": value})))
    told = gathered(tale, "How far to the schoolhouse?")["fact:f1"].text
    assert told == 'The schoolhouse, distance (the Silver Spur): three hundred yards. (Told: "school distance three hundred yards.")'


def test_debts_conflicts_and_decisions_stay_open_threads() -> None:
    tale = Tale()
    tale.play("I promise.", "Ortega hears it.")
    tale.owe("c1", "bring the horse back", debtor="cal", creditor="ortega", amount=300)
    found = gathered(tale, "I leave.")
    assert found["consequence:c1"].reasons["open"] == 450
    assert "$3" in found["consequence:c1"].text
    paid = tale.state.consequences["c1"].model_copy(update={"paid": 2, "outcome": "The horse is back"})
    tale.state.consequences["c1"] = paid
    assert "open" not in gathered(tale, "I leave.")["consequence:c1"].reasons


def test_recency_is_story_time() -> None:
    tale = Tale()
    tale.mark("p0.1", "the bank burned", participants=("thorne",))
    fresh = gathered(tale, "The marshal?")["story_point:p0.1"].reasons["recency"]
    tale.change("time", new=3 * 24 * 60)
    later = gathered(tale, "The marshal?")["story_point:p0.1"].reasons["recency"]
    tale.change("time", new=300 * 24 * 60)
    last = gathered(tale, "The marshal?")["story_point:p0.1"].reasons["recency"]
    assert fresh == 500
    assert later == 250
    assert 0 < last < 100


def test_near_places_count_less_the_farther_they_are() -> None:
    tale = Tale()
    for id, place in (("p1", "livery"), ("p2", "street"), ("p3", "saloon")):
        tale.mark(id, f"a shot at {place}", place=place)
    found = gathered(tale, "A shot?")
    assert found["story_point:p1"].reasons["same place"] == 250
    assert found["story_point:p2"].reasons["near"] == 120
    assert found["story_point:p3"].reasons["near"] == 60


def test_the_cost_does_not_grow_with_the_story() -> None:
    tale = Tale()
    for number in range(60):
        tale.play(f"I ask Ortega about horse {number}.", f"Horse {number} is lame, says Ortega.")
        tale.mark(f"p{number}", f"horse {number} was sold", participants=("ortega",))
    few = len(gathered(tale, "I ask Ortega about the horses."))
    for number in range(60, 240):
        tale.play(f"I ask Ortega about horse {number}.", f"Horse {number} is lame, says Ortega.")
        tale.mark(f"p{number}", f"horse {number} was sold", participants=("ortega",))
    assert len(gathered(tale, "I ask Ortega about the horses.")) <= few + 4


def test_saturated_words() -> None:
    assert saturated(0.0) == 0.0
    assert saturated(6.0) == 0.5
    assert saturated(1000.0) < 1.0


def test_an_empty_story_gathers_the_moment_and_nothing_else() -> None:
    assert [element.id for element in gather("Hello?", (), (), StoryState(), Memory())] == ["now"]


def test_a_question_of_fifty_thousand_words_is_answered() -> None:
    tale = Tale()
    tale.play("I greet Ortega.", "Ortega nods.")
    said = "the marshal lost his left hand " * 8_000
    assert "lore:hand" in {element.id for element in gather(said, (), (), tale.state, tale.memory)}


def test_what_the_player_asks_about_again_and_again_brings_its_records_up() -> None:
    """An interest weighed what was thought of already, and made nobody think of anything."""
    tale = Tale()
    tale.play("I wait.", "A piebald stallion runs off.")
    tale.mark("p1.1", "The piebald stallion ran off", place="street")
    for session in (1, 2, 3, 4):
        tale.feed(happened.SessionOpened(turn=tale.state.turn, number=session))
        for turn in range(8):
            tale.play("I ask about the stallion." if turn == 0 else f"I count to {turn}.", "A fly settles on the sill.")
            tale.mark(f"p{tale.state.turn}.1", f"A fly settled for the {tale.state.turn}th time", place="street")
    assert "stallion" in tale.memory.interested()
    found = gathered(tale, "I wait for the noon.")
    assert "story_point:p1.1" in found
    assert "story_point:p5.1" not in found


def test_a_search_that_is_asked_again_with_a_shorter_conversation_finds_what_a_new_one_finds() -> None:
    tale = Tale()
    for number in range(6):
        tale.play(f"I ask Ortega about horse {number}.", "Ortega looks at the gray mare's brand, and says nothing of the marshal.")
    tale.say("I ask Ortega about the mare's brand.")
    search = Gathering(focus_on("I ask Ortega about the mare's brand.", (), (), tale.state, tale.memory), tale.state, tale.memory)
    for since in (1, 5, 3):
        assert search.since(since) == gather("I ask Ortega about the mare's brand.", (), (), tale.state, tale.memory, since)
