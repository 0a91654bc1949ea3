"""Opening saved campaigns for a command, and closing them again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import typer

from gm_engine.interfaces.cli.suggestion import about

if TYPE_CHECKING:
    from gm_engine.play.game import Game
    from gm_engine.storage import Store
    from gm_engine.storage.sql_journal import SqlJournal


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
def the_record(name: str, home: str) -> Iterator["SqlJournal"]:
    """A saved campaign's journal, for reading: it may be in play meanwhile."""
    with the_store(home) as store:
        journal = store.open(name, readonly=True)
        about(name)
        try:
            yield journal
        finally:
            journal.close()


@contextmanager
def the_game(
    name: str, home: str, *, gm: str | None = None, model: str = "", provider: str = "", readonly: bool = False
) -> Iterator["Game"]:
    """A saved campaign, resumed; closed when the command is done, whatever happens."""
    from gm_engine.bootstrap import named_gm, resume_game, settings

    with the_store(home) as store:
        journal = store.open(name, readonly=readonly)
        about(name)
        try:
            given = settings(home or None)
            game = resume_game(journal, gm=named_gm(gm or "", provider) or None, model=model, given=given)
            say_mended(game)
            yield game
        finally:
            journal.close()


def in_words(game: "Game", purpose: "Literal['recap', 'card']", entity: str = "") -> str:
    """A page in a model's words; empty where they do not stand, and then why is said."""
    from gm_engine.play.worded_when_asked import worded

    page = worded(game, purpose, entity)
    if not page.text:
        typer.echo(f"Told plainly: {page.why}.", err=True)
    return page.text


def say_mended(game: "Game") -> None:
    """Say what was found damaged and made anew, where something was."""
    if game.mended:
        typer.echo(game.mended, err=True)
