"""Forgetting: small things fade and flow together; what cannot be undone never does; the record and recall keep all."""

from gm_engine.context import gather
from gm_engine.memory import Memory, recall
from gm_engine.memory.forgetting import Forgotten, forgotten
from gm_engine.story import event as happened
from gm_engine.story.fading import Fading
from gm_engine.story.provenance import Provenance
from gm_engine.story.scene import Scene
from tests.memory.tale import Tale

WEEK = 7 * 1440


def gone(tale: Tale) -> dict[str, Forgotten]:
    return {one.id: one for one in forgotten(tale.state, tale.memory.story.annals, Fading())}


def wait(tale: Tale, turns: int = 30, minutes: int = WEEK) -> None:
    for _ in range(turns):
        tale.play("I wait.", "Nothing stirs.", minutes=minutes // turns)


def move(tale: Tale, place: str, session: bool = False) -> None:
    """Another scene, and another chapter with it."""
    if session:
        tale.feed(happened.SessionOpened(turn=tale.state.turn, number=tale.state.session + 1))
    turn = tale.state.turn + 1
    scene = Scene(id=f"s{turn}", title=place, place=place, opened=tale.state.minute, session=tale.state.session, turn=turn)
    tale.feed(happened.SceneOpened(turn=tale.state.turn, scene=scene))
    tale.change("place", "cal", place)


def an_evening() -> Tale:
    """An evening at the livery: three small things, a death, a decision, a promise, a small fact and a lasting one."""
    tale = Tale()
    tale.play("I greet Ortega about the purple heron.", "Ortega nods.")
    for number, title in enumerate(("Came to the livery", "Met Luis Ortega", "A horse shied"), 1):
        tale.mark(f"p1.{number}", title, significance="minor", kind="transition", place="livery", participants=("ortega",))
    tale.mark("p1.4", "Pete Lund died", significance="milestone", place="livery")
    tale.decide("d1", "Well?", "spare him", "shoot him", weight="minor", participants=("ortega",))
    tale.owe("c1", "bring the horse back", debtor="cal", creditor="ortega")
    tale.hold("f1", "ortega", "mood", "sour", importance=2)
    tale.hold("f2", "ortega", "eyes", "brown", importance=4)
    return tale


def thought_of(tale: Tale, said: str) -> set[str]:
    tale.say(said)
    return {made.id for made in gather(said, (), (), tale.state, tale.memory)}


def test_small_events_of_one_place_and_evening_merge_into_one_line() -> None:
    tale = an_evening()
    assert gone(tale) == {}
    move(tale, "street", session=True)
    merged = gone(tale)
    assert {id: (one.fate, one.into) for id, one in merged.items()} == {
        f"story_point:p1.{n}": ("merged", "small:1/livery") for n in (1, 2, 3)
    }
    tale.say("I think of Ortega.")
    found = {made.id: made for made in gather("I think of Ortega.", (), (), tale.state, tale.memory)}
    assert found["small:1/livery"].text == "May 7, Ortega's Livery: Came to the livery. Met Luis Ortega. A horse shied."
    assert found["small:1/livery"].turns == (1,)
    assert not {"story_point:p1.1", "story_point:p1.2", "story_point:p1.3"} & found.keys()
    assert {"story_point:p1.4", "decision:d1", "consequence:c1"} <= found.keys()


def test_what_is_small_and_long_ago_is_let_go_and_what_cannot_be_undone_never() -> None:
    tale = an_evening()
    wait(tale)
    move(tale, "street", session=True)
    assert {id for id, one in gone(tale).items() if one.fate == "let go"} == {f"story_point:p1.{n}" for n in (1, 2, 3)} | {"fact:f1"}
    wait(tale, turns=60, minutes=100 * WEEK)
    assert not {"story_point:p1.4", "decision:d1", "consequence:c1", "fact:f2"} & gone(tale).keys()
    assert {"story_point:p1.4", "decision:d1", "consequence:c1", "fact:f2"} <= thought_of(tale, "I ask Ortega.")


def test_days_alone_or_turns_alone_let_nothing_go() -> None:
    weeks, talk = an_evening(), an_evening()
    weeks.play("I ride to Colorado and back.", "It takes long.", minutes=20 * WEEK)
    for _ in range(60):
        talk.play("I talk on.", "He listens.", minutes=0)
    assert not [one for tale in (weeks, talk) for one in gone(tale).values() if one.fate == "let go"]


def test_each_telling_lets_a_fact_live_longer() -> None:
    tale = an_evening()
    fact = tale.state.lore.fact("f1")
    assert fact is not None
    again = Provenance(source="extracted", turn=1, voice="narrator", quote="Ortega is sour.")
    tale.feed(happened.FactEstablished(turn=1, fact=fact.model_copy(update={"told_by": (*fact.told_by, again)})))
    wait(tale, minutes=5 * 1440)
    assert "fact:f1" not in gone(tale)
    wait(tale, minutes=2 * 1440)
    assert gone(tale)["fact:f1"].why == "of importance 2, told 2 times, last 7 days and 60 turns ago"


def test_what_was_let_go_comes_back_when_somebody_speaks_of_it() -> None:
    tale = an_evening()
    wait(tale)
    assert "fact:f1" not in thought_of(tale, "I look at Ortega.")
    assert "fact:f1" in thought_of(tale, "Is Ortega in a sour mood?")


def test_the_record_keeps_all_and_recall_finds_it() -> None:
    tale = an_evening()
    wait(tale, turns=60, minutes=100 * WEEK)
    assert tale.state.story_points["p1.2"].title == "Met Luis Ortega"
    assert 1 in recall(tale.memory, tale.state, "the purple heron", 200)[0].turns
    assert tale.memory.record("story_point:p1.2")


def test_the_same_promise_made_three_times_comes_to_mind_once() -> None:
    tale = an_evening()
    for number in (2, 3):
        tale.play("I promise again.", "He nods.")
        tale.owe(f"c{number}", "Bring the horse  back", debtor="cal", creditor="ortega")
    tale.owe("c4", "bring the horse back", debtor="cal", creditor="thorne")
    merged = {id: one.into for id, one in gone(tale).items()}
    assert merged == {"consequence:c1": "consequence:c3", "consequence:c2": "consequence:c3"}
    found = thought_of(tale, "I wait.")
    assert {"consequence:c3", "consequence:c4"} <= found
    assert not {"consequence:c1", "consequence:c2"} & found


def test_a_promise_that_was_kept_stands_for_itself() -> None:
    tale = an_evening()
    tale.play("I promise again.", "He nods.")
    newer = tale.owe("c2", "bring the horse back", debtor="cal", creditor="ortega")
    tale.feed(happened.ConsequencePaid(turn=2, consequence=newer.model_copy(update={"paid": 2, "outcome": "Kept."})))
    assert gone(tale) == {}


def test_rebuilt_from_the_state_the_same_is_forgotten() -> None:
    tale = an_evening()
    wait(tale)
    move(tale, "street", session=True)
    tale.mark("p40.1", "Came to the street", significance="minor", place="street")
    tale.mark("p40.2", "Met Elias Thorne", significance="character", place="street")
    wait(tale, turns=3, minutes=60)
    move(tale, "school", session=True)
    rebuilt = Memory.of(tale.state)
    assert forgotten(tale.state, rebuilt.story.annals, Fading()) == tuple(gone(tale).values())
    assert {one.fate for one in gone(tale).values()} == {"merged", "let go"}


def test_what_only_the_gm_may_know_is_in_no_report() -> None:
    tale = an_evening()
    tale.hold("f9", "boone", "past", "dealt faro in Leadville", importance=1, audience="gm")
    tale.owe("c9", "two brothers come", kind="consequence")
    wait(tale, turns=60, minutes=100 * WEEK)
    assert not {"fact:f9", "consequence:c9"} & gone(tale).keys()
