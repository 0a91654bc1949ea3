"""Both questions over real HTTP: late, refused, cut, garbage, in thoughts or without end, they cost no turn and change nothing."""

import json
from typing import Any

import pytest

from gm_engine.bootstrap import trial, verify_game
from gm_engine.play.game import Game
from gm_engine.providers import abilities
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from tests.endpoint import Answers, Endpoint, Fails, Sends
from tests.endpoint.server import Behaviour
from tests.play.heard import GIRL, HEARS, MESA, TILDA
from tests.providers.quick import quick

ACTS = json.dumps({"acts": [{"verb": "wait", "minutes": 30, "words": "wait"}, {"verb": "free", "words": "whistle"}], "assumes": []})
ROWS = json.dumps({"rows": [TILDA], "clashes": []})
SAID = {"interpret": ACTS, "note": ROWS, "telling": GIRL}


@pytest.fixture
def there(server: Endpoint) -> Endpoint:
    abilities._known.clear()
    return server.again()


def purpose(body: dict[str, Any]) -> str:
    """What a request is for, by what it is told to be."""
    system = body["messages"][0]["content"]
    if "You keep the record" in system:
        return "check" if "asked what was told before" in system else "note"
    return "interpret" if "You hear what a player" in system else "telling"


def evening(there: Endpoint, wrong: dict[str, Behaviour], **settings: Any) -> Game:
    """A game at a server that does what is wrong for a purpose, and answers well otherwise."""

    def answer(body: dict[str, Any]) -> Behaviour:
        asked = purpose(body)
        return wrong[asked] if asked in wrong else Answers((SAID[asked],))

    there.answer = answer
    game = trial(MESA, "evening", seed=5, provider=quick(there, **{"retries": 0, **settings}))
    game.tools.table = HEARS
    return game


def asked_of(game: Game, purpose: str) -> list[Completion]:
    events = (entry.event for entry in game.journal.entries())
    return [event.completion for event in events if isinstance(event, happened.ModelAsked) and event.purpose == purpose]


def intents(game: Game, turn: int = 1) -> list[str]:
    [spoke] = [entry.event for entry in game.journal.turn(turn) if isinstance(entry.event, happened.PlayerSpoke)]
    return [intent.verb for intent in spoke.intents]


def test_both_are_asked_around_the_telling_and_verified_without_a_server(there: Endpoint) -> None:
    game = evening(there, {})
    game.play("I bide my time, whistling.")
    assert [purpose(body) for body in there.bodies] == ["interpret", "telling", "note"]
    assert intents(game) == ["wait", "free"]
    assert "tilda" in game.state.present()
    asked = len(there.bodies)
    assert verify_game(game.journal).turns == 1
    assert len(there.bodies) == asked


NO_JSON = "I would rather not."
WRONG: dict[str, Behaviour] = {
    "400": Fails(400, "no such thing"),
    "401": Fails(401, "who are you"),
    "403": Fails(403, "not you"),
    "404": Fails(404, "no such model"),
    "429": Fails(429, "slow down"),
    "500": Fails(500, "out of order"),
    "503": Fails(503, "out to lunch"),
    "quota": Fails(429, "You exceeded your current quota.", code="insufficient_quota"),
    "cut": Answers(('{"acts": [{"verb": "give"', ', "whom": "Ortega", "amount": 100'), breaks="cut"),
    "ends": Answers(('{"acts": [{"verb": "give"', ', "whom": "Ortega", "amount": 100'), breaks="ends"),
    "length": Answers(('{"acts": [{"verb": "give", "whom": "Ortega", "amount": 100, "words": "pay"}, {"ve',), finish="length"),
    "garbage": Answers((NO_JSON,)),
    "no-json": Answers(("{acts: [give]}",)),
    "html": Sends("<html><body>Bad gateway</body></html>", "text/html"),
    "bytes": Sends("\x00\x01\x02", "application/octet-stream"),
    "empty": Answers(("",)),
    "nothing": Sends("", "text/event-stream"),
    "refused": Answers(refusal=("I cannot do that.",)),
    "thoughts": Answers((), reasoning=("Hm. ",) * 20, finish="length"),
    "over-long": Answers(tuple("{" + '"x": "' + "a" * 50_000 for _ in range(9))),
    "late": Answers((ACTS,), first=30.0),
    "silent": Answers(('{"acts": [', "]}"), between=30.0),
}


@pytest.mark.parametrize("question", ["interpret", "note"])
@pytest.mark.parametrize("kind", WRONG)
def test_a_question_that_goes_wrong_costs_no_turn_changes_nothing_and_is_said_once(there: Endpoint, question: str, kind: str) -> None:
    slow = {"first_word": 0.3, "between_words": 0.3} if kind in ("late", "silent") else {}
    game = evening(there, {question: WRONG[kind]}, **slow)
    for _ in range(2):
        game.play("I wait for ten minutes.")
    assert game.state.turn == 2
    assert game.state.turns["1"].reply == GIRL
    answers = asked_of(game, question)
    assert [answer.text for answer in answers] == ["", ""]
    lost = [note for answer in answers for note in answer.notes if "was not heard" in note or "was not noted" in note]
    assert lost
    assert len(lost) == len(set(lost)), "each reason is said once"
    assert len(lost) == 1 or slow, "a busy machine may see one silence as two failures"
    if question == "interpret":
        assert intents(game) == ["wait"], "the grammar reads what nobody heard"
        assert game.state.purse("cal") == 2350
        assert "tilda" in game.state.present()
    else:
        assert intents(game) == ["wait", "free"]
        assert "tilda" not in game.state.pack.npcs
    assert verify_game(game.journal).turns == 2


