"""How ``gm serve`` grows with its workers, by real HTTP: what the processor gives, and what waiting for a model costs.

    python benchmarks/workers.py [--workers 1 2] [--campaigns 1 30 300] [--rounds 1] [--stores sqlite postgresql] [--players 8 30]

*Turns a second*: so many campaigns, each with a player who says a line as soon as the last one is answered, the embedded GM in the chair;
every campaign is open, and has a turn behind it, before the clock runs. *Waiting*: so many players each say a line in the same moment to a
model that takes three seconds for a reply; the seconds until the last of them has the answer, once warm, and in the first round, in which
the reader and the models are loaded. PostgreSQL is a server of its own for as long as this runs. Prints rows for the README, each with the
load that the machine had at its end (one minute's mean).

Waiting counts here, not CPU time: run it alone. Each cell is a server of its own.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx

from tests.endpoint import Answers, endpoint
from tests.packs import LIVERY_PATH
from tests.postgres import running

LINES = ("I look around.", "I wait for ten minutes.", "I ask Ortega about the town.", "I walk to the street.", "I walk to the livery.")
SECONDS = 3.0
"""How long the model takes for a reply."""
WAITS = Answers(("Ortega sets the hoof down. ", "The way to the street stands open."), first=SECONDS)


@contextmanager
def serving(home: Path, workers: int, campaigns: int, **known: str) -> Iterator[str]:
    """``gm serve`` in processes of its own: its address."""
    words = ["serve", "--port", "0", "--home", str(home), "--pack", str(LIVERY_PATH), "--rate", "1000000"]
    words += ["--tables", str(2 * campaigns + 16), "--workers", str(workers)]
    program = "import sys; from gm_engine.interfaces.cli import main; sys.exit(main(sys.argv[1:]))"
    told = {**os.environ, "PYTHONUNBUFFERED": "1", **known}
    process = subprocess.Popen([sys.executable, "-c", program, *words], stdout=subprocess.PIPE, text=True, env=told)
    assert process.stdout
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait(200)


class Player:
    """Somebody who plays one campaign."""

    def __init__(self, url: str, name: str) -> None:
        self.name, self.played = name, 0
        self.http = httpx.Client(base_url=url, timeout=900, trust_env=False)

    def open(self) -> None:
        """The campaign, with nothing told yet."""
        self.http.post("/api/campaigns", json={"pack": "livery", "name": self.name}).raise_for_status()

    def begin(self) -> None:
        """The campaign, with a turn behind it."""
        self.open()
        self.say()

    def say(self) -> None:
        """A turn."""
        line = {"said": LINES[self.played % len(LINES)]}
        self.http.post(f"/api/campaigns/{self.name}/turns", json=line).raise_for_status()
        self.played += 1


def turns_a_second(url: str, campaigns: int, rounds: int) -> float:
    """How many turns are told in a second, over all campaigns."""
    players = [Player(url, f"table-{number}") for number in range(campaigns)]
    with ThreadPoolExecutor(min(campaigns, 16)) as crowd:
        list(crowd.map(Player.begin, players))
    rounds = max(rounds, -(-12 // campaigns))  # one campaign plays a few turns more
    with ThreadPoolExecutor(campaigns) as crowd:
        begun = time.perf_counter()
        list(crowd.map(lambda player: [player.say() for _ in range(rounds)], players))
        return campaigns * rounds / (time.perf_counter() - begun)


def all_answered(url: str, players: int) -> tuple[float, float]:
    """Seconds until so many who speak in the same moment all have their answer: in the first round, and warm."""
    there = [Player(url, f"table-{number}") for number in range(players)]
    with ThreadPoolExecutor(min(players, 16)) as crowd:
        list(crowd.map(Player.open, there))
    gate = Barrier(players)

    def say(player: Player) -> float:
        gate.wait()
        begun = time.perf_counter()
        player.say()
        return time.perf_counter() - begun

    with ThreadPoolExecutor(players) as crowd:
        first, warm = (max(crowd.map(say, there)) for _ in range(2))
    return first, warm


def main() -> int:
    """Run all of it, and print the rows."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    ask.add_argument("--campaigns", type=int, nargs="*", default=[1, 30, 300])
    ask.add_argument("--rounds", type=int, default=1)
    ask.add_argument("--stores", nargs="+", choices=["sqlite", "postgresql"], default=["sqlite", "postgresql"])
    ask.add_argument("--players", type=int, nargs="*", default=[8, 30])
    given = ask.parse_args()
    heads = [f"{workers} worker{'s' if workers > 1 else ''}" for workers in given.workers]
    heads.append("load")
    print(f"| turns a second, the embedded GM | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}")
    for store in given.stores:
        for campaigns in given.campaigns:
            cells = [f"{_embedded(store, workers, campaigns, given.rounds):.1f}" for workers in given.workers]
            print(f"| {campaigns} campaign{'s' if campaigns > 1 else ''}, {_called(store)} | {' | '.join([*cells, _load()])} |", flush=True)
    print(f"\n| seconds until all have their answer, a model that takes {SECONDS:g} | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}")
    for players in given.players:
        pairs = [_waiting(workers, players) for workers in given.workers]
        for label, at in (("warm", 1), ("first round", 0)):
            cells = [f"{pair[at]:.1f}" for pair in pairs]
            print(f"| {players} players, {label} | {' | '.join([*cells, _load()])} |", flush=True)
    return 0


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def _called(store: str) -> str:
    return "SQLite" if store == "sqlite" else "PostgreSQL"


def _embedded(store: str, workers: int, campaigns: int, rounds: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        if store == "sqlite":
            with serving(Path(folder), workers, campaigns) as url:
                return turns_a_second(url, campaigns, rounds)
        with running() as postgres, serving(Path(folder), workers, campaigns, GM_DATABASE_URL=postgres.fresh()) as url:
            return turns_a_second(url, campaigns, rounds)


def _waiting(workers: int, players: int) -> tuple[float, float]:
    with endpoint() as upstream, tempfile.TemporaryDirectory() as folder:
        upstream.always = WAITS
        settings = 'gm = "openai"\nmodel = "frontier-large"\n[table]\nguard = "off"\ntools = []\n[hearing]\non = false\n'
        (Path(folder) / "settings.toml").write_text(settings, encoding="utf-8")
        with serving(Path(folder), workers, players, OPENAI_BASE_URL=upstream.url, OPENAI_API_KEY="none") as url:
            return all_answered(url, players)


if __name__ == "__main__":
    sys.exit(main())
