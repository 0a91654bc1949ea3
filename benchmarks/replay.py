"""Does the 120-turn campaign replay byte for byte: here, in a new process with another hash seed, and after an export?

    python benchmarks/replay.py [--play campaigns/redemption/plays/the_long_summer.play]

Plays the campaign, verifies it, writes it out as JSON Lines, reads that back into another database, and verifies again in
a new process with another PYTHONHASHSEED. Exit 1 where anything differs.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from gm_engine.bootstrap import find_play, new_game, pack_for_play, verify_game
from gm_engine.journal import write_lines
from gm_engine.shipped import shipped
from gm_engine.storage import Store
from gm_engine.testing import run_play

AGAIN = """
import sys
from pathlib import Path
from gm_engine.bootstrap import import_file, verify_game
from gm_engine.storage import Store
store = Store(Path(sys.argv[1]))
import_file(store, Path(sys.argv[2]), "again")
done = verify_game(store.open("again", readonly=True))
print(done.turns, done.prompts, done.digests, done.retold, len(done.notes))
"""


def main() -> int:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--play", type=Path, default=shipped("campaigns") / "redemption" / "plays" / "the_long_summer.play")
    args = ask.parse_args()
    script = find_play(args.play)
    pack, path = pack_for_play(script)
    with tempfile.TemporaryDirectory() as folder:
        home, exported = Path(folder) / "home", Path(folder) / "story.jsonl"
        store = Store(home)
        game = new_game(store.create("summer"), pack, pack_path=path, seed=script.seed)
        outcome = run_play(script, game)
        print(f"     {outcome.turns} turns played, {len(game.state.conflicts)} conflicts, {len(outcome.failed)} expectations failed")
        here = verify_game(game.journal)
        print(
            f"ok   here: {here.turns} turns, {here.prompts} prompts, {here.digests} state digests, {here.retold} replies told again alike"
        )
        exported.write_text("".join(write_lines(game.journal)), encoding="utf-8")
        game.close()
        store.close()
        environment = {**os.environ, "PYTHONHASHSEED": "20260501"}
        command = [sys.executable, "-c", AGAIN, str(Path(folder) / "other"), str(exported)]
        again = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        same = again.stdout.split() == [str(n) for n in (here.turns, here.prompts, here.digests, here.retold, len(here.notes))]
        seen = again.stdout.strip() or again.stderr[-300:]
        print(f"{'ok  ' if same else 'MISS'} after export and import, in another process with another hash seed: {seen}")
    return 0 if same and outcome.ok else 1


if __name__ == "__main__":
    sys.exit(main())
