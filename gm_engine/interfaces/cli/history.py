"""``gm undo``, ``retry``, ``edit``, ``branch``, ``switch``, ``redact``: going back, and telling it otherwise."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from gm_engine.errors import GameError
from gm_engine.interfaces.cli import unsaid
from gm_engine.interfaces.cli.saved import the_game
from gm_engine.interfaces.cli.shared_options import Format, Gm, Home, Model, Name, Provider, chosen
from gm_engine.interfaces.cli.suggestion import suggest
from gm_engine.story.counting import counted

if TYPE_CHECKING:
    from gm_engine.play.game import Game
    from gm_engine.story.event import Event


def undo(name: Name, turns: Annotated[int, typer.Argument(metavar="[N]", help="How many turns to go back.")] = 1, home: Home = "") -> None:
    """Take back the last turns. Nothing is deleted: the record keeps them.

    Example: [bold]gm undo first_ride 2[/bold]
    """
    from gm_engine.play.commands import unsettled

    with the_game(name, home) as game:
        last = game.undo(turns)
        typer.echo((f"{name} now ends after turn {last}." if last else f"{name} is back at its beginning.") + unsettled(game))


def retry(
    name: Name,
    telling: Annotated[str, typer.Option("--telling", metavar="N", help="As it was told already: see gm branch NAME --tellings.")] = "",
    home: Home = "",
    gm: Gm = "",
    model: Model = "",
    provider: Provider = "",
) -> None:
    """Tell the last turn again: other words, the same dice; or as it was told already, and did not stand.

    Example: [bold]gm retry first_ride[/bold]
    """
    from gm_engine.interfaces.cli.transcript import Transcript, console
    from gm_engine.play.taking_up import take_up

    with the_game(name, home, gm=gm, model=model, provider=provider) as game:
        if telling:
            id = telling if "." in telling else f"{game.state.turn}.{telling}"
            remarks = take_up(game, id)
            typer.echo("\n".join((f"Turn {game.state.turn} of {name} stands as it was told in {id} now.", *remarks)))
            return
        transcript = Transcript(console(), game)
        transcript.hear(game.tools.provider)
        transcript.played(game.retry(transcript.text, transcript.event))


def edit(
    name: Name,
    turn: Annotated[int, typer.Argument(metavar="N", help="The turn to play otherwise.")],
    said: Annotated[list[str], typer.Argument(metavar="WORDS", help="What to say instead.")],
    home: Home = "",
    gm: Gm = "",
    model: Model = "",
    provider: Provider = "",
) -> None:
    """Play an earlier turn otherwise, on a branch of its own; what came after is kept on the old one.

    Example: [bold]gm edit first_ride 12 I stay in the saloon[/bold]
    """
    from gm_engine.interfaces.cli.transcript import Transcript, console
    from gm_engine.story.event import PlayerSpoke

    with the_game(name, home, gm=gm, model=model, provider=provider) as game:
        transcript = Transcript(console(), game)
        transcript.hear(game.tools.provider)

        def heard(event: "Event") -> None:
            if isinstance(event, PlayerSpoke):
                transcript.says(turn, event.said)
            transcript.event(event)

        transcript.played(game.edit(turn, " ".join(said), transcript.text, heard))
        typer.echo(f"On the branch {game.journal.branch}. Back to the other: {suggest('switch', name, 'main')}")


def branch(
    name: Name,
    to: Annotated[str, typer.Argument(metavar="[BRANCH]", help="The new branch; without it, all branches are listed.")] = "",
    turn: Annotated[int | None, typer.Option("--turn", metavar="N", help="Leave after this turn (else the last).")] = None,
    reseed: Annotated[bool, typer.Option("--reseed", help="Let the dice fall otherwise from here on.")] = False,
    telling: Annotated[str, typer.Option("--telling", metavar="TURN.N", help="Go on from another telling of that turn.")] = "",
    tellings: Annotated[bool, typer.Option("--tellings", help="List the turns that were told more than once; --turn N shows one.")] = False,
    home: Home = "",
    format: Format = "text",
) -> None:
    """Leave the story here along a new branch, or list the branches; or what was told otherwise, to go on from there.

    Example: [bold]gm branch first_ride what_if --turn 9[/bold]
    """
    from gm_engine.play.taking_up import take_up

    chosen("--format", format)
    if tellings and (to or reseed or telling):
        raise GameError("gm branch", "--tellings lists, and makes no branch.", f"Write: {suggest('branch', name)} --tellings", "bad-usage")
    if tellings:
        _list_tellings(name, home, turn, format)
        return
    if not to and (reseed or telling or turn is not None):
        raise GameError("gm branch", "the new branch has no name.", f"Write: {suggest('branch', name)} BRANCH", "bad-usage")
    if telling and (reseed or turn is not None):
        then = "Leave out --turn and --reseed: the branch goes on behind that telling, with its dice."
        raise GameError("gm branch", "--telling says already where the branch leaves.", then, "bad-usage")
    with the_game(name, home, readonly=not to) as game:
        if telling:
            for remark in take_up(game, telling, to):
                typer.echo(remark, err=True)
        elif to:
            game.branch(to, turn=turn, reseed=reseed)
        if format == "json":
            points = [point._asdict() for point in game.journal.branches()]
            typer.echo(json.dumps({"campaign": name, "branch": game.journal.branch, "branches": points}))
            return
        for point in game.journal.branches():
            here = "*" if point.name == game.journal.branch else " "
            left = f"left {point.forked_from} after turn {point.turn}" if point.forked_from else "from the beginning"
            typer.echo(f"{here} {point.name:<20} {left}{', own dice' if point.reseed else ''}")


def _list_tellings(name: str, home: str, turn: int | None, format: str) -> None:
    from gm_engine.play.taking_up import tellings_json, tellings_of, tellings_text

    with the_game(name, home, readonly=True) as game:
        if format == "json":
            typer.echo(json.dumps(tellings_json(game, turn), ensure_ascii=False))
        elif found := tellings_of(game, turn):
            typer.echo(tellings_text(found, whole=turn is not None))
            other = next(one.id for one in found if one.other)
            typer.echo(f"Go on from one: {suggest('branch', name, 'BRANCH', '--telling', other)}")
        else:
            typer.echo(f"{f'Turn {turn}' if turn else 'Every turn'} of {name} was told once, and never otherwise.")


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
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    home: Home = "",
) -> None:
    """Take the words of a turn out of the record for good. Its dice, numbers and hashes stay, and the chain still verifies.

    Example: [bold]gm redact first_ride 7 --yes[/bold]
    """
    from gm_engine.bootstrap import settings
    from gm_engine.interfaces.cli.past_lines import PastLines

    with the_game(name, home) as game:
        played = game.state.turns.get(str(turn))
        if played is not None and not yes:
            may_redact(name, turn)
        if played is not None:  # first: once the words are gone from the record, nobody knows what to forget
            beside = settings(home or None).home
            past = PastLines(beside, name)
            for said in said_in(game, turn):
                past.forget(said)
                unsaid.forget(beside, name, said)
        count = game.redact(turn, because)
        typer.echo(f"{counted(count, 'text was', 'texts were')} taken out of {name}.")


def said_in(game: "Game", turn: int) -> tuple[str, ...]:
    """What the player said in a turn, however often it was told otherwise: on this branch and on others, undone or not."""
    from gm_engine.story.event import PlayerSpoke

    told = (entry.event for entries in (game.journal.turn(turn), game.journal.elsewhere()) for entry in entries)
    return tuple(dict.fromkeys(event.said for event in told if isinstance(event, PlayerSpoke) and event.turn == turn))


def may_redact(name: str, turn: int) -> None:
    """Asks whether words are to go for good. Raises GameError where nobody is there to be asked, Abort where the answer is no."""
    if not sys.stdin.isatty():
        then = f"To take them out for good: {suggest('redact', name, str(turn), '--yes')}"
        raise GameError(name, "nobody is there to be asked.", then, "not-asked")
    typer.confirm(f'Take the words of turn {turn} out of "{name}" for good? They cannot be brought back.', abort=True, err=True)
