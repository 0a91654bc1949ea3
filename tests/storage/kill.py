"""Kills a program that plays, at moments drawn from a seed, and looks at what is left. Used by the tests and by the benchmarks.

The program prints ``done N`` on a line of its own after turn N has been kept. Whatever it had printed before it was
killed must be there afterwards.
"""

import multiprocessing
import os
import random
import re
import select
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

DONE = re.compile(rb"^done (\d+)$", re.MULTILINE)
LONGEST = 60.0


class Running(NamedTuple):
    """A program at work: where its lines can be read, and how it is killed (True where it was alive until then)."""

    lines: int
    kill: Callable[[], bool]


class Death(NamedTuple):
    """One kill: the last turn shown as done (0: none), the seconds after that line, and whether it was still alive."""

    shown: int
    seconds: float
    alive: bool


def killed_at_random(start: Callable[[], Running], check: Callable[[int], None], *, times: int, seed: int, most: int = 6) -> list[Death]:
    """Start the program so many times; kill it (SIGKILL) when 0 to ``most`` turns were shown, and up to 20 ms later.

    After each death ``check`` is called with the last turn that was shown as done in all runs so far; it raises where
    that turn is lost. Each start must go on where the one before was killed.
    """
    moments = random.Random(seed)
    deaths, last = [], 0
    for _ in range(times):
        death = _death(start(), turns=moments.randint(0, most), pause=moments.random() * 0.02)
        last = max(last, death.shown)
        deaths.append(death)
        check(last)
    return deaths


def _death(running: Running, turns: int, pause: float) -> Death:
    heard = b""
    began = time.monotonic()
    while len(DONE.findall(heard)) < turns and time.monotonic() - began < LONGEST:
        if select.select([running.lines], [], [], 1.0)[0]:
            some = os.read(running.lines, 65536)
            if not some:
                break
            heard += some
    time.sleep(pause)
    alive = running.kill()
    while some := os.read(running.lines, 65536):
        heard += some
    os.close(running.lines)
    return Death(max((int(turn) for turn in DONE.findall(heard)), default=0), pause, alive)


def command(words: Sequence[str]) -> Callable[[], Running]:
    """Starts a command."""

    def start() -> Running:
        reader, writer = os.pipe()
        process = subprocess.Popen(words, stdout=writer)
        os.close(writer)

        def kill() -> bool:
            alive = process.poll() is None
            process.kill()
            process.wait()
            return alive

        return Running(reader, kill)

    return start


def function(play: Callable[..., None], *args: Any) -> Callable[[], Running]:
    """Starts ``play(*args, lines)`` in a process of its own, which writes to the descriptor ``lines``.

    What is slow to import is imported once: every process is a fork of one that has done it.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([play.__module__])

    def start() -> Running:
        reader, writer = context.Pipe(duplex=False)
        process = context.Process(target=_play, args=(play, args, writer))
        process.start()
        writer.close()
        lines = os.dup(reader.fileno())
        reader.close()

        def kill() -> bool:
            alive = process.is_alive()
            process.kill()
            process.join()
            process.close()
            return alive

        return Running(lines, kill)

    return start


def _play(play: Callable[..., None], args: Sequence[Any], writer: Any) -> None:
    play(*args, writer.fileno())
