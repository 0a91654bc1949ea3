"""``kill -9`` over all commands that write, over the servers, and of the database server: nothing that was shown is lost.

    python benchmarks/kill.py [--commands 800] [--server 160] [--workers 40] [--mcp 40] [--database 50] [--seed 1] [--only COMMAND]

*Commands*: each command that writes (``tests/killing/commands.py`` has them all; a new one cannot be forgotten) is killed at a step that
is drawn: a file opened, made, renamed or removed, a statement, the end of a transaction, a line shown; or up to 6 ms after it. Then
every campaign opens for play, its chain verifies, it is as it was before or as it is after the command, and after it if the command
said so; the same command said again does what it should, and leaves nothing behind: no draft, no lock, no half file.
*Servers*: ``gm serve`` is killed so while somebody plays over REST and the chat protocol, streamed and whole, makes branches, edits,
begins campaigns; ``gm mcp`` while its tools are called. What was answered whole is on record.
*Workers*: of ``gm serve --workers 2`` a worker is killed in the middle of play, and both campaigns go on in the same server; then the
front is, and its workers go with it.
*Database server*: PostgreSQL is killed while three campaigns are played over REST. When it is up again, nothing that was told is
lost, and each goes on. Prints the figures. Exit 1 where anything was wrong.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.endpoint import endpoint
from tests.killing.commands import COMMANDS_THAT_WRITE, unknown
from tests.killing.database_server import kill_database_server
from tests.killing.killing import Killer, Lost, drawn
from tests.killing.serving import kill_mcp, kill_server
from tests.killing.serving_workers import kill_workers
from tests.killing.shelf import prepared

SERVE_STEPS, MCP_STEPS = 1000, 500
"""About so many steps are taken by a server while somebody talks with it."""


def main() -> int:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name, usual in (("commands", 800), ("server", 160), ("workers", 40), ("mcp", 40), ("database", 50), ("seed", 1)):
        ask.add_argument(f"--{name}", type=int, default=usual)
    ask.add_argument("--only", default="", help="Kill only this command.")
    args = ask.parse_args()
    assert not unknown(), f"commands of which nobody has said whether they write: {unknown()}"
    bad = 0

    def counted(title: str, kills: Iterator[tuple[bool, list[Lost]]]) -> None:
        nonlocal bad
        tried = alive = wrong = 0
        begun = time.monotonic()
        for was_alive, lost in kills:
            tried, alive, wrong = tried + 1, alive + was_alive, wrong + bool(lost)
            for one in lost:
                print(f"LOST {' '.join(one.words)} at {one.fatal.step}+{one.fatal.pause:.4f}: {one.what}", flush=True)
            if tried % 50 == 0:
                print(f"  {title}: {tried}", file=sys.stderr)
        bad += wrong
        sign = "BAD " if wrong else "ok  "
        print(f"{sign} {title}: {tried} killed, {alive} of them at work, {wrong} wrong ({time.monotonic() - begun:.0f} s)", flush=True)

    with tempfile.TemporaryDirectory() as name, endpoint() as told:
        folder = Path(name)
        base = prepared(folder / "base")
        killer = Killer(base, folder, told)
        on = {args.only: COMMANDS_THAT_WRITE[args.only]} if args.only else COMMANDS_THAT_WRITE
        if args.commands:
            counted(f"{len(on)} commands", (killer.kill(*one) for one in drawn(killer, args.seed, args.commands, on)))
        for title, many, kill, steps in (("gm serve", args.server, kill_server, SERVE_STEPS), ("gm mcp", args.mcp, kill_mcp, MCP_STEPS)):
            if many and not args.only:
                counted(title, (kill(base, folder, args.seed * 100_000 + number, steps) for number in range(many)))
        if args.workers and not args.only:
            numbers = range(args.seed * 100_000, args.seed * 100_000 + (args.workers + 1) // 2)  # each is killed twice
            counted("gm serve --workers 2", (death for number in numbers for death in kill_workers(base, folder, number)))
        if args.database and not args.only:
            counted("PostgreSQL", kill_database_server(folder / "shared", args.database, random.Random(args.seed)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
