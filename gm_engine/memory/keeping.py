"""A memory as text, so that opening a long story need not index all of it again. It may be deleted at any time."""

import base64
import io
import pickle
import zlib
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from gm_engine.memory.memory import Memory

ROOMS = ("memory", "story")
"""Whose classes a kept memory is made of."""
PLAIN = frozenset({("array", "array"), ("array", "_array_reconstructor"), ("collections", "Counter"), ("collections", "defaultdict")})
SPEED = 1
"""How hard zlib tries: fast, and a third of the size."""


def write_memory(memory: Memory) -> str:
    """The memory as text, after the mark of the code that made it."""
    written = pickle.dumps(memory, protocol=5)
    return f"{mark()}:{base64.b64encode(zlib.compress(written, SPEED)).decode()}"


def read_memory(text: str) -> Memory | None:
    """The memory that was written; None where other code wrote it, or where it is no longer whole: then it is built anew."""
    made, _, packed = text.partition(":")
    if made != mark():
        return None
    try:
        memory = _Reader(io.BytesIO(zlib.decompress(base64.b64decode(packed, validate=True)))).load()
    except (ValueError, zlib.error, pickle.UnpicklingError, EOFError, AttributeError, LookupError, TypeError):
        return None
    return memory if isinstance(memory, Memory) else None


class _Reader(pickle.Unpickler):
    """Makes nothing but what a memory is made of, so that a story from a stranger can run nothing."""

    def find_class(self, module: str, name: str) -> Any:
        room = module.split(".")
        ours = room[0] == "gm_engine" and len(room) > 2 and room[1] in ROOMS and "." not in name
        if not ours and (module, name) not in PLAIN:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a memory")
        found = super().find_class(module, name)
        if ours and not (isinstance(found, type) and found.__module__ == module):
            raise pickle.UnpicklingError(f"{module}.{name} is no class of a memory")
        return found


@cache
def mark() -> str:
    """The digest of the code that a kept memory depends on: after any change of it, memories are built anew."""
    digest = blake2b(digest_size=16)
    package = Path(__file__).resolve().parent.parent
    for file in sorted(file for room in ROOMS for file in (package / room).glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
