"""Standard output and standard error, through which no word of a story can give an order to the terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper, UnsupportedOperation
from typing import Any, cast

from gm_engine.story.letters import OBEYED, plain, whole

ORDERS = {sign: None for sign in OBEYED if sign < 32 and sign != 13}
"""What is left out in a pipe, too: it may end on a terminal. In JSON, none of these stands as it is."""


class Harmless:
    """A stream that leaves out control codes. ``bare`` is the stream behind it, for what draws by such codes itself."""

    def __init__(self, bare: Any) -> None:
        self.bare = bare
        self._shown = bool(bare.isatty())

    def write(self, text: str) -> int:
        """Write the text without them; its length."""
        self.bare.write(text if text.isprintable() else plain(text) if self._shown else whole(text).translate(ORDERS))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        """All else is the stream's own."""
        return getattr(self.bare, name)


def bare(stream: Any) -> Any:
    """The stream behind a harmless one; any other as it is."""
    return stream.bare if isinstance(stream, Harmless) else stream


@contextmanager
def harmless() -> Iterator[None]:
    """Both streams are harmless in this block, and what comes in is letters: a byte that is none is shown as unreadable."""
    if isinstance(sys.stdin, TextIOWrapper):
        with suppress(UnsupportedOperation):  # it is read already
            sys.stdin.reconfigure(errors="replace")
    out, err = sys.stdout, sys.stderr
    ours = Harmless(out), Harmless(err)
    sys.stdout, sys.stderr = cast(Any, ours)
    try:
        yield
    finally:
        sys.stdout = out if cast(Any, sys.stdout) is ours[0] else sys.stdout
        sys.stderr = err if cast(Any, sys.stderr) is ours[1] else sys.stderr
