"""A progress bar on a terminal, for what takes longer than a second; nothing elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error; the function that it gives is told how many of how many are done."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