LOOKS = json.dumps({"rows": [TILDA], "clashes": [], "look": [{"new": GIRL, "words": "the mayor and his child"}]})
MAYORS = "The mayor has a child of nine. " + " ".join(f"Then a cart of {load} goes by, and dust falls on everything." for load in range(40))


@pytest.mark.parametrize("kind", WRONG)
def test_a_check_that_goes_wrong_leaves_the_note_as_it_is(there: Endpoint, kind: str) -> None:
    slow = {"first_word": 0.3, "between_words": 0.3} if kind in ("late", "silent") else {}
    game = evening(there, {"telling": Answers((MAYORS,)), "note": Answers(('{"rows": []}',))}, **slow)
    game.play("I wait for ten minutes.")
    answers = {"interpret": Answers((ACTS,)), "note": Answers((LOOKS,)), "check": WRONG[kind], "telling": Answers((GIRL,))}
    there.answer = lambda body: answers[purpose(body)]
    game.play("I wait for ten minutes.")
    assert game.state.turns["2"].reply == GIRL
    assert "tilda" in game.state.present()
    assert not game.state.conflicts
    [answer] = asked_of(game, "check")
    assert answer.text == ""
    assert any("was not compared" in note for note in answer.notes)
    assert verify_game(game.journal).turns == 2


OTHER_SHAPE = [
    "[]", "7", "null", '"acts"', "{}", '{"acts": 7}', '{"acts": {"verb": "give"}}', '{"acts": [[]]}', '{"acts": [null, 3, "give"]}',
    '{"rows": {}, "clashes": 3}', '{"rows": [[], {}, null], "clashes": [[]]}', '{"answer": {"acts": []}}', "[" * 3000 + "]" * 3000,
    '{"acts": [{"verb": ["give"], "amount": 100}]}', '{"acts": [{"verb": "", "words": "x"}]}', '{"acts": [{"words": "give"}]}',
]  # fmt: skip


@pytest.mark.parametrize("answer", OTHER_SHAPE, ids=range(len(OTHER_SHAPE)))
def test_json_of_another_shape_is_read_as_nothing(there: Endpoint, answer: str) -> None:
    game = evening(there, {"interpret": Answers((answer,)), "note": Answers((answer,))})
    game.play("I wait for ten minutes.")
    assert (game.state.turn, intents(game)) == (1, ["wait"])
    assert "tilda" not in game.state.pack.npcs
    assert game.state.purse("cal") == 2350
    assert verify_game(game.journal).turns == 1


WRAPPED = [
    "<think>He waits, then he whistles. {\"acts\": []}</think>\n{}",
    "Sure! Here it is:\n```json\n{}\n```\nAnything else?",
    "{}\n\nI hope that helps.",
]  # fmt: skip


@pytest.mark.parametrize("wrapped", WRAPPED)
def test_thoughts_and_chatter_around_an_answer_are_not_it(there: Endpoint, wrapped: str) -> None:
    around = {name: Answers((wrapped.replace("{}", SAID[name]),)) for name in ("interpret", "note")}
    game = evening(there, around)
    game.play("I bide my time, whistling.")
    assert intents(game) == ["wait", "free"]
    assert "tilda" in game.state.present()


REFUSED = [(), ("json_schema",), ("response_format",), ("response_format", "tool_choice"), ("response_format", "tools")]


@pytest.mark.parametrize("refuses", REFUSED, ids=["schema", "json", "tool", "text", "text-no-tools"])
def test_whatever_a_server_can_be_held_to_both_questions_are_answered(there: Endpoint, refuses: tuple[str, ...]) -> None:
    """Schema, JSON mode, a tool call, words: each step is found out once and remembered."""
    there.refuses |= set(refuses)

    def answer(body: dict[str, Any]) -> Behaviour:
        asked = purpose(body)
        return Answers(calls=(("c1", asked, SAID[asked]),)) if "tool_choice" in body else Answers((SAID[asked],))

    game = evening(there, {})
    there.answer = answer
    game.play("I bide my time, whistling.")
    assert intents(game) == ["wait", "free"]
    assert "tilda" in game.state.present()
    before = len(there.bodies)
    game.play("I bide my time, whistling.")
    assert len(there.bodies) == before + 3
    last = there.bodies[-1]
    assert ("tool_choice" in last) == (refuses == ("response_format",))
    assert last.get("response_format", {}).get("type", "") == ("json_schema" if not refuses else "json_object" if len(refuses) == 1 and
                                                             refuses[0] == "json_schema" else "")  # fmt: skip


def test_an_answer_that_comes_late_is_not_waited_for_by_the_next_turn(there: Endpoint) -> None:
    game = evening(there, {"note": Answers((ROWS,), first=30.0)}, first_word=0.3)
    game.play("I wait for ten minutes.")
    there.answer = lambda body: Answers((SAID[purpose(body)],))
    game.play("I wait for ten minutes.")
    assert "tilda" in game.state.present()
    assert verify_game(game.journal).turns == 2
