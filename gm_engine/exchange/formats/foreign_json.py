"""JSON that another program wrote: read patiently, refused clearly, and written in one form only."""

import json
from collections import Counter
from collections.abc import Sequence
from math import isfinite
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.story.letters import whole

LARGEST = 64 * 2**20
"""Bytes of the largest file that is read."""
DEEPEST = 100
"""Lists and objects within each other."""
LONGEST_NUMBER = 400
"""Digits of a whole number."""
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


class ForeignJson(dict[str, Any]):
    """An object, and the keys that stood in it ``twice``: the last of each counts, as in every program that we know of. ``earlier`` are
    those that do not count."""

    twice: tuple[str, ...] = ()
    earlier: tuple[tuple[str, Any], ...] = ()


def decoded(data: bytes, file: str) -> str:
    """A file's text: UTF-8 with or without a mark, or UTF-16 with one. Raises TranscriptError for anything else.

    >>> decoded("\\ufeffSal".encode("utf-16"), "sal.json")
    'Sal'
    """
    not_too_large(data, file)
    coding = next((coding for mark, coding in MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(coding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        what = (
            f"it is no text in {coding.removesuffix('-sig').upper()}: byte {error.start + 1:,} is {data[error.start : error.start + 1]!r}."
        )
        raise TranscriptError(file, what, "Save it as UTF-8.", "not-utf-8") from None


def not_too_large(data: bytes, file: str) -> None:
    """Raises TranscriptError for more bytes than are read of any file."""
    if len(data) > LARGEST:
        what = f"it is too large: {len(data) / 1e6:,.0f} MB."
        raise TranscriptError(file, what, f"At most {LARGEST / 1e6:,.0f} MB is read.", "too-large")


def read_json(data: bytes | str, file: str) -> Any:
    """What the JSON says; every object is a ``ForeignJson``. Raises TranscriptError with line and column, or for what is too deep.

    >>> read_json('{"a": 1, "a": 2}', "x.json").twice
    ('a',)
    """
    text = decoded(data, file) if isinstance(data, bytes) else data
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_real, parse_constant=lambda _: None, strict=False
        )
    except json.JSONDecodeError as error:
        near = text[max(0, error.pos - 20) : error.pos + 20]
        what = f"it is broken JSON at line {error.lineno}, column {error.colno}: {error.msg}, near {near!r}."
        raise TranscriptError(file, what, "Was it cut off? Export it again where it comes from.", "bad-json") from None
    except RecursionError:
        raise _too_deep(file) from None
    except ValueError as error:
        raise TranscriptError(file, f"its JSON cannot be read: {error}.", "Export it again where it comes from.", "bad-json") from None
    _not_too_deep(value, file)
    return value


def canonical_json(value: Any) -> bytes:
    """The one form in which JSON is written and compared: sorted keys, two blanks to a level, UTF-8, a line feed at the end."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False)
    return (whole(text) + "\n").encode()


def _object(pairs: Sequence[tuple[str, Any]]) -> ForeignJson:
    made = ForeignJson(pairs)
    if len(made) < len(pairs):
        made.twice = tuple(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        last = {key: place for place, (key, _) in enumerate(pairs)}
        made.earlier = tuple(pair for place, pair in enumerate(pairs) if last[pair[0]] != place)
    return made


def _whole(digits: str) -> int | None:
    """A whole number; None for one that no program counts with, as for ``NaN`` and ``Infinity``."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else None


def _real(digits: str) -> float | None:
    """A number; None for one that is larger than any (``1e999``), which could not be written again."""
    number = float(digits)
    return number if isfinite(number) else None


def _not_too_deep(value: Any, file: str) -> None:
    """Raises TranscriptError for nesting that would cost whoever walks through it the stack."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner for outer in level for inner in (outer.values() if isinstance(outer, dict) else outer if isinstance(outer, list) else ())
        ]
        if not level:
            return
    raise _too_deep(file)


def _too_deep(file: str) -> TranscriptError:
    what = f"lists and objects lie more than {DEEPEST} deep in each other."
    return TranscriptError(file, what, "No program writes such a file by itself. Is it what you think?", "too-deep")
