"""Texts that are made so that reading them takes ever longer."""

from pathlib import Path
from time import process_time

import pytest

from gm_engine.bootstrap import trial
from gm_engine.exchange.transcript import read_transcript
from gm_engine.interfaces.serve.messages import ChatMessage, heard
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
