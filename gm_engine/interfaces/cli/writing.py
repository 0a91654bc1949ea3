"""``gm new``, ``gm check``, ``gm fmt``: writing a campaign."""

import json
import sys
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm_engine.errors import GameError
from gm_engine.interfaces.cli.shared_options import Seeds
from gm_engine.interfaces.cli.suggestion import suggest, typed
from gm_engine.story.counting import counted

if TYPE_CHECKING:
    from gm_engine.authoring import Wishes
    from gm_engine.state import StoryState
    from gm_engine.testing import PlayRun


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write it; its name becomes the campaign's id.")],
    source: Annotated[
        list[str] | None, typer.Option("--from", metavar="EXAMPLE|FILE", help="A campaign that there is; or cards and lorebooks, one each.")
    ] = None,
    genre: Annotated[str, typer.Option("--genre", metavar="GENRE", help="western, gothic, fantasy, modern, space, or any other.")] = "",
    title: Annotated[str, typer.Option("--title", metavar="TITLE", help="What it is called.")] = "",
    money: Annotated[str, typer.Option("--money", metavar="ONE[/MANY]", help="What its money is called, such as crown.")] = "",
    small: Annotated[str, typer.Option("--small", metavar="ONE[/MANY]", help="A hundredth of it, such as penny/pence.")] = "",
    sign: Annotated[str | None, typer.Option("--sign", metavar="SIGN", help="The sign before figures; empty for none.")] = None,
    place: Annotated[str, typer.Option("--place", metavar="NAME", help="Where it begins.")] = "",
    person: Annotated[str, typer.Option("--person", metavar="NAME", help="Who is met there.")] = "",
) -> None:
    """Write a small campaign to begin from: it has no findings, and its play passes. At a terminal it asks what it is to be.

    Example: [bold]gm new my_campaign --genre gothic --place "Ashgrove Hall"[/bold]
    """
    from gm_engine.authoring import Wishes, new_pack

    wishes = Wishes(genre=genre, title=title, place=place, person=person, money=money, small=small, sign=sign)
    sources = source or []
    if sources and is_brought(sources):
        new_of_files(folder, [Path(one) for one in sources], title)
    else:
        if len(sources) > 1:
            raise GameError("--from", f"{len(sources)} examples; one is copied.", "Name one of them, or cards and lorebooks.", "bad-usage")
        if not sources and not wishes.any and sys.stdin.isatty():
            wishes = asked()
        new_pack(folder, sources[0] if sources else None, wishes)
    typer.echo(f"Written: {folder}/campaign.yaml and a play.")
    typer.echo(f"Check it:  {suggest('check', str(folder))}")
    typer.echo(f"Play it:   {suggest('play', str(folder))}")


def is_brought(sources: list[str]) -> bool:
    """True for files of other programs and folders of notes; a campaign's own folder or page, and the name of one that ships, is an
    example."""
    paths = [Path(one) for one in sources]
    return all(path.suffix not in (".yaml", ".yml") if path.is_file() else is_folder_of_notes(path) for path in paths)


def is_folder_of_notes(folder: Path) -> bool:
    """True for a vault or the parts of a Twee story: a folder with such pages in it, or below, and no campaign's first page."""
    if not folder.is_dir() or (folder / "campaign.yaml").exists():
        return False
    return (folder / ".obsidian").is_dir() or any(next(folder.rglob(f"*{ending}"), None) for ending in (".md", ".twee", ".tw"))


def new_of_files(folder: Path, files: list[Path], title: str) -> None:
    """Write a campaign of cards and lorebooks. What of them cannot be taken over is said."""
    from gm_engine.bootstrap.new_from_files import campaign_of_files

    made = campaign_of_files(folder, files, title)
    for loss in made.losses:
        typer.echo(f"Lost: {loss.field}: {loss.why}", err=True)
    for remark in made.remarks:
        typer.echo(remark, err=True)


def asked() -> "Wishes":
    """What somebody at the terminal wants a new campaign to be; an empty line takes what is offered."""
    from gm_engine.authoring import Wishes, genre_names

    def ask(what: str, usual: str = "") -> str:
        return str(typer.prompt(what, default=usual, show_default=bool(usual))).strip()

    genre = ask(f"Genre ({', '.join(genre_names())}, or another)", "western").lower()
    title, place, person = ask("Title (empty: after its folder)"), ask("A place to begin in (empty: one is given)"), ask("Somebody there")
    usual = Wishes(genre=genre).currency()
    money = ask("Its money, one/many", f"{usual.unit}/{usual.units}")
    small = ask("A hundredth of it, one/many", f"{usual.minor}/{usual.minors}")
    sign = ask("The sign before figures (empty: as usual; none: no sign)", usual.sign)
    return Wishes(genre=genre, title=title, place=place, person=person, money=money, small=small, sign="" if sign == "none" else sign)


