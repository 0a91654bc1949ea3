"""The terminal that the program prints to."""

import sys

from rich.console import Console


class Screen(Console):
    """Standard output, at most ``widest`` columns wide; plain in a pipe and where NO_COLOR is set."""

    def __init__(self, widest: int) -> None:
        super().__init__(file=sys.stdout, highlight=False, soft_wrap=False)
        self.width = min(self.width, widest)

    def on_broken_pipe(self) -> None:
        """Nobody reads on: say so to the program, which ends in its own way. Raises BrokenPipeError."""
        raise BrokenPipeError
