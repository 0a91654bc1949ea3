"""Regular expressions that somebody has written into a play. The door of ``regex``, which can be told to stop."""

from functools import lru_cache
from typing import Any

from gm_engine.errors import PlayError

FLAGS = frozenset("ims")
LONGEST = 500
"""Letters of a pattern."""
PATIENCE = 2.0
"""Seconds of the processor that it may look for."""


def _engine() -> Any:
    import regex  # type: ignore[import-untyped]

    return regex


def readable(word: str) -> bool:
    """True for ``/…/flags`` that can be looked for.

    >>> readable("/a+b/i"), readable("/a(/"), readable("/a/x"), readable("a")
    (True, False, False, False)
    """
    parts = _parts(word)
    if parts is None or len(word) > LONGEST:
        return False
    regex = _engine()
    try:
        regex.compile(*parts)
    except (regex.error, RecursionError, OverflowError, MemoryError):
        return False
    return True


def found(word: str, text: str) -> bool:
    """Whether such a pattern stands in a text. Raises PlayError where that cannot be told in time.

    >>> found("/RAIN/i", "The rain falls.")
    True
    """
    parts = _parts(word)
    if parts is None:
        return False
    try:
        return _engine().search(parts[0], text, parts[1], timeout=PATIENCE) is not None
    except TimeoutError as error:
        what = f"{word} was looked for in a text for {PATIENCE:g} seconds and not found out."
        raise PlayError("", what, "Write it without a repeat inside of a repeat.", slug="slow-pattern") from error


def place_of(pattern: str, text: str, *, caseless: bool = False, at_start: bool = False, patience: float = PATIENCE) -> int | None:
    """Where a pattern (without slashes) stands first in a text; None where it does not.

    Raises ``ValueError`` for one that cannot be read, and ``TimeoutError`` where that cannot be told in time.

    >>> place_of("b+", "aBB", caseless=True), place_of("b", "ab", at_start=True)
    (1, None)
    """
    found = _looked_for(pattern, caseless)
    match = (found.match if at_start else found.search)(text, timeout=patience)
    return None if match is None else int(match.start())


@lru_cache(maxsize=4096)
def _looked_for(pattern: str, caseless: bool) -> Any:
    regex = _engine()
    if len(pattern) > LONGEST * 8:
        raise ValueError("it is too long")
    try:
        return regex.compile(pattern, regex.VERSION0 | (regex.IGNORECASE if caseless else 0))
    except (regex.error, RecursionError, OverflowError, MemoryError) as error:
        raise ValueError(str(error)) from error


def _parts(word: str) -> tuple[str, int] | None:
    """A pattern and its flags; None for what is no ``/…/``."""
    body, slash, letters = word[1:].rpartition("/")
    if not word.startswith("/") or not slash or set(letters) - FLAGS:
        return None
    flags = 0
    for letter in letters:
        flags |= getattr(_engine(), letter.upper())
    return body, flags
