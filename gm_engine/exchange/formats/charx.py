"""A CHARX: a character card of version 3 and its files in a zip, sometimes with a JPEG in front that shows in every gallery."""

import struct
import zipfile
import zlib
from collections import Counter
from dataclasses import replace
from io import BytesIO
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.brought import Asset, Brought, Card, Fate, Loss, Written
from gm_engine.exchange.formats.card import BLANK_ASSETS, card_value, card_with
from gm_engine.exchange.formats.card_files import IN_ARCHIVE, IN_PICTURE, is_safe, named_files, path_in, place_in_archive, readdressed
from gm_engine.exchange.formats.foreign_json import LARGEST, canonical_json, not_too_large, read_json
from gm_engine.exchange.formats.png_text import is_png
from gm_engine.story.letters import plain

CARD = "card.json"
ZIP, JPEG = b"PK\x03\x04", b"\xff\xd8\xff"
ENTRY = b"PK\x01\x02"
"""What each row of a zip's table begins with."""
MOST = 10_000
"""Files in an archive."""
UNPACKED = 2 * LARGEST
"""Bytes that all files of an archive may have."""
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, LookupError, OverflowError, struct.error)
"""What zipfile raises for what is no whole archive."""
ICON = "assets/icon/images/main.png"
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of every file that is written: a zip has no other way to have none."""

FATES = (
    Fate("card.json", "kept"),
    Fate("assets/", "lost", "a campaign keeps no files of a card"),
    Fate("other files in the archive", "lost", "`module.risum` of RisuAI too"),
    Fate("a JPEG before the archive", "lost", "a campaign keeps no pictures"),
)


def is_charx(data: bytes) -> bool:
    """True for a zip with a card in it, also behind a JPEG."""
    if not data.startswith((ZIP, JPEG)) or data.count(ENTRY) > 4 * MOST:
        return False
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return CARD in archive.NameToInfo
    except BROKEN:
        return False


def read_charx(data: bytes, file: str) -> Brought:
    """The card, its book and its files. Raises TranscriptError for what is no whole archive, or has no card that can be read."""
    not_too_large(data, file)
    crowd = f"it holds more than {MOST:,} files."
    if data.count(ENTRY) > 4 * MOST:  # of files in files too; before anything is made of each
        raise TranscriptError(file, crowd, "No program makes such a card.", "too-large")
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if len(archive.filelist) > MOST:
                raise TranscriptError(file, crowd, "No program makes such a card.", "too-large")
            rows, losses = _rows(archive)
            held = _held(archive, rows, losses, file)
            front = data[: max(0, min(row.header_offset for row in archive.filelist))]
    except BROKEN as error:
        raise TranscriptError(
            file, f"it is no whole archive: {_told(error)}.", "Export it again where it comes from.", "damaged-file"
        ) from None
    picture = front if front.startswith(JPEG) else None
    if front and picture is None:
        losses.append(Loss("what stands before the archive", f"{len(front):,} bytes", "It is no JPEG."))
    assets = tuple(Asset(path, each) for path, each in held.items() if path != CARD)
    brought = card_with(read_json(held[CARD], f"{file}: {CARD}"), file, assets, picture)
    return replace(brought, losses=(*losses, *brought.losses))


def _held(archive: zipfile.ZipFile, rows: dict[str, zipfile.ZipInfo], losses: list[Loss], file: str) -> dict[str, bytes]:
    """What the files of an archive hold; the card among them in any case."""
    if CARD not in rows:
        inner = next((path for path in rows if path.endswith(f"/{CARD}")), None)
        what = f"it is an archive without a card: {CARD} is not at its top" + (f", but at {plain(inner)}." if inner else ".")
        raise TranscriptError(file, what, "Pack the files themselves, not the folder that they lie in." if inner else "", "no-card")
    left = UNPACKED
    held: dict[str, bytes] = {}
    for path, row in rows.items():
        try:
            held[path] = _unpacked(archive, row, left)
        except BROKEN as error:
            if path == CARD:
                locked = bool(row.flag_bits & 1)
                then = "Export it without a password." if locked else "Export it again where it comes from."
                raise TranscriptError(
                    file, f"{CARD} in it cannot be read: {_told(error)}.", then, "locked-file" if locked else "damaged-file"
                ) from None
            losses.append(Loss(path, f"{row.file_size:,} bytes", f"It cannot be read: {_told(error)}."))
            continue
        left -= len(held[path])
        if left < 0:
            what = f"what it holds unpacks to more than {UNPACKED / 1e6:,.0f} MB."
            raise TranscriptError(file, what, "No program makes such a card.", "too-large")
    return held


def _rows(archive: zipfile.ZipFile) -> tuple[dict[str, zipfile.ZipInfo], list[Loss]]:
    """The archive's files by their paths; of two with one path, the later."""
    rows: dict[str, zipfile.ZipInfo] = {}
    losses = []
    for row in archive.filelist:
        path = row.filename.replace("\\", "/")
        if path.endswith("/"):
            continue
        if not is_safe(path):
            losses.append(Loss(path, f"{row.file_size:,} bytes", "Its path leads out of the archive."))
            continue
        if path in rows:
            losses.append(Loss(path, f"{rows[path].file_size:,} bytes", "Two files have this path; the later one counts."))
        rows[path] = row
    return rows, losses


