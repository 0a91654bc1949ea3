"""Opening saved campaigns for a command, and closing them again."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gm_engine.play.game import Game
    from gm_engine.storage import Store
    from gm_engine.storage.sql_journal import SqlJournal


def program() -> str:
    """How ``gm`` was called, so that a suggested command can be typed as it stands from where one is."""
    called = sys.argv[0] if sys.argv else "gm"
    if "/" not in called or not called.endswith("/gm") or str(Path(called).parent) in os.environ.get("PATH", "").split(os.pathsep):
        return "gm"
    relative = os.path.relpath(called)
    path = relative if len(relative) < len(called) else called
    return path if "/" in path else f"./{path}"


HOMELESS = {"new", "check", "fmt", "explain"}
_home = ContextVar("home", default="")


def suggest(*words: str) -> str:
    """A command as it can be typed, with the home that was named for this one."""
    home = _home.get()
    at_home = ["--home", home] if home and words[0] not in HOMELESS and "--home" not in words else []
    return " ".join([program(), *(quote(word) for word in (words[0], *at_home, *words[1:]))])


@contextmanager
def the_store(home: str) -> Iterator["Store"]:
    """The store of saved campaigns."""
    from gm_engine.bootstrap import open_store, settings

    _home.set(home)
    store = open_store(settings(home or None))
    try:
        yield store
    finally:
        store.close()


@contextmanager
def the_record(name: str, home: str) -> Iterator["SqlJournal"]:
    """A saved campaign's journal, for reading: it may be in play meanwhile."""
    with the_store(home) as store:
        journal = store.open(name, readonly=True)
        try:
            yield journal
        finally:
            journal.close()


@contextmanager
def the_game(name: str, home: str, *, gm: str | None = None, model: str = "", readonly: bool = False) -> Iterator["Game"]:
    """A saved campaign, resumed; closed when the command is done, whatever happens."""
    from gm_engine.bootstrap import resume_game

    with the_store(home) as store:
        journal = store.open(name, readonly=readonly)
        try:
            yield resume_game(journal, gm=gm, model=model)
        finally:
            journal.close()
