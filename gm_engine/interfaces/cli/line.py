"""The player's line: typed in comfort at a terminal, or read from a pipe as it comes."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from rich.console import Console

    from gm_engine.play.game import Game

PROMPT = "> "


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


@contextmanager
def unheard() -> Iterator[None]:
    """Within this nothing that is typed is shown, and after it nothing of it is left: it was meant for no prompt. Ctrl-C still stops."""
    put_back = _without_echo()
    try:
        yield
    finally:
        put_back()


def _without_echo() -> Callable[[], None]:
    """Stops the terminal from showing keys; gives what drops those that came and puts everything back."""
    try:
        import termios
    except ImportError:  # another system: its keys are shown, and wait
        return lambda: None
    try:
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
    except (OSError, ValueError, termios.error):
        return lambda: None
    quiet = [*before]
    quiet[3] = before[3] & ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, quiet)

    def put_back() -> None:
        with suppress(termios.error):
            termios.tcflush(terminal, termios.TCIFLUSH)
            termios.tcsetattr(terminal, termios.TCSANOW, before)

    return put_back
