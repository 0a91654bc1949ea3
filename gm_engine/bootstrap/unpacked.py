"""Files, folders and archives as one row of files: each with its bytes or with why it is not read, within limits."""

import os
import re
import stat
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.card_png import has_card
from gm_engine.exchange.formats.charx import is_charx
from gm_engine.exchange.formats.foreign_json import LARGEST
from gm_engine.exchange.formats.obsidian import MOST_PAGES, is_vault
from gm_engine.exchange.formats.png_text import is_png
from gm_engine.exchange.formats.twee import is_twee
from gm_engine.exchange.known_formats import Given, format_of
from gm_engine.exchange.plain_transcript import bytes_of, first_line
from gm_engine.journal.lines import is_journal

MOST = 2_000
"""Files of one folder or archive that are looked at."""
MOST_VAULTS = 50
"""Vaults in one folder or archive; what has more of their marks is read as single files."""
LARGEST_IN_ALL = 4 * LARGEST
"""Bytes that one archive may unpack to, or all that are sent in together."""
TIGHTEST = 200
"""How many times its size a file of an archive may unpack to, above a size that does no harm."""
HARMLESS = 2**20
ARCHIVE = b"PK\x03\x04"
"""What a zip begins with."""
DOCUMENTS = ("[Content_Types].xml", "mimetype")
"""What a zip begins with that is a word processor's file or a book: no archive of other files."""
OBSIDIAN = ".obsidian"
PAGE = ".md"
TWEE_ENDINGS = (".twee", ".tw", ".twee3")
STORY_DATA = re.compile(rb"^::[ \t]*StoryData\b", re.MULTILINE)
ONCE = ((STORY_DATA, 1), (re.compile(rb"^::[ \t]*Start[ \t]*(?:[\[{\r]|$)", re.MULTILINE), 1))
"""What the parts of one Twee story have no more than once together."""
SETTINGS = ("app.json", "templates.json")
"""What is looked at of a vault's own settings: that it is one, and where its templates lie."""
LONGEST_HEADER = 4096
"""Bytes of a first line that may say that a journal follows."""
AGAIN = "Unpack it, and name the folder or the files."


class Room:
    """How many bytes more may be unpacked."""

    def __init__(self) -> None:
        self.left = LARGEST_IN_ALL


class File(NamedTuple):
    """A file: what it is called, and what it holds; or it is a ``journal``, and this is where it lies, for it may be larger than anything
    else is, or its bytes. ``error`` says why it is not read. ``vault``: it is a vault, and these are its files by path."""

    name: str
    data: bytes | None = None
    journal: Path | bytes | None = None
    error: TranscriptError | None = None
    vault: Mapping[str, bytes] | None = None


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
        most = MOST_PAGES if _are_pages([inner.as_posix() for inner in found]) else MOST
        within = [file for inner in found[:most] for file in _file(inner)]
        yield from _joined(_with_vaults(within, str(path if path.name else path.resolve()), path))
        if len(found) > most:
            yield _too_many(str(path), len(found), most)


def _joined(files: Iterable[File]) -> Iterator[File]:
    """The files; where a folder holds the parts of one Twee story, they are one file, called as the folder is: one part says what the
    story is (``StoryData``), and there is one beginning.
    """
    found = list(files)
    folders: dict[str, list[File]] = {}
    for file in found:
        if file.data is not None and file.name.lower().endswith(TWEE_ENDINGS) and is_twee(file.data, file.name):
            folders.setdefault(file.name.rpartition("/")[0], []).append(file)
    whole = {
        folder: parts
        for folder, parts in folders.items()
        if folder and len(parts) > 1 and all(sum(len(one.findall(part.data or b"")) for part in parts) <= most for one, most in ONCE)
        and any(STORY_DATA.search(part.data or b"") for part in parts)
    }  # fmt: skip
    for file in found:
        parts = whole.get(file.name.rpartition("/")[0], [])
        if file not in parts:
            yield file
        elif file is parts[0]:
            yield File(file.name.rpartition("/")[0], b"\n\n".join(part.data or b"" for part in parts))


def _are_pages(paths: list[str]) -> bool:
    """True for the files of a vault: some lie in ``.obsidian``, or most are pages."""
    pages = sum(path.casefold().endswith(PAGE) for path in paths)
    return any(OBSIDIAN in path.split("/") for path in paths) or 2 * pages > len(paths)


def _in_folder(folder: Path) -> Iterator[Path]:
    """The files of a folder and of those within it, by name. Links to folders are not followed: they may lead in a circle."""
    for at, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith(".") or name == OBSIDIAN)
        if OBSIDIAN in Path(at).parts:
            folders.clear()
            names = [name for name in names if name in SETTINGS]
        yield from (Path(at) / name for name in sorted(names) if not name.startswith("."))


def _file(path: Path) -> Iterator[File]:
    name = str(path)
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            yield File(name, error=TranscriptError(name, "it is no file that can be read.", "Name files.", "no-such-file"))
            return
        if is_journal(first_line(path)):
            yield File(name, journal=path)
            return
        data = bytes_of(path)
    except TranscriptError as error:
        yield File(name, error=error)
        return
    except OSError as error:
        yield File(name, error=TranscriptError(name, f"it cannot be read: {error.strerror}.", "May you read it?", "no-such-file"))
        return
    yield from _opened(name, data, Room())


