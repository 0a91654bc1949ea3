"""``gm serve --workers`` killed while somebody plays: first a worker, after which the same server goes on, then the front."""

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx

from tests.killing.dying import Fatal, Process
from tests.killing.killing import Lost
from tests.killing.serving import WAIT, Talk, addressed, caught, lost_of, words_of
from tests.killing.shelf import Place

MOMENTS = 1.5
"""Seconds of play, at the most, before a kill."""
LATE = 10.0
"""Seconds after which a worker whose front is gone should be gone, too."""


class PatientTalk(Talk):
    """Somebody who asks again where a worker has died."""

    def no_fault(self, status: int, text: str) -> None:
        if not (status == 503 and "worker-gone" in text):
            super().no_fault(status, text)

    def try_one_thing(self) -> bool:
        """Whether anybody listens."""
        try:
            self.one_thing()
        except httpx.ConnectError:
            return False
        except httpx.TransportError:
            self.chat = []
        return True

    def all_go_on(self) -> Iterator[str]:
        """Play until there was a new turn in both campaigns: what does not go on in time."""
        before, end = set(self.told), time.monotonic() + WAIT
        while (missing := {"evening", "other"} - {name for reply, name in self.told.items() if reply not in before}) and (
            time.monotonic() < end
        ):
            self.try_one_thing()
        yield from (f"{name} does not go on within {WAIT:.0f} s" for name in sorted(missing))


def kill_workers(base: Place, folder: Path, seed: int, workers: int = 2) -> Iterator[tuple[bool, list[Lost]]]:
    """Kill a worker of a server while somebody plays, then its front: what was wrong after each."""
    dice = random.Random(f"workers|{seed}")
    words = ["serve", "--port", "0", "--pack", "livery", "--rate", "100000", "--workers", str(workers)]
    with base.copy(folder / "shared_out") as place:
        front = place.start(words, "")
        try:
            talk = PatientTalk(addressed(front), dice)
            for which in ("a worker", "the front"):
                fatal, wrong = Fatal(pause=dice.random() * MOMENTS), list[str]()
                with caught(wrong), killed_after(fatal.pause, front, dice.randrange(workers) if which == "a worker" else None) as kill:
                    while kill.is_alive():
                        talk.try_one_thing()
                    if which == "a worker":
                        wrong += talk.all_go_on()
                    else:
                        wrong += outliving(kill.workers)
                        wrong += _left(place, talk)
                yield True, [Lost((*words, f"({which})"), fatal, what) for what in wrong]
        finally:
            front.kill()
            front.wait()


def _left(place: Place, talk: Talk) -> Iterator[str]:
    """What is lost or in the way once nothing of the server runs any more."""
    yield from lost_of(talk, place.look(), words_of(place))
    again = place.gm("play", "evening", typed="I look around.\n")
    if again.code:
        yield f"the game does not go on: {again.err}"
    yield from (f"{name} is left over" for name in place.look().files if name.endswith((".lock", "-wal", "-shm", ".part")))


class Kill(Thread):
    """A front, or its worker of that place among those that run, is killed after so long."""

    def __init__(self, seconds: float, front: Process, place: int | None) -> None:
        super().__init__()
        self.seconds, self.front, self.place = seconds, front, place
        self.workers: list[int] = []

    def run(self) -> None:
        time.sleep(self.seconds)
        self.workers = workers_of(self.front)
        os.kill(self.front.number if self.place is None else self.workers[self.place % len(self.workers)], signal.SIGKILL)


@contextmanager
def killed_after(seconds: float, front: Process, place: int | None) -> Iterator[Kill]:
    """Within this it is killed."""
    kill = Kill(seconds, front, place)
    kill.start()
    try:
        yield kill
    finally:
        kill.join()


def outliving(workers: list[int]) -> Iterator[str]:
    """Which of these do not go with their front."""
    end = time.monotonic() + LATE
    while (left := [number for number, _, _ in _processes() if number in workers]) and time.monotonic() < end:
        time.sleep(0.02)
    yield from (f"worker {number} is there {LATE:.0f} s after its front" for number in left)


def workers_of(front: Process) -> list[int]:
    """The processes that a front has begun."""
    return [number for number, parent, words in _processes() if parent == front.number and "serve.worker" in words]


def _processes() -> Iterator[tuple[int, int, str]]:
    """Every process that runs: its number, whose child it is, and how it was called. One of several threads may be dead by its first
    while another of them still writes, and holds what it held.
    """
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    for number, parent, state, words in (line.split(None, 3) for line in listed.splitlines()):
        if not state.startswith("Z") or "l" in state:
            yield int(number), int(parent), words