def check(
    packs: Annotated[list[Path], typer.Argument(metavar="PACK", help="Campaign folders, or plays.")],
    seeds: Seeds = None,
    junit: Annotated[Path | None, typer.Option("--junit", metavar="F", help="Write a JUnit report.")] = None,
    accept: Annotated[bool, typer.Option("--accept", help="Keep each telling beside its play; later checks compare with it.")] = False,
) -> None:
    """Proofread a campaign and play its plays.

    Example: [bold]gm check campaigns/redemption --seeds 20[/bold]
    """
    from gm_engine.bootstrap import find_to_check, proofread_pack
    from gm_engine.interfaces.cli.run import report
    from gm_engine.interfaces.cli.suggestion import say_error
    from gm_engine.interfaces.cli.writing_down import can_be_written

    if seeds and accept:
        raise GameError("gm check", "a telling is kept of one seed, the play's own.", "Leave out --seeds, or --accept.", "bad-usage")
    if junit:
        can_be_written(junit)
    runs: list[PlayRun] = []
    broken: dict[str, str] = {}
    for path in map(find_to_check, packs):
        findings = () if path.suffix == ".play" else proofread_pack(path)
        for finding in findings:
            typer.echo(typed(str(finding)))
        if errors := [str(finding) for finding in findings if finding.level == "error"]:
            broken[str(path)] = "\n".join(errors)
            continue
        folder = path if path.is_dir() else path.parent
        for play in [path] if path.suffix == ".play" else sorted((folder / "plays").glob("*.play")):
            try:
                runs += play_once_or_more(play, seeds or 0, accept=accept)
            except GameError as error:
                broken[str(play)] = str(error)
                typer.echo(f"gm: {say_error(error)}", err=True)
    failed = sum(not run.ok for run in runs)
    if junit:
        report(junit, " ".join(map(str, packs)), runs, broken)
    unfit = f", {len(broken)} could not be run" if broken else ""
    typer.echo(f"{len(runs) - failed} passed, {failed} failed{unfit}")
    raise typer.Exit(2 if broken else 1 if failed else 0)


def play_once_or_more(play: Path, seeds: int, *, accept: bool = False) -> "list[PlayRun]":
    """A play in memory, on its own seed or on many; what fails is said. Raises GameError where it cannot be run."""
    from gm_engine.bootstrap import find_play, pack_for_play, trial
    from gm_engine.interfaces.cli.run import sweep
    from gm_engine.interfaces.cli.transcript import console
    from gm_engine.testing import run_play
    from gm_engine.testing.play_runner import StepResult

    script = find_play(play)
    pack, pack_path = pack_for_play(script)
    if seeds:
        return sweep(script, pack, pack_path, chair={"gm": script.gm}, seeds=seeds, first=None, out=console())
    game = trial(
        pack, play.stem, pack_path=pack_path, seed=script.seed, gm=script.gm, simulation=script.allow_faults, opening=script.opening
    )
    outcome = run_play(script, game)
    for result in outcome.results:
        if not result.ok:
            word = "hoped" if result.soft else "expected"
            typer.echo(f"{play}:{result.line}: {word}: {result.text}\n    but: {result.seen[:200]}")
    held = sum(result.ok for result in outcome.results)
    typer.echo(f"{play}: {counted(outcome.turns, 'turn')}, {held} of {counted(len(outcome.results), 'expectation')} held")
    if accept:
        keep_telling(play, game.state)
        typer.echo(f"Accepted: {telling_file(play)}")
    elif other := other_telling(play, game.state):
        outcome.results.append(StepResult(0, "as accepted", False, False, other))
        typer.echo(f"{play}: {other}\n    If today's telling is right: {suggest('check', str(play), '--accept')}")
    return [outcome]


def telling_file(play: Path) -> Path:
    """Where a play's accepted telling is kept."""
    return play.with_suffix(".accepted.jsonl")


def keep_telling(play: Path, state: "StoryState") -> None:
    """Keep what was said and told in each turn, and the digest of where it ended."""
    from gm_engine.interfaces.cli.writing_down import write_down

    write_down(telling_file(play), (line + "\n" for line in _told(state)))


def other_telling(play: Path, state: "StoryState") -> str:
    """What is told otherwise than was accepted, in words; nothing where all is alike, or nothing was accepted."""
    if not telling_file(play).is_file():
        return ""
    kept = telling_file(play).read_text(encoding="utf-8", errors="replace").splitlines()
    for number, (old, new) in enumerate(zip_longest(kept, _told(state), fillvalue=""), 1):
        if old != new:
            return f"turn {number} is told otherwise than was accepted.\n    was {old[:300]}\n    now {new[:300]}"
    return ""


def _told(state: "StoryState") -> list[str]:
    turns = [{"turn": turn.number, "said": turn.said, "reply": turn.reply} for turn in state.turns.values()]
    return [json.dumps(row, ensure_ascii=False) for row in [*turns, {"digest": state.digest}]]


def fmt(pack: Annotated[Path, typer.Argument(metavar="PACK", help="A campaign folder.")]) -> None:
    """Put a campaign's files into the usual order; dates and times are quoted, comments stay.

    Example: [bold]gm fmt campaigns/redemption[/bold]
    """
    from gm_engine.authoring import format_pack

    changed = format_pack(pack)
    for path in changed:
        typer.echo(f"Written: {path}")
    if not changed:
        typer.echo("Nothing to change.")
