"""Files that a command is asked to write: whole, or not at all."""

import os
from collections.abc import Iterable
from pathlib import Path

from gm_engine.errors import GameError


def write_down(file: Path, pieces: Iterable[str]) -> None:
    """Write a text file. What was there before stays until all of it is written; GameError where it cannot be."""
    beside = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(pieces)
        beside.replace(file)
    except OSError as error:
        what = error.strerror or str(error)
        then = "Name another place, or make room there; what was there before is untouched."
        raise GameError(str(file), f"it cannot be written: {what[:1].lower()}{what[1:]}.", then, "cannot-write") from None
    finally:
        if beside.exists():
            beside.unlink()
