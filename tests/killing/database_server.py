"""A PostgreSQL server killed while three campaigns are played over REST."""

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import httpx

from gm_engine.journal import write_lines
from gm_engine.storage import Store
from tests.interfaces.serve.conftest import serving
from tests.killing.dying import Fatal
from tests.killing.killing import Lost
from tests.killing.serving import LINES
from tests.postgres import running

TABLES = ("first", "second", "third")
AT_ONCE = 10
"""Kills after which other campaigns are begun: all that was told in one is looked for after each."""
BACK = 60.0
"""Seconds within which play must go on once the server is up."""


class Table:
    """A campaign that is played turn after turn, whatever happens; what was told whole, and what was refused."""

    def __init__(self, url: str, name: str, dice: random.Random) -> None:
        self.http = httpx.Client(base_url=url, timeout=BACK, trust_env=False)
        self.name, self.dice = name, dice
        self.told: list[str] = []
        self.wrong: list[str] = []
        self.over = Event()

    def play(self) -> None:
        """Until it is over."""
        while not self.over.is_set():
            answer = self.http.post(f"/api/campaigns/{self.name}/turns", json={"said": self.dice.choice(LINES)})
            if answer.status_code == 200:
                self.told.append(answer.json()["reply"])
            elif answer.status_code not in (409, 423, 503):
                self.wrong.append(f"{self.name}: {answer.status_code} {answer.text[:300]}")
            else:
                time.sleep(0.05)


def kill_database_server(home: Path, many: int, dice: random.Random) -> Iterator[tuple[bool, list[Lost]]]:
    """Kill it so many times, and start it again: what was wrong after each."""
    with running() as postgres:
        url = postgres.fresh()
        with serving(home, database=url) as served:
            for first in range(0, many, AT_ONCE):
                tables = [Table(served.url, served.begin(f"{name} {first}"), random.Random(name)) for name in TABLES]
                threads = [Thread(target=table.play) for table in tables]
                for thread in threads:
                    thread.start()
                try:
                    for number in range(first, min(first + AT_ONCE, many)):
                        lost = _killed(postgres, tables, url, dice)
                        yield True, [Lost(("PostgreSQL", f"kill {number}"), Fatal(number), what) for what in lost]
                finally:
                    for table in tables:
                        table.over.set()
                    for thread in threads:
                        thread.join(BACK)


def _killed(postgres: object, tables: list[Table], url: str, dice: random.Random) -> Iterator[str]:
    """One kill, in the middle of play."""
    time.sleep(dice.random() * 0.8)
    postgres.kill()  # type: ignore[attr-defined]
    told = {table.name: len(table.told) for table in tables}
    time.sleep(dice.random() * 0.3)
    postgres.start()  # type: ignore[attr-defined]
    store = Store(url)
    try:
        for table in tables:
            journal = store.open(table.name, readonly=True)
            journal.verify()
            held = "\n".join(write_lines(journal))
            for reply in table.told[: told[table.name]]:
                if json.dumps(reply, ensure_ascii=False)[1:-1] not in held:
                    yield f"{table.name}: a reply was told and is lost: {reply[:100]}"
    finally:
        store.close()
    end = time.monotonic() + BACK
    while any(len(table.told) <= told[table.name] for table in tables) and time.monotonic() < end:
        time.sleep(0.02)
    for table in tables:
        if len(table.told) <= told[table.name]:
            yield f"{table.name} does not go on within {BACK:.0f} s"
        yield from table.wrong
        table.wrong.clear()
