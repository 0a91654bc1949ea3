"""The memory as a fold: fed by events or rebuilt from a state, it answers alike."""

from gm_engine.memory import Memory
from gm_engine.memory.index_words import stems
from gm_engine.memory.said import Talk, Told
from gm_engine.story import event as happened
from tests.memory.tale import Tale


def long_tale(turns: int = 30) -> Tale:
    tale = Tale()
    things = ("the letter", "a rope", "the well", "nine horses", "a lantern", "the bank")
    for turn in range(1, turns + 1):
        tale.play(f"I ask Ortega about {things[turn % 6]}.", f"Ortega looks past you. {things[turn % 5].capitalize()} is not his business.")
        if turn % 5 == 0:
            tale.mark(f"p{turn}.1", f"Something about {things[turn % 6]} came out", participants=("ortega",))
    tale.hold("f1", "boone", "eyes", "gray")
    tale.hold("f1", "boone", "eyes", "green")
    tale.decide("d1", "Do you sit in?", "sit in at the faro table", "stay standing", participants=("thorne",))
    tale.owe("c1", "bring the horse back", debtor="cal", creditor="ortega")
    tale.change("rumour", "guns", 1)
    tale.change("secret", "boone_past", "hinted", "a marked deck beneath the hymnals")
    return tale


def answers(memory: Memory, query: str) -> tuple[object, ...]:
    terms = stems(query)
    return (
        memory.found_records(terms, 20), memory.found_turns(query, 20), memory.about("ortega", 20),
        memory.about("boone", 20), memory.recent(20), memory.attention(), memory.interested(), memory.names.named(query),
    )  # fmt: skip


def test_rebuilt_from_the_state_it_answers_alike() -> None:
    tale = long_tale()
    rebuilt = Memory.of(tale.state, tale.memory.weights)
    for query in ("What did Ortega say about the horses?", "faro table", "marked deck", "Boone's eyes", "thirty guns", "hand"):
        assert answers(rebuilt, query) == answers(tale.memory, query), query


def test_fed_twice_it_answers_alike() -> None:
    tale = long_tale(12)
    again = Memory()
    for event in tale.events:
        again.apply(event)
    assert answers(again, "horses at the bank") == answers(tale.memory, "horses at the bank")


def test_both_halves_of_a_turn_are_found() -> None:
    tale = Tale()
    tale.play("I show him the brand on my saddle.", "He counts the silver twice.")
    assert tale.memory.found_turns("saddle brand", 5)[0][0] == 1
    assert tale.memory.found_turns("counting silver", 5)[0][0] == 1


def test_a_corrected_fact_is_found_by_its_new_words_only() -> None:
    tale = long_tale(3)
    assert tale.memory.found_records(stems("green eyes of Boone"), 5)[0][0] == "fact:f1"
    assert not [id for id, _ in tale.memory.found_records(stems("gray"), 5)]


def test_a_redacted_turn_is_forgotten() -> None:
    tale = Tale()
    tale.play("I mention the orchid.", "An orchid, he says.")
    tale.play("I leave.", "The street is empty.")
    tale.memory.apply(happened.TextRedacted(turn=2, redacted=1))
    assert tale.memory.found_turns("orchid", 5) == []


def test_what_only_the_gm_may_know_is_not_indexed() -> None:
    tale = Tale()
    assert tale.memory.record("lore:hand")
    assert tale.memory.record("lore:faro") is None
    assert not tale.memory.found_records(stems("Leadville"), 5)


def test_a_rumour_is_remembered_once_it_was_told() -> None:
    tale = Tale()
    assert tale.memory.record("rumour:guns") is None
    tale.change("rumour", "guns", 1)
    assert tale.memory.record("rumour:guns")


def test_topics_are_what_was_lately_spoken_of() -> None:
    tale = Tale()
    tale.play("I ask about Miss Boone.", "Nobody answers.")
    for _ in range(12):
        tale.play("I ask Ortega about the nine horses.", "Ortega shrugs.")
    topics = tale.memory.attention()
    assert topics.entity("ortega") == 1.0
    assert topics.entity("boone") == 0.0
    assert not {"the", "about", "ask"} & topics.words().keys()


def test_turns_stand_in_the_order_of_their_numbers() -> None:
    talk = Talk()
    for number, session in ((1, 1), (3, 1), (2, 1), (10, 2)):
        talk.tell(Told(number, session, said=f"word{number}"))
    assert talk.session(1) == (1, 2, 3)
    assert talk.turns.numbers.tolist() == [1, 2, 3, 10]
    assert [told.number for told in talk.last(2)] == [3, 10]
    assert talk.turns.bm25(stems("word2")).nonzero()[0].tolist() == [1]
