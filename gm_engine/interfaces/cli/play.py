"""``gm play``: an interactive table in the terminal."""

import gc
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm_engine.interfaces.cli import unsaid
from gm_engine.interfaces.cli.ending import show_ending
from gm_engine.interfaces.cli.history import said_in
from gm_engine.interfaces.cli.pages import PAGES, page
from gm_engine.interfaces.cli.saved import say_mended, the_store
from gm_engine.interfaces.cli.shared_options import Begins, Cassette, Gm, Home, Model, Provider, Seed, Wanted
from gm_engine.interfaces.cli.suggestion import about, again, say_error, suggest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from gm_engine.bootstrap import Settings
    from gm_engine.interfaces.cli.transcript import Transcript
    from gm_engine.play.game import Game
    from gm_engine.storage import Store

SHOWN = 8
HELP = """Say what you do, in your own words:
  I walk to the saloon. Ask Ortega about the horses.
Where ways lie open, say one in any words, or type its number:
  2
Looking things up takes no turn:
  /ways /look /sheet /map /recap /threads /time /timeline
  /lore NAME [OTHER]   /conflicts   /why [TURN] [all]   /ending
Dice, two words to think with, and the oracle:
  /roll SKILL vs DIFFICULTY   /roll 2d6   /spark   /ask ODDS QUESTION
Choose, write something down, or spend a chip on a small true detail:
  /decide OPTION why   /note words   /declare words
Go back, tell it otherwise, take it out:
  /undo [N]   /retry   /edit N words   /x   /tellings [N]
  /branch NAME   /switch NAME   /anew   /settle ID RESOLUTION
Say what is to be remembered, and how:
  /remember TEXT   /forget WHAT   /correct WHAT: NEW   /pin WHAT   /unpin WHAT
  /hide WHAT   /merge WHO = OTHER   /split WHO = NEW: IDS   /edits [undo ID]
Everything is saved as you go:
  /quit"""
TAKES_OUT = "/x"
LEAVING = ("/quit", "/exit", "/q")
LOOKED_UP = ("/help", "/sheet", "/map", "/recap", "/threads", "/timeline", "/conflicts", "/ways", "/ending")
"""Words that are taken for the command without their slash: nothing changes by it."""
TOLD_OF = {
    "/undo": "/undo", "/retry": "/retry", "/edit": "/edit N words", "/branch": "/branch NAME", "/switch": "/switch NAME",
    "/settle": "/settle ID RESOLUTION", "/roll": "/roll SKILL vs DIFFICULTY", "/decide": "/decide OPTION", "/note": "/note words",
    "/x": "/x", "/remember": "/remember TEXT", "/forget": "/forget WHAT", "/correct": "/correct WHAT: NEW", "/pin": "/pin WHAT",
    "/unpin": "/unpin WHAT", "/hide": "/hide WHAT", "/merge": "/merge WHO = OTHER", "/split": "/split WHO = NEW: IDS", "/edits": "/edits",
}  # fmt: skip
"""Words that could change the story: alone on a line and without a slash, they are asked about, and how the command is typed."""


def play(
    what: Annotated[str, typer.Argument(metavar="[PACK|NAME]", help="A campaign to begin, or a saved one to go on with.")] = "redemption",
    home: Home = "",
    gm: Gm = "",
    model: Model = "",
    provider: Provider = "",
    cassette: Cassette = None,
    seed: Seed = None,
    opening: Begins = "",
    budget: Wanted = "",
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="What to call the saved campaign.")] = "",
    again: Annotated[bool, typer.Option("--again", help="Say the last line once more, where its turn was not written.")] = False,
) -> None:
    """Play at the terminal. A saved campaign goes on where it stopped, with a "previously on".

    Example: [bold]gm play redemption[/bold]
    """
    from gm_engine.bootstrap import named_gm, settings
    from gm_engine.interfaces.cli.transcript import Transcript, console

    out, given = console(), settings(home or None)
    gm = named_gm(gm, provider)
    with the_store(home) as store:
        game = sit_down(store, what, given, gm=gm, model=model, seed=seed, name=name, budget=budget, cassette=cassette, opening=opening)
        try:
            about(game.journal.name)
            say_mended(game)
            transcript = Transcript(out, game)
            transcript.hear(game.tools.provider)
            transcript.title()
            greet(game, transcript, given)
            out.print(f'\nSaved as "{game.journal.name}". /help lists the commands, /quit leaves.', style="dim")
            if game.uncounted:
                out.print(f"{game.uncounted[:1].upper()}{game.uncounted[1:]}.", style="yellow")
            evening(game, transcript, out, given.home, again=said_again(game, transcript, given.home) if again else "")
        finally:
            game.close()
    if not game.state.ended:
        out.print(f"Go on with: {suggest('play', game.journal.name)}", style="dim", soft_wrap=True)


