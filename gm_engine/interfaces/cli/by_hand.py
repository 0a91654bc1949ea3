"""``gm remember``, ``forget``, ``correct``, ``pin``, ``unpin``, ``hide``, ``merge``, ``split``, ``edits``: editing what is remembered."""

import json
from typing import TYPE_CHECKING, Annotated, cast

import typer

from gm_engine.interfaces.cli.saved import the_game
from gm_engine.interfaces.cli.shared_options import Format, Home, Name, chosen
from gm_engine.interfaces.cli.suggestion import suggest

if TYPE_CHECKING:
    from collections.abc import Callable

    from gm_engine.play.by_hand import ByHand
    from gm_engine.story.edit import Edit, Editor

What = Annotated[list[str], typer.Argument(metavar="WHAT", help="An id (f3.1, c3.1, t3.2, a person's), or words: the nearest is meant.")]
By = Annotated[str, typer.Option("--by", metavar="author|player", help="Who says so.")]
Because = Annotated[str, typer.Option("--because", help="Why; it goes on record.")]


def _done(name: str, home: str, format: str, by: str, act: "Callable[[ByHand, Editor], Edit]") -> None:
    """Do one edit, and say what it came to."""
    from gm_engine.play.edit_words import say_edit

    chosen("--format", format)
    chosen("--by", by, ("author", "player"))
    with the_game(name, home) as game:
        edit = act(game.by_hand, cast("Editor", by))
        if format == "json":
            typer.echo(json.dumps({"campaign": name, "edit": edit.model_dump(mode="json")}, ensure_ascii=False))
            return
        typer.echo(say_edit(edit, game.state))
        if edit.act != "undo":
            typer.echo(f"Take it back: {suggest('edits', name)} --undo {edit.id}")


def remember(
    name: Name,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="A sentence to remember, as it is to be told.")],
    home: Home = "",
    by: By = "author",
    because: Because = "",
    format: Format = "text",
) -> None:
    """Put a sentence on record by hand. It is remembered in its own words, and what it says counts for checks.

    Example: [bold]gm remember first_ride "Ben Oakes never lends a horse."[/bold]
    """
    _done(name, home, format, by, lambda hand, who: hand.remember(" ".join(text), who, because))


def forget(name: Name, what: What, home: Home = "", by: By = "author", because: Because = "", format: Format = "text") -> None:
    """Forget a thing, and the sentences that told it: no prompt, no recall, no check knows of it any more. The journal keeps all.

    Example: [bold]gm forget first_ride f3.1[/bold]
    """
    _done(name, home, format, by, lambda hand, who: hand.forget(" ".join(what), who, because))


def pin(name: Name, what: What, home: Home = "", by: By = "author", because: Because = "", format: Format = "text") -> None:
    """Keep a thing in every prompt from now on, as far as the budget goes.

    Example: [bold]gm pin first_ride "never lends a horse"[/bold]
    """
    _done(name, home, format, by, lambda hand, who: hand.pin(" ".join(what), who, because))


def unpin(name: Name, what: What, home: Home = "", by: By = "author", because: Because = "", format: Format = "text") -> None:
    """Keep a thing in every prompt no more, whoever pinned it: it comes where it matters.

    Example: [bold]gm unpin first_ride lore:sentence[/bold]
    """
    _done(name, home, format, by, lambda hand, who: hand.unpin(" ".join(what), who, because))


def hide(name: Name, what: What, home: Home = "", by: By = "author", because: Because = "", format: Format = "text") -> None:
    """Keep a thing, and the sentences that told it, out of every prompt. Recall and checks still know it.

    Example: [bold]gm hide first_ride f3.1[/bold]
    """
    _done(name, home, format, by, lambda hand, who: hand.hide(" ".join(what), who, because))


def correct(
    name: Name,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="An id, or words: the nearest is meant.")],
    new: Annotated[list[str], typer.Argument(metavar="NEW", help="What is so instead; for somebody, their name.")],
    home: Home = "",
    by: By = "author",
    because: Because = "",
    format: Format = "text",
) -> None:
    """Put other words in the place of what is remembered. Conflicts with the old words are settled.

    Example: [bold]gm correct first_ride f3.1 "Ben Oakes limps on the right leg."[/bold]
    """
    _done(name, home, format, by, lambda hand, who: hand.correct(what, " ".join(new), who, because))


def merge(
    name: Name,
    who: Annotated[str, typer.Argument(metavar="WHO", help="Who is kept: an id or a name.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Who is the same: an id or a name.")],
    home: Home = "",
    by: By = "author",
    because: Because = "",
    format: Format = "text",
) -> None:
    """Two that are on record are one and the same: facts, names, promises and mentions are of one from now on. Old ids are still found.

    Example: [bold]gm merge first_ride oakes the_big_smith[/bold]
    """
    _done(name, home, format, by, lambda hand, author: hand.merge(who, other, author, because))


def split(
    name: Name,
    who: Annotated[str, typer.Argument(metavar="WHO", help="Who is two: an id or a name.")],
    records: Annotated[list[str], typer.Argument(metavar="ID|turn:N…", help="What is the other's: ids of records, or turns.")],
    into: Annotated[str, typer.Option("--into", metavar="NEW", help="What the other is called, or the id of one who is on record.")],
    home: Home = "",
    by: By = "author",
    because: Because = "",
    format: Format = "text",
) -> None:
    """One who is on record is two: the named records, and what was told in the named turns, are of the other from now on.

    Example: [bold]gm split first_ride oakes f3.1 turn:5 --into "Silas Oakes"[/bold]
    """
    _done(name, home, format, by, lambda hand, author: hand.split(who, into, records, author, because))


def edits(
    name: Name,
    undo: Annotated[str, typer.Option("--undo", metavar="ID|last", help="Take back this edit.")] = "",
    home: Home = "",
    by: By = "author",
    format: Format = "text",
) -> None:
    """What was edited by hand, by whom and when; with --undo one edit is taken back, and nothing else.

    Example: [bold]gm edits first_ride --undo e3.1[/bold]
    """
    if undo:
        _done(name, home, format, by, lambda hand, who: hand.undo(undo, who))
        return
    from gm_engine.play.edit_words import edits_text

    chosen("--format", format)
    with the_game(name, home, readonly=True) as game:
        if format == "json":
            rows = [edit.model_dump(mode="json") for edit in game.by_hand.edits]
            typer.echo(json.dumps({"campaign": name, "edits": rows}, ensure_ascii=False))
        else:
            typer.echo(edits_text(game.state))
