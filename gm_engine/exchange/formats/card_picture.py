"""A picture for a card that has none: blocks mirrored about the middle, drawn by the name, the same on every machine."""

import zlib
from hashlib import sha256

from gm_engine.exchange.formats.png_text import SIGNATURE, made_chunk

ACROSS, DOWN, BLOCK = 5, 7, 32
MARGIN = 16
PAPER = (0xF4, 0xEC, 0xD8)
INKS = ((0x7A, 0x2E, 0x1F), (0x1F, 0x4E, 0x5F), (0x3E, 0x5B, 0x2C), (0x5B, 0x3A, 0x6B), (0x8A, 0x5A, 0x14), (0x2E, 0x3A, 0x6B))
STORED = 65_535
"""Bytes of a stored block."""


def drawn_picture(name: str) -> bytes:
    """A PNG of 192 × 256 points in two colours.

    >>> drawn_picture("Sal") == drawn_picture("Sal") != drawn_picture("Ben")
    True
    """
    lot = sha256(name.encode("utf-8", "replace")).digest()
    ink = INKS[lot[-1] % len(INKS)]
    half = ACROSS // 2 + 1
    blocks = [[bool(lot[row] >> min(column, ACROSS - 1 - column) & 1) for column in range(ACROSS)] for row in range(DOWN)]
    for column in range(ACROSS):
        blocks[DOWN // 2][column] |= min(column, ACROSS - 1 - column) == half - 1  # never an empty sheet
    rows = b"".join(b"\x00" + _row(blocks[row]) for row in range(DOWN) for _ in range(BLOCK))
    width, height = ACROSS * BLOCK + 2 * MARGIN, DOWN * BLOCK + 2 * MARGIN
    edge = (b"\x00" + _row([False] * ACROSS)) * MARGIN
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes((1, 3, 0, 0, 0))
    return b"".join(
        (
            SIGNATURE,
            made_chunk(b"IHDR", head),
            made_chunk(b"PLTE", bytes((*PAPER, *ink))),
            made_chunk(b"IDAT", _stored(edge + rows + edge)),
            made_chunk(b"IEND", b""),
        )
    )


def _row(blocks: list[bool]) -> bytes:
    """A line of points, eight to a byte."""
    points = b"\x00" * (MARGIN // 8)
    return points + b"".join((b"\xff" if block else b"\x00") * (BLOCK // 8) for block in blocks) + points


def _stored(data: bytes) -> bytes:
    """The data as zlib has it where nothing is packed: how well a machine's zlib packs must not show in what is written."""
    assert len(data) <= STORED
    size = len(data).to_bytes(2, "little")
    other = (len(data) ^ 0xFFFF).to_bytes(2, "little")
    return b"\x78\x01\x01" + size + other + data + zlib.adler32(data).to_bytes(4, "big")
