"""A draft is heard while it comes as far as it stands, whatever pieces it comes in; what was heard is not taken back."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.bootstrap import verify_game
from gm_engine.play.sieve import Passage, Sieve, joined
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.table_rules import Guard
from gm_engine.story.tool_call import ToolCall
from tests.endpoint import BY_RULES
from tests.mesa import mesa
from tests.play.scripted import Scripted, sits

OPENING = (
    "The street lies white under the noon, and nothing moves on it but a hen that has lost her way. "
    "Somewhere a pump handle goes up and down, and nobody comes out to see who is at it."
)
DEAD = "Peter Lund was buried this morning. He died of the fever."
WALKS = "Peter Lund walks in and sits down."
QUIET = "The chair by the stove stays empty."
LATER = (
    '"Well," says Ortega. "That is that." He turns a horseshoe over and over in his hands as though it had a third side somewhere, '
    "and then it is quiet for a long while, as in churches and in schoolhouses on a weekday."
)
TEXT = f"{OPENING} {LATER} He nods."


def through(pieces: list[str], bad: str = "", before: str = "") -> tuple[list[str], str]:
    """What is heard of a draft that comes in these pieces, where no draft with ``bad`` in it stands."""
    heard: list[str] = []
    sieve = Sieve(heard.append, lambda text: not bad or bad not in text, before)
    for piece in pieces:
        sieve.hear(piece)
    return heard, sieve.heard


def test_whole_sentences_are_heard_and_nothing_inside_speech_is_torn() -> None:
    heard, whole = through([TEXT])
    assert "".join(heard) == whole
    assert whole.endswith("weekday.")
    assert heard[0] == OPENING


def test_each_stretch_is_about_as_long_as_what_was_heard_before() -> None:
    heard, _ = through([f"{OPENING} " + "He waits and looks at the hen. " * 40])
    assert all(len(now) >= sum(map(len, heard[:number])) for number, now in enumerate(heard))
    assert len(heard) == 3


def test_nothing_is_heard_from_what_does_not_stand_on() -> None:
    assert through([TEXT], bad="churches")[1] == OPENING


@given(st.lists(st.integers(0, len(TEXT)), max_size=12), st.sampled_from(["", "churches", "pump"]))
def test_the_pieces_make_no_difference(cuts: list[int], bad: str) -> None:
    edges = sorted({0, *cuts, len(TEXT)})
    pieces = [TEXT[start:end] for start, end in pairwise(edges)]
    assert through(pieces, bad)[1] == through([TEXT], bad)[1]


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("", "He waits.", "He waits."),
        ("He nods.", "He waits.", "He nods. He waits."),
        ("He nods.", "He nods. He waits.", "He nods. He waits."),
        ("He nods.", "He nodded off.", "He nods. He nodded off."),
    ],
)
def test_what_was_heard_stands_once(before: str, after: str, whole: str) -> None:
    assert joined(before, after) == whole


def told(*answers: str | Completion) -> tuple[list[str], Scripted, happened.DraftReceived, str]:
    """What is heard of the second turn, after Peter Lund's burying in the first."""
    game, model = sits(mesa(), DEAD, *answers)
    game.play("I look around.")
    heard: list[str] = []
    played = game.play("I wait.", heard.append)
    draft = next(event for event in played.events if isinstance(event, happened.DraftReceived))
    assert verify_game(game.journal).turns == 2
    assert "".join(heard) == played.turn.reply
    return heard, model, draft, played.turn.reply


def test_a_draft_that_breaks_late_is_heard_as_far_as_it_stands_and_goes_on_otherwise() -> None:
    heard, model, draft, reply = told(f"{OPENING} {WALKS} He orders coffee.", QUIET)
    assert reply == f"{OPENING} {QUIET}"
    assert heard[0] == OPENING
    assert draft.completion.heard == len(OPENING)
    assert OPENING[-60:] in model.asked[-1].messages[-1][1]


def test_a_model_that_writes_the_heard_words_again_is_not_heard_twice() -> None:
    assert told(f"{OPENING} {WALKS}", f"{OPENING}\n\n{QUIET}")[3] == f"{OPENING}\n\n{QUIET}"


def test_what_was_told_before_a_call_stands_before_what_comes_after_it() -> None:
    call = ToolCall(id="c1", name="roll", arguments='{"skill": "notice"}')
    asking = Completion(text=f"{OPENING} You listen.", model="scripted", calls=(call,), finish="tool_calls")
    heard, _, _, reply = told(asking, "A board gives.")
    assert reply == f"{OPENING} A board gives."
    assert heard == [OPENING, " A board gives."]


@pytest.mark.parametrize(
    ("before", "pieces", "heard"),
    [
        ("", ["He ", "wa", "its."], ["He ", "wa", "its."]),
        ("He nods.", ["He ", "wa", "its."], [" He wa", "its."]),
        ("He nods.", ["He", " nods", ". He", " waits."], [" He", " waits."]),
        ("He nods.", ["He nods."], []),
    ],
)
def test_every_piece_passes_as_it_comes_and_nothing_twice(before: str, pieces: list[str], heard: list[str]) -> None:
    found: list[str] = []
    passage = Passage(found.append, before)
    for piece in pieces:
        passage.hear(piece)
    assert (found, passage.open) == (heard, bool(heard))
    assert before + "".join(found) == joined(before, "".join(pieces))


@pytest.mark.parametrize("guard", ["off", "after"])
def test_without_a_guard_before_the_words_a_call_does_not_hold_them_back(guard: Guard) -> None:
    asking = Completion(
        text="You listen.", model="scripted", calls=(ToolCall(id="c1", name="roll", arguments='{"skill": "notice"}'),), finish="tool_calls"
    )
    game, _ = sits(mesa(), asking, "A board gives.", rules=BY_RULES.model_copy(update={"guard": guard}))
    heard: list[str] = []
    played = game.play("I wait.", heard.append)
    assert heard == ["You listen.", " A board gives.", ""]
    assert played.turn.reply == "".join(heard)
    assert verify_game(game.journal).turns == 1
