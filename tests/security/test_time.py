"""Texts that are made so that reading them takes ever longer."""

from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from gm_engine.authoring import parse_play
from gm_engine.bootstrap import trial
from gm_engine.errors import PlayError
from gm_engine.exchange.plain_transcript import read_transcript
from gm_engine.interfaces.serve.chat_history import ChatMessage, heard
from gm_engine.story.play_script import Expectation
from gm_engine.testing.expectations import Table, judge
from tests.packs import LIVERY

MOST = 5.0
"""Seconds of the processor, on a slow machine; before they were mended, these took minutes."""


def test_a_bracket_that_is_never_closed_does_not_hold_up_the_server() -> None:
    """``[chat chat chat …`` in a system message was looked through as often as it was long."""
    began = process_time()
    note = "[" + "chat " * 300_000
    told = heard([ChatMessage(role="system", content=note), ChatMessage(role="user", content="I wait.")])
    assert process_time() - began < MOST
    assert told.note == note.strip()
    assert heard([ChatMessage(role="system", content="[Start a new Chat]"), ChatMessage(role="user", content="I wait.")]).note == ""


@pytest.mark.parametrize("text", ["GM: It rains.\n" + "\n" * 400_000, "TJ: I wait.\n" * 20_000, "GM: " + "It rains. " * 300_000])
def test_a_transcript_is_read_in_time_whatever_its_shape(tmp_path: Path, text: str) -> None:
    """Blank lines, initials and one long paragraph took as long as the square of their number."""
    file = tmp_path / "long.txt"
    file.write_text(text, encoding="utf-8")
    began = process_time()
    read_transcript(file)
    assert process_time() - began < MOST


def test_a_number_of_thousands_of_digits_costs_no_turn() -> None:
    """Python refuses to read one of more than 4,300, and the turn was lost."""
    with trial(LIVERY, "evening", seed=5) as game:
        game.reply_next(f"Luis Ortega asks for {'1' * 20_000} dollars.")
        assert game.play("I wait.").turn.reply.endswith("1 dollars.")


@pytest.mark.parametrize("sign", ["(", "'", "$", "..'s"])
def test_ten_thousand_signs_in_a_row_hold_up_no_turn(sign: str) -> None:
    """The tokenizer took them off one at a time, and looked through all of the rest for each: half a minute."""
    with trial(LIVERY, "evening", seed=5) as game:
        game.reply_next(f"Luis Ortega has brown eyes. {sign * (10_000 // len(sign))}")
        began = process_time()
        game.play("I wait.")
        assert process_time() - began < MOST
        assert game.state.lore.facts("ortega", "eyes")


def test_a_pattern_that_burns_is_given_up() -> None:
    """``re`` would have looked for it for longer than the sun shines, and Ctrl-C had to end it."""
    with trial(LIVERY, "evening", seed=5) as game:
        game.reply_next("x" * 60 + "!")
        table = Table(game, game.play("I wait."), {})
        began = process_time()
        with pytest.raises(PlayError) as raised:
            judge(Expectation(verb="said", words=("/^(x|xx|x+)+$/",)), table)
        assert raised.value.slug == "slow-pattern"
        assert process_time() - began < MOST
        assert judge(Expectation(verb="said", words=("/^X+!$/i",)), table).ok


@pytest.mark.parametrize("line", ["-> if{}x", "-> if a{}b", "?{}", "!{}x", "? said /{}", '? said "{}', "? said {}/", "> {}", "=={}"])
def test_a_line_of_blanks_in_a_play_is_read_in_time(line: str) -> None:
    """A branch with 4,000 blanks in it took longer than anybody waits: it looked for three kinds of blanks in each of them."""
    began = process_time()
    for sign in (" ", "a ", '"a ', "/a ", "\\", " if "):
        with suppress(PlayError):
            parse_play(f"---\ntitle: x\ncampaign: redemption\n---\n> I wait.\n{line.format(sign * 20_000)}\n", Path("x.play"))
    assert process_time() - began < MOST
