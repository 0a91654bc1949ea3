"""Endings: an epilogue by the state, what became of it, the story in short; and clocks that the table sees."""

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.authoring.condition_text import parse_condition
from gm_engine.bootstrap import trial
from gm_engine.errors import GameError
from gm_engine.play.ending import ending_of
from gm_engine.play.game import Game
from gm_engine.state import fold
from gm_engine.story.event import StateChanged


@pytest.fixture
def table() -> Game:
    return trial(load_pack(find_pack("red_mesa")), "ending", pack_path=find_pack("red_mesa"), seed=3)


def test_an_ending_is_told_by_the_state(table: Game) -> None:
    assert ending_of(table.state) is None
    assert table.view("/ending") == "The story has not come to its end."
    for change in (
        StateChanged(what="flag", key="hanged", new=1),
        StateChanged(what="met", key="rusk", new=1),
        StateChanged(what="condition", key="rusk", old="alive", new="dead"),
        StateChanged(what="clock", key="sentence", old=0, new=6),
        StateChanged(what="ended", key="", old=0, new=1),
    ):
        fold(table.state, change)
    ending = ending_of(table.state)
    assert ending is not None
    assert [text.partition(".")[0] for text in ending.epilogue] == ["They sold the lumber on Monday"]
    assert "Eben Rusk is dead." in ending.became
    assert "The sentence: full." in ending.became
    assert any("$34" in line for line in ending.evening)
    with pytest.raises(GameError, match="come to its end") as raised:
        table.play("I look around.")
    assert "/undo" in raised.value.then
    assert table.state.turn == 0


def test_a_clock_that_the_table_sees_says_how_far_it_is(table: Game) -> None:
    waited = [table.play(line) for line in ("I wait until midnight.", "I wait for two hours.", "I wait for two hours.")]
    assert [remark for turn in waited for remark in turn.remarks] == ["The sentence: two of six."]
    for looked in ("/sheet", "/recap", "/threads"):
        assert "The sentence: two of six." in (table.view(looked) or "")


def witnessed(table: Game) -> None:
    """Everything is so that an ending of the campaign needs."""
    table.play("I walk to the jail.")
    fold(table.state, StateChanged(what="flag", key="read_it", new=1))


def test_a_question_ends_no_story_and_an_act_does(table: Game) -> None:
    witnessed(table)
    table.play('"Am I free to go, then?"')
    assert ending_of(table.state) is None
    table.play("I look around.")
    assert ending_of(table.state) is not None


def test_no_ending_tells_of_the_dead_as_living(table: Game) -> None:
    """Nobody stands on a jail step who is dead, wherever they belong: the ending says nothing of that in its condition."""
    witnessed(table)
    scene = table.state.pack.scenes["read_aloud"]
    table.state.pack = table.state.pack.model_copy(
        update={"scenes": {**table.state.pack.scenes, "read_aloud": scene.model_copy(update={"when": parse_condition("flag.read_it")})}}
    )
    fold(table.state, StateChanged(what="condition", key="amos", old="alive", new="dead"))
    table.play("I look around.")
    assert ending_of(table.state) is None
