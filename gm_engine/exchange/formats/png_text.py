"""Words inside of a PNG: its chunks, the texts in them, and the picture with other texts in it."""

import zlib
from collections.abc import Callable, Iterable
from typing import NamedTuple

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.foreign_json import LARGEST, not_too_large

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST = 200_000
"""Chunks that are looked at."""
LONGEST_KEYWORD = 79
"""Letters of a text's keyword, as the PNG specification has it."""


class Chunk(NamedTuple):
    """A piece of a PNG: what it is, and the ``whole`` of it with length and checksum, as the file has it."""

    kind: bytes
    whole: bytes
    length: int

    @property
    def data(self) -> bytes:
        return self.whole[8 : 8 + self.length]


class Chunks(NamedTuple):
    """What a PNG is made of, and what is wrong with it, in whole sentences. ``after`` counts the bytes behind its end."""

    chunks: tuple[Chunk, ...]
    wrong: tuple[str, ...]
    after: int = 0


class Text(NamedTuple):
    """A text in a PNG under its keyword, as it lies there."""

    keyword: str
    text: bytes


def is_png(data: bytes) -> bool:
    """True for what begins as a PNG.

    >>> is_png(SIGNATURE), is_png(b"PNG")
    (True, False)
    """
    return data.startswith(SIGNATURE)


def chunks_of(data: bytes, file: str) -> Chunks:
    """The pieces up to IEND, or up to where the file is broken. Wrong checksums are told, and count for nothing else."""
    not_too_large(data, file)
    found: list[Chunk] = []
    wrong: list[str] = []
    at, bad = len(SIGNATURE), 0
    while True:
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        body = at + 8
        if len(kind) < 4 or length > len(data) - body or not kind.isalpha():
            wrong.append(f"The picture is broken off or damaged from byte {at + 1:,} on; what stood there is not read.")
            at = len(data)
            break
        if len(found) == MOST:
            raise TranscriptError(
                file, f"the picture is made of more than {MOST:,} pieces.", "No program makes such a picture.", "too-large"
            )
        at = min(body + length + 4, len(data))
        chunk = Chunk(kind, data[body - 8 : at], length)
        bad += chunk.whole[8 + length :] != _checksum(chunk)
        found.append(chunk)
        if kind == b"IEND":
            break
    if bad:
        wrong.append(f"The checksum of {bad:,} of the picture's {len(found):,} pieces is wrong.")
    return Chunks(tuple(found), tuple(wrong), len(data) - at)


def text_of(chunk: Chunk, file: str) -> Text | None:
    """The text in a ``tEXt``, ``zTXt`` or ``iTXt`` chunk; None for what holds none, or none that can be unpacked."""
    if chunk.kind not in (b"tEXt", b"zTXt", b"iTXt"):
        return None
    keyword, mark, text = chunk.data.partition(b"\x00")
    if not mark:
        return None
    packed = chunk.kind == b"zTXt"
    if packed:
        text = text[1:]
    elif chunk.kind == b"iTXt":
        packed = text[:1] == b"\x01"
        text = text[2:].partition(b"\x00")[2].partition(b"\x00")[2]
    if packed:
        try:
            text = zlib.decompressobj().decompress(text, LARGEST + 1)
        except zlib.error:
            return None
        if len(text) > LARGEST:
            what = f"a text in the picture unpacks to more than {LARGEST / 1e6:,.0f} MB."
            raise TranscriptError(file, what, "No program writes such a text.", "too-large")
    return Text(keyword.decode("latin-1"), text)


def with_texts(chunks: Chunks, texts: Iterable[Text], without: Callable[[str], bool]) -> bytes:
    """The picture with these texts right before its end, and without those whose keyword is not wanted."""
    kept = []
    for chunk in chunks.chunks:
        if chunk.kind == b"IEND":
            continue
        text = chunk.data.partition(b"\x00")[0].decode("latin-1") if chunk.kind in (b"tEXt", b"zTXt", b"iTXt") else None
        if text is None or not without(text):
            kept.append(chunk.whole if len(chunk.whole) == chunk.length + 12 else made_chunk(chunk.kind, chunk.data))
    made = [made_chunk(b"tEXt", text.keyword.encode("latin-1") + b"\x00" + text.text) for text in texts]
    return b"".join((SIGNATURE, *kept, *made, made_chunk(b"IEND", b"")))


def made_chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk with its length and its checksum.

    >>> made_chunk(b"IEND", b"").hex()
    '0000000049454e44ae426082'
    """
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def _checksum(chunk: Chunk) -> bytes:
    return zlib.crc32(chunk.whole[4 : 8 + chunk.length]).to_bytes(4, "big")
