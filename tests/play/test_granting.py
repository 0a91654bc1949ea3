"""What a model asks of the engine is checked by the rules: what they do not allow is said, and nothing happens."""

import json

import pytest

from gm_engine.bootstrap.table_settings import FOR_MODELS, counted
from gm_engine.play.granting import SHAPES, schemas
from gm_engine.providers.messages import tools_of
from gm_engine.providers.tools_in_words import how_to_ask
from gm_engine.story import event as happened
from gm_engine.story.budget import Budget
from gm_engine.story.pack import Clock, Item
from gm_engine.story.table_rules import TOOLS, TableRules
from gm_engine.story.tool_call import ToolAnswer
from tests.mesa import mesa
from tests.play.scripted import calling, sits

ITEMS = {**mesa().items, "bridle": Item(name="a silver bridle", at="livery")}
CLOCKS = {"siege": Clock(name="The siege", size=2, visibility="table"), "plot": Clock(name="The plot", size=4)}
MESA = mesa(items=ITEMS, clocks=CLOCKS)


def asks(name: str, arguments: str) -> tuple[ToolAnswer, tuple[happened.Event, ...]]:
    """What is answered to one call, and the events of the turn."""
    game, _ = sits(MESA, calling((name, arguments)), "So it goes.")
    played = game.play("I wait.")
    [answer] = [event.answer for event in played.events if isinstance(event, happened.ToolCalled)]
    return answer, played.events


def test_every_tool_that_a_table_may_allow_has_its_shape() -> None:
    assert tuple(SHAPES) == TOOLS
    for form in schemas().values():
        assert form["description"]
        assert form["additionalProperties"] is False


def test_the_schema_that_is_sent_is_the_one_that_a_call_is_checked_by() -> None:
    """Found by playing: the arguments lay under ``parameters`` twice, so that who followed the schema was refused."""
    for sent in tools_of(TOOLS, schemas()):
        parameters = sent["function"]["parameters"]
        shape = SHAPES[sent["function"]["name"]]
        assert set(parameters["properties"]) == set(shape.model_fields)
        assert set(parameters.get("required", ())) == {name for name, field in shape.model_fields.items() if field.is_required()}
        assert parameters["type"] == "object"
        assert sent["function"]["description"] == shape.__doc__


def test_a_model_without_tools_is_told_the_same_schema() -> None:
    for line in how_to_ask(TOOLS, schemas()).splitlines()[5:]:
        name, _, rest = line.removeprefix("- ").partition(": ")
        says, _, form = rest.partition(" {")
        assert says == SHAPES[name].__doc__
        assert set(json.loads("{" + form)["properties"]) == set(SHAPES[name].model_fields)


def test_tools_are_counted_inside_the_budget() -> None:
    """Found by playing: the tools' schemas came on top of what the budget allows."""
    budget = Budget(total=2400, reply=300)
    free, full = (_prompt_of_a_crowded_turn(rules, budget) for rules in (FOR_MODELS, counted(FOR_MODELS)))
    tools = counted(FOR_MODELS).tool_tokens
    assert 300 < tools < 800
    assert free.tokens == free.prompt.tokens
    assert free.tokens + tools > budget.room
    assert full.tokens == full.prompt.tokens + tools <= budget.room
    assert full.by_section["tools"] == tools
    assert full.prompt.tools == TOOLS


def test_a_table_without_tools_pays_for_none() -> None:
    assert counted(TableRules(tools=("roll",))).tool_tokens < counted(FOR_MODELS).tool_tokens
    assert counted(TableRules()).tool_tokens == counted(TableRules(tools=("roll",), calls=0)).tool_tokens == 0


def _prompt_of_a_crowded_turn(rules: TableRules, budget: Budget) -> happened.PromptAssembled:
    game, _ = sits(MESA, *["The pump drips, and Luis Ortega counts the slow hours on a rope of beads. " * 6] * 9, rules=rules)
    game.tools.budget = budget
    for _ in range(9):
        played = game.play("I ask Ortega how long he has been counting, and what he counts.")
    return next(event for event in played.events if isinstance(event, happened.PromptAssembled))


