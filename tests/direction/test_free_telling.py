"""How free acts are told: the player's words first, then what is booked and nothing else, then who noticed."""

import pytest

from gm_engine.direction.free_acts import fitted
from gm_engine.prompting.plain_beats import plain_beats
from gm_engine.rules.skill_check import worked
from gm_engine.story.event import WorkDone
from gm_engine.story.intent import Intent
from gm_engine.story.work import Work
from tests.mesa import mesa
from tests.narrator.test_embedded import GM
from tests.table import SmallTable, Told

SEEDS = range(1, 25)
DAMMED = ("dam the ditch with stones", "the ditch")


def did(table: SmallTable, *acts: tuple[str, str]) -> Told:
    """One turn of free acts, as the ear hands them over."""
    intents = [fitted(Intent(verb="free", words=words, about=about, told=f"you {words}"), table.state) for words, about in acts]
    return table.play("; ".join(words for words, _ in acts), *intents)


def works(table: SmallTable) -> list[Work]:
    return list(table.state.works.values())


def dammed() -> SmallTable:
    """A table at which the ditch was dammed in front of the liveryman."""
    for seed in range(1, 60):
        table = SmallTable(mesa(), GM, seed)
        did(table, DAMMED)
        if works(table):
            return table
    raise AssertionError("nobody ever dams the ditch")


def wait(table: SmallTable, minutes: int) -> Told:
    return table.play("I wait.", Intent(verb="wait", words="I wait.", amount=minutes))


def test_small_acts_are_told_first_and_as_they_were_said_those_of_one_line_that_come_to_nothing_in_one_sentence() -> None:
    told = did(SmallTable(mesa(), GM), ("step back from the anvil", ""), ("straighten up", ""))
    assert told.completion.text.startswith("You step back from the anvil, and straighten up.")


def test_a_long_clause_is_told_whole() -> None:
    words = "lay " + " and ".join(f"a {thing} from the bottom of my old saddle bag" for thing in ("knife", "spoon", "cup", "bell", "nail"))
    told = did(SmallTable(mesa(), GM), (words, ""))
    assert told.completion.text.startswith(f"You {words}.")


@pytest.mark.parametrize(
    "act", [DAMMED, ("draw a false map of the mine", "a false map of the mine"), ("teach the dog to fetch", "the dog")]
)
def test_only_what_is_booked_is_told_as_done(act: tuple[str, str]) -> None:
    outcomes = set()
    for seed in SEEDS:
        table = SmallTable(mesa(), GM, seed)
        told = did(table, act)
        roll = next(one for turn in [told] for event in turn.events if (one := getattr(event, "roll", None)))
        outcomes.add(worked(roll.band))
        assert (told.completion.text.startswith(f"You {act[0]}.")) == worked(roll.band)
        if not worked(roll.band):
            assert told.completion.text.startswith(("You try to ", "You set out to "))
        assert bool(works(table)) or not worked(roll.band)
    assert outcomes == {True, False}


def test_no_scenery_stands_beside_a_result() -> None:
    for seed in SEEDS:
        table = SmallTable(mesa(), GM, seed)
        did(table, DAMMED)
        assert len(did(table, ("teach the dog to fetch", "the dog")).completion.text.split()) < 45


def test_what_was_done_is_told_again_to_whoever_comes_back_until_it_is_undone() -> None:
    table = dammed()
    around = Intent(verb="look", words="I look around.")
    assert "dammed with stones" in table.play("I look around.", around).completion.text
    table.play("I go out.", Intent(verb="travel", words="I go out.", place="street", mode="foot"))
    assert "dammed" not in table.play("I look around.", around).completion.text
    assert "dammed with stones" in table.play("Back.", Intent(verb="travel", words="Back.", place="livery", mode="foot")).completion.text
    did(table, ("clear the ditch", "the ditch"))
    assert not works(table)[0].stands
    assert "dammed" not in table.play("I look around.", around).completion.text


def test_somebody_comes_upon_it_after_a_time_and_says_so() -> None:
    table = dammed()
    [work] = works(table)
    liked = table.state.attitude(work.finder)
    texts = [wait(table, 240).completion.text for _ in range(4)]
    assert any("the ditch is dammed with stones" in text.lower() for text in texts)
    assert works(table)[0].found is not None
    assert table.state.attitude(work.finder) == liked - 1
    later = [wait(table, 240).completion.text for _ in range(3)]
    assert not any("dammed" in text for text in later)


def test_a_lesson_that_is_learned_is_told_in_the_words_of_its_clause() -> None:
    table = SmallTable(mesa(), GM, 3)
    texts = []
    while not (works(table) and works(table)[0].whole):
        texts.append(did(table, ("teach the dog to fetch", "the dog")).completion.text)
        assert len(texts) < 40
    assert "The dog has learned to fetch." in texts[-1]
    assert not any("has learned" in text for text in texts[:-1])


def test_a_hidden_thing_is_where_it_was_put() -> None:
    table = SmallTable(mesa(), GM)
    did(table, ("hide the revolver under the straw", "the revolver"))
    assert table.state.where("revolver") == "livery"
    assert not table.state.has("cal", "revolver")


def test_a_language_model_is_handed_the_outcome_and_no_line_of_the_grammars() -> None:
    table = SmallTable(mesa(), GM, 3)
    told = did(table, DAMMED)
    texts = [text for _, text in plain_beats(told.plan.beats, table.state)]
    assert any("dam the ditch with stones" in text for text in texts)
    assert not any("free_" in text for text in texts)


def test_a_work_is_one_event_for_each_change_of_it() -> None:
    table = dammed()
    assert [event.work.id for told in table.turns for event in told.events if isinstance(event, WorkDone)] == [works(table)[0].id]
