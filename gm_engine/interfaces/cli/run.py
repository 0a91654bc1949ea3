"""``gm run``: a campaign from a script."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gm_engine.interfaces.cli import unsaid
from gm_engine.interfaces.cli.saved import the_store
from gm_engine.interfaces.cli.shared_options import Cassette, Gm, Home, Model, Provider, Seed, Seeds, Wanted
from gm_engine.interfaces.cli.suggestion import about, again, suggest
from gm_engine.story.counting import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from gm_engine.play.game import Game
    from gm_engine.story.budget import Budget
    from gm_engine.story.pack import Pack
    from gm_engine.story.play_script import PlayScript
    from gm_engine.testing import PlayRun


def run(
    play: Annotated[Path, typer.Argument(metavar="PLAY", help="A .play file, or one that ships: red_mesa/before_saturday.")],
    home: Home = "",
    gm: Gm = "",
    model: Model = "",
    provider: Provider = "",
    cassette: Cassette = None,
    seed: Seed = None,
    budget: Wanted = "",
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="What to call the saved campaign (else the play's stem).")] = "",
    seeds: Seeds = None,
    junit: Annotated[Path | None, typer.Option("--junit", metavar="F", help="Write a JUnit report.")] = None,
    simulate_faults: Annotated[bool, typer.Option("--simulate-faults", help="Allow a play that declares faults to inject them.")] = False,
) -> None:
    """Run a campaign from a script: print it as it goes, save it, and report what clashed.

    Example: [bold]gm run campaigns/redemption/plays/first_ride.play[/bold]
    """
    from gm_engine.bootstrap import budget_of, endpoint_of, find_play, named_gm, pack_for_play, settings, who_tells
    from gm_engine.errors import GameError, PlayError
    from gm_engine.interfaces.cli.transcript import console
    from gm_engine.interfaces.cli.writing_down import can_be_written

    if seeds and name:
        raise GameError(
            "gm run", "a sweep of seeds is not saved, and --as names what to save it as.", "Leave out one of the two.", "bad-usage"
        )
    if junit:
        can_be_written(junit)
    given, out = settings(home or None), console()
    try:
        script = find_play(play)
        if script.allow_faults and not simulate_faults:
            what = "this play injects declared faults and decoys."
            raise PlayError(str(play), what, f"Allow it: {again('--simulate-faults')}", "faults-not-allowed")
        pack, pack_path = pack_for_play(script)
        gm = named_gm(gm, provider) or (script.gm if "gm" in script.model_fields_set else "")
        gm, model = who_tells(given, gm, model)
        # A play comes out alike everywhere: the settings of this machine have no say in its prompts, the command line has.
        into = budget_of(pack, model=model, asked=budget, endpoint=endpoint_of(gm, given, model))
        chair: dict[str, Any] = {"gm": gm, "model": model, "given": given, "cassette": cassette}
        if seeds:
            runs = sweep(script, pack, pack_path, chair=chair, budget=into, seeds=seeds, first=seed, out=out)
        else:
            runs = [keep(script, pack, pack_path, home=home, chair=chair, budget=into, seed=seed, name=name, out=out)]
    except GameError as error:
        if junit:
            report(junit, str(play), [], {str(play): str(error)})
        raise
    if junit:
        report(junit, script.path, runs, {})
    raise typer.Exit(0 if all(run.ok for run in runs) else 1)


def report(file: Path, what: str, runs: "Sequence[PlayRun]", broken: "Mapping[str, str]") -> None:
    """Write the JUnit report."""
    from gm_engine.exchange.junit import junit_report
    from gm_engine.interfaces.cli.writing_down import write_down

    write_down(file, [junit_report(what, runs, broken)])


def keep(
    script: "PlayScript", pack: "Pack", pack_path: Path, *, home: str, chair: dict[str, Any], budget: "Budget", seed: int | None,
    name: str, out: "Console",
) -> "PlayRun":  # fmt: skip
    """Play once, save it, and show how it came out."""
    from gm_engine.bootstrap import new_game
    from gm_engine.errors import JournalError, ProviderError
    from gm_engine.interfaces.cli.transcript import Transcript
    from gm_engine.testing import run_play

    with the_store(home) as store:
        wanted = name or Path(script.path).stem
        if name and (free := store.free_name(name)) != name:
            raise JournalError(name, "a campaign of this name is saved already.", f"Take another: {again('--as', free)}", "name-taken")
        journal = store.create(name) if name else store.create_next(wanted)
        try:
            game = new_game(
                journal, pack, pack_path=pack_path, seed=seed if seed is not None else script.seed, budget=budget,
                simulation=script.allow_faults, opening=script.opening, **chair,
            )  # fmt: skip
        except BaseException:
            journal.close()
            raise
        about(journal.name)
        try:
            transcript = Transcript(out, game)
            transcript.hear(game.tools.provider)
            transcript.title()
            try:
                outcome = run_play(script, game, transcript)
            except ProviderError:
                unsaid.keep(chair["given"].home, journal, transcript.said)
                raise
            finish(game, outcome, out, renamed=journal.name if journal.name != wanted else "", own=to_play(pack, pack_path))
        finally:
            game.close()
    return outcome


def to_play(pack: "Pack", path: Path) -> str:
    """What ``gm play`` calls a campaign: its id where it ships, else where it lies."""
    from gm_engine.shipped import shipped

    return pack.id if path.resolve() == (shipped("campaigns") / pack.id).resolve() else str(path)


def finish(game: "Game", outcome: "PlayRun", out: "Console", *, renamed: str, own: str) -> None:
    """The summary, the conflicts report, and what to try next."""
    from rich.rule import Rule
    from rich.text import Text

    from gm_engine.continuity.report import report_of
    from gm_engine.exchange.conflict_text import conflicts_text

    state = game.state
    name = game.journal.name
    if state.ended:
        out.print(Text(f"\n{game.view('/ending')}"))
    out.print()
    out.print(Rule("How it stands", characters="═", style="dim"))
    prompts = [turn for turn in state.turns.values() if turn.given_by == "provider"]
    real = [one for one in state.conflicts.values() if one.sim == "none"]
    simulated = f"; {len(state.conflicts) - len(real)} simulated and noticed" if len(real) < len(state.conflicts) else ""
    rows = (
        ("turns", f"{len(state.turns)}, {len(prompts)} told by the GM ({state.gm})"),
        ("story", f"{counted(state.session, 'session')}, until {state.say_time()}"),
        ("story points", str(len(state.story_points))),
        ("decisions", str(sum(decision.taken is not None for decision in state.decisions.values()))),
        ("owed", f"{len(state.owed())} open, {sum(one.paid is not None for one in state.consequences.values())} paid"),
        ("facts", str(len(state.lore.facts(status=None)))),
        ("conflicts", f"{sum(one.status == 'open' for one in real)} open, {len(real)} in all{simulated}"),
        ("expectations", f"{sum(one.ok for one in outcome.results)} held, {sum(not one.ok for one in outcome.results)} did not"),
        ("prompt tokens", f"{game.tokens:,} in all"),
    )
    for label, value in rows:
        out.print(Text(f"  {label:<18}{value}"))
    out.print()
    out.print(Rule("Lore conflicts", characters="═", style="dim"))
    out.print(Text(conflicts_text(report_of(state), width=out.width, settle=suggest("settle"))), soft_wrap=True)
    if renamed:
        out.print(Text(f'Saved as "{renamed}": the other name was taken.', style="dim"))
    out.print(Text("Try next:", style="bold"))
    out.print(f"  compare, byte for byte    {suggest('replay', name, '--verify')}", style="green", soft_wrap=True)
    if not state.ended:
        out.print(f"  go on with this story     {suggest('play', name)}", style="green", soft_wrap=True)
    else:
        out.print(f"  begin one of your own     {suggest('play', own)}", style="green", soft_wrap=True)


def sweep(
    script: "PlayScript", pack: "Pack", pack_path: Path, *, chair: dict[str, Any], seeds: int, first: int | None,
    budget: "Budget | None" = None, out: "Console",
) -> list["PlayRun"]:  # fmt: skip
    """Play once for each seed, in memory, and say which expectations depend on luck."""
    from gm_engine.bootstrap import trial
    from gm_engine.testing import run_play

    start = 1 if first is None else first
    runs: list[PlayRun] = []
    for seed in range(start, start + seeds):
        stem, allowed = Path(script.path).stem, script.allow_faults
        game = trial(pack, stem, pack_path=pack_path, seed=seed, budget=budget, simulation=allowed, opening=script.opening, **chair)
        runs.append(run_play(script, game))
        out.print(f"seed {seed:>4}  {'held' if runs[-1].ok else 'did not hold'}", style="" if runs[-1].ok else "yellow")
    lines = {result.line: result.text for run in runs for result in run.results}
    for line in sorted(lines):
        held = sum(all(result.ok for result in run.results if result.line == line) for run in runs)
        if held < len(runs):
            word = "seed-fragile" if held else "fails on every seed"
            out.print(f"{script.path}:{line}: {word}: held on {held} of {len(runs)} seeds: {lines[line]}", style="yellow", soft_wrap=True)
    passed = sum(run.ok for run in runs)
    out.print(f"{passed} passed, {len(runs) - passed} failed")
    return runs
