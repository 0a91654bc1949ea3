"""A progress bar on a terminal, for what takes longer than a second; nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

PATIENCE = 1.0
"""Seconds before a bar is shown: what is done sooner needs none."""


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error; the function that it gives is told how many of how many are done."""
    if not sys.stderr.isatty():
        yield lambda done, total: None  # noqa: ARG005
        return
    from rich.console import Console
    from rich.progress import Progress

    from gm_engine.interfaces.cli.harmless import bare

    bar = Progress(console=Console(file=bare(sys.stderr)), transient=True)
    task = bar.add_task(what, total=None)
    began, shown = monotonic(), False

    def count(done: int, total: int) -> None:
        nonlocal shown
        if not shown and monotonic() - began > PATIENCE:
            bar.start()
            shown = True
        bar.update(task, completed=done, total=total or None)

    try:
        yield count
    finally:
        if shown:
            bar.stop()
