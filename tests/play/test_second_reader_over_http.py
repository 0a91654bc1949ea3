"""The second reader over real HTTP: held to a JSON schema where the server can, dug out of words where not; never in a turn's way."""

import json
from typing import Any

import pytest

from gm_engine.bootstrap import trial, verify_game
from gm_engine.play.game import Game
from gm_engine.providers import abilities
from gm_engine.story import event as happened
from gm_engine.story.table_rules import TableRules
from tests.endpoint import Answers, Endpoint, Fails
from tests.mesa import mesa
from tests.play.test_second_reader import LUND, NEW, OLD, SLATE, claims, pairs
from tests.providers.quick import quick

BOTH = TableRules(reads=("claims", "conflicts"), guard="critical")


@pytest.fixture
def there(server: Endpoint) -> Endpoint:
    abilities._known.clear()
    return server.again()


def purpose(body: dict[str, Any]) -> str:
    """What a request is for, by what it is told to be."""
    system = body["messages"][0]["content"]
    return "claims" if "list what it states" in system else "conflicts" if "check the continuity" in system else "telling"


def telling(there: Endpoint, *replies: str, wrapped: str = "{}") -> Game:
    """A game whose model tells these, and answers what it is asked, inside ``wrapped``."""
    waiting = list(replies)

    def answer(body: dict[str, Any]) -> Answers:
        asked = purpose(body)
        if asked == "telling":
            return Answers((waiting.pop(0),))
        return Answers((wrapped.replace("{}", claims(SLATE) if asked == "claims" else pairs((NEW, OLD))),))

    there.answer = answer
    game = trial(mesa(), "evening", seed=5, provider=quick(there))
    game.tools.table = BOTH
    return game


def of_a_model(game: Game) -> tuple[list[str], list[str]]:
    events = [entry.event for entry in game.journal.entries()]
    read = [event.claim.value.text for event in events if isinstance(event, happened.ClaimHeard) and event.claim.id.endswith(".m1")]
    return read, [conflict.rule for conflict in game.state.conflicts.values()]


@pytest.mark.parametrize("refuses", [(), ("json_schema",), ("json_schema", "json_object")])
def test_claims_and_clashes_come_over_the_wire_whatever_the_server_can(there: Endpoint, refuses: tuple[str, ...]) -> None:
    there.refuses |= set(refuses)
    game = telling(there, OLD, LUND, NEW, wrapped="Here you are:\n```json\n{}\n```" if len(refuses) == 2 else "{}")
    for said in ("I look around.", "I wait.", "I wait."):
        game.play(said)
    assert of_a_model(game) == (["slate"], ["second-reader"])
    schemas = [body["response_format"] for body in there.bodies if "response_format" in body]
    if not refuses:
        assert {schema["type"] for schema in schemas} == {"json_schema"}
        assert all(schema["json_schema"]["strict"] for schema in schemas)
    asked = len(there.bodies)
    assert verify_game(game.journal).turns == 3
    assert len(there.bodies) == asked


@pytest.mark.parametrize(
    "garbage", ["I would rather not.", '{"claims": 7, "pairs": [[]]}', json.dumps([None, {"quote": ["x"]}]), "{" * 500]
)
def test_garbage_over_the_wire_is_no_claim_and_no_fault(there: Endpoint, garbage: str) -> None:
    game = telling(there, OLD, NEW, wrapped=garbage)
    game.play("I look around.")
    game.play("I wait.")
    assert game.state.turn == 2
    assert of_a_model(game) == ([], [])


def test_a_server_that_answers_no_questions_still_tells(there: Endpoint) -> None:
    game = telling(there, OLD, NEW)
    told = there.answer
    assert told is not None
    there.answer = lambda body: told(body) if purpose(body) == "telling" else Fails(500, "out of order")
    game.play("I look around.")
    game.play("I wait.")
    asked = [entry.event for entry in game.journal.entries() if isinstance(entry.event, happened.ModelAsked)]
    assert [event.completion.text for event in asked] == ["", ""]
    assert sum(len(event.completion.notes) for event in asked) == 1
    assert verify_game(game.journal).turns == 2
