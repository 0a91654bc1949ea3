"""Recall: whole turns, within the budget, best first."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.memory import Memory, recall
from gm_engine.memory.recall import recall_written
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.pack import LoreEntry
from gm_engine.tokens import count
from tests.mesa import mesa

LINES = [
    ("Rosa", "We walked the mission road at first light."),
    ("Abel", "Did you ever mend the wagon wheel?"),
    ("Rosa", "Hollis the wheelwright did, for two dollars."),
    ("Abel", "My sister plays the harp in Tucson."),
    ("Rosa", "Rain came through the kitchen roof again."),
    ("Abel", "I sold the gray mare to a preacher."),
]


def talk(lines: list[tuple[str, str]], time: str = "") -> tuple[StoryState, Memory]:
    state, memory = StoryState(), Memory()
    memory.apply(happened.SessionOpened(number=1))
    for number, (speaker, words) in enumerate(lines, 1):
        completion = Completion(text=words, model="gm", given_by="import")
        memory.apply(happened.CompletionReceived(turn=number, completion=completion, speaker=speaker, time=time))
    return state, memory


def test_the_turn_that_answers_comes_first_in_its_own_words() -> None:
    state, memory = talk(LINES)
    first = recall(memory, state, "Who bought the gray mare?", 40)[0]
    assert "Abel: I sold the gray mare to a preacher." in first.text
    assert 6 in first.turns
    assert set(first.reasons) >= {"own words", "talk around", "stretch of story"}
    assert first.score == sum(first.reasons.values())


def test_the_turn_beside_an_answer_comes_with_it() -> None:
    state, memory = talk(LINES)
    found = {turn for element in recall(memory, state, "wagon wheel", 60) for turn in element.turns}
    assert {2, 3} <= found


def test_a_session_is_headed_by_its_date_once() -> None:
    state, memory = talk(LINES, time="1881-03-02T10:00")
    (stretch,) = recall(memory, state, "harp in Tucson, gray mare, wagon wheel", 400)
    assert stretch.text.startswith("2 March 1881\n")
    assert stretch.text.count("1881") == 1
    assert list(stretch.turns) == sorted(stretch.turns)


def test_nothing_is_recalled_for_words_that_never_fell() -> None:
    state, memory = talk(LINES)
    assert recall(memory, state, "submarine", 500) == ()
    assert recall(memory, state, "", 500) == ()
    assert recall(Memory(), StoryState(), "gray mare", 500) == ()


def test_a_budget_too_small_for_any_turn_gives_nothing() -> None:
    state, memory = talk(LINES)
    assert recall(memory, state, "gray mare", 3) == ()


def test_the_best_turn_is_cut_to_a_budget_that_it_alone_overspends() -> None:
    state, memory = talk([*LINES, ("Rosa", "It rained. The bridge at Oakford fell into the river. " + "Nobody minded it much. " * 60)])
    (element,) = recall(memory, state, "What fell into the river at Oakford?", 50)
    assert element.turns == (7,)
    assert element.text.startswith("Rosa: … The bridge at Oakford fell into the river.")
    assert element.text.endswith(" …")
    assert 30 < element.tokens <= 50


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 300), st.sampled_from(["gray mare", "wagon wheel roof", "harp rain mission preacher dollars", "Rosa"]), st.booleans())
def test_the_budget_is_never_overspent(budget: int, query: str, dated: bool) -> None:
    state, memory = talk(LINES * 3, time="1881-03-02" if dated else "")
    elements = recall(memory, state, query, budget)
    assert sum(count(element.text + "\n") for element in elements) <= budget
    assert all(element.tokens == count(element.text + "\n") for element in elements)
    for element in elements:
        for turn in element.turns:
            speaker, words = (LINES * 3)[turn - 1]
            cut = len(elements) == 1 and "…" in element.text
            assert f"{speaker}: {words}" in element.text or (cut and element.text.startswith(f"{speaker}: "))
    scores = [element.score for element in elements]
    assert scores == sorted(scores, reverse=True)


def test_each_day_of_a_session_stands_under_its_own_date() -> None:
    state, memory = talk([("gm", "The ferry is sunk.")], time="1881-06-06T08:00")
    line = Completion(text="The ferry is raised.", model="gm", given_by="import")
    for event in (happened.CompletionReceived(turn=2, completion=line, time="1881-06-09T08:00"), happened.TurnClosed(turn=2, digest="")):
        fold(state, event)
        memory.apply(event)
    heads = sorted(element.text.split("\n")[0] for element in recall(memory, state, "ferry", 200))
    assert heads == ["6 June 1881", "9 June 1881"]


def world(**lore: LoreEntry) -> tuple[StoryState, Memory]:
    state, memory = StoryState(), Memory()
    opened = happened.PackOpened(pack=mesa(lore=lore))
    memory.apply(opened)
    fold(state, opened)
    return state, memory


def test_what_is_written_of_the_world_is_recalled_before_anything_was_told() -> None:
    state, memory = world(
        well=LoreEntry(id="well", text="The first well went dry in 1879."),
        mill=LoreEntry(id="mill", text="The mill on the ledge grinds no more corn."),
        grave=LoreEntry(id="grave", text="The sheriff lies in the dry well.", visibility="gm"),
    )
    (found,) = recall_written(memory, state, "Which well is dry?", 400)
    assert (found.id, found.kind, found.text, found.turns) == ("lore:well", "lore", "The first well went dry in 1879.", ())
    assert found.score == sum(found.reasons.values()) > 0
    assert recall_written(memory, state, "Which well is dry?", 3) == ()
    assert recall_written(memory, state, "submarine", 400) == ()


def test_an_entry_that_answers_far_worse_than_the_best_is_left_out() -> None:
    state, memory = world(
        one=LoreEntry(id="one", text="Dobie the ferryman lost an eye at the crossing, and the ferryman's rope was cut."),
        two=LoreEntry(id="two", text="A rope is sold at the store."),
    )
    assert [found.id for found in recall_written(memory, state, "the ferryman Dobie, his eye and his rope", 400)] == ["lore:one"]
