"""What the player keeps coming back to, over the sessions."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.memory import Memory
from gm_engine.memory.interests import KEPT, MOST, SPELL, Interests, asked_about
from gm_engine.story import event as happened
from tests.memory.tale import Tale


def all_tell(stem: str) -> float:
    return 1.0


def test_they_always_ask_about_horses() -> None:
    tale = Tale()
    for session in (1, 2, 3):
        tale.feed(happened.SessionOpened(number=session))
        tale.play("I ask Ortega about the horses.", "He shrugs.")
        tale.play(f"I ask Ortega about well {session}.", "He shrugs.")
        tale.play("What horses are there?", "He shrugs.")
        for number in range(8):
            tale.play(f"I walk on {number}.", "Dust.")
    assert list(tale.memory.interested()) == ["hors"]
    assert Memory.of(tale.state).interested() == tale.memory.interested()


def test_what_was_asked_about_in_one_evening_only_is_no_interest() -> None:
    interests = Interests()
    for _ in range(10):
        interests.hear(1, "I ask about the horses.")
    assert interests.strengths(all_tell) == {}


def test_whoever_asks_again_after_a_long_while_has_come_back_to_it() -> None:
    interests = Interests()
    for at in range(SPELL + 2):
        interests.hear(1, "I ask about the horses." if at in (0, 1, SPELL, SPELL + 1) else "I wait.")
    assert "hors" in interests.strengths(all_tell)


def test_only_questions_count() -> None:
    assert asked_about("I saddle the horse.") == ()
    assert asked_about("Which horses are fast?") == ("hors", "fast")


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 2000)), max_size=900))
def test_interests_never_grow_over_their_caps(asked: list[tuple[int, int]]) -> None:
    interests = Interests()
    for session, number in sorted(asked):
        interests.hear(session, f"I ask about thing{number} and thing{number % 7}.")
    assert len(interests) <= KEPT
    found = interests.strengths(all_tell)
    assert len(found) <= MOST
    assert all(0 < strength <= 1 for strength in found.values())
