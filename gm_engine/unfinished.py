"""Files and folders that are written whole or not at all: while they are unfinished they lie beside their place, under another name.

Whoever writes the same thing again takes away what a program that was killed has left there.
"""

import os
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

LEFT = re.compile(r"\.(.+)\.(\d{1,9})\.part(-wal|-shm|-journal)?", re.DOTALL)
"""How a thing is called while it is unfinished: after what it will be, and the process that writes it. A database has files beside it."""


def write_whole(file: Path, pieces: Iterable[str] | bytes) -> None:
    """Write a text file, or bytes. What was there before stays until all of it is written. Raises OSError where it cannot be."""
    draft = unfinished(file)
    try:
        if isinstance(pieces, bytes):
            draft.write_bytes(pieces)
        else:
            with draft.open("w", encoding="utf-8", newline="\n") as out:
                out.writelines(pieces)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def unfinished(path: Path) -> Path:
    """Where this process writes what will be ``path`` when it is finished; nothing of an earlier attempt is left beside it."""
    clear(path)
    return path.with_name(f".{path.name}.{os.getpid()}.part")


def clear(path: Path) -> None:
    """Remove what a program that was killed has left beside a path; what another writes just now stays. What has our own number is of
    one that had it before."""
    with suppress(OSError):
        for left in path.parent.iterdir():
            found = LEFT.fullmatch(left.name)
            if found and found[1] == path.name and (int(found[2]) == os.getpid() or not runs(int(found[2]))):
                if left.is_dir() and not left.is_symlink():
                    shutil.rmtree(left)
                else:
                    left.unlink()


def runs(process: int) -> bool:
    """Whether a process of that number runs; where that cannot be asked harmlessly, True."""
    if os.name == "nt":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
