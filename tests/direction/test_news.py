"""News of what the player's character did: what was seen, by whom, once at a place; a choice that nobody saw is no news."""

from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.decision import Decision, Option
from gm_engine.story.intent import Intent
from tests.direction.test_beats import kinds
from tests.direction.test_occasions import KILLING, table
from tests.table import SmallTable

LOOK = Intent(verb="look")


def news(made: SmallTable, turns: int = 31) -> list[str]:
    """What goes round while the player's character looks round for so many turns."""
    found = []
    for _ in range(turns):
        told = made.play("I look around.", LOOK)
        found += [beat.slots["words"] for beat in told.plan.beats if beat.kind == "callback"]
    return found


def test_a_killing_is_told_once_where_it_was_heard_of_and_says_who_saw_it() -> None:
    made = table(at="livery")
    fold(made.state, happened.WrongDone(turn=0, wrong=KILLING.model_copy(update={"victim": "pete", "done": "killed Pete"})))
    assert [words for words in news(made) if "killed" in words] == ["you killed Pete at the Silver Spur, and that Temperance Boone saw it"]


def test_a_choice_is_no_news() -> None:
    made = table(at="livery")
    taken = Decision(
        id="d1", question="What now?", options=(Option(id="a", text="turn his kings over"),), taken="a", turn=1, scene="s1", minute=1
    )
    fold(made.state, happened.DecisionTaken(turn=0, decision=taken))
    assert news(made) == []
    assert "callback" not in kinds(made.play("I look around.", LOOK))
