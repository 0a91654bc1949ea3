"""The program ``gm``."""

import os
import sys


def main() -> None:
    """Run ``gm``; what can be mended is said in a line or two, never as a traceback.

    Exit codes: 0 done, 1 done and something did not hold, 2 could not run.
    """
    from gm_engine.errors import GameError

    try:
        from gm_engine.interfaces.cli.app import app

        app()
    except GameError as error:
        _say(f"gm: {error}")
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        _say("\ngm: stopped. The unfinished turn was not written; everything before it is saved. [interrupted]")
        raise SystemExit(2) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except RecursionError:
        _say("gm: the input is nested too deeply. [too-deep]\n  Make it flatter.")
        raise SystemExit(2) from None
    except MemoryError:
        _say("gm: there is not enough memory for this. [too-large]\n  Split the input.")
        raise SystemExit(2) from None
    except OSError as error:
        _say(
            f"gm: {error.filename or 'the system'}: {error.strerror or error} [system]\n  Nothing that was saved is lost. Mend it and try again."
        )
        raise SystemExit(2) from None
    except Exception as error:
        if os.environ.get("GM_DEBUG"):
            raise
        _say(
            f"gm: a fault of the program itself: {type(error).__name__}: {error} [fault]\n"
            "  What was saved is safe. GM_DEBUG=1 shows where it happened; please report it with that."
        )
        raise SystemExit(2) from None


def _say(words: str) -> None:
    print(words, file=sys.stderr)
