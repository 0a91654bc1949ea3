"""What is brought up by the player's words is brought up by what the line means, for a model that hears."""

from gm_engine.context.focus import focus_on
from gm_engine.context.meant import Meant
from gm_engine.story.table_rules import TableRules
from tests.memory.tale import PACK, Tale

PROMISE = "I promise Ortega, with my hand out, never to say his name to anybody before Friday, come drought or fire."


def meant(said: str, tale: Tale | None = None) -> Meant:
    told = tale or Tale()
    told.say(said)
    return Meant(focus_on(said, (), (), told.state, told.memory), told.memory)


def test_one_word_of_many_is_no_reason() -> None:
    """The marshal's lost hand has nothing to do with a hand held out."""
    assert meant(PROMISE).share("lore:hand") < 0.5
    assert meant("What became of the hand?").share("lore:hand") == 1.0


def test_two_words_that_tell_something_are() -> None:
    assert meant("When the wind drops and the well is dry I mean to ask who lost a hand and why nobody saw.").share("lore:hand") >= 0.8


def test_what_is_weighed_keeps_its_order_and_is_never_more() -> None:
    weighed = meant(PROMISE).weighed({"lore:hand": 0.6, "lore:spur": 0.5})
    assert list(weighed) == ["lore:hand", "lore:spur"]
    assert all(0 <= weighed[id] <= most for id, most in (("lore:hand", 0.6), ("lore:spur", 0.5)))


def test_a_word_of_the_lore_is_nobodys_name_unless_it_is_written_as_one() -> None:
    from gm_engine.story import event as happened
    from gm_engine.story.entity import Entity

    told = Tale(PACK)
    told.feed(happened.EntityIntroduced(entity=Entity(id="anybody", kind="character", name="Anybody")))
    told.feed(happened.TableRulesChosen(turn=0, rules=TableRules(hears=("note",))))
    for said, spoken in (("I say it to anybody.", False), ("I say it to Anybody.", True)):
        told.say(said)
        assert ("anybody" in focus_on(said, (), (), told.state, told.memory).spoken) is spoken
