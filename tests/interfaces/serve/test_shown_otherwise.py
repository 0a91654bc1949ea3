"""A chat that is shown otherwise than it was told: one reply put right far back, or every reply in other words."""

from typing import Any

import pytest

from gm_engine.play.aligning import FEW
from gm_engine.play.shown_otherwise import AS_TOLD
from tests.interfaces.serve.conftest import Served
from tests.interfaces.serve.test_chat import FrontEnd

TOLD = 2 * FEW + 6
"""So many exchanges are on record before anything is shown otherwise."""
LEFT, RIGHT = "Jesse Coyle limps on the left leg.", "Jesse Coyle limps on the right leg."


@pytest.fixture(scope="module")
def long_chat(server: Served) -> FrontEnd:
    """A window with a long story in it; each test goes on from there with its own."""
    window = FrontEnd(server, server.begin("a long chat"))
    for number in range(1, TOLD):
        reply = f"{LEFT} He waits." if number == 3 else f"The clock strikes {number}."
        window.messages += [
            {"role": "user", "content": f"I wait for {number} minutes."},
            {"role": "assistant", "content": reply},
        ]
    window.say("I look around.")
    return window


@pytest.fixture
def window(server: Served, long_chat: FrontEnd, request: pytest.FixtureRequest) -> FrontEnd:
    """The same chat on a branch of the test's own."""
    server.post(f"/api/campaigns/{long_chat.model}/switch", branch="main")
    server.post(f"/api/campaigns/{long_chat.model}/branches", name=f"b{abs(hash(request.node.nodeid)) % 10**8}")
    own = FrontEnd(server, long_chat.model)
    own.messages = [dict(message) for message in long_chat.messages]
    return own


def translated(messages: list[dict[str, Any]], into: str) -> list[dict[str, Any]]:
    """The same messages, every reply in other words."""
    mine = {"role": "assistant"}.items()
    return [{**one, "content": f"{into} {str(one['content'])[::-1]}"} if mine <= one.items() else dict(one) for one in messages]


def turns(server: Served, window: FrontEnd) -> list[dict[str, Any]]:
    return list(server.get(f"/api/campaigns/{window.model}/turns")["turns"])


def test_a_reply_put_right_far_back_is_one_turn_and_no_other_is_told_again(server: Served, window: FrontEnd) -> None:
    before = turns(server, window)
    window.messages[5]["content"] = f"{RIGHT} He waits."
    notes = window.say("I look at Jesse Coyle.")
    assert (notes["did"], notes["turn"]) == ("new turn", TOLD + 1)
    assert notes["notes"][0].startswith("Your program shows turn 3 otherwise than it was told")
    assert turns(server, window)[:TOLD] == before
    [edit] = [one for one in server.get(f"/api/campaigns/{window.model}/edits")["edits"] if one["act"] == "correct"]
    assert (edit["before"], edit["words"]) == (LEFT, RIGHT)
    assert "notes" not in window.say("I wait.")
    assert len(turns(server, window)) == TOLD + 2


def test_a_front_end_that_words_every_reply_anew_each_time_plays_on(server: Served, window: FrontEnd) -> None:
    """Found by hand: from the hundredth turn on it was refused, and before that every line had all of the story told again."""
    before, edits = turns(server, window), server.get(f"/api/campaigns/{window.model}/edits")["edits"]
    own, said = window.messages, []
    for number in range(1, 4):
        window.messages = translated(own, f"Nr. {number}")
        notes = window.say(f"I hum for {number} minutes.")
        assert (notes["did"], notes["turn"], notes["known"]) == ("new turn", TOLD + number, True)
        said += notes.get("notes", [])
        own = own + window.messages[-2:]
    assert said == [AS_TOLD]
    assert turns(server, window)[:TOLD] == before
    assert server.get(f"/api/campaigns/{window.model}/edits")["edits"] == edits
    window.messages = translated(own, "Nr. 4")
    assert window.again()["did"] == "reroll"


def test_where_the_newest_reply_alone_is_as_it_was_told_nothing_is_put_right_either(server: Served, window: FrontEnd) -> None:
    own = window.messages
    window.messages = [*translated(own[:-1], "Nr. 1"), own[-1]]
    notes = window.say("I hum.")
    assert (notes["did"], notes["turn"]) == ("new turn", TOLD + 1)
    assert not [
        one for one in server.get(f"/api/campaigns/{window.model}/edits")["edits"] if one["act"] != "undo" and "Nr. 1" in one["words"]
    ]