def test_a_thing_that_lies_here_can_be_taken() -> None:
    answer, events = asks("item", '{"item": "silver bridle", "taker": "Luis Ortega"}')
    assert answer.granted
    moved = [(event.what, event.key, event.detail) for event in events if isinstance(event, happened.StateChanged) and event.cause == "gm"]
    assert moved == [("place", "bridle", ""), ("item", "ortega", "bridle")]


def test_what_the_player_carries_goes_only_where_the_rules_let_it() -> None:
    answer, events = asks("item", '{"item": "the revolver", "giver": "Calloway Reed", "taker": "ortega"}')
    assert answer.granted
    assert {event.key for event in events if isinstance(event, happened.StateChanged) and event.cause == "gm"} == {"cal", "ortega"}


def test_a_clock_that_the_table_sees_moves_once_in_a_turn() -> None:
    tick = ("tick", '{"clock": "the siege", "why": "a shot"}')
    game, model = sits(MESA, calling(tick, tick), "So it goes.")
    game.play("I wait.")
    assert game.state.clock("siege") == 1
    assert [answer.granted for answer in model.asked[-1].section("answers").answers] == [True, False]


def test_a_choice_is_offered_and_can_be_taken() -> None:
    game, _ = sits(MESA, calling(("decide", '{"question": "Help him?", "options": ["help him", "ride on"]}')), "Well?", "You ride on.")
    game.play("I wait.")
    [decision] = game.state.open_decisions()
    assert [option.text for option in decision.options] == ["help him", "ride on"]
    game.play("/decide way_2")
    assert game.state.decisions[decision.id].choice == "ride on"


def test_a_look_up_brings_what_was_told_in_its_own_words() -> None:
    story = "Ortega says the well at Dos Cruces went dry in May."
    game, model = sits(MESA, story, calling(("recall", '{"about": "the well at Dos Cruces"}')), "He nods.")
    game.play("I look around.")
    game.play("I ask about the well.")
    [answer] = model.asked[-1].section("answers").answers
    assert "the well at Dos Cruces went dry in May" in answer.text
    assert "I ask about the well" not in answer.text


REFUSED = [
    ("tick", '{"clock": "The plot"}', 'there is no clock "The plot"; there are: The siege.'),
    ("item", '{"item": "the letter", "taker": "Luis Ortega"}', "there is no thing here"),
    ("item", '{"item": "a silver bridle", "giver": "ortega", "taker": "cal"}', "does not have it"),
    ("item", '{"item": "the revolver", "taker": "ortega"}', "does not lie here"),
    ("item", '{"item": "a silver bridle"}', "changes no hands"),
    ("roll", '{"skill": "levitation"}', 'there is no skill "levitation"'),
    ("roll", '{"skill": "notice", "who": "Elias Thorne"}', "there is no one here"),
    ("roll", '{"skill": "notice", "bonus": 50}', "bonus: Extra inputs are not permitted."),
    ("roll", "{", "Invalid JSON"),
    ("roll", '["notice"]', "the arguments: "),
    ("decide", '{"question": "Which?", "options": ["only one"]}', "options: "),
    ("recall", '{"about": ""}', "about: "),
    ("wish", "{}", 'there is no tool "wish" at this table'),
]


@pytest.mark.parametrize(("name", "arguments", "why"), REFUSED)
def test_what_the_rules_do_not_allow_is_said_and_nothing_happens(name: str, arguments: str, why: str) -> None:
    answer, events = asks(name, arguments)
    assert not answer.granted
    assert why in answer.text
    assert not [event for event in events if isinstance(event, happened.DiceRolled | happened.DecisionOffered)]
    assert not [event for event in events if isinstance(event, happened.StateChanged) and event.cause == "gm"]


def test_a_hidden_thing_is_not_given_away_by_a_refusal() -> None:
    answer, _ = asks("item", '{"item": "the crown jewels", "taker": "ortega"}')
    assert "letter" not in answer.text
    assert "bridle" in answer.text


def test_a_tool_that_the_table_does_not_allow_is_not_there() -> None:
    rules = FOR_MODELS.model_copy(update={"tools": ("recall",)})
    game, model = sits(MESA, calling(("roll", '{"skill": "notice"}')), "So it goes.", rules=rules)
    played = game.play("I wait.")
    assert model.asked[0].tools == ("recall",)
    assert not [event for event in played.events if isinstance(event, happened.DiceRolled)]
