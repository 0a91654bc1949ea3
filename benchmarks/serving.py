"""What ``gm serve`` costs and what it can stand, with a scripted model behind it that answers at once, by real HTTP.

    python benchmarks/serving.py [--turns 20] [--tables 50]

*Overhead*: a turn by the chat protocol against the same client asking the scripted model itself, p50 and p95, with one
campaign and with ``--tables`` campaigns played at the same time. *At once*: 100 requests in the same moment, over all
campaigns: the share that was served, and whether each is on record exactly once. *Killed*: ``kill -9`` in the middle of 20
streams; afterwards no half turn is on record, every campaign verifies and goes on. Exit 1 where something was lost.

Waiting counts here, not CPU time: run it alone. The guard is on, as it is for every language model.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from threading import Barrier

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
from openai import OpenAI

from gm_engine.bootstrap.settings_file import Settings, open_store
from tests.endpoint import Answers, Endpoint, endpoint
from tests.packs import LIVERY_PATH

REPLY = (
    "Ortega sets the hoof down and wipes his hands on his apron. ", "Outside a wagon goes by, and the dust of it comes in at the door ",
    "and hangs in the light. ", '"You picked a day," he says. ', "Somewhere behind the wall a mule kicks twice and leaves off. ",
    "He hangs the rasp on its nail, and looks at your saddle a while before he looks at you. ", "The way to the street stands open.",
)  # fmt: skip
SLOW = Answers(("The pump ", *("drips and " for _ in range(100)), "stops."), between=0.1)
LINES = ("I look around.", "I wait for ten minutes.", "I ask Ortega about the town.", "I walk to the street.", "I walk to the livery.")
AT_ONCE, STREAMS, TURNS = 100, 20, 8
"""Requests at once, streams that are killed, and how many turns a server plays at the same time."""


@contextmanager
def serving(home: Path, upstream: Endpoint, tables: int) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """``gm serve`` in a process of its own: its address."""
    (home / "settings.toml").write_text(
        'gm = "openai"\nmodel = "frontier-large"\n[table]\nguard = "critical"\n[hearing]\non = false\n', encoding="utf-8"
    )
    words = ["serve", "--port", "0", "--home", str(home), "--pack", str(LIVERY_PATH), "--rate", "100000", "--tables", str(tables)]
    words += ["--queue", str(AT_ONCE)]
    program = "import sys; from gm_engine.interfaces.cli import main; sys.exit(main(sys.argv[1:]))"
    known = {**os.environ, "OPENAI_BASE_URL": upstream.url, "OPENAI_API_KEY": "none", "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen([sys.executable, "-c", program, *words], stdout=subprocess.PIPE, text=True, env=known)
    assert process.stdout
    try:
        url = process.stdout.readline().split()[-1]
        for _ in range(600):
            with suppress(httpx.TransportError):
                if httpx.get(f"{url}/healthz").status_code == 200:
                    break
            time.sleep(0.1)
        yield url, process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(150)


class Player:
    """A front-end at one campaign: sends its whole history with every line, as front-ends do."""

    def __init__(self, url: str, campaign: str) -> None:
        self.client = OpenAI(base_url=f"{url}/v1", api_key="none", timeout=600, max_retries=0)
        self.url, self.campaign = url, campaign
        self.messages: list[dict[str, str]] = []
        self.played = 0

    def begin(self) -> None:
        """The campaign, begun from the small pack."""
        httpx.post(f"{self.url}/api/campaigns", json={"pack": "livery", "name": self.campaign}, timeout=600).raise_for_status()

    def say(self) -> float:
        """One turn: the seconds that it took."""
        line = {"role": "user", "content": LINES[self.played % len(LINES)]}
        begun = time.perf_counter()
        answer = self.client.chat.completions.create(model=self.campaign, messages=[*self.messages, line])  # type: ignore[arg-type]
        took = time.perf_counter() - begun
        self.messages += [line, {"role": "assistant", "content": answer.choices[0].message.content or ""}]
        self.played += 1
        return took


def at(times: Sequence[float], share: float) -> float:
    """The time that ``share`` of all take at most."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def told(label: str, times: Sequence[float], alone: float) -> None:
    """A line of figures."""
    p50, p95 = median(times), at(times, 0.95)
    print(
        f"{label:42} p50 {p50 * 1000:7.0f} ms   p95 {p95 * 1000:7.0f} ms   {p50 / alone:5.1f} and {p95 / alone:5.1f} times the model alone"
    )


