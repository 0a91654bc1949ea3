"""The lines that were typed at a campaign's table, evening after evening: kept beside the campaigns, for the arrow keys and Ctrl-R."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from gm_engine.unfinished import clear, write_whole

MOST = 500
"""So many lines are kept."""


def says(typed: str, words: str) -> bool:
    """Whether a typed line is these words, or a command with them at its end.

    >>> says("/edit 2 I wait.", "I  wait."), says("I wait.", "I wait."), says("I do not say I wait.", "I wait.")
    (True, True, False)
    """
    typed, words = " ".join(typed.split()), " ".join(words.split())
    return typed == words or (typed.startswith("/") and typed.endswith(f" {words}"))


class PastLines:
    """One campaign's lines. Where they cannot be read or written, play goes on without."""

    def __init__(self, home: Path, name: str) -> None:
        self.file = home / f"{name}.history"

    def read(self) -> list[str]:
        """The lines, the oldest first."""
        with suppress(OSError, UnicodeDecodeError):
            return self.file.read_text(encoding="utf-8").splitlines()
        return []

    def add(self, line: str) -> None:
        """Keep one more line; nothing where it is the last one again."""
        line, kept = " ".join(line.split()), self.read()
        if line and kept[-1:] != [line]:
            self._write([*kept, line][-MOST:])

    def forget(self, line: str) -> None:
        """Keep a line no longer: its words were taken out of the record."""
        kept = self.read()
        if any(says(one, line) for one in kept):
            self._write([one for one in kept if not says(one, line)])

    def drop(self) -> None:
        """Keep none of them: the campaign is deleted."""
        clear(self.file)
        with suppress(OSError):
            self.file.unlink()

    def _write(self, lines: Iterable[str]) -> None:
        with suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.file, (f"{line}\n" for line in lines))
