"""Files that a command is asked to write: whole, or not at all."""

import os
from collections.abc import Iterable
from errno import EISDIR
from pathlib import Path

from gm_engine.errors import GameError
from gm_engine.unfinished import unfinished, write_whole


def can_be_written(file: Path) -> None:
    """Find out now whether a file can be written that will only be written at the end; GameError where it cannot be."""
    try:
        if file.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        beside = unfinished(file)
        beside.touch()
        beside.unlink()
    except OSError as error:
        raise _refused(file, error) from None


def write_down(file: Path, pieces: Iterable[str]) -> None:
    """Write a text file. What was there before stays until all of it is written; GameError where it cannot be."""
    try:
        write_whole(file, pieces)
    except OSError as error:
        raise _refused(file, error) from None


def _refused(file: Path, error: OSError) -> GameError:
    what = error.strerror or str(error)
    then = "Name another place, or make room there; what was there before is untouched."
    return GameError(str(file), f"it cannot be written: {what[:1].lower()}{what[1:]}.", then, "cannot-write")
