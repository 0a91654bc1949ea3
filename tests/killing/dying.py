"""A process that calls ``gm``, and dies at a step that was drawn for it: each is a fork of one that has imported all there is.

A step is a moment at which something may be half done: a file of the home or of the working folder is opened, made, renamed or
removed, the database is told a statement, a transaction ends, a line is shown. At its step the process is killed (``kill -9``), or a
drawn pause later by another, in the middle of whatever it does then.
"""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import event
from sqlalchemy.engine import Engine

from gm_engine import judging, meaning
from gm_engine.interfaces.cli import main
from gm_engine.interfaces.cli.command_index import COMMANDS
from gm_engine.interfaces.cli.dispatch import import_module

LONGEST = 120.0
"""Seconds after which a process that has not ended hangs."""
FILES = ("open", "os.", "shutil.")
NEVER = 10**9


class Fatal(NamedTuple):
    """When to die: before which step, and how many seconds after it; ``step`` NEVER: not at all."""

    step: int = NEVER
    pause: float = 0.0


class Ended(NamedTuple):
    """How it came out: the exit code (negative: the signal), the steps that were taken, and what was shown."""

    code: int
    steps: int
    out: str
    err: str
    seconds: float

    @property
    def killed(self) -> bool:
        """Whether it was still at work when it was killed."""
        return self.code == -signal.SIGKILL


def warm() -> None:
    """Import all that any command imports, and load what is loaded once. The small models are off: they write nothing."""
    meaning.mark, judging.missing = lambda: "", lambda: "off here"
    for command in COMMANDS.values():
        import_module(f"gm_engine.interfaces.cli.{command.module}")
    for module in ("serve.app", "serve.running", "mcp.server", "mcp.running"):
        import_module(f"gm_engine.interfaces.{module}")
    from gm_engine.authoring import read_rules
    from gm_engine.bootstrap import trial
    from tests.packs import LIVERY

    read_rules()
    game = trial(LIVERY, "warm", seed=1)
    game.play("I look around.")
    game.play("I ask Ortega about the wagon.")


class Steps:
    """Counts the steps of this process, and ends it at the one that was drawn."""

    def __init__(self, roots: tuple[str, ...], fatal: Fatal) -> None:
        self.roots, self.fatal = roots, fatal
        self.taken, self._one = 0, Lock()

    def watch(self) -> None:
        """From now on."""
        sys.addaudithook(self._audit)
        event.listen(Engine, "before_cursor_execute", self._step)
        event.listen(Engine, "after_cursor_execute", self._step)
        event.listen(Engine, "commit", self._step)

    def _audit(self, name: str, args: tuple[Any, ...]) -> None:
        if not name.startswith(FILES) or not args:
            return
        path = args[0]
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        if isinstance(path, (str, os.PathLike)) and os.fspath(path).startswith(self.roots):
            self._step()

    def _step(self, *_: Any) -> None:
        with self._one:
            self.taken += 1
            if self.taken != self.fatal.step:
                return
            if not self.fatal.pause:
                os.kill(os.getpid(), signal.SIGKILL)
            killer = f"sleep {self.fatal.pause:.4f}; kill -9 {os.getpid()}"
            os.posix_spawn("/bin/sh", ["sh", "-c", killer], {"PATH": "/usr/bin:/bin"})

    def stream(self, file: int) -> TextIOWrapper:
        """A stream whose every line is shown at once, as on a terminal, and is a step."""
        return Shown(open(file, "wb", buffering=0), encoding="utf-8", errors="replace", write_through=True, step=self._step)


class Shown(TextIOWrapper):
    """Text that is shown when it is written."""

    def __init__(self, *args: Any, step: Callable[[], None], **options: Any) -> None:
        super().__init__(*args, **options)
        self._step = step

    def write(self, text: str) -> int:
        self._step()
        done = super().write(text)
        if "\n" in text:
            self._step()
        return done


def _obey(words: list[str], typed: str | None, folder: str, fatal: Fatal, environment: dict[str, str], pipe: Any, inner: Any) -> None:
    """What the process does: ``gm`` with these words, in a folder, with lines that are typed into it (None: the pipe ``inner``)."""
    os.environ.update(environment)
    os.chdir(folder)
    roots = (environment["GM_HOME"], folder)
    steps = Steps(roots, fatal)
    out, err = (os.open(os.path.join(folder, os.pardir, name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC) for name in ("out", "err"))
    if typed is None:
        os.dup2(inner.fileno(), 0)
        os.dup2(out, 1)
        sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", buffering=1, closefd=False)  # noqa: SIM115
    else:
        reader, writer = os.pipe()
        os.write(writer, typed.encode())
        os.close(writer)
        sys.stdin = open(reader, encoding="utf-8")  # noqa: SIM115
        sys.stdout = steps.stream(out)
    sys.stderr = open(err, "w", encoding="utf-8", errors="replace", buffering=1)  # noqa: SIM115
    sys.argv = ["gm", *words]
    steps.watch()

    code = main(words)

    sys.stdout.flush()
    sys.stderr.flush()
    pipe.send((code, steps.taken))
    os._exit(code)


class Process:
    """A ``gm`` that runs."""

    context = multiprocessing.get_context("forkserver")

    def __init__(
        self, words: list[str], *, typed: str | None, folder: Path, home: Path, fatal: Fatal, environment: dict[str, str] | None = None
    ) -> None:
        self.folder, self._began = folder, time.monotonic()
        reader, writer = self.context.Pipe(duplex=False)
        inner, self.typing = self.context.Pipe(duplex=False) if typed is None else (None, None)
        given = {"GM_HOME": str(home), "COLUMNS": "80", "TMPDIR": str(folder / "tmp"), **(environment or {})}
        (folder / "tmp").mkdir(exist_ok=True)
        self._process = self.context.Process(target=_obey, args=(words, typed, str(folder), fatal, given, writer, inner), daemon=True)
        self._process.start()
        writer.close()
        if inner is not None:
            inner.close()
        self._pipe = reader

    def shown(self) -> str:
        """What it has shown so far."""
        file = self.folder.parent / "out"
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""

    def alive(self) -> bool:
        """Whether it runs."""
        return self._process.is_alive()

    @property
    def number(self) -> int:
        """What the operating system calls it by."""
        return self._process.pid or 0

    def kill(self) -> None:
        """Kill it now."""
        self._process.kill()

    def wait(self) -> Ended:
        """Wait until it has ended, by itself or as it was drawn."""
        steps = 0
        try:
            if not self._pipe.poll(LONGEST):
                self._process.kill()
                raise AssertionError(f"it hangs: nothing within {LONGEST:.0f} s")
            _, steps = self._pipe.recv()
        except (EOFError, OSError):
            pass
        self._process.join(LONGEST)
        code = self._process.exitcode
        self._process.close()
        self._pipe.close()
        if self.typing is not None:
            self.typing.close()
        file = self.folder.parent / "err"
        err = file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
        return Ended(code if code is not None else 99, steps, self.shown(), err, time.monotonic() - self._began)


Process.context.set_forkserver_preload(["tests.killing.warmed"])
