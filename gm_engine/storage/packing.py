"""How the words of entries are written small: by a dictionary of what every journal says, and each long line of a campaign only once.

A form is written without the hashes that stand for its words, which follow one another as bytes. Of its texts only salts are written,
short lines, and the keys of long lines: those are pieces (``pieces``). What is read again is the same to the byte.
"""

import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from gm_engine.journal.chain import DIGEST, Texts

PLAIN, ZLIB, SHARED, FORM, TEXTS, TEXTS_SHARED = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05", b"\x06"
"""The sign before what is kept: a text as it is, deflated by itself, deflated with the dictionary; a form; texts, in two ways."""
OLD = b"x"
"""How what is deflated by itself begins, which SQLite kept without a sign."""
SHORT = 240
"""A text of fewer bytes hardly gets smaller by itself."""
LONG = 48
"""A line of so many characters is a piece."""
LINE = re.compile(r"(\n(?:- )?)")
SALT = re.compile(r"[0-9a-f]{16}")
STANDS = '"b2:"'
"""What stands in a kept form for a hash."""
DICTIONARY = (Path(__file__).parent.parent / "data" / "journal_words.txt").read_bytes()
"""What every journal says. Never another for the same sign: what was written with it could not be read."""
Kept = str | bytes
Find = Callable[[int], str]
"""The piece of a key. Raises ``LookupError`` where there is none, or a damaged one."""


class Unpackable(ValueError):
    """A kept text that is none, or not the one that was kept."""


@cache
def _deflater() -> Any:
    return zlib.compressobj(9, zlib.DEFLATED, -15, zdict=DICTIONARY)


@cache
def _inflater() -> Any:
    return zlib.decompressobj(-15, zdict=DICTIONARY)


def deflated(plain: bytes) -> bytes:
    """The bytes, deflated with the dictionary."""
    work = _deflater().copy()
    return bytes(work.compress(plain) + work.flush())


def inflated(kept: bytes) -> bytes:
    """The bytes that ``deflated`` was given. Raises ``Unpackable`` for what it did not make."""
    work = _inflater().copy()
    try:
        plain = bytes(work.decompress(kept))
    except zlib.error as error:
        raise Unpackable(str(error)) from error
    if not work.eof or work.unused_data:
        raise Unpackable("it does not end where it should")
    return plain


def packed(text: str) -> bytes:
    """A text, deflated with the dictionary where that makes it smaller."""
    plain = text.encode()
    small = deflated(plain)
    return SHARED + small if len(small) < len(plain) else PLAIN + plain


def zipped(text: str) -> bytes:
    """A text, deflated by itself where it is long: with a checksum, for what nothing else bears out."""
    plain = text.encode()
    small = zlib.compress(plain) if len(plain) >= SHORT else plain
    return ZLIB + small if len(small) < len(plain) else PLAIN + plain


def as_kept(value: Any) -> Kept:
    """What a database gave back for a text. Raises ``Unpackable`` where that is neither words nor bytes."""
    if isinstance(value, memoryview):
        return bytes(value)
    if not isinstance(value, str | bytes):
        raise Unpackable("it is neither words nor bytes")
    return value


def unpacked(kept: Kept) -> str:
    """A text as it was, whichever version kept it. Raises ``Unpackable``."""
    if isinstance(kept, str):
        return kept
    try:
        sign, rest = kept[:1], kept[1:]
        if sign == PLAIN:
            return rest.decode()
        if sign == SHARED:
            return inflated(rest).decode()
        if sign in (ZLIB, OLD):
            return zlib.decompress(kept if sign == OLD else rest).decode()
    except (zlib.error, TypeError, UnicodeDecodeError) as error:
        raise Unpackable(str(error)) from error
    raise Unpackable("the sign before it is none")


def key_of(line: str) -> int:
    """The key by which a line is known as a piece: its hash, as a whole number of 64 bits.

    >>> key_of("The rain comes down hard on the roof of the livery.")
    2241683025280490114
    """
    return int.from_bytes(blake2b(line.encode(), digest_size=8).digest(), "big", signed=True)


def long_lines(text: str) -> Iterator[str]:
    """The lines of a text that are pieces."""
    return (part for part in LINE.split(text) if len(part) >= LONG)


def pack_form(form: str) -> bytes:
    """An entry's form, to be kept."""
    names = DIGEST.findall(form)
    if STANDS in form:
        return PLAIN + form.encode()
    return FORM + _number(len(names)) + b"".join(map(_bytes, names)) + deflated(DIGEST.sub(STANDS, form).encode())


def unpack_form(kept: Kept) -> str:
    """The form that was kept, by whichever version. Raises ``Unpackable``."""
    if isinstance(kept, str) or kept[:1] != FORM:
        return unpacked(kept)
    many, at = _read_number(kept, 1)
    end = at + 16 * many
    parts = _decoded(inflated(kept[end:])).split(STANDS)
    if len(parts) != many + 1:
        raise Unpackable("its hashes are not as many as should stand in it")
    names = (f'"b2:{kept[place : place + 16].hex()}"' for place in range(at, end, 16))
    return "".join(part for pair in zip(parts, (*names, ""), strict=True) for part in pair)


