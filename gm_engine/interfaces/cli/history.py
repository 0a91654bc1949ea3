"""``gm undo``, ``retry``, ``edit``, ``branch``, ``switch``, ``redact``, ``settle``: going back, and deciding."""

from typing import Annotated

import typer

from gm_engine.interfaces.cli.options import Gm, Home, Model, Name
from gm_engine.interfaces.cli.saved import suggest, the_game


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (settle, undo, retry, edit, branch, switch, redact):
        app.command()(command)


def settle(
    name: Name,
    conflict: Annotated[str, typer.Argument(metavar="ID", help="The conflict's id, as the report shows it; or last.")],
    resolution: Annotated[
        str, typer.Argument(metavar="RESOLUTION", help="keep accept changed lie rumour different precise dream retcon mystery not_a_conflict")
    ],
    home: Home = "",
    because: Annotated[str, typer.Option("--because", help="Why; it goes on record.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="T", help="For changed: since when (a date, or a story minute).")] = "",
    by: Annotated[str, typer.Option("--by", metavar="WHO", help="For lie and rumour: who told it.")] = "",
    turn: Annotated[int | None, typer.Option("--turn", metavar="N", help="For retcon: from which turn on.")] = None,
) -> None:
    """Settle a conflict. It is logged, it sticks, and it can be undone.

    Example: [bold]gm settle first_ride 8.1 keep --because "the first telling stands"[/bold]
    """
    from typing import get_args

    from gm_engine.errors import UnknownName
    from gm_engine.story.conflict import Resolution, Settlement

    if resolution not in get_args(Resolution):
        raise UnknownName("", f'"{resolution}" settles nothing.', f"Use one of: {' '.join(get_args(Resolution))}.", "bad-resolution")
    with the_game(name, home) as game:
        minute = _minute(since, game.state.pack.calendar) if since else None
        settlement = Settlement(resolution=resolution, because=because, since=minute, by=by or None, turn=turn)
        settled = game.settle(conflict, settlement)
        typer.echo(f"Conflict {settled.id} is settled: {resolution}.")
        left = sum(one.status == "open" for one in game.state.conflicts.values())
        typer.echo(f"{left} left open." if left else "Nothing is left open.")


def _minute(words: str, calendar: object) -> int:
    """A story minute from a number or an ISO date."""
    from datetime import datetime

    from gm_engine.errors import GameError
    from gm_engine.story.calendar import Calendar

    if words.lstrip("-").isdigit():
        return int(words)
    try:
        moment = datetime.fromisoformat(words)
    except ValueError:
        raise GameError("--since", f'"{words}" is no time.', "Write a date such as 1881-06-03, or a story minute.", "bad-time") from None
    return calendar.minute_of(moment) if isinstance(calendar, Calendar) else 0


def undo(
    name: Name, turns: Annotated[int, typer.Argument(metavar="[N]", help="How many turns to go back.")] = 1, home: Home = ""
) -> None:
    """Take back the last turns. Nothing is deleted: the record keeps them.

    Example: [bold]gm undo first_ride 2[/bold]
    """
    with the_game(name, home) as game:
        last = game.undo(turns)
        typer.echo(f"{name} now ends after turn {last}." if last else f"{name} is back at its beginning.")


def retry(name: Name, home: Home = "", gm: Gm = "", model: Model = "") -> None:
    """Tell the last turn again: other words, the same dice.

    Example: [bold]gm retry first_ride[/bold]
    """
    from gm_engine.interfaces.cli.transcript import Transcript, console

    with the_game(name, home, gm=gm or None, model=model) as game:
        transcript = Transcript(console(), game)
        transcript.played(game.retry(transcript.text, transcript.event))


def edit(
    name: Name,
    turn: Annotated[int, typer.Argument(metavar="N", help="The turn to play otherwise.")],
    said: Annotated[list[str], typer.Argument(metavar="WORDS", help="What to say instead.")],
    home: Home = "",
    gm: Gm = "",
    model: Model = "",
) -> None:
    """Play an earlier turn otherwise, on a branch of its own; what came after is kept on the old one.

    Example: [bold]gm edit first_ride 12 I stay in the saloon[/bold]
    """
    from gm_engine.interfaces.cli.transcript import Transcript, console

    with the_game(name, home, gm=gm or None, model=model) as game:
        transcript = Transcript(console(), game)
        transcript.says(turn, " ".join(said))
        transcript.played(game.edit(turn, " ".join(said), transcript.text, transcript.event))
        typer.echo(f"On the branch {game.journal.branch}. Back to the other: {suggest('switch', name, 'main')}")


def branch(
    name: Name,
    to: Annotated[str, typer.Argument(metavar="[BRANCH]", help="The new branch; without it, all branches are listed.")] = "",
    turn: Annotated[int | None, typer.Option("--turn", metavar="N", help="Leave after this turn (else the last).")] = None,
    reseed: Annotated[bool, typer.Option("--reseed", help="Let the dice fall otherwise from here on.")] = False,
    home: Home = "",
) -> None:
    """Leave the story here along a new branch, or list the branches.

    Example: [bold]gm branch first_ride what_if --turn 9[/bold]
    """
    with the_game(name, home) as game:
        if to:
            game.branch(to, turn=turn, reseed=reseed)
        for point in game.journal.branches():
            here = "*" if point.name == game.journal.branch else " "
            left = f"left {point.forked_from} after turn {point.turn}" if point.forked_from else "from the beginning"
            typer.echo(f"{here} {point.name:<20} {left}{', own dice' if point.reseed else ''}")


def switch(name: Name, to: Annotated[str, typer.Argument(metavar="BRANCH", help="The branch to go on along.")], home: Home = "") -> None:
    """Go on along another branch.

    Example: [bold]gm switch first_ride main[/bold]
    """
    with the_game(name, home) as game:
        game.switch(to)
        typer.echo(f"On the branch {to}, after turn {game.state.turn}.")


def redact(
    name: Name,
    turn: Annotated[int, typer.Argument(metavar="N", help="The turn whose words go.")],
    because: Annotated[str, typer.Option("--because", help="Why; it goes on record.")] = "",
    home: Home = "",
) -> None:
    """Take the words of a turn out of the record for good. Its dice, numbers and hashes stay, and the chain still verifies.

    Example: [bold]gm redact first_ride 7[/bold]
    """
    with the_game(name, home) as game:
        count = game.redact(turn, because)
        typer.echo(f"{count} texts were taken out of {name}.")
