"""Files, folders and archives as one row of files: each with its bytes or with why it is not read, within limits."""

import os
import stat
import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.charx import is_charx
from gm_engine.exchange.formats.foreign_json import LARGEST
from gm_engine.exchange.transcript import bytes_of, first_line
from gm_engine.journal.lines import is_journal

MOST = 2_000
"""Files of one folder or archive that are looked at."""
LARGEST_IN_ALL = 4 * LARGEST
"""Bytes that one archive may unpack to."""
TIGHTEST = 200
"""How many times its size a file of an archive may unpack to, above a size that does no harm."""
HARMLESS = 2**20
DOCUMENTS = ("[Content_Types].xml", "mimetype")
"""What a zip begins with that is a word processor's file or a book: no archive of other files."""
AGAIN = "Unpack it, and name the folder or the files."


class File(NamedTuple):
    """A file: what it is called, what it holds, and where it lies, if it lies in no archive. ``data`` is None for a journal, which may
    be larger than anything else is; ``error`` says why it is not read."""

    name: str
    data: bytes | None = None
    path: Path | None = None
    error: TranscriptError | None = None


def files_in(paths: Iterable[Path]) -> Iterator[File]:
    """Every file of these files, folders and archives, in order. What cannot be read is told in its place; nothing is raised."""
    for path in paths:
        if not path.is_dir():
            yield from _file(path)
            continue
        found = list(_in_folder(path))
        if not found:
            what = "it is a folder, and there is nothing in it to read."
            yield File(str(path), error=TranscriptError(str(path), what, "Name the files themselves.", "no-such-file"))
        for inner in found[:MOST]:
            yield from _file(inner)
        if len(found) > MOST:
            what = f"there are {len(found):,} files in it; {MOST:,} are read."
            yield File(str(path), error=TranscriptError(str(path), what, "Name folders within it, one by one.", "too-many-files"))


def _in_folder(folder: Path) -> Iterator[Path]:
    """The files of a folder and of those within it, by name. Links to folders are not followed: they may lead in a circle."""
    for at, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(at) / name for name in sorted(names) if not name.startswith("."))


def _file(path: Path) -> Iterator[File]:
    name = str(path)
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            yield File(name, error=TranscriptError(name, "it is no file that can be read.", "Name files.", "no-such-file"))
            return
        if is_journal(first_line(path)):
            yield File(name, path=path)
            return
        data = bytes_of(path)
    except TranscriptError as error:
        yield File(name, error=error)
        return
    except OSError as error:
        yield File(name, error=TranscriptError(name, f"it cannot be read: {error.strerror}.", "May you read it?", "no-such-file"))
        return
    if data.startswith(b"PK") and not is_charx(data) and (archive := _archive(data)) is not None:
        with archive:
            yield from _unpacked(archive, name)
        return
    yield File(name, data, path)


def _archive(data: bytes) -> zipfile.ZipFile | None:
    """The archive; None for what is none, or is a document in the form of one."""
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return None
    return None if {row.filename for row in archive.infolist()[:3]} & set(DOCUMENTS) else archive


def _unpacked(archive: zipfile.ZipFile, name: str) -> Iterator[File]:
    rows = [row for row in archive.infolist() if not row.is_dir() and not PurePosixPath(row.filename).name.startswith(".")]
    left = LARGEST_IN_ALL
    for row in sorted(rows[:MOST], key=lambda one: one.filename):
        inner = f"{name}/{row.filename}"
        data, error = _member(archive, row, inner, min(LARGEST, left))
        left -= len(data or b"")
        yield File(inner, data, error=error)
    if len(rows) > MOST:
        what = f"there are {len(rows):,} files in it; {MOST:,} are read."
        yield File(name, error=TranscriptError(name, what, AGAIN, "too-many-files"))
    if not rows:
        yield File(name, error=TranscriptError(name, "the archive is empty.", "Is it the one you mean?", "empty-file"))


def _member(archive: zipfile.ZipFile, row: zipfile.ZipInfo, name: str, most: int) -> tuple[bytes | None, TranscriptError | None]:
    path = PurePosixPath(row.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        return None, TranscriptError(
            name, "its address leads out of the archive.", "No archive of your own has such a file.", "unsafe-path"
        )
    if row.flag_bits & 1:
        return None, TranscriptError(name, "it is locked with a password.", AGAIN, "locked-archive")
    if row.file_size > most or row.file_size > max(HARMLESS, TIGHTEST * row.compress_size):
        return None, TranscriptError(name, f"it unpacks to {row.file_size / 1e6:,.0f} MB, which is too much.", AGAIN, "too-large")
    try:
        with archive.open(row) as packed:
            data = packed.read(row.file_size + 1)
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        return None, TranscriptError(name, f"it cannot be unpacked: {error}.", "Make the archive again.", "broken-archive")
    except Exception as error:
        return None, TranscriptError(name, f"it cannot be unpacked: {error}.", "Make the archive again.", "broken-archive")
    if data.startswith(b"PK") and not is_charx(data) and _archive(data) is not None:
        return None, TranscriptError(name, "it is an archive within an archive.", AGAIN, "archive-in-archive")
    return data, None
