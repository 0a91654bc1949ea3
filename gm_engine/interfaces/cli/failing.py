"""What is said when a command cannot go on: a line or two that a person can act on, never a traceback."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from io import StringIO

WRITING = frozenset({"run", "play", "retry", "edit", "import"})
"""Commands that were in the middle of something when their reader went away."""


def told(act: Callable[[], int], words: Sequence[str]) -> int:
    """What ``act`` returns; 2 where it fails, with the reason on standard error."""
    try:
        code = act()
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _say("", "stopped", "interrupted", _stopped(words))
    except BrokenPipeError:
        return _pipe_closed(words)
    except SystemExit as leaving:
        # How Rich, inside Typer's own help, takes a pipe that was closed.
        return _pipe_closed(words) if leaving.code == 1 else int(leaving.code or 0)
    except OSError as error:
        return _pipe_closed(words) if error.errno == errno.EPIPE else _system(error)
    except RecursionError:
        return _say("", "the input is nested too deeply", "too-deep", "Make it flatter.")
    except MemoryError:
        return _say("", "there is not enough memory for this", "too-large", "Split the input, or close other programs.")
    except Exception as error:
        return _mendable(error)


def _mendable(error: Exception) -> int:
    from gm_engine.errors import GameError

    if isinstance(error, GameError):
        from gm_engine.interfaces.cli.suggestion import say_error

        said = say_error(error)
        _write(said if error.where.startswith("gm ") or error.where == "gm" else f"gm: {said}")
        return 2
    if os.environ.get("GM_DEBUG"):
        raise error
    then = "What was saved is safe. GM_DEBUG=1 shows where it happened: please report it with that."
    return _say("", f"a fault of the program itself: {type(error).__name__}: {error}", "fault", then)


def _system(error: OSError) -> int:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        then = "Make room and go on: nothing of this turn was written, and all before it is kept."
        return _say(str(error.filename or "the output"), "the disk is full", "disk-full", then)
    then = "Nothing that was saved is lost. Mend it and try again."
    return _say(str(error.filename or "the system"), error.strerror or str(error), "system", then)


def _pipe_closed(words: Sequence[str]) -> int:
    """Whoever read our output went away. A report may end quietly; a story that stopped halfway says so."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        sys.stdout = StringIO()
    if words and words[0] in WRITING and not {"-h", "--help"} & set(words):
        then = f"Every turn that was shown whole is saved.{_going_on()}"
        return _say("standard output", "whoever read it went away", "closed-pipe", then)
    return 0


def _stopped(words: Sequence[str]) -> str:
    if words and words[0] == "import":
        return "What was begun and not whole was not written. Give the same call again: what is on record is not taken in twice."
    return f"The unfinished turn was not written; everything before it is saved.{_going_on()}"


def _going_on() -> str:
    from gm_engine.interfaces.cli.suggestion import going_on

    return going_on()


def _say(where: str, what: str, slug: str, then: str) -> int:
    _write(f"gm: {where}: {what}. [{slug}]\n  {then}" if where else f"gm: {what}. [{slug}]\n  {then}")
    return 2


def _write(words: str) -> None:
    try:
        print(words, file=sys.stderr, flush=True)
    except OSError:
        return
