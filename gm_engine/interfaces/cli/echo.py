"""The terminal where lines are typed: its prompt, and how it is kept from showing keys."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

PROMPT = "> "


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