def said_again(game: "Game", transcript: "Transcript", folder: Path) -> str:
    """The line that waits to be said again; empty where none does, or where its turn is on record after all, which is said."""
    line = unsaid.waiting(folder, game.journal.name)
    if line is None:
        transcript.shows("No line waits to be said again.")
    elif line.is_written(game.journal):
        unsaid.drop(folder, game.journal.name)
        transcript.shows(f'"{line.said}" is on record, with its turn: it is not said again.')
    else:
        return line.said
    return ""


def greet(game: "Game", transcript: "Transcript", given: "Settings") -> None:
    """Previously on, after a pause; where the player was here a moment ago, or has never been, where the story stands."""
    from gm_engine.bootstrap import minutes_since

    told = game.sit_down(minutes_since(game.journal.written))
    game.ask_first(given.ask_first)
    if told:
        transcript.shows(game.view("/recap") or "")
        return
    if game.state.turn:
        transcript.shows(f"Session {game.state.session} goes on.")
    transcript.heading()


def sit_down(
    store: "Store", what: str, given: "Settings", *, gm: str, model: str, seed: int | None, name: str, budget: str = "",
    cassette: Path | None = None, opening: str = "",
) -> "Game":  # fmt: skip
    """The saved campaign of that name, with its own GM; else a new one of that pack, with the settings'. ``gm`` names another.

    A saved campaign keeps its budget unless ``budget`` asks for another. A new one begins with the ``opening`` asked for; else with
    the next in turn, so that a second beginning differs, unless a seed is named: then with the first, so that it can be had again.
    """
    from gm_engine.authoring import campaign_names, find_pack, load_pack
    from gm_engine.bootstrap import begin_saved, budget_of, endpoint_of, next_opening, resume_game, who_tells
    from gm_engine.errors import JournalError, UnknownName
    from gm_engine.interfaces.cli.dispatch import nearest

    saved = store.names()
    if name and (free := store.free_name(name)) != name:
        raise JournalError(name, "a campaign of this name is saved already.", f"Take another: {again('--as', free)}", "name-taken")
    if name and what in saved and not (Path(what).exists() or what in campaign_names()):
        then = f"--as names a new campaign. Go on with this one: {suggest('play', what)}"
        raise JournalError(what, "this campaign is saved already, under this name.", then, "name-taken")
    if what in saved and not name:
        if opening:
            then = f"It has begun already. A new one: {again('--as', store.free_name(what))}"
            raise JournalError(what, f'a saved campaign cannot begin with the opening "{opening}".', then, "opening-of-a-saved-one")
        journal = store.open(what)
        try:
            game = resume_game(journal, gm=gm or None, model=model, given=given, cassette=cassette)
            if budget:
                endpoint = endpoint_of(gm or game.state.gm, given, model)
                game.choose_budget(budget_of(game.state.pack, model=model, given=given, asked=budget, endpoint=endpoint))
            return game
        except BaseException:
            journal.close()
            raise
    try:
        path = find_pack(what)
    except UnknownName as error:
        then = f"{nearest(what, [*saved, *campaign_names()])}Saved: {some(saved)}. Campaigns: {some(campaign_names())}."
        raise UnknownName(
            "", f'nothing saved and no campaign is called "{what}", and no folder is there.', then, "unknown-campaign"
        ) from error
    pack = load_pack(path)
    gm, model = who_tells(given, gm, model)
    into = budget_of(pack, model=model, given=given, asked=budget, endpoint=endpoint_of(gm, given, model))
    opening = opening or (next_opening(store, pack) if seed is None else "")
    chair = {"gm": gm, "model": model, "given": given, "cassette": cassette, "opening": opening}
    return begin_saved(store, pack, name or pack.id, pack_path=path, seed=seed, budget=into, **chair)


def some(names: "Sequence[str]") -> str:
    """Names as a list, the first few."""
    rest = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"{', '.join(names[:SHOWN])}{rest}" if names else "nothing yet"


