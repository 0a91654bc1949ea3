"""The player's line: typed in comfort at a terminal, or read from a pipe as it comes."""

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Protocol

from gm_engine.interfaces.cli.echo import PROMPT

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from rich.console import Console

    from gm_engine.play.game import Game


class Line(Protocol):
    """Where the player's lines come from. ``shown`` is True where typing has shown them on the page."""

    shown: bool

    def ask(self) -> str:
        """The next line. Raises EOFError where there is none."""
        ...

    def telling(self) -> "AbstractContextManager[None]":
        """Within this the table tells: what is typed meanwhile is not the next line."""
        ...

    def forget(self, said: str) -> None:
        """Words that were taken out of the record."""
        ...


class PipedLine:
    """Lines from a pipe, a file or a dumb terminal."""

    def __init__(self, out: "Console") -> None:
        self.out = out
        self.shown = sys.stdin.isatty()

    def ask(self) -> str:
        """The next line, as it stands."""
        if self.shown:
            self.out.print()
            return input(PROMPT).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def telling(self) -> "AbstractContextManager[None]":
        """Nothing is held back: a script is read line by line."""
        return nullcontext()

    def forget(self, said: str) -> None:
        """Nothing was kept."""


def line_for(game: "Game", home: "Path", out: "Console", commands: tuple[str, ...]) -> Line:
    """How lines are read here: typed in comfort where both ends are a terminal that can do it, else as they come."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or out.is_dumb_terminal:
        return PipedLine(out)
    from gm_engine.interfaces.cli.typed_line import TypedLine

    return TypedLine(game, home, out, commands)
