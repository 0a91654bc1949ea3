"""What a memory is asked that nobody would ask: nothing in it, or fifty thousand words."""

from gm_engine.context import gather
from gm_engine.memory import Memory, chapters, recall, recap
from gm_engine.memory.forgetting import forgotten
from gm_engine.memory.wording_check import unsupported
from gm_engine.state import StoryState
from gm_engine.story.fading import Fading
from tests.memory.tale import Tale

LONG = "The marshal lost his hand at Glorieta, and nobody of the nine riders has seen Ortega's horse since. " * 3000


def test_an_empty_memory_answers_everything_with_nothing() -> None:
    state, memory = StoryState(), Memory()
    for asked in (memory, Memory.of(state)):
        assert recall(asked, state, "What was said of the well?", 500) == ()
        assert asked.story.so_far(state, 1, 500) == asked.story.so_far(state, 99, 500) == ()
        assert asked.found_records({"well": 1}, 5) == asked.found_turns("the well", 5) == []
        assert (asked.recent(5), asked.about("ortega", 5), asked.names.named("Ortega")) == ((), (), ())
        assert asked.attention() is not None
        assert asked.interested() == {}
        assert forgotten(state, asked.story.annals, Fading()) == ()
    assert (recap(state), chapters(state)) == ((), ())


def test_a_question_without_words_finds_nothing() -> None:
    tale = Tale()
    tale.play("I greet Ortega.", "Ortega nods.")
    for words in ("", "   ", "?!…", "the of and", "\x00", "🐎"):
        assert recall(tale.memory, tale.state, words, 300) == ()
        assert tale.memory.found_turns(words, 5) == []


def test_fifty_thousand_words_are_answered() -> None:
    assert len(LONG.split()) > 50_000
    tale = Tale()
    for turn in range(40):
        tale.play(f"I ask about the marshal's hand, for the {turn}th time.", "Ortega looks past you.")
    found = recall(tale.memory, tale.state, LONG, 300)
    assert found
    assert sum(element.tokens for element in found) <= 300
    tale.say(LONG)
    assert any(element.id == "lore:hand" for element in gather(LONG, (), (), tale.state, tale.memory))


def test_fifty_thousand_words_are_checked_against_their_sources() -> None:
    assert unsupported("The marshal lost his hand at Glorieta.", (LONG,)) == ()
    assert unsupported("Ten riders came.", (LONG,))[0].kind == "number"
