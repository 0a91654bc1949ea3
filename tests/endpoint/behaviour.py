"""What a scripted server does with one request: it answers, it fails, or it sends something else."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Usage = dict[str, Any] | Literal["right", "none"]


@dataclass(frozen=True)
class Fails:
    """An error with a status, as servers word it. ``retry_after`` is the header's value as it is sent."""

    status: int
    message: str = ""
    code: str = ""
    retry_after: str = ""


@dataclass(frozen=True)
class Sends:
    """Bytes that are no answer."""

    body: str
    kind: str = "text/event-stream"
    written: str = "utf-8"


@dataclass(frozen=True)
class Answers:
    """A reply in ``pieces``. ``calls`` are (id, name, arguments), each streamed in ``call_pieces`` pieces of its arguments.

    ``usage`` is counted rightly, left out, or as given; ``reads`` is how many tokens of a prompt it can hold: what is beyond is
    cut off silently. ``breaks``: the line is ``cut`` in the middle of a chunk, or the stream ``ends`` without a finish. ``first``
    and ``between`` are seconds before the first piece and before each later one; ``alive`` sends a comment meanwhile.
    """

    pieces: tuple[str, ...] = ()
    reasoning: tuple[str, ...] = ()
    reasoning_key: str = "reasoning_content"
    refusal: tuple[str, ...] = ()
    calls: tuple[tuple[str, str, str], ...] = ()
    call_pieces: int = 1
    finish: str = ""
    usage: Usage = "right"
    reads: int = 0
    breaks: Literal["", "cut", "ends"] = ""
    first: float = 0.0
    between: float = 0.0
    alive: bool = False
    streams: bool = True

    @property
    def finished(self) -> str:
        """Why it ended."""
        return self.finish or ("tool_calls" if self.calls else "stop")


@dataclass(frozen=True)
class Embeds:
    """Vectors of what was asked: in the ``encoding`` that is asked for, or always as ``floats``, after ``first`` seconds.

    ``wrong`` does something to the rows before they are sent. ``usage`` is left out where it is ``none``.
    """

    encoding: Literal["asked", "floats"] = "asked"
    wrong: Callable[[list[dict[str, Any]]], list[dict[str, Any]]] | None = None
    usage: Literal["right", "none"] = "right"
    first: float = 0.0


def said(*pieces: str, **more: Any) -> Answers:
    """A reply in these pieces."""
    return Answers(pieces, **more)