def files_of(sent: Iterable[tuple[str, bytes]]) -> Iterator[File]:
    """The same of files that were sent in, by name and content; archives among them may unpack to so much together. What is sent as
    ``folder/…/file`` is a file of that folder. A name says what a file is called, never where anything lies or is written."""
    room, folders = Room(), dict[str, list[tuple[str, bytes]]]()
    for name, data in sent:
        path = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")] or ["file"]
        folders.setdefault(path[0] if len(path) > 1 else "", []).append(("/".join(path), data))
    loose = folders.pop("", [])
    for name, data in loose[:MOST]:
        yield from _opened(name, data, room)
    if len(loose) > MOST:
        yield _too_many("the files", len(loose), MOST)
    for folder, found in folders.items():
        inside = [(name, data) for name, data in sorted(found) if _shown(name)]
        most = MOST_PAGES if any(OBSIDIAN in name.split("/") for name, _ in inside) else MOST
        files = [file for name, data in inside[:most] for file in _opened(name, data, room)]
        yield from _joined(_with_vaults(files, folder, Path(folder)))
        if len(inside) > most:
            yield _too_many(folder, len(inside), most)


def _opened(name: str, data: bytes, room: Room) -> Iterator[File]:
    """A file, or those of an archive."""
    if data.startswith(b"PK") and not is_charx(data) and (archive := _archive(data)) is not None:
        with archive:
            yield from _with_vaults(list(_unpacked(archive, name, room)), name, Path(name))
        return
    if data.startswith(ARCHIVE) and not zipfile.is_zipfile(BytesIO(data)):
        what = "it is a zip archive, and it is broken off or damaged: the list of what is in it is missing."
        yield File(name, error=TranscriptError(name, what, "Make the archive again, or get it anew.", "broken-archive"))
        return
    yield _told(name, data)


def _told(name: str, data: bytes) -> File:
    """A file that lies in memory: as a journal, where it is one."""
    first = data[:LONGEST_HEADER].partition(b"\n")[0]
    return File(name, journal=data) if is_journal(first.decode("utf-8", "replace")) else File(name, data)


def _too_many(name: str, many: int, most: int) -> File:
    what = f"there are {many:,} files in it; {most:,} are read."
    return File(name, error=TranscriptError(name, what, "Name folders within it, one by one.", "too-many-files"))


def _shown(path: str) -> bool:
    """False for what a vault keeps for its editor."""
    hidden = [part for part in path.split("/") if part.startswith(".")]
    return not hidden or (hidden == [OBSIDIAN] and path.rsplit("/", 1)[-1] in SETTINGS)


def _with_vaults(files: list[File], name: str, top: Path) -> Iterator[File]:
    """The files, those of each vault as one: its pages, and what nothing else here reads. The root of a vault is where ``.obsidian``
    lies; pages that link to each other without one are a vault from where they all lie."""
    inside = {id(file): Path(file.name).relative_to(top).as_posix() for file in files if Path(file.name).is_relative_to(top)}
    roots = {path.split(f"{OBSIDIAN}/")[0] for path in inside.values() if OBSIDIAN in path.split("/")}
    if not roots:
        tops = {path.split("/")[0] if "/" in path else "" for path in inside.values()}
        roots = {f"{tops.pop()}/" if len(tops) == 1 and "" not in tops else ""}
    if len(roots) > MOST_VAULTS:
        yield from files
        return
    vaults: dict[str, dict[str, bytes]] = {root: {} for root in sorted(roots)}
    of: dict[int, str] = {}
    for file in files:
        path = inside.get(id(file), "")
        root = next((root for root in vaults if path.startswith(root)), None)
        if file.data is not None and path and root is not None and _of_a_vault(file):
            vaults[root][path.removeprefix(root)] = file.data
            of[id(file)] = root
    kept = {root for root, found in vaults.items() if is_vault(found)}
    for root in vaults:
        if root in kept:
            at = f"{name}/{root}".rstrip("/")
            yield File(at, vault=vaults[root])
    yield from (file for file in files if of.get(id(file)) not in kept)


def _of_a_vault(file: File) -> bool:
    """True for a page, the vault's own settings, a picture without a card in it, and what is of no kind that is read by itself."""
    path = Path(file.name)
    if file.data and is_png(file.data):
        return not has_card(file.data)
    if path.suffix.casefold() == PAGE or OBSIDIAN in path.parts:
        return True
    try:
        return path.suffix.casefold() not in (".txt", ".jsonl") and format_of(Given(file.name, file.data or b"")) is None
    except Exception:
        return False  # a fault of ours: it is told of this file, where it is read


def _archive(data: bytes) -> zipfile.ZipFile | None:
    """The archive; None for what is none, or is a document in the form of one."""
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return None
    return None if {row.filename for row in archive.infolist()[:3]} & set(DOCUMENTS) else archive


def _unpacked(archive: zipfile.ZipFile, name: str, room: Room) -> Iterator[File]:
    rows = [
        row for row in archive.infolist() if (last := PurePosixPath(row.filename).name) and not row.is_dir() and not last.startswith(".")
    ]
    vault = any(OBSIDIAN in row.filename.split("/") for row in rows)
    rows = [row for row in rows if not vault or _shown(row.filename)]
    most = MOST_PAGES if _are_pages([row.filename for row in rows]) else MOST
    for row in sorted(rows[:most], key=lambda one: one.filename):
        inner = f"{name}/{row.filename}"
        data, error = _member(archive, row, inner, min(LARGEST, room.left))
        room.left -= len(data or b"")
        yield File(inner, error=error) if data is None else _told(inner, data)
    if len(rows) > most:
        what = f"there are {len(rows):,} files in it; {most:,} are read."
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
