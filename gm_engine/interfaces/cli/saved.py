"""Opening saved campaigns for a command, and closing them again."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gm_engine.play.game import Game
    from gm_engine.storage import Store


def program() -> str:
    """How ``gm`` was called, so that a suggested command can be typed as it stands."""
    called = sys.argv[0] if sys.argv else "gm"
    return called if "/" in called and called.endswith("/gm") and not called.startswith("/usr") else "gm"


def suggest(*words: str) -> str:
    """A command as it can be typed, from where one stands."""
    import os
    from pathlib import Path

    path = program()
    if path != "gm":
        relative = os.path.relpath(path)
        path = relative if len(relative) < len(path) else path
        if Path(path) == Path("gm"):
            path = "./gm"
    return " ".join([path, *words])


@contextmanager
def the_store(home: str) -> Iterator["Store"]:
    """The store of saved campaigns."""
    from gm_engine.bootstrap import open_store, settings

    store = open_store(settings(home or None))
    try:
        yield store
    finally:
        store.close()


@contextmanager
def the_game(name: str, home: str, *, gm: str | None = None, model: str = "", readonly: bool = False) -> Iterator["Game"]:
    """A saved campaign, resumed; closed when the command is done, whatever happens."""
    from gm_engine.bootstrap import resume_game

    with the_store(home) as store:
        journal = store.open(name, readonly=readonly)
        try:
            game = resume_game(journal, gm=gm, model=model)
            yield game
        finally:
            journal.close()
