"""Plain transcripts: JSON Lines, or text with ``Name:`` lines, or paragraphs."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from gm_engine.errors import TranscriptError
from gm_engine.exchange.prose import prose_turns
from gm_engine.exchange.sniffing import not_a_transcript
from gm_engine.story.counting import counted
from gm_engine.story.letters import plain
from gm_engine.story.transcript_line import TranscriptLine

LARGEST = 50_000_000
"""Bytes of the largest file that is read; a long novel has one million."""
LONGEST_TURN = 100_000
"""Letters of the longest turn that a line may hold."""
KEYS = set(TranscriptLine.model_fields)
JSON = re.compile(r"""\s*(?:\{|\[\s*(?:\{|\[\s*[\[{"\d\]]))""")
"""How JSON begins: an object, a list of them, or lists within lists. A line of prose may begin with one bracket, or with a [[name]]."""
LETTERS = 0.1
"""So large a part of what is no white space must be letters, in whatever writing, before a text is read as prose."""
SHOWN = 8
"""How many line numbers a remark names."""
BREAKS = dict.fromkeys((11, 12, 0x85, 0x2028, 0x2029), " ")
"""Ends of pages and lines that no line feed is: they keep words apart."""


class Transcript(NamedTuple):
    """A transcript's ``lines`` in order, and what a person should know of how they were read (``remarks``, whole sentences)."""

    lines: tuple[TranscriptLine, ...]
    remarks: tuple[str, ...] = ()


def read_transcript(path: Path) -> Transcript:
    """A transcript's lines in order. TranscriptError says which line is wrong, and how, or what the file is instead."""
    return transcript_of(bytes_of(path), path)


def transcript_of(raw: bytes, path: Path) -> Transcript:
    """The same of a file's bytes; ``path`` is what it is called. Raises TranscriptError as ``read_transcript`` does."""
    if instead := not_a_transcript(raw[:4096], path.suffix.lower()):
        raise TranscriptError(str(path), f"it is {instead.what}, and no transcript.", instead.then, "not-a-transcript")
    text = _text(raw, path)
    remarks: list[str] = []
    empty: list[int] = []
    if path.suffix == ".jsonl" or JSON.match(text):
        lines = tuple(_json_lines(text, path, empty))
    else:
        _has_words(text, path)
        read = prose_turns(text)
        lines, empty = read.lines, list(read.empty)
        remarks += read.remarks
    if not lines:
        raise TranscriptError(
            str(path), "there is nothing in it to read.", "A transcript has a JSON object a line, or paragraphs of text.", "empty-file"
        )
    if empty:
        were = "turn was" if len(empty) == 1 else "turns were"
        remarks.append(f"{len(empty)} empty {were} left out (line{'s' * (len(empty) > 1)} {_listed(empty)}).")
    return Transcript(lines, (*remarks, *_of_times(lines)))


def _has_words(text: str, path: Path) -> None:
    """Raises TranscriptError for signs without words: to read them as prose would take long, and tell nothing."""
    signs = len("".join(text.split()))
    if signs and sum(map(str.isalpha, text)) < signs * LETTERS:
        then = "A transcript is plain text (.txt, .md) or a JSON object a line (.jsonl)."
        raise TranscriptError(str(path), "there are hardly any words in it.", then, "not-a-transcript")


def _listed(numbers: list[int]) -> str:
    return ", ".join(str(number) for number in numbers[:SHOWN]) + (f" and {len(numbers) - SHOWN} more" if len(numbers) > SHOWN else "")


def _of_times(lines: tuple[TranscriptLine, ...]) -> Iterator[str]:
    timed = sum(bool(line.time) for line in lines)
    if not timed:
        yield "No times are given: reports name the turn alone."
    elif timed < len(lines):
        yield f"{counted(len(lines) - timed, 'turn has', 'turns have')} no time of their own, and are shown without one."


def first_line(path: Path) -> str:
    """A file's first line, at most 4096 characters of it, for sniffing what it is. Raises TranscriptError where it cannot be read."""
    with _opened(path), path.open(encoding="utf-8", errors="replace") as lines:
        return lines.readline(4096)


@contextmanager
def _opened(path: Path) -> Iterator[None]:
    try:
        yield
    except IsADirectoryError:
        raise TranscriptError(str(path), "it is a folder.", "Name the files in it.", "no-such-file") from None
    except FileNotFoundError:
        raise TranscriptError(str(path), "there is no such file.", "Is the path right?", "no-such-file") from None
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise TranscriptError(str(path), f"it cannot be read: {what}.", "May you read it?", "no-such-file") from None


def bytes_of(path: Path) -> bytes:
    """What a file holds. Raises TranscriptError where it cannot be read, or holds more than is read."""
    with _opened(path):
        size = path.stat().st_size
        raw = path.read_bytes() if size <= LARGEST else b""
    if size > LARGEST:
        what = f"it is too large: {size / 1e6:,.0f} MB; {LARGEST / 1e6:,.0f} MB is the most."
        then = "Cut it into parts, say by session or by volume, and import them in one go: each becomes a campaign."
        raise TranscriptError(str(path), what, then, "too-large")
    return raw


def _text(raw: bytes, path: Path) -> str:
    try:
        return plain(raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n").translate(BREAKS))
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        bad = f"byte {error.start} is 0x{raw[error.start]:02x}"
        raise TranscriptError(f"{path}:{line}", f"it is not UTF-8: {bad}.", "Save it as UTF-8 and import it again.", "not-utf-8") from None


def _json_lines(text: str, path: Path, empty: list[int]) -> Iterator[TranscriptLine]:
    number, last = 0, 0
    for count, row in _rows(text, path):
        where = f"{path}:{count}"
        number += 1
        row.setdefault("turn", number)
        turn = _line(row, where)
        if turn.turn <= last:
            what = f"turn {turn.turn} comes after turn {last}."
            raise TranscriptError(where, what, "Turns must be numbered upwards; leave turn out and they are counted.", "turns-out-of-order")
        if len(turn.text) > LONGEST_TURN:
            what = f"its text has {len(turn.text):,} letters; {LONGEST_TURN:,} is the most for a turn."
            raise TranscriptError(where, what, "Write it as several lines; a .txt file is cut into turns by itself.", "too-large")
        last = number = turn.turn
        if turn.text.strip():
            yield turn
        else:
            empty.append(count)


def _rows(text: str, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects with their lines: one a line, or all in one list."""
    if text.lstrip().startswith("["):
        try:
            listed = json.loads(text)
        except (ValueError, RecursionError):
            listed = None
        if isinstance(listed, list) and all(isinstance(row, dict) for row in listed):
            yield from ((count, _kept(row)) for count, row in enumerate(listed, 1))
            return
    for count, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield count, _object(line, f"{path}:{count}")


def _kept(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key in KEYS and value is not None}


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else getattr(error, "msg", "a number has too many digits")
        what = f'"{line[:60]}" is no JSON: {why}.'
        raise TranscriptError(where, what, 'Write an object a line: {"role": "gm", "text": "…"}') from None
    if not isinstance(row, dict):
        raise TranscriptError(where, f'"{line[:60]}" is no object.', 'Write an object a line: {"role": "gm", "text": "…"}')
    return _kept(row)


def _line(row: dict[str, Any], where: str) -> TranscriptLine:
    try:
        return TranscriptLine.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the line"
        got = json.dumps(first.get("input"), ensure_ascii=False, default=str)[:60]
        known = f"The keys are {', '.join(TranscriptLine.model_fields)}; only text is required."
        raise TranscriptError(where, f'"{field}" is {got}: {first["msg"].lower()}.', known) from None
