"""Files that a command is asked to write: whole, or not at all."""

import os
from collections.abc import Iterable, Mapping
from errno import EISDIR
from pathlib import Path
from shutil import rmtree

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


def write_down(file: Path, pieces: Iterable[str] | bytes) -> None:
    """Write a text file, or bytes. What was there before stays until all of it is written; GameError where it cannot be."""
    try:
        write_whole(file, pieces)
    except OSError as error:
        raise _refused(file, error) from None


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder of files that is not there yet, or empty; GameError where it cannot be, and then nothing is left of it."""
    draft = unfinished(folder)
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            then = "Name a new folder, or a file that ends in .zip. What is there may have been edited, and is left alone."
            raise GameError(str(folder), "there is something in it already.", then, "not-empty")
        for name, content in files.items():
            file = draft / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        if folder.exists():
            folder.rmdir()
        draft.rename(folder)
    except OSError as error:
        raise _refused(folder, error) from None
    finally:
        rmtree(draft, ignore_errors=True)


def make_folder(folder: Path) -> None:
    """Make a folder for several files, where there is none; GameError where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refused(folder, error) from None


def _refused(file: Path, error: OSError) -> GameError:
    what = error.strerror or str(error)
    then = "Name another place, or make room there; what was there before is untouched."
    return GameError(str(file), f"it cannot be written: {what[:1].lower()}{what[1:]}.", then, "cannot-write")
