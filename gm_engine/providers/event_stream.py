"""The lines of a stream of events, before the official client reads them: whole, in UTF-8, and with an ear for ``[DONE]``."""

from collections.abc import Callable, Iterator

from gm_engine.providers.failures import errors

LONGEST = 4_000_000
"""No line of a stream has more bytes than this."""
DONE = (b"data: [DONE]", b"data:[DONE]")
OLD = "cp1252"
"""What lines that are no UTF-8 were most likely written in."""


class Lines:
    """``done`` is called at ``[DONE]``. What comes after it is read, for only then can the connection be kept, and passed over.

    ``first`` is how the stream begins.
    """

    def __init__(self, done: Callable[[], None]) -> None:
        self.first = b""
        self._done = done
        self._ended = False

    def of(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """The lines in ``pieces`` of any length. Raises ValueError for a line without an end."""
        rest = b""
        try:
            for piece in pieces:
                self.first = (self.first + piece)[:80] if len(self.first) < 80 else self.first
                *lines, rest = (rest + piece).split(b"\n")
                yield from (readable(line) + b"\n" for line in lines if self._counts(line))
                if len(rest) > LONGEST:
                    raise ValueError("a line without an end")
        except errors():
            if not self._ended:
                raise
        if rest and self._counts(rest):
            yield readable(rest)

    def _counts(self, line: bytes) -> bool:
        if not self._ended and line.strip() in DONE:
            self._ended = True
            self._done()
        return not self._ended


def readable(line: bytes) -> bytes:
    """The line in UTF-8.

    >>> readable(b"caf\\xe9").decode()
    'café'
    """
    try:
        line.decode()
    except UnicodeDecodeError:
        return line.decode(OLD, errors="replace").encode()
    return line