def evening(game: "Game", transcript: "Transcript", out: "Console", folder: Path, *, again: str) -> None:
    """Lines until the player leaves, ``again`` first. What cannot be done is said, and play goes on; a line that failed is kept."""
    from gm_engine.errors import GameError, ProviderError
    from gm_engine.interfaces.cli.line import line_for
    from gm_engine.play.ways import by_number, said_at_the_end, ways_open

    # A long story that was opened stays: looking through all of it for what may be let go would be felt as a pause.
    gc.freeze()
    if again and (draft := game.journal.draft()):
        transcript.shows(f"What had arrived before it broke off, and is no part of the story:\n{draft}")
    line = line_for(game, folder, out, (*PAGES, *LEAVING[:1], "/help"))
    transcript.numbers_ways = line.shown
    shown = False
    if not game.state.ended:
        transcript.ways()
    while True:
        if game.state.ended != shown:
            shown = game.state.ended
            if shown:
                show_ending(game, out)
        try:
            waited, typed, again = bool(again), again or line.ask(), ""
        except (EOFError, KeyboardInterrupt):
            if line.shown:
                out.print()
            return
        if not typed:
            continue
        typed = said_at_the_end(typed, game.state)
        stood = (game.journal.branch, game.state.turn)
        meant = meant_as_command(typed)
        if meant == "/quit":
            if not line.shown:
                echo(game, transcript, typed, meant)
            return
        said, turn = typed, not meant and not typed.startswith("/")
        before = game.state.turns.last()
        try:
            said = by_number(typed, ways_open(game.state))
            if not line.shown:
                echo(game, transcript, said, meant)
            elif said != typed:
                transcript.takes(said)
            if before and meant.partition(" ")[0] == TAKES_OUT:
                for words in said_in(game, before.number):  # first: once they are gone from the record, nobody knows what to forget
                    line.forget(words)
                    unsaid.forget(folder, game.journal.name, words)
            with line.telling(), unsaid.meanwhile(folder, game.journal, said) if turn or waited else nullcontext():
                say(game, transcript, said, meant)
        except GameError as error:
            if isinstance(error, ProviderError) and not turn:
                unsaid.keep(folder, game.journal, said)
            transcript.shows(say_error(error))
        except KeyboardInterrupt:
            if not turn:
                unsaid.keep(folder, game.journal, said)
            transcript.interrupted()
            transcript.shows("Stopped. That turn was not written; say something else, or /quit.")
        transcript.ways(anew=bool(meant) and stood != (game.journal.branch, game.state.turn))


def meant_as_command(said: str) -> str:
    """The command that a line is, or that its one word without a slash is: ``/help`` for ``help``; empty for what is played.

    >>> meant_as_command("Quit"), meant_as_command("/exit"), meant_as_command("undo"), meant_as_command("Help!")
    ('/quit', '/quit', '/undo', '')
    """
    if said.startswith("/"):
        return "/quit" if said in LEAVING else said
    word = f"/{said.casefold()}"
    if word in LEAVING:
        return "/quit"
    return "/help" if said == "?" else word if word in (*LOOKED_UP, *TOLD_OF) else ""


def echo(game: "Game", transcript: "Transcript", said: str, meant: str) -> None:
    """The player's line, where it comes from a pipe and no terminal has shown it."""
    if meant:
        transcript.command(said)
    else:
        transcript.says(game.state.turn + 1, said)


def say(game: "Game", transcript: "Transcript", said: str, meant: str) -> None:
    """One line: a view, a way back, a question about a slash that is lacking, or a turn."""
    from gm_engine.play.commands import command

    if meant in TOLD_OF and not said.startswith("/"):
        transcript.shows(f'If that is a command, type {TOLD_OF[meant]}. If you say it aloud, say: I say "{said}".')
        return
    line = meant or said
    if (looked_up := page(line, game)) is not None:
        transcript.page(looked_up)
        return
    shown = HELP if line == "/help" else game.view(line)
    if shown is None:
        shown = command(
            game, line, on_text=transcript.text, on_event=transcript.event, on_played=transcript.played, also=(*PAGES, "/help", "/quit")
        )
    if shown is not None:
        transcript.shows(shown)
        return
    if not game.state.ended:
        transcript.heading()
    played = game.play(line, transcript.text, transcript.event)
    transcript.played(played)
