"""What is two steps from somebody here comes to mind, by which ties is said, and older stories know nothing of it."""

import json

from gm_engine.context import gather
from gm_engine.context.tied import MOST, ties_around
from gm_engine.interfaces.cli.reasons import said_parts
from gm_engine.memory import Weights
from gm_engine.story import event as happened
from gm_engine.story.context_element import ContextElement
from gm_engine.story.pack import LoreEntry, Pack, Person
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.roll import DrawKey
from tests.lore.test_web import bond
from tests.memory.tale import PACK, Tale

TODAY = Weights(tied=200)
FOLK = {
    "mara": Person(name="Mara Voss", pronouns="she", at="school"),
    "jesse": Person(name="Jesse Coyle", pronouns="he", at="school"),
    "lund": Person(name="Nils Lund", pronouns="he", at="school"),
}
LORE = {
    "mare": LoreEntry(id="mare", text="A gray mare was lost in the flood.", about=("jesse",)),
    "mill": LoreEntry(id="mill", text="The old mill burnt down.", about=("lund",)),
}
VALLEY = Pack(**{**dict(PACK), "npcs": {**PACK.npcs, **FOLK}, "lore": {**PACK.lore, **LORE}})


def told(weights: Weights = TODAY, audience: str = "table") -> dict[str, ContextElement]:
    """Ortega is here; his sister Mara is not, nor is Jesse, who owes her a horse; nobody is tied to Lund."""
    tale = Tale(VALLEY, weights)
    tale.feed(
        bond("f1", "mara", "sibling", "ortega", audience=audience),
        bond("f2", "jesse", "debt", "mara", text="a horse"),
    )
    tale.say("What is new?")
    return {element.id: element for element in gather("What is new?", (), (), tale.state, tale.memory)}


def test_two_steps_from_who_is_here_counts_and_says_by_which_ties() -> None:
    found = told()
    mare = found["lore:mare"]
    assert mare.reasons["tied by"] == round(200 * 10 / 22)
    assert [(by.id, by.text, by.turns) for by in mare.tied] == [
        ("fact:f1", "Mara Voss is Luis Ortega's sister", (1,)),
        ("fact:f2", "Jesse Coyle owes Mara Voss a horse", (1,)),
    ]
    assert "tied by 0.09" in said_parts(mare.reasons)
    assert mare.score == sum(mare.reasons.values())


def test_one_step_counts_more_than_two() -> None:
    tale = Tale(VALLEY, TODAY)
    tale.feed(bond("f1", "jesse", "sibling", "ortega"))
    tale.say("What is new?")
    found = {element.id: element for element in gather("What is new?", (), (), tale.state, tale.memory)}
    assert found["lore:mare"].reasons["tied by"] == 200
    assert [by.text for by in found["lore:mare"].tied] == ["Jesse Coyle is Luis Ortega's brother"]


def test_whom_nothing_ties_is_not_near() -> None:
    assert "tied by" not in told().get("lore:mill", ContextElement(id="", kind="lore", text="")).reasons


def test_an_element_about_somebody_here_is_not_near_besides() -> None:
    found = told()
    assert "tied by" not in found["person:ortega"].reasons
    assert all(not element.tied for element in found.values() if "tied by" not in element.reasons)
    assert all(element.tied for element in found.values() if "tied by" in element.reasons)


def test_a_tie_that_the_table_may_not_know_brings_nothing_up() -> None:
    found = told(audience="gm")
    assert not any(element.tied for element in found.values())


def test_a_story_whose_record_knows_no_such_weight_is_told_as_it_was() -> None:
    """The weights on record have no ``tied``: nothing is scored by it, brought up by it or said of it."""
    found = told(Weights())
    assert "lore:mare" not in found
    assert not any(element.tied or "tied by" in element.reasons for element in found.values())


def test_no_way_leads_through_the_players_character() -> None:
    tale = Tale(VALLEY, TODAY)
    tale.feed(bond("f1", "ortega", "met", "cal"), bond("f2", "cal", "met", "jesse"))
    assert ties_around(("ortega",), tale.state) == {}


def test_where_everybody_is_makes_nobody_near_and_the_nearest_are_kept() -> None:
    tale = Tale(VALLEY, TODAY)
    tale.feed(*(bond(f"f{n}", f"p{n:03}", "at", "street") for n in range(100)), bond("g", "ortega", "at", "street"))
    assert ties_around(("ortega",), tale.state) == {}
    tale.feed(*(bond(f"k{n}", f"k{n:02}", "child", "ortega") for n in range(60)))
    assert len(ties_around(("ortega",), tale.state)) == MOST


def test_a_prompt_without_ties_has_the_hash_that_it_always_had() -> None:
    def prompt(element: ContextElement) -> Prompt:
        return Prompt(
            sections=(PromptSection(name="memory", role="system", text="", elements=(element,)),), draw=DrawKey(seed=1, turn=1)
        )  # fmt: skip

    plain = prompt(ContextElement(id="lore:a", kind="lore", text="A."))
    assert '"tied"' not in json.dumps(plain.hashed)
    found = told()["lore:mare"]
    assert prompt(found).hash != prompt(found.changed(tied=())).hash


def test_what_was_taken_out_of_the_record_goes_from_the_ties_of_later_prompts() -> None:
    """A tie in a later prompt names its record and its turn, so that a redaction of that turn finds it."""
    (first, _) = told()["lore:mare"].tied
    assert first.id.partition(":")[2] == "f1"
    assert first.turns == (1,)


def test_a_tie_that_ends_counts_no_longer() -> None:
    tale = Tale(VALLEY, TODAY)
    tale.feed(bond("f1", "jesse", "sibling", "ortega"))
    assert set(ties_around(("ortega",), tale.state)) == {"jesse"}
    tale.feed(bond("f1", "jesse", "sibling", "ortega", status="retired"), happened.TurnClosed(turn=1, digest=""))
    assert ties_around(("ortega",), tale.state) == {}
