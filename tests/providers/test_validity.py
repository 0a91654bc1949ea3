"""What is sent is valid by the letter: a server that checks tools and forms as OpenAI does finds nothing to refuse, and who follows an
advertised schema is granted what it asks for."""

import json
from collections.abc import Mapping
from typing import Any, get_args

import pytest

from gm_engine.bootstrap import trial
from gm_engine.play import interpret, looking_up, note
from gm_engine.play.granting import schemas
from gm_engine.providers.abilities import Abilities, Form
from gm_engine.providers.messages import tools_of
from gm_engine.providers.openai import asked_with
from gm_engine.story import event as happened
from gm_engine.story.pack import Clock, Item
from gm_engine.story.question import Question
from gm_engine.story.table_rules import TOOLS
from tests.endpoint import BY_RULES, Answers, Endpoint
from tests.endpoint.validity import invalid
from tests.mesa import mesa
from tests.providers.quick import quick

BRIDLE = Item(name="a silver bridle", at="livery")
MESA = mesa(items={**mesa().items, "bridle": BRIDLE}, clocks={"siege": Clock(name="The siege", size=4, visibility="table")})
FITTING = {
    "skill": "notice", "who": "", "difficulty": "hard", "why": "a sound", "about": "Luis Ortega", "clock": "The siege",
    "item": "a silver bridle", "giver": "", "taker": "Luis Ortega", "question": "Help him?", "options": ["help him", "ride on"],
}  # fmt: skip
"""What a model would write into each property at this table."""
NEEDED = {"item": {"taker"}}
"""Properties that have a default, without which nothing is asked for."""


def obedient(schema: Mapping[str, Any], *, all_of_it: bool, tool: str) -> dict[str, Any]:
    """The arguments of one who knows nothing but the schema, and names what is at the table."""
    names = schema["properties"] if all_of_it else {*schema.get("required", ()), *NEEDED.get(tool, ())}
    return {name: FITTING[name] for name in schema["properties"] if name in names}


@pytest.mark.parametrize("all_of_it", [True, False])
@pytest.mark.parametrize("tool", TOOLS)
def test_who_follows_the_schema_that_came_over_the_wire_is_granted_what_it_asks_for(there: Endpoint, tool: str, all_of_it: bool) -> None:
    """Found from outside: each tool was sent in a wrapper of its own, and whoever followed it was refused."""

    def answer(body: dict[str, Any]) -> Answers:
        if body["messages"][-1]["role"] == "tool":
            return Answers(("So it goes.",))
        [sent] = [one["function"] for one in body["tools"] if one["function"]["name"] == tool]
        return Answers(calls=(("a1", tool, json.dumps(obedient(sent["parameters"], all_of_it=all_of_it, tool=tool))),))

    there.answer = answer
    game = trial(MESA, "evening", seed=5, provider=quick(there, schemas=schemas()))
    game.tools.table = BY_RULES
    played = game.play("I wait.")
    [given] = [event.answer for event in played.events if isinstance(event, happened.ToolCalled)]
    assert given.granted, given.text
    assert [body["messages"][-1]["content"] for body in there.bodies[1:]] == [given.text]
    assert not there.invalid


def test_every_tool_is_valid_and_so_is_one_of_which_nothing_is_known() -> None:
    assert invalid({"tools": tools_of(TOOLS, schemas())}) == ""
    assert invalid({"tools": tools_of(("unheard_of",), {})}) == ""


@pytest.mark.parametrize("form", get_args(Form))
@pytest.mark.parametrize(("purpose", "schema"), [("interpret", interpret.FORM), ("check", looking_up.FORM), ("note", note.FORM)])
def test_every_question_is_valid_in_every_form(purpose: str, schema: str, form: Form) -> None:
    question = Question(purpose=purpose, system="You hear.", user="I wait.", form=schema, most=100)
    assert invalid(asked_with(question, Abilities(form=form))) == ""


WRAPPED = [{"type": "function", "function": {"name": "roll", "parameters": {"parameters": schemas()["roll"]}}}]
BAD: tuple[tuple[dict[str, Any], str], ...] = (
    ({"tools": WRAPPED}, 'type: "None"'),
    ({"tools": []}, "expected an array"),
    ({"tools": [{"type": "function", "function": {"name": "to roll", "parameters": schemas()["roll"]}}]}, "name"),
    ({"tools": [{"type": "function", "function": {"name": "roll", "parameters": {"type": "object"}}}]}, "missing properties"),
    ({"tools": [{"type": "function", "function": {"name": "roll", "strict": True, "parameters": schemas()["roll"]}}]}, "required"),
    ({"tool_choice": "auto"}, "only allowed when"),
    ({"stop": list("abcde")}, "too long"),
)


@pytest.mark.parametrize(("body", "why"), BAD)
def test_the_scripted_server_refuses_what_servers_refuse(body: dict[str, Any], why: str) -> None:
    assert why in invalid(body)
