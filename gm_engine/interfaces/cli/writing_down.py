"""Files that a command is asked to write: whole, or not at all."""

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from errno import EISDIR
from pathlib import Path
from shutil import rmtree

from gm_engine.errors import GameError

LEFT = re.compile(r"\.(.+)\.(\d{1,9})\.part", re.DOTALL)
"""How a file is called while it is written: after the file that it will be, and the process that writes it."""


def can_be_written(file: Path) -> None:
    """Find out now whether a file can be written that will only be written at the end; GameError where it cannot be."""
    _clear(file)
    try:
        if file.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        beside = _beside(file)
        beside.touch()
        beside.unlink()
    except OSError as error:
        raise _refused(file, error) from None


def write_down(file: Path, pieces: Iterable[str] | bytes) -> None:
    """Write a text file, or bytes. What was there before stays until all of it is written; GameError where it cannot be."""
    _clear(file)
    beside = _beside(file)
    try:
        if isinstance(pieces, bytes):
            beside.write_bytes(pieces)
        else:
            with beside.open("w", encoding="utf-8", newline="\n") as out:
                out.writelines(pieces)
        beside.replace(file)
    except OSError as error:
        raise _refused(file, error) from None
    finally:
        if beside.exists():
            beside.unlink()


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder of files that is not there yet, or empty; GameError where it cannot be, and then nothing is left of it."""
    beside = _beside(folder)
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            then = "Name a new folder, or a file that ends in .zip. What is there may have been edited, and is left alone."
            raise GameError(str(folder), "there is something in it already.", then, "not-empty")
        for name, content in files.items():
            file = beside / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        if folder.exists():
            folder.rmdir()
        beside.rename(folder)
    except OSError as error:
        raise _refused(folder, error) from None
    finally:
        rmtree(beside, ignore_errors=True)


def make_folder(folder: Path) -> None:
    """Make a folder for several files, where there is none; GameError where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refused(folder, error) from None


def _beside(file: Path) -> Path:
    return file.with_name(f".{file.name}.{os.getpid()}.part")


def _clear(file: Path) -> None:
    """Remove what a program that was killed has left beside a file, half written; what another writes just now stays."""
    with suppress(OSError):
        for left in file.parent.iterdir():
            found = LEFT.fullmatch(left.name)
            if found and found[1] == file.name and not _runs(int(found[2])):
                left.unlink()


def _runs(process: int) -> bool:
    """Whether a process of that number runs; where that cannot be asked harmlessly, True."""
    if os.name == "nt":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _refused(file: Path, error: OSError) -> GameError:
    what = error.strerror or str(error)
    then = "Name another place, or make room there; what was there before is untouched."
    return GameError(str(file), f"it cannot be written: {what[:1].lower()}{what[1:]}.", then, "cannot-write")
