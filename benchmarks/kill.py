"""``kill -9`` while the real game is played: after each death the campaign opens, the chain verifies, nothing shown is lost.

    python benchmarks/kill.py [--times 200] [--seed 1]

A process plays the small test campaign with the embedded GM into a SQLite file and says ``done N`` after each turn; it
is killed at moments drawn from the seed and started again. At the end the whole story is replayed and compared.
Exit 1 where anything was lost.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gm_engine.bootstrap import verify_game
from gm_engine.storage import Store
from tests.endless import NAME, play_on
from tests.storage.kill import function, killed_at_random


def main() -> int:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--times", type=int, default=200)
    ask.add_argument("--seed", type=int, default=1)
    args = ask.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        checks = 0

        def check(last: int) -> None:
            nonlocal checks
            store = Store(home)
            if not last and NAME not in store.names():
                return
            journal = store.open(NAME)
            journal.verify()
            turns = [entry.turn for entry in journal.entries() if entry.event.kind == "turn_closed"]
            if last and (not turns or max(turns) < last):
                raise SystemExit(f"turn {last} was shown as done, and the record ends at {max(turns, default=0)}")
            journal.close()
            store.close()
            checks += 1
            if checks % 20 == 0:
                print(f"  {checks} kills, turn {max(turns, default=0)}", file=sys.stderr)

        deaths = killed_at_random(function(play_on, home), check, times=args.times, seed=args.seed)
        store = Store(home)
        journal = store.open(NAME, readonly=True)
        done = verify_game(journal)
        alive = sum(death.alive for death in deaths)
        print(f"ok   {alive} of {len(deaths)} processes killed at work")
        print("ok   after each death the campaign opened, the chain verified, and no turn that was shown as done was lost")
        print(f"ok   the story of {done.turns} turns replays: {done.prompts} prompts and {done.digests} digests are the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
