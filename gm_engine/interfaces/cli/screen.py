"""The terminal that the program prints to. What a story holds may be read there, and is never obeyed."""

import sys
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from gm_engine.interfaces.cli.harmless import bare
from gm_engine.story.letters import plain


class Screen(Console):
    """Standard output, at most ``widest`` columns wide; plain in a pipe and where NO_COLOR is set. No word is taken for markup."""

    def __init__(self, widest: int) -> None:
        super().__init__(file=bare(sys.stdout), highlight=False, soft_wrap=False, markup=False)
        self.width = min(self.width, widest)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is to be shown, without what a terminal would obey in its words."""
        for segment in super().render(renderable, options):
            yield segment if segment.control or segment.text.isprintable() else segment._replace(text=plain(segment.text))

    def on_broken_pipe(self) -> None:
        """Nobody reads on: say so to the program, which ends in its own way. Raises BrokenPipeError."""
        raise BrokenPipeError