def pack_texts(form: str, texts: Texts, pieces: Callable[[str], bool]) -> bytes:
    """An entry's words and salts, to be kept beside its form. ``pieces`` says whether a line is kept as a piece."""
    names = tuple(dict.fromkeys(DIGEST.findall(form)))
    if not set(texts) <= set(names):
        return PLAIN + json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()
    keys, salts, slots = list[int](), list[str](), list[Any]()
    for name in names:
        if name not in texts:
            slots.append(0)
            continue
        pair = texts[name]
        if pair is None:
            slots.append(None)
            continue
        salt, text = pair
        said = _slot(text, pieces, keys)
        usual = SALT.fullmatch(salt) is not None
        if usual:
            salts.append(salt)
        slots.append(said if usual else {"salt": salt, "said": said})
    while slots and slots[-1] == 0:
        slots.pop()
    head = _number(len(keys)) + b"".join(key.to_bytes(8, "big", signed=True) for key in keys)
    head += _number(len(salts)) + b"".join(map(bytes.fromhex, salts))
    plain = json.dumps(slots, ensure_ascii=False, separators=(",", ":")).encode() if slots else b""
    small = deflated(plain)
    return TEXTS_SHARED + head + small if len(small) < len(plain) else TEXTS + head + plain


def _slot(text: str, pieces: Callable[[str], bool], keys: list[int]) -> Any:
    """A text, or a list of what it is put together from: words, and 1 in the place of the next piece."""
    parts = list[Any]()
    for part in LINE.split(text):
        if len(part) >= LONG and pieces(part):
            keys.append(key_of(part))
            parts.append(1)
        elif parts and parts[-1] != 1:
            parts[-1] += part
        elif part:
            parts.append(part)
    return parts if 1 in parts else text


def unpack_texts(form: str, kept: Kept, piece: Find, lost: Callable[[str], None] | None = None) -> Texts:
    """The words and salts that were kept beside a form, by whichever version. Raises ``Unpackable``.

    Where ``lost`` is given, it is told the names of the texts of which a piece is missing, and they are left out.
    """
    if isinstance(kept, str) or kept[:1] not in (TEXTS, TEXTS_SHARED):
        return {name: (pair[0], pair[1]) if pair else None for name, pair in json.loads(unpacked(kept)).items()}
    try:
        return _put_together(form, kept, piece, lost)
    except (StopIteration, LookupError, TypeError, ValueError) as error:
        raise Unpackable(str(error) or "something is missing in it") from error


def _put_together(form: str, kept: bytes, piece: Find, lost: Callable[[str], None] | None) -> Texts:
    keys, salts, slots = _read_texts(kept)
    found: dict[str, tuple[str, str] | None] = {}
    for name, slot in zip(dict.fromkeys(DIGEST.findall(form)), slots, strict=False):
        if slot == 0:
            continue
        if slot is None:
            found[name] = None
            continue
        salt = slot["salt"] if isinstance(slot, dict) else next(salts)
        said = slot["said"] if isinstance(slot, dict) else slot
        if isinstance(said, str):
            found[name] = salt, said
            continue
        mine = [next(keys) if part == 1 else part for part in said]
        try:
            found[name] = salt, "".join(piece(part) if isinstance(part, int) else part for part in mine)
        except LookupError:
            if lost is None:
                raise Unpackable("a line of its words is missing or damaged") from None
            lost(name)
    return found


def keys_in(kept: Kept) -> Iterable[int]:
    """The keys of the pieces that kept texts are put together from. Raises ``Unpackable``."""
    if isinstance(kept, str) or kept[:1] not in (TEXTS, TEXTS_SHARED):
        return ()
    many, at = _read_number(kept, 1)
    return _keys(kept, many, at)


def _keys(kept: bytes, many: int, at: int) -> tuple[int, ...]:
    return tuple(int.from_bytes(kept[place : place + 8], "big", signed=True) for place in range(at, at + 8 * many, 8))


def _read_texts(kept: bytes) -> tuple[Iterator[int], Iterator[str], list[Any]]:
    """Keys and salts in their order, and what stands for each hash of the form."""
    many, at = _read_number(kept, 1)
    keys = _keys(kept, many, at)
    number, at = _read_number(kept, at + 8 * many)
    end = at + 8 * number
    salts = [kept[place : place + 8].hex() for place in range(at, end, 8)]
    rest = kept[end:]
    slots = json.loads(_decoded(inflated(rest) if kept[:1] == TEXTS_SHARED else rest) or "[]")
    if not isinstance(slots, list):
        raise Unpackable("its texts are no list")
    return iter(keys), iter(salts), slots


def _bytes(name: str) -> bytes:
    return bytes.fromhex(name[3:])


def _decoded(plain: bytes) -> str:
    try:
        return plain.decode()
    except UnicodeDecodeError as error:
        raise Unpackable(str(error)) from error


def _number(value: int) -> bytes:
    """A whole number in as few bytes as it needs, seven bits in each."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes((*found, value))


def _read_number(kept: bytes, at: int) -> tuple[int, int]:
    """The number that is written from a place on, and the place behind it."""
    value = shift = 0
    for place in range(at, len(kept)):
        value |= (kept[place] & 127) << shift
        if kept[place] < 128:
            if place + value > len(kept):
                break
            return value, place + 1
        shift += 7
    raise Unpackable("a number in it is none")
