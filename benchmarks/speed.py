"""How the engine's own time a turn grows with a campaign, and what ``gm --help`` costs. Ratios in one run.

    python benchmarks/speed.py [--turns 1000] [--seed 3]
    python benchmarks/speed.py --tables 30 [--turns 12] [--against FOLDER [--runs 3]]
    python benchmarks/speed.py --scale 1000 10000 100000 [--turns 10000]

The wanderer plays the flagship with the embedded GM into a SQLite file. The time of the GM's own answer is left out.
Around turn 10 and at the end, windows of turns are compared by their medians: the second must be at most 1.5 times the
first, and prompt tokens alike. ``gm --help`` is timed beside ``python -c "import typer, rich"``, pair by pair: at most
twice. Exit 1 where a limit is missed.

With ``--tables`` so many campaigns of the packs that ship are played by one process, taking turns, into one SQLite file: where the CPU
time of a turn goes, each part without those inside it, and how many turns one core plays in a second. ``--against`` is the folder of
another version of the program, which then plays the same in between: the ratios are what counts.

With ``--scale`` campaigns are grown from a play (``grown.py``): for each number of elements, what assembling a prompt costs,
beside one query of SQLite FTS5 over the same elements; and opening a campaign of ``--turns`` turns from a snapshot against folding
it anew. All in CPU time.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, os.environ.get("GM_ENGINE_FOLDER") or str(Path(__file__).resolve().parent.parent))

from scaling import scale

from gm_engine import continuity, direction
from gm_engine.authoring import campaign_names, find_pack, load_pack
from gm_engine.bootstrap import new_game
from gm_engine.memory.meanings import Meanings
from gm_engine.memory.memory import Memory
from gm_engine.narrator import EmbeddedGM
from gm_engine.play import game as playing
from gm_engine.play import loop
from gm_engine.play.game import Game
from gm_engine.play.judgement import TODAYS
from gm_engine.state import StoryState
from gm_engine.storage import Store
from gm_engine.storage.sql_journal import SqlJournal
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt
from tests.wanderer import Wanderer

GROWTH = 1.5
HELP = 2.0
PAIRS = 7
TURNS, ROUNDS = 1000, 12
"""Turns of the one long campaign; and of each of many."""
REST = "rules, beats, the rest"


class Timed:
    """The embedded GM, with its own time counted apart."""

    name, version, repeatable = "embedded", "1", True

    def __init__(self, gm: EmbeddedGM) -> None:
        self.gm, self.spent = gm, 0.0

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        start = time.process_time()
        completion = self.gm.complete(prompt, on_text)
        self.spent += time.process_time() - start
        return completion


def played(game: Game, gm: Timed, turns: int, seed: int) -> tuple[list[float], list[int]]:
    """CPU seconds of the engine and prompt tokens, turn by turn."""
    wanderer = Wanderer(seed)
    seconds, tokens = [], []
    while len(seconds) < turns:
        if game.state.ended:
            game.undo(2)
            wanderer = Wanderer(wanderer.seed + 1)
            continue
        said = wanderer.next(game.state)
        before, gm.spent = time.process_time(), 0.0
        prompt = game.play(said).prompt
        seconds.append(time.process_time() - before - gm.spent)
        tokens.append(prompt.tokens if prompt else 0)
        if len(seconds) % 100 == 0:
            print(f"  {len(seconds)} turns", file=sys.stderr)
    return seconds, tokens


def help_ratio() -> tuple[float, float, float]:
    """Median seconds of ``gm --help`` and of importing typer and rich, and the median ratio of pairs."""
    gm = shutil.which("gm", path=str(Path(sys.executable).parent)) or "gm"
    ours, theirs = [], []
    for _ in range(PAIRS):
        for command, times in (([gm, "--help"], ours), ([sys.executable, "-c", "import typer, rich"], theirs)):
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            times.append(time.perf_counter() - start)
    return median(ours), median(theirs), median(a / b for a, b in zip(ours, theirs, strict=True))


class Parts:
    """CPU seconds by part of a turn: what runs inside another part counts for itself alone."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._within = [REST]
        self._since = 0.0

    def begin(self) -> None:
        """Nothing has been spent yet."""
        self.seconds, self._since = {}, time.process_time()

    def end(self) -> dict[str, float]:
        """What has been spent since."""
        self._change()
        return dict(self.seconds)

    def _change(self) -> None:
        now = time.process_time()
        self.seconds[self._within[-1]] = self.seconds.get(self._within[-1], 0.0) + now - self._since
        self._since = now

    def within(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with what it spends counted for this part."""

        def counted(*args: Any, **named: Any) -> Any:
            self._change()
            self._within.append(part)
            try:
                return function(*args, **named)
            finally:
                self._change()
                self._within.pop()

        return counted

    def watch(self) -> None:
        """Counts what the parts of a turn spend from now on."""
        object.__setattr__(TODAYS, "understood", self.within("hearing the line", TODAYS.understood))
        watched: tuple[tuple[object, str, str], ...] = (
            (loop, "assemble", "prompt"), (direction, "plan", "beats"), (continuity, "check", "checking"), (playing, "fold", "state"),
            (Memory, "apply", "memory"), (Meanings, "_made", "vectors"), (EmbeddedGM, "complete", "telling"),
            (SqlJournal, "append", "journal"), (SqlJournal, "keep_vectors", "journal"), (SqlJournal, "keep_snapshot", "journal"),
            (playing, "write_snapshot", "journal"),
        )  # fmt: skip
        for owner, name, part in watched:
            setattr(owner, name, self.within(part, getattr(owner, name)))
        StoryState.digest = property(self.within("digest", StoryState.digest.fget))  # type: ignore[method-assign, assignment, arg-type, attr-defined]


def tables(number: int, rounds: int, seed: int) -> dict[str, float]:
    """Milliseconds of CPU time a turn, by part, of so many campaigns that one process plays."""
    parts, told = Parts(), 0
    with tempfile.TemporaryDirectory() as home:
        store = Store(Path(home))
        paths = [find_pack(name) for name in campaign_names()]
        packs = [paths[n % len(paths)] for n in range(number)]
        games = [new_game(store.create(f"table-{n}"), load_pack(path), pack_path=path, seed=seed + n) for n, path in enumerate(packs)]
        players = [Wanderer(seed + n) for n in range(number)]
        parts.watch()
        for at in range(rounds + 2):
            if at == 2:  # what is made once is there by now
                parts.begin()
                told = 0
            for n, game in enumerate(games):
                if game.state.ended:
                    game.undo(2)
                    players[n] = Wanderer(players[n].seed + 1)
                else:
                    game.play(players[n].next(game.state))
                    told += 1
        spent = parts.end()
        for game in games:
            game.close()
        store.close()
    return {part: seconds / told * 1000 for part, seconds in spent.items()}


def compared(number: int, rounds: int, seed: int, against: Path, runs: int) -> None:
    """Prints where a turn's time goes, here and in another version."""
    here, there = list[dict[str, float]](), list[dict[str, float]]()
    command = [sys.executable, __file__, "--tables", str(number), "--turns", str(rounds), "--seed", str(seed), "--json"]
    for _ in range(runs):
        for folder, found in ((against, there), (Path(__file__).resolve().parent.parent, here)):
            played = subprocess.run(
                command, cwd=folder, env={**os.environ, "GM_ENGINE_FOLDER": str(folder)}, stdout=subprocess.PIPE, check=True
            )
            found.append(json.loads(played.stdout))
    print(f"{'':24}{'before ms':>11}{'now ms':>9}{'times':>8}")
    for part in sorted(here[0], key=lambda part: (-here[0][part], part)):
        before, now = (median(one.get(part, 0.0) for one in runs) for runs in (there, here))
        print(f"{part:24}{before:>11.1f}{now:>9.1f}{before / max(now, 0.001):>8.1f}")
    before, now = (median(sum(one.values()) for one in runs) for runs in (there, here))
    print(f"{'a turn':24}{before:>11.1f}{now:>9.1f}{before / now:>8.1f}\n{'turns a second':24}{1000 / before:>11.1f}{1000 / now:>9.1f}")


def main() -> int:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--turns", type=int)
    ask.add_argument("--tables", type=int, help="number of campaigns")
    ask.add_argument("--against", type=Path, help="the folder of another version")
    ask.add_argument("--runs", type=int, default=3, help="how often both are played")
    ask.add_argument("--json", action="store_true", help="with --tables: the milliseconds of each part, as JSON")
    ask.add_argument("--seed", type=int, default=3)
    ask.add_argument("--scale", type=int, nargs="+", help="numbers of elements")
    args = ask.parse_args()
    if args.tables and args.against:
        compared(args.tables, args.turns or ROUNDS, args.seed, args.against.resolve(), args.runs)
        return 0
    if args.tables:
        spent = tables(args.tables, args.turns or ROUNDS, args.seed)
        if args.json:
            print(json.dumps(spent))
            return 0
        for part, ms in sorted(spent.items(), key=lambda item: (-item[1], item[0])):
            print(f"{part:24}{ms:>8.1f} ms{ms / sum(spent.values()):>8.0%}")
        print(f"{'a turn':24}{sum(spent.values()):>8.1f} ms{1000 / sum(spent.values()):>8.1f} turns a second")
        return 0
    args.turns = args.turns or TURNS
    if args.scale:
        return 0 if scale(args.scale, args.turns, args.seed) else 1
    path = find_pack("redemption")
    pack = load_pack(path)
    with tempfile.TemporaryDirectory() as home:
        store = Store(Path(home))
        game = new_game(store.create("speed"), pack, pack_path=path, seed=args.seed)
        if not isinstance(game.tools.provider, EmbeddedGM):
            raise TypeError("the embedded GM is wanted")
        gm = Timed(game.tools.provider)
        game.tools.provider = gm
        seconds, tokens = played(game, gm, args.turns, args.seed)
        game.close()
        store.close()
    window = min(20, args.turns // 3)
    early, late = median(seconds[5 : 5 + window]), median(seconds[-window:])
    early_tokens, late_tokens = median(tokens[5 : 5 + window]), median(tokens[-window:])
    ours, theirs, ratio = help_ratio()
    rows = (
        (f"engine's own time a turn, turn {args.turns} / turn 10", late / early, GROWTH, f"{late * 1000:.0f} ms / {early * 1000:.0f} ms"),
        (f"prompt tokens, turn {args.turns} / turn 10", late_tokens / early_tokens, GROWTH, f"{late_tokens:.0f} / {early_tokens:.0f}"),
        ("gm --help / import typer, rich", ratio, HELP, f"{ours:.2f} s / {theirs:.2f} s"),
    )
    for name, value, limit, detail in rows:
        print(f"{'ok  ' if value <= limit else 'MISS'} {name:<48} {value:5.2f}  (at most {limit}; {detail})")
    return 0 if all(value <= limit for _, value, limit, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
