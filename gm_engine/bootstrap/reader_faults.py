"""A fault of the program itself while it works on somebody's file: told of that file, so that it ends the import of no other."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from gm_engine.errors import GameError, TranscriptError


@contextmanager
def as_fault_of(file: str) -> Iterator[None]:
    """Raises TranscriptError, of this file, for whatever goes wrong within that nobody foresaw. With ``GM_DEBUG`` it is raised as it is,
    which shows where it happened.

    >>> with as_fault_of("town.json"):
    ...     1 // 0
    Traceback (most recent call last):
    gm_engine.errors.TranscriptError: town.json: a fault of the program itself (ZeroDivisionError), not of the file. [reader-fault]
      Nothing was saved of it, and what was saved is safe. GM_DEBUG=1 shows where it happened: please report it with that.
    """
    try:
        yield
    except (GameError, OSError):
        raise
    except RecursionError as error:
        raise TranscriptError(file, "it is nested too deeply.", "Make it flatter.", "too-deep") from error
    except MemoryError as error:
        raise TranscriptError(file, "there is not enough memory for it.", "Split it, or close other programs.", "too-large") from error
    except Exception as error:
        if os.environ.get("GM_DEBUG"):
            raise
        what = f"a fault of the program itself ({type(error).__name__}), not of the file."
        then = "Nothing was saved of it, and what was saved is safe. GM_DEBUG=1 shows where it happened: please report it with that."
        raise TranscriptError(file, what, then, "reader-fault") from error