def _unpacked(archive: zipfile.ZipFile, row: zipfile.ZipInfo, most: int) -> bytes:
    """What a file holds; a byte more than ``most`` of one that holds more, whatever the archive says of its size."""
    if row.flag_bits & 1:
        raise zipfile.BadZipFile("it is encrypted")
    if row.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile("it is packed in a way that only some programs know")
    with archive.open(row) as packed:
        return packed.read(most + 1)


def write_charx(card: Card) -> Written:
    """The card as version 3, and its files; a picture that it came in stands before the archive (JPEG) or is its icon (PNG)."""
    value, losses = card_value(card, 3)
    files = {asset.path: asset.data for asset in card.assets}
    front = b""
    if card.picture is not None and is_png(card.picture):
        value, files = _from_picture(value, files, card.picture)
    elif card.picture is not None:
        front = card.picture
    unfit = [path for path in files if path == CARD or not is_safe(path)]
    losses += [Loss(path, f"{len(files.pop(path)):,} bytes", "An archive can have no file of this path.") for path in unfit]
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:  # packing differs from machine to machine
        for path, data in ((CARD, canonical_json(value)), *files.items()):
            row = zipfile.ZipInfo(path, FIRST_DAY)
            row.create_system = 3
            row.external_attr = 0o644 << 16
            archive.writestr(row, data)
    return Written(front + packed.getvalue(), tuple(losses))


def _from_picture(value: dict[str, Any], files: dict[str, bytes], picture: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """A card that came in a PNG, with its files where an archive has them, and the picture as its main icon."""
    named = value["data"].get("assets")
    named = named if isinstance(named, list) else BLANK_ASSETS
    uses = {path_in(str(each.get("uri"))): each for each in named if isinstance(each, dict)}
    places: dict[str, str] = {}
    taken = Counter((ICON,))
    for path in files:
        use = uses.get(path, {})
        place = path if path.startswith("assets/") and is_safe(path) else place_in_archive(path, use.get("type"), use.get("ext"))
        stem, dot, end = place.rpartition(".")
        while taken[place]:
            taken[place] += 1
            place = f"{stem}_{taken[place]}{dot}{end}"
        taken[place] += 1
        places[path] = place
    moved = {
        address: IN_ARCHIVE + places[path]
        for address, path in named_files(value)
        if path in places and (path != places[path] or address.startswith(IN_PICTURE))
    }
    value, named = readdressed(value, moved), readdressed(named, moved)
    icon = {"type": "icon", "uri": IN_ARCHIVE + ICON, "name": "main", "ext": "png"}
    icons = [at for at, each in enumerate(named) if isinstance(each, dict) and each.get("type") == "icon"]
    default = next((at for at in icons if named[at].get("uri") == "ccdefault:"), None)
    if default is not None:
        named[default] = {**icon, **named[default], "uri": icon["uri"]}
    else:
        named.append({**icon, "name": "picture"} if icons else icon)
    value["data"] = {**value["data"], "assets": named}
    return value, {ICON: picture, **{places[path]: data for path, data in files.items()}}


def _told(error: Exception) -> str:
    """What was wrong, in a few words."""
    return plain(str(error)).strip().rstrip(".").lower() or type(error).__name__