def model_alone(upstream: Endpoint, turns: int) -> float:
    """Seconds of a request to the scripted model itself, p50."""
    client = OpenAI(base_url=upstream.url, api_key="none", max_retries=0)
    took = []
    for _ in range(turns):
        begun = time.perf_counter()
        client.chat.completions.create(model="frontier-large", messages=[{"role": "user", "content": LINES[0] * 200}])
        took.append(time.perf_counter() - begun)
    return median(took)


def recorded(home: Path, names: Sequence[str]) -> dict[str, int]:
    """The last whole turn of each campaign, all of them verified; SystemExit where a record ends in the middle of a turn."""
    store = open_store(Settings(home))
    found = {}
    for name in names:
        journal = store.open(name, readonly=True)
        journal.verify()
        entries = list(journal.entries())
        closed = [entry.turn for entry in entries if entry.event.kind == "turn_closed"]
        if any(entry.turn > closed[-1] for entry in entries if entry.event.kind in ("player_spoke", "completion_received")):
            raise SystemExit(f"{name}: half of turn {closed[-1] + 1} is on record")
        found[name] = closed[-1]
        journal.close()
    store.close()
    return found


def main() -> int:
    """Run all of it, and print the figures."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--turns", type=int, default=20)
    ask.add_argument("--tables", type=int, default=50)
    given = ask.parse_args()
    with endpoint() as upstream, tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        upstream.always = Answers(REPLY)
        alone = model_alone(upstream, given.turns)
        with serving(home, upstream, given.tables + 2) as (url, _):
            one = Player(url, "one")
            one.begin()
            one.say()
            told("one campaign", [one.say() for _ in range(given.turns)], alone)
            players = [Player(url, f"table-{n}") for n in range(1, given.tables + 1)]
            with ThreadPoolExecutor(len(players)) as crowd:
                list(crowd.map(Player.begin, players))
                list(crowd.map(Player.say, players))
                begun = time.perf_counter()
                times = [took for _ in range(3) for took in crowd.map(Player.say, players)]
                whole = time.perf_counter() - begun
            told(f"{given.tables} campaigns at the same time", times, alone)
            print(f"{'':42} {len(times) / whole:.1f} turns a second")
            served = _at_once(players)
            counts = {player.campaign: player.played for player in players}
        kept = recorded(home, list(counts))
        lost = sum(counts[name] != kept[name] for name in counts)
        print(f"{AT_ONCE} requests at once: {served} served; campaigns whose record is not what was served: {lost}")
        return int(_killed(home, upstream, given.tables, kept) or lost > 0 or served < AT_ONCE)


def _at_once(players: Sequence[Player]) -> int:
    """How many of so many requests in the same moment were served; each player's later ones wait for its earlier ones."""
    gate = Barrier(len(players))

    def some(at: int) -> int:
        gate.wait()
        done = 0
        for _ in range(at, AT_ONCE, len(players)):
            with suppress(Exception):
                players[at].say()
                done += 1
        return done

    with ThreadPoolExecutor(len(players)) as crowd:
        return sum(crowd.map(some, range(len(players))))


def _killed(home: Path, upstream: Endpoint, tables: int, before: dict[str, int]) -> bool:
    """True where anything was lost when the server was killed in the middle of streams."""
    names = list(before)[:STREAMS]
    upstream.always = SLOW
    with serving(home, upstream, tables + 2) as (url, process):
        asked = len(upstream.asked)
        with ThreadPoolExecutor(STREAMS) as crowd:
            for name in names:
                crowd.submit(_stream, url, name)
            for _ in range(600):
                if len(upstream.asked) >= asked + min(TURNS, len(names)):
                    break
                time.sleep(0.1)
            time.sleep(1.0)
            under_way = len(upstream.asked) - asked
            os.kill(process.pid, signal.SIGKILL)
            process.wait(30)
    upstream.always = Answers(REPLY)
    kept = recorded(home, list(before))
    lost = sum(kept[name] != before[name] for name in before)
    with serving(home, upstream, tables + 2) as (url, _):
        gone_on = 0
        for name in names:
            answer = httpx.post(f"{url}/api/campaigns/{name}/turns", json={"said": "I look around."}, timeout=600)
            gone_on += answer.status_code == 200
    print(f"killed in the middle of {len(names)} streams ({under_way} with the model): half turns 0, turns lost {lost}, went on {gone_on}")
    return lost > 0 or gone_on < len(names)


def _stream(url: str, name: str) -> None:
    with (
        suppress(httpx.HTTPError),
        httpx.stream(
            "POST", f"{url}/api/campaigns/{name}/turns", json={"said": "I wait for ten minutes.", "stream": True}, timeout=600
        ) as answer,
    ):
        for _ in answer.iter_lines():
            pass


if __name__ == "__main__":
    sys.exit(main())
