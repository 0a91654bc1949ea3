"""At a terminal it is seen that a language model is at work; in a pipe nothing of that is written."""

import io

import pytest
from rich.console import Console

from gm_engine.interfaces.cli.transcript import Transcript
from tests.endpoint import BY_RULES
from tests.mesa import mesa
from tests.play.scripted import sits

DEAD, WALKS, QUIET = "Peter Lund was buried this morning. He died of the fever.", "Peter Lund walks in.", "The door stays shut."


def evening(terminal: bool) -> str:
    """What three turns print; in the second a draft goes back."""
    game, model = sits(mesa(), DEAD, WALKS, QUIET, rules=BY_RULES)
    out = Console(file=io.StringIO(), force_terminal=terminal, width=80, color_system=None)
    transcript = Transcript(out, game)
    transcript.hear(model)
    for said in ("I look around.", "I wait."):
        transcript.played(game.play(said, transcript.text, transcript.event))
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue()


@pytest.mark.parametrize(("terminal", "seen"), [(True, 2), (False, 0)])
def test_a_model_at_work_is_seen_at_a_terminal_alone(terminal: bool, seen: int) -> None:
    told = evening(terminal)
    assert ("The GM considers" in told) == bool(seen)
    assert "(a draft went back: it broke what is established)" in told
    assert "walks in" not in told
    assert told.index("went back") < told.index("The door stays shut.")
