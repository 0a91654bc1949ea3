"""Vectors of what was said: made once, compared with a question's, and never in the way where there are none."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b

from gm_engine.memory import Memory, recall
from gm_engine.memory.meanings import Meanings, key_of, texts_of
from gm_engine.memory.said import Talk, Told
from gm_engine.state import StoryState

ALIKE = (("horse", "mare", "mount"), ("money", "dollars", "debt"), ("rain", "storm", "wet"))


class Model:
    """Gives a vector by what a text is about, and counts what it was given."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def embed(self, texts: Iterable[str]) -> list[bytes]:
        found = []
        for text in texts:
            self.read.append(text)
            found.append(bytes([100 if any(word in text.lower() for word in words) else 1 for words in ALIKE] + [1]))
        return found


def table(model: Model | None = None) -> Memory:
    memory = Memory()
    for number, words in enumerate(("The gray mare ran.", "He owes me six dollars.", "A storm came over the mesa.", "Nobody spoke."), 1):
        memory.talk.tell(Told(number, reply=words, speaker="Rosa"))
    if model:
        memory.meanings = Meanings("model 1", model.embed)
        memory.meanings.learn(memory.meanings.missing(memory.talk))
    return memory


def test_a_turn_is_found_by_what_it_means() -> None:
    assert recall(table(), StoryState(), "my mount", 100) == ()
    (first, *_) = recall(table(Model()), StoryState(), "my mount", 12)
    assert first.turns == (1,)
    assert set(first.reasons) <= {"meaning", "meaning beside", "like the best"}
    assert sum(first.reasons.values()) == first.score


def test_each_text_is_read_once() -> None:
    model = Model()
    memory = table(model)
    for _ in range(3):
        recall(memory, StoryState(), "my mount", 100)
    assert memory.meanings
    assert memory.meanings.missing(memory.talk) == {}
    assert len(model.read) == 5
    again = memory.meanings.anew()
    assert again.missing(memory.talk) == {}


def test_what_is_told_anew_is_known_by_its_new_words_only() -> None:
    model = Model()
    memory = table(model)
    assert memory.meanings
    memory.talk.tell(Told(1, reply="It rained.", speaker="Rosa"))
    assert list(memory.meanings.missing(memory.talk).values()) == ["Rosa: It rained."]
    assert memory.meanings.cosines(memory.talk, "my mount")[0] == -1
    memory.meanings.learn(memory.meanings.missing(memory.talk))
    assert memory.meanings.cosines(memory.talk, "my mount")[0] < 0.9


def test_redacted_words_leave_no_meaning() -> None:
    memory = table(Model())
    assert memory.meanings
    assert memory.meanings.cosines(memory.talk, "my mount")[0] > 0.9
    memory.talk.forget(1)
    assert memory.meanings.cosines(memory.talk, "my mount")[0] == -1


def test_the_turn_being_played_is_owed_nothing() -> None:
    memory = table(Model())
    assert memory.meanings
    memory.talk.tell(Told(5, said="I ride."))
    assert memory.meanings.missing(memory.talk, but=5) == {}
    assert memory.meanings.missing(memory.talk) == {key_of("I ride."): "I ride."}


def test_prompts_go_by_words_until_meaning_counts() -> None:
    memory = table(Model())
    assert memory.meanings
    assert memory.found_turns("my mount", 3) == []
    assert memory.chosen_by == ""
    memory.meanings.counts = True
    assert memory.found_turns("my mount", 3)[0][0] == 1
    assert memory.chosen_by == "model 1"


def test_both_halves_of_a_turn_have_a_vector() -> None:
    assert texts_of(Told(1, said="I ask.", reply="She nods.")) == ("I ask.", "She nods.")
    assert texts_of(Told(1, reply="She nods.", speaker="Rosa")) == ("Rosa: She nods.",)


def scattered(texts: Iterable[str]) -> list[bytes]:
    """Vectors of 384 numbers that have nothing to do with one another."""
    return [b"".join(blake2b(f"{n} {text}".encode()).digest() for n in range(6)) for text in texts]


def test_the_same_texts_give_the_same_numbers_in_whatever_order_they_became_known() -> None:
    tale = [Told(n, said=f"I ask of {n}.", reply=f"Somebody tells of {n * 7} and of the road.", speaker="Rosa") for n in range(1, 60)]
    at_once, bit_by_bit = Talk(), Talk()
    whole, grown = (Meanings("model 1", scattered) for _ in range(2))
    for told in tale:
        at_once.tell(told)
        bit_by_bit.tell(replace(told, reply=""))
        grown.learn(grown.missing(bit_by_bit))
        grown.cosines(bit_by_bit, f"What of {told.number}?", [1])
        bit_by_bit.tell(told)
    for meanings, talk in ((whole, at_once), (grown, bit_by_bit)):
        meanings.learn(meanings.missing(talk))
    for n in range(40):
        like = [n + 1, n + 2, n + 3]
        assert whole.cosines(at_once, f"Why {n}?", like).tolist() == grown.cosines(bit_by_bit, f"Why {n}?", like).tolist()


def test_what_is_told_in_the_turn_that_is_being_played_is_not_compared() -> None:
    memory = table(Model())
    assert memory.meanings
    memory.talk.tell(Told(5, said="Two wet horses.", speaker="Rosa"))
    memory.meanings.learn(memory.meanings.missing(memory.talk))
    assert memory.meanings.cosines(memory.talk, "my mount")[4] > 0.5
    before = memory.meanings.cosines(memory.talk, "my mount", [1])
    memory.meanings.until = 4
    now = memory.meanings.cosines(memory.talk, "my mount", [1, 5])
    assert now[4] == -1
    assert now[:4].tolist() == before[:4].tolist()
