"""Continuity traps: what a careless reply would get wrong, where the player's words or the people here touch it."""

import pytest

from gm_engine.authoring import read_data
from gm_engine.context import gather
from gm_engine.memory import Weights
from gm_engine.story import event as happened
from gm_engine.story.claim import Fact, Value
from gm_engine.story.context_element import ContextElement
from gm_engine.story.entity import Entity
from gm_engine.story.provenance import Provenance
from tests.memory.tale import PACK, Tale

WEIGHTS = Weights.model_validate(read_data("weights"))


def told() -> Tale:
    tale = Tale(PACK, WEIGHTS)
    tale.play("I look about.", "Dust.")
    return tale


def gathered(tale: Tale, said: str) -> dict[str, ContextElement]:
    tale.say(said)
    return {element.id: element for element in gather(said, (), (), tale.state, tale.memory)}


def test_the_dead_are_kept_in_mind_when_they_are_named() -> None:
    tale = told()
    tale.hold("f1", "boone", "condition", "dead")
    found = gathered(tale, "I ask Ortega to fetch Miss Boone.")
    assert found["fact:f1"].reasons["trap"] == WEIGHTS.trap
    assert "trap" not in gathered(tale, "I water the horse.").get("fact:f1", found["now"]).reasons


def test_a_lost_hand_of_somebody_here_is_a_lesser_trap() -> None:
    tale = told()
    tale.hold("f1", "ortega", "left_hand", "lost")
    assert gathered(tale, "I throw the rope over.")["fact:f1"].reasons["trap"] == WEIGHTS.trap // 2
    assert gathered(tale, "I throw Ortega the rope.")["fact:f1"].reasons["trap"] == WEIGHTS.trap


def test_what_is_as_one_would_think_is_no_trap() -> None:
    tale = told()
    tale.hold("f1", "boone", "condition", "alive")
    tale.hold("f2", "boone", "eyes", "gray")
    found = gathered(tale, "I ask about Miss Boone.")
    assert "trap" not in found["fact:f1"].reasons
    assert "trap" not in found["fact:f2"].reasons


def thing(tale: Tale, id: str, name: str) -> None:
    tale.feed(happened.EntityIntroduced(entity=Entity(id=id, kind="item", name=name)))


def owner(id: str, of: str, who: str, turn: int, status: str = "open") -> happened.FactEstablished:
    quote = Provenance(source="extracted", turn=turn, voice="narrator", quote=f"The {of} belongs to {who}.")
    value = Value(kind="entity", text=who, entity=who)
    return happened.FactEstablished(turn=turn, fact=Fact(id=id, subject=of, relation="owner", value=value, told_by=(quote,), status=status))  # type: ignore[arg-type]


def test_a_sold_horse_is_a_trap_and_stands_outside_the_ranking() -> None:
    tale = told()
    thing(tale, "mare", "the gray mare")
    tale.feed(owner("f1", "mare", "cal", 1, "superseded"), owner("f2", "mare", "ortega", 1))
    found = gathered(tale, "I saddle the gray mare.")["fact:f2"]
    assert found.reasons["trap"] == WEIGHTS.trap
    assert found.pinned


def test_a_broken_lamp_is_a_trap_and_a_lamp_whose_owner_never_changed_is_none() -> None:
    tale = told()
    thing(tale, "lamp", "the green lamp")
    tale.feed(owner("f1", "lamp", "cal", 1))
    tale.hold("f2", "lamp", "destroyed", "broken")
    found = gathered(tale, "I light the green lamp.")
    assert "trap" not in found["fact:f1"].reasons
    assert found["fact:f2"].reasons["trap"] == WEIGHTS.trap


def test_what_only_a_turn_tells_is_a_trap_too() -> None:
    tale = told()
    tale.play("I try the cellar.", "The cellar door is nailed shut, says Ortega. The sky is blue.")
    for number in range(12):
        tale.play(f"I count to {number}.", f"Ortega spits, {number} times.")
    assert gathered(tale, "I go down to the cellar.")["turn:2"].reasons["trap"] > 0
    assert "trap" not in gathered(tale, "I look at the blue sky.")["turn:2"].reasons


def test_no_more_traps_are_kept_than_the_weights_allow() -> None:
    tale = told()
    for number, relation in enumerate(("left_hand", "right_hand", "left_eye", "right_eye", "left_leg", "right_leg")):
        tale.hold(f"f{number}", "lamp", relation, "lost")
    thing(tale, "lamp", "the green lamp")
    found = gathered(tale, "I light the green lamp.")
    assert sum(made.pinned for id, made in found.items() if id.startswith("fact:")) == WEIGHTS.kept


@pytest.mark.parametrize("said", ["I ask Ortega about the marshal's hand.", "What do I owe?", "I saddle up.", ""])
def test_the_reasons_sum_to_the_score_with_all_parts(said: str) -> None:
    tale = told()
    tale.owe("c1", "bring the horse back", debtor="cal", creditor="ortega", due=60)
    tale.hold("f1", "ortega", "left_hand", "lost")
    tale.mark("p1", "the horse was sold", participants=("ortega", "thorne"))
    for made in gathered(tale, said).values():
        assert made.score == sum(made.reasons.values())


def test_what_is_due_soon_counts_more() -> None:
    tale = told()
    tale.owe("c1", "pay Ortega", debtor="cal", creditor="ortega", due=60)
    tale.owe("c2", "pay the marshal", debtor="cal", creditor="thorne", due=2 * 24 * 60)
    tale.owe("c3", "pay the school", debtor="cal", creditor="boone", due=30 * 24 * 60)
    found = gathered(tale, "I wait.")
    assert found["consequence:c1"].reasons["due"] == WEIGHTS.due
    assert found["consequence:c2"].reasons["due"] == WEIGHTS.due // 2
    assert "due" not in found["consequence:c3"].reasons


def test_what_only_says_the_players_words_again_scores_less() -> None:
    tale = told()
    tale.mark("p1", "the marshal sold the payroll horse", participants=("thorne",))
    found = gathered(tale, "Did the marshal sell the payroll horse?")["story_point:p1"]
    assert found.reasons["echo"] < 0
    assert found.score == sum(found.reasons.values())


def test_a_line_that_leans_brings_up_what_was_dwelt_on() -> None:
    tale = told()
    tale.mark("p1", "the payroll was moved to the mill", participants=())
    for number in range(20):
        tale.play(f"I count to {number}.", f"Ortega spits, {number} times.")
        tale.mark(f"q{number}", f"nothing came of number {number}", participants=())
    tale.play("I ask about the payroll.", "The payroll, says Ortega, is not his business.")
    assert gathered(tale, "And then?")["story_point:p1"].reasons["dwelt on"] > 0
