"""How the engine's own time a turn grows with a campaign, and what ``gm --help`` costs. Ratios in one run.

    python benchmarks/speed.py [--turns 1000] [--seed 3]
    python benchmarks/speed.py --scale 1000 10000 100000 [--turns 10000]

The wanderer plays the flagship with the embedded GM into a SQLite file. The time of the GM's own answer is left out.
Around turn 10 and at the end, windows of turns are compared by their medians: the second must be at most 1.5 times the
first, and prompt tokens alike. ``gm --help`` is timed beside ``python -c "import typer, rich"``, pair by pair: at most
twice. Exit 1 where a limit is missed.

With ``--scale`` campaigns are grown from a play (``grown.py``): for each number of elements, what assembling a prompt costs,
beside one query of SQLite FTS5 over the same elements; and opening a campaign of ``--turns`` turns from a snapshot against folding
it anew. All in CPU time.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scaling import scale

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import new_game
from gm_engine.narrator import EmbeddedGM
from gm_engine.play.game import Game
from gm_engine.storage import Store
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt
from tests.wanderer import Wanderer

GROWTH = 1.5
HELP = 2.0
PAIRS = 7


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


def main() -> int:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--turns", type=int, default=1000)
    ask.add_argument("--seed", type=int, default=3)
    ask.add_argument("--scale", type=int, nargs="+", help="numbers of elements")
    args = ask.parse_args()
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
